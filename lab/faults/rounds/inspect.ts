// Compares the store with the ledger after a kill: nothing acknowledged is lost, nothing is there in part.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Store } from '../../../src/store/open.ts'
import { filesBelow, unknownNamesIn } from '../../kit/data-folder.ts'
import { openViolations, type Violation } from '../violation.ts'
import { personOf } from './callers.ts'
import { type FileSet, fileIdOf, type RoundsLedger } from './ledger.ts'

interface Inspection {
  readonly store: Store
  readonly ledger: RoundsLedger
  readonly organisationId: string
  readonly data: string
  /** Journal rows due before this moment must be gone; when the server was alone, all of them. */
  readonly sweptUntil: number
  /** Selects the sets that are read back byte by byte; for the others only records and files are checked. */
  readonly readBack: (set: FileSet) => boolean
}

/** Things never acknowledged are settled too: they must stay as they are found now. */
export async function inspect(inspection: Inspection): Promise<Violation[]> {
  const { store, ledger, organisationId, data, sweptUntil, readBack } = inspection
  const { found, accuse } = openViolations()
  const lost = (what: string) => accuse('lost', what)
  const orphan = (what: string) => accuse('orphan', what)
  // Records are read before files: a sweep in between removes only what the journal named.
  const records = await recordsOf(store, organisationId)
  const files = await filesBelow(join(data, 'files'))

  for (const id of ledger.collections.entries.keys()) {
    const person = records.collections.get(id)
    const verdict = ledger.collections.verdict(id, person !== undefined)
    if (verdict === 'lost') lost(`collection ${id} was acknowledged and is missing`)
    if (verdict === 'back') lost(`collection ${id} appeared late`)
    if (person !== undefined && person !== personOf(id)) lost(`collection ${id} holds ${person}`)
    ledger.collections.settle(id, person !== undefined)
  }
  for (const [id, set] of ledger.sets.entries) {
    const ids = set.sha256.map((_, index) => fileIdOf(id, index))
    const parts = [...ids.map((file) => records.files.has(file)), records.collections.has(id)]
    const there = parts.every((part) => part)
    if (!there && parts.some((part) => part)) orphan(`${id} is there by half: ${parts}`)
    else if (ledger.sets.verdict(id, there) === 'lost') lost(`${id} was acknowledged and is missing`)
    else if (ledger.sets.verdict(id, there) === 'back') lost(`${id} was removed and is there again`)
    if (there && (readBack(set) || set.state === 'sending' || set.state === 'removing'))
      for (const [index, file] of ids.entries()) {
        const bytes = await store.vault.read(organisationId, file).catch((error: Error) => error)
        if (bytes instanceof Error) lost(`${file} cannot be read: ${bytes.message}`)
        else if (!bytes || hashOf(bytes) !== set.sha256[index]) lost(`${file} holds other bytes`)
      }
    ledger.sets.settle(id, there)
  }
  for (const id of records.collections.keys())
    if (!ledger.collections.entries.has(id) && !ledger.sets.entries.has(id))
      orphan(`collection ${id} was never sent`)
  const whole = new Set(files.filter((file) => file.whole).map((file) => file.key))
  for (const [file, key] of records.files) {
    if (!ledger.sets.entries.has(file.slice(0, file.lastIndexOf('.'))))
      orphan(`record ${file} was never sent`)
    if (!whole.has(key)) orphan(`record ${file} has no file ${key}`)
  }
  const kept = new Set(records.files.values())
  for (const file of files)
    if (!records.journal.has(file.key) && !(file.whole && kept.has(file.key)))
      orphan(`file ${file.path} belongs to nothing`)
  for (const [key, deadlineAt] of records.journal)
    if (deadlineAt <= sweptUntil) orphan(`the journal still holds ${key}, due at ${deadlineAt}`)
  for (const name of unknownNamesIn(data)) orphan(`${name} lies in the data folder`)
  return found
}

async function recordsOf(store: Store, organisationId: string) {
  const { database } = store
  const of = async (sql: string, values: string[] = []) => {
    const rows = await database.query<{ key: string; value: string }>(sql, values)
    return new Map(rows.map(({ key, value }) => [key, value]))
  }
  const mine = [organisationId]
  const collections = await of(
    'SELECT id AS key, external_person_id AS value FROM face_collections WHERE organisation_id = $1',
    mine,
  )
  const files = await of('SELECT id AS key, storage_key AS value FROM files WHERE organisation_id = $1', mine)
  const journal = await of('SELECT storage_key AS key, deadline_at AS value FROM file_journal')
  return {
    collections,
    files,
    journal: new Map([...journal].map(([key, deadlineAt]) => [key, Number(deadlineAt)])),
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
