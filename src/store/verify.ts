// Opens every key, every sealed row and every file once, and reports what does not open.
import { createHash } from 'node:crypto'
import type { Store } from './open.ts'
import { StoredDataDamaged } from './port.ts'
import {
  knownKeys,
  rowsWithoutFile,
  type SealedRow,
  sealedAfter,
  sealedOf,
  sealedRows,
} from './records/everything.ts'
import { filesAfter } from './records/files.ts'
import { listOrganisations } from './records/organisations.ts'
import { certificatesOfStore, listsOfStore } from './records/trust.ts'

interface Verified {
  /** Counts what opened, by kind. */
  readonly opened: Readonly<Record<string, number>>
  readonly bytes: number
  /** Keys of files without a record: a restore of an older database leaves them, and they hold personal data. */
  readonly orphans: readonly string[]
  /** One sentence each; they contain ids made by this server and no personal data. */
  readonly faults: readonly string[]
}

const pageSize = 200
const atOnce = 8

/** Servers may be running: a file that is removed or sealed again meanwhile is no fault. */
export async function verifyAll(store: Store, onProgress: (opened: number) => void): Promise<Verified> {
  const opened: Record<string, number> = { 'organisation keys': await store.keyring.verify() }
  const faults: string[] = []
  let bytes = 0
  let count = 0

  async function counted(what: string, act: () => Promise<unknown>): Promise<void> {
    try {
      if ((await act()) === undefined) return
      opened[what] = (opened[what] ?? 0) + 1
      onProgress(++count)
    } catch (error) {
      if (!(error instanceof StoredDataDamaged)) throw error
      faults.push(error.message)
    }
  }

  async function openFiles(organisationId: string): Promise<void> {
    for await (const page of pages((after) => filesAfter(store.database, organisationId, after, pageSize)))
      await inGroups(page, ({ id, plainBytes }) =>
        counted('files', async () => {
          const plain = await store.vault.read(organisationId, id)
          if (plain && plain.byteLength !== plainBytes)
            throw new StoredDataDamaged(`file:${id} is not as long as its record says`)
          bytes += plain?.byteLength ?? 0
          return plain
        }),
      )
  }

  async function openRows(kind: SealedRow, organisationId: string): Promise<void> {
    const what = `sealed rows of ${sealedRows[kind].table}`
    for await (const page of pages((after) =>
      sealedAfter(store.database, kind, organisationId, after, pageSize),
    ))
      for (const { id, sealed } of page)
        await counted(what, () => openRow(store, kind, organisationId, id, sealed))
  }

  for (const { id } of await listOrganisations(store.database)) {
    await openFiles(id)
    for (const kind of Object.keys(sealedRows) as SealedRow[]) await openRows(kind, id)
  }
  for (const { sha256, der } of [
    ...(await certificatesOfStore(store.database)),
    ...(await listsOfStore(store.database)),
  ])
    await counted('certificates and lists of the trust store', async () => {
      if (createHash('sha256').update(der).digest('hex') === sha256) return sha256
      throw new StoredDataDamaged(`${sha256} of the trust store was changed`)
    })
  for (const { label } of await rowsWithoutFile(store.database)) faults.push(`${label} has no file`)
  return { opened, bytes, orphans: await orphansIn(store), faults }
}

/** A row may be sealed again between reading and opening it. */
async function openRow(
  store: Store,
  kind: SealedRow,
  organisationId: string,
  id: string,
  sealed: Uint8Array,
) {
  const label = `${kind}:${id}`
  try {
    return await store.vault.open(organisationId, label, sealed)
  } catch (error) {
    const again = await sealedOf(store.database, kind, organisationId, id)
    if (again === undefined) return undefined
    if (Buffer.compare(again, sealed) === 0) throw error
    return store.vault.open(organisationId, label, again)
  }
}

async function orphansIn({ database, files }: Store): Promise<string[]> {
  const orphans: string[] = []
  let page: string[] = []
  const look = async () => {
    const known = await knownKeys(database, page)
    orphans.push(...page.filter((key) => !known.has(key)))
    page = []
  }
  for await (const key of files.list('')) if (page.push(key) === pageSize) await look()
  if (page.length > 0) await look()
  return orphans
}

/** Yields rows in the order of their ids, one page at a time. */
async function* pages<Row extends { readonly id: string }>(
  next: (after: string) => Promise<Row[]>,
): AsyncIterable<Row[]> {
  for (let after = ''; ; ) {
    const page = await next(after)
    yield page
    const last = page.at(-1)
    if (page.length < pageSize || !last) return
    after = last.id
  }
}

export async function inGroups<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(act))
}
