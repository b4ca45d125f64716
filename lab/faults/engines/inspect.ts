// Holds everything that was acknowledged against what is there when the traffic has ended: nothing lost, nothing by half.
import type { Store } from '../../../src/store/open.ts'
import { shelf } from './acts.ts'
import { heldByServers } from './ask-servers.ts'
import type { Cluster } from './cluster.ts'
import { halves } from './halves.ts'
import { type Fate, hashOf, type Ledger } from './ledger.ts'

export type Violation = {
  readonly kind: 'lost' | 'back' | 'half' | 'wrong' | 'unrecovered'
  readonly what: string
}

type Accuse = (kind: Violation['kind'], what: string) => void

export async function hold(cluster: Cluster, ledger: Ledger): Promise<Violation[]> {
  const found: Violation[] = []
  const accuse: Accuse = (kind, what) => void found.push({ kind, what })
  const { store, member } = cluster
  for (const what of await halves(cluster)) accuse('half', what)

  const collections = await idsIn(
    store,
    'SELECT id FROM face_collections WHERE organisation_id = $1',
    member.id,
  )
  for (const [id, fate] of ledger.collections) judge(accuse, `collection ${id}`, fate, collections.has(id))

  const faces = await idsIn(
    store,
    `SELECT external_person_id AS id FROM faces WHERE organisation_id = $1 AND collection_id = '${shelf}'`,
    member.id,
  )
  for (const { person, fate, fileId, sha256 } of ledger.faces) {
    const isErased = ledger.erased.has(person)
    judge(accuse, `face of ${person}`, isErased ? 'gone' : fate, faces.has(person))
    if (fate === 'there' && !isErased && fileId) await holds(store, member.id, fileId, sha256, accuse)
  }

  const challenges = await idsIn(store, 'SELECT id FROM challenges WHERE organisation_id = $1', member.id)
  for (const { id, fate, frames } of ledger.challenges.values()) {
    judge(accuse, `challenge ${id}`, fate, challenges.has(id))
    const kept = await framesOf(store, member.id, id)
    for (const sha256 of frames) if (!kept.has(sha256)) accuse('lost', `a frame of challenge ${id}`)
  }

  const documents = await idsIn(store, 'SELECT id FROM documents WHERE organisation_id = $1', member.id)
  for (const { id, fate, files } of ledger.documents.values()) {
    judge(accuse, `document ${id}`, fate, documents.has(id))
    for (const [file, sha256] of files) await holds(store, member.id, file, sha256, accuse)
  }

  for (const violation of await heldByServers(cluster, ledger)) found.push(violation)
  return found
}

function judge(accuse: Accuse, what: string, fate: Fate, isThere: boolean): void {
  if (fate === 'there' && !isThere) accuse('lost', `${what} was acknowledged and is missing`)
  if (fate === 'gone' && isThere) accuse('back', `${what} was removed and is there`)
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
