// Compares everything that was acknowledged with what is there when the traffic has ended: nothing lost, nothing in part.
import type { Store } from '../../../src/store/open.ts'
import type { Ledger } from '../../kit/ledger.ts'
import { type Accuse, openViolations, type Violation } from '../violation.ts'
import { peopleCollection } from './acts.ts'
import { askServers } from './ask-servers.ts'
import type { Cluster } from './cluster.ts'
import { halves } from './halves.ts'
import { type EnginesLedger, hashOf } from './ledger.ts'

export async function inspect(cluster: Cluster, ledger: EnginesLedger): Promise<Violation[]> {
  const { found, accuse } = openViolations()
  const { store, member } = cluster
  for (const what of await halves(cluster)) accuse('half', what)

  const collections = await idsIn(
    store,
    'SELECT id FROM face_collections WHERE organisation_id = $1',
    member.id,
  )
  for (const id of ledger.collections.entries.keys())
    judge(accuse, `collection ${id}`, ledger.collections.verdict(id, collections.has(id)))

  const faces = await idsIn(
    store,
    `SELECT external_person_id AS id FROM faces WHERE organisation_id = $1 AND collection_id = '${peopleCollection}'`,
    member.id,
  )
  for (const person of ledger.erased) ledger.faces.removed(person)
  for (const [person, { state, fileId, sha256 }] of ledger.faces.entries) {
    judge(accuse, `face of ${person}`, ledger.faces.verdict(person, faces.has(person)))
    if (state === 'there' && fileId) await holds(store, member.id, fileId, sha256, accuse)
  }

  const challenges = await idsIn(store, 'SELECT id FROM challenges WHERE organisation_id = $1', member.id)
  for (const [id, { frames }] of ledger.challenges.entries) {
    judge(accuse, `challenge ${id}`, ledger.challenges.verdict(id, challenges.has(id)))
    const kept = await framesOf(store, member.id, id)
    for (const sha256 of frames) if (!kept.has(sha256)) accuse('lost', `a frame of challenge ${id}`)
  }

  const documents = await idsIn(store, 'SELECT id FROM documents WHERE organisation_id = $1', member.id)
  for (const [id, { files }] of ledger.documents.entries) {
    judge(accuse, `document ${id}`, ledger.documents.verdict(id, documents.has(id)))
    for (const [file, sha256] of files) await holds(store, member.id, file, sha256, accuse)
  }

  for (const violation of await askServers(cluster, ledger)) found.push(violation)
  return found
}

function judge(accuse: Accuse, what: string, verdict: ReturnType<Ledger<string>['verdict']>): void {
  if (verdict === 'lost') accuse('lost', `${what} was acknowledged and is missing`)
  if (verdict === 'back') accuse('back', `${what} was removed and is there`)
}

async function holds(
  store: Store,
  owner: string,
  file: string,
  sha256: string,
  accuse: Accuse,
): Promise<void> {
  const bytes = await store.vault.read(owner, file).catch((error: Error) => error)
  if (bytes instanceof Error) accuse('lost', `file ${file} cannot be read: ${bytes.message}`)
  else if (!bytes) accuse('lost', `file ${file} was acknowledged and is missing`)
  else if (sha256 !== '' && hashOf(bytes) !== sha256) accuse('wrong', `file ${file} holds other bytes`)
}

async function framesOf(store: Store, owner: string, challenge: string): Promise<Set<string>> {
  const rows = await store.database.query<{ id: string }>(
    'SELECT id FROM challenge_frames WHERE organisation_id = $1 AND challenge_id = $2',
    [owner, challenge],
  )
  const hashes = new Set<string>()
  for (const { id } of rows) {
    const bytes = await store.vault.read(owner, id)
    if (bytes) hashes.add(hashOf(bytes))
  }
  return hashes
}

async function idsIn(store: Store, sql: string, owner: string): Promise<Set<string>> {
  return new Set((await store.database.query<{ id: string }>(sql, [owner])).map(({ id }) => id))
}
