// Compares the records of faces with the ledger after a kill: none lost, none twice, none in part, none come back.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../../src/store/open.ts'
import { type CollectionKey, findCollection } from '../../../src/store/records/collections.ts'
import { openViolations, type Violation } from '../violation.ts'
import { type FaceLedger, numberOf, personOf } from './ledger.ts'

interface Row {
  readonly number: number
  readonly id: string
  readonly fileId: string
  readonly person: string
  readonly storageKey: string | null
}

interface Removal {
  readonly number: number
  readonly faceNumber: number
  readonly faceId: string
}

interface Records {
  readonly changes: number
  readonly faces: number
  readonly rows: readonly Row[]
  readonly removals: readonly Removal[]
}

/** Returns what changed after that change, and the collection's count of faces. */
async function recordsAfter(
  { database }: Store,
  collectionKey: CollectionKey,
  after: number,
): Promise<Records> {
  const values = [collectionKey.organisationId, collectionKey.collectionId, after]
  const rows = await database.query<Row>(
    `SELECT f.number, f.id, f.file_id AS "fileId", f.external_person_id AS person, k.storage_key AS "storageKey"
     FROM faces f LEFT JOIN files k ON k.organisation_id = f.organisation_id AND k.id = f.file_id
     WHERE f.organisation_id = $1 AND f.collection_id = $2 AND f.number > $3 ORDER BY f.number`,
    values,
  )
  const removals = await database.query<Removal>(
    `SELECT number, face_number AS "faceNumber", face_id AS "faceId" FROM face_removals
     WHERE organisation_id = $1 AND collection_id = $2 AND number > $3 ORDER BY number`,
    values,
  )
  const known = await findCollection(database, collectionKey)
  return { changes: known?.changes ?? 0, faces: known?.faces ?? 0, rows, removals }
}

interface FaceInspection {
  readonly store: Store
  readonly collectionKey: CollectionKey
  readonly ledger: FaceLedger
  readonly data: string
  /** Everything up to this change was inspected before; 0 inspects everything. */
  readonly after: number
}

/** Things never acknowledged are settled too: they must stay as they are found now. Returns the last change. */
export async function inspectFaces(
  inspection: FaceInspection,
): Promise<{ readonly found: Violation[]; readonly changes: number }> {
  const { store, collectionKey, ledger, data, after } = inspection
  const records = await recordsAfter(store, collectionKey, after)
  const { found, accuse } = openViolations()
  for (const what of wrongNumbers(records, after)) accuse('numbers', what)
  for (const what of await wrongCounts(store, collectionKey, records.faces)) accuse('numbers', what)

  const rowOf = new Map<number, Row>()
  for (const row of records.rows) {
    const n = numberOf(row.person)
    const entry = n === undefined ? undefined : ledger.faces.entries.get(n)
    if (n === undefined || !entry) accuse('wrong', `${row.person} was never sent`)
    else if (rowOf.has(n) || (after > 0 && entry.number !== undefined))
      accuse(
        'twice',
        `${row.person} is there as ${row.number} and as ${rowOf.get(n)?.number ?? entry.number}`,
      )
    else rowOf.set(n, row)
    if (row.storageKey === null) accuse('half', `${row.person} has no record of its photo`)
    else if (!existsSync(pathOf(data, row.storageKey))) accuse('half', `${row.person} has no photo`)
  }
  const removed = new Set(records.removals.map(({ faceId }) => faceId))
  for (const n of after === 0 ? ledger.faces.entries.keys() : ledger.touched) {
    const entry = ledger.faces.entries.get(n)
    if (!entry) continue
    const row = rowOf.get(n)
    const isOld = after > 0 && entry.number !== undefined && !removed.has(entry.id ?? '')
    const isThere = row !== undefined || isOld
    const verdict = ledger.faces.verdict(n, isThere)
    if (verdict === 'lost') accuse('lost', `${personOf(n)} was acknowledged and is missing`)
    if (verdict === 'back') accuse('back', `${personOf(n)} was removed or never came, and is there`)
    if (row && entry.id !== undefined && row.id !== entry.id)
      accuse('wrong', `${personOf(n)} was acknowledged as ${entry.id} and is ${row.id}`)
    ledger.faces.settle(n, isThere)
    if (row) Object.assign(entry, { number: row.number, id: row.id, fileId: row.fileId })
  }
  ledger.touched.clear()
  return { found, changes: records.changes }
}

/** Every change has one number: that of a face, of a removal, or of the removed face. */
function wrongNumbers({ changes, rows, removals }: Records, after: number): string[] {
  const used = new Map<number, number>()
  const use = (number: number) => used.set(number, (used.get(number) ?? 0) + 1)
  for (const { number } of rows) use(number)
  for (const { number, faceNumber } of removals) {
    use(number)
    if (faceNumber > after) use(faceNumber)
  }
  const wrong: string[] = []
  for (let number = after + 1; number <= changes; number++) {
    const times = used.get(number) ?? 0
    if (times !== 1) wrong.push(`the number ${number} of ${changes} is used ${times} times`)
  }
  const beyond = [...used.keys()].filter((number) => number > changes)
  return [
    ...wrong,
    ...beyond.map((number) => `the number ${number} is used, and there are ${changes} changes`),
  ]
}

async function wrongCounts(
  { database }: Store,
  collectionKey: CollectionKey,
  faces: number,
): Promise<string[]> {
  const count = async (sql: string, values: string[]) =>
    (await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, values))[0]?.n ?? 0
  const mine = 'WHERE organisation_id = $1'
  const rows = await count(`faces ${mine} AND collection_id = $2`, [
    collectionKey.organisationId,
    collectionKey.collectionId,
  ])
  const files = await count(`files ${mine}`, [collectionKey.organisationId])
  return [
    ...(rows === faces ? [] : [`the collection says ${faces} faces and has ${rows}`]),
    ...(files === rows ? [] : [`there are ${rows} faces and ${files} records of photos`]),
  ]
}

/** `src/store/disk.ts` lays files out like this. */
function pathOf(data: string, storageKey: string): string {
  const [organisation = '', name = ''] = storageKey.split('/')
  return join(data, 'files', organisation, name.slice(0, 2), name)
}
