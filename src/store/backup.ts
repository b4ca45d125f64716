// Backs up the embedded database and its files while servers run: it holds everything acknowledged before it began.
import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../system/make-folder.ts'
import {
  type BackupPage,
  BackupUnusable,
  filesFolder,
  readPage,
  sha256Of,
  syncFolder,
  writePage,
} from './backup-folder.ts'
import { openDisk } from './disk.ts'
import type { Files } from './port.ts'
import { bytesOfFiles, originOf, storageKeysAfter } from './records/everything.ts'
import { allKeys } from './records/organisations.ts'
import { copySqlite, openSqlite } from './sqlite.ts'
import { inGroups } from './verify.ts'

export interface BackupOptions {
  readonly databasePath: string
  readonly files: Files
  readonly folder: string
  readonly version: string
  readonly now: () => number
  readonly onProgress: (state: { done: number; total: number }) => void
}

/** Files may be removed during a round; the next copy of the database does not name them, so it has less to do. */
const MOST_ROUNDS = 20
const pageSize = 500

export async function backUp(options: BackupOptions): Promise<BackupPage> {
  const { databasePath, files, folder, now } = options
  const begunAt = now()
  const earlier = await earlierIn(folder)
  await makeFolder(filesFolder(folder))
  const kept = openDisk(filesFolder(folder))
  const there = new Set<string>()
  for await (const key of kept.list('')) there.add(key)

  const copy = join(folder, `${randomUUID()}.next`)
  for (let round = 1; ; round++) {
    await removeLeftovers(folder)
    await copySqlite(databasePath, copy)
    const named = await namedBy(copy)
    if (earlier && earlier.database_made_at !== named.madeAt)
      throw new BackupUnusable(
        `${folder} holds a backup of another database. Give this one a folder of its own.`,
      )
    const missing = await copyFiles(named.keys, { from: files, to: kept, there }, options.onProgress)
    if (missing === 0) return finish(named, there)
    if (round === MOST_ROUNDS)
      throw new BackupUnusable(
        `Files are removed faster than they can be copied: ${missing} of ${named.keys.size} were gone in the end. Try again.`,
      )
  }

  async function finish(named: Named, copied: Set<string>): Promise<BackupPage> {
    const sha256 = await sha256Of(copy)
    const database = `selfsame-${sha256.slice(0, 16)}.db`
    await rename(copy, join(folder, database))
    await syncFolder(folder)
    const page: BackupPage = {
      format: 1,
      version: options.version,
      begun_at: new Date(begunAt).toISOString(),
      ended_at: new Date(now()).toISOString(),
      database,
      database_sha256: sha256,
      database_made_at: named.madeAt,
      migration: named.migration,
      files: named.keys.size,
      bytes: named.bytes,
      master_keys: named.masterKeys,
    }
    await writePage(folder, page)
    // The earlier database is removed last: until here the folder was the earlier backup.
    if (earlier && earlier.database !== database) await rm(join(folder, earlier.database), { force: true })
    await inGroups(
      [...copied].filter((key) => !named.keys.has(key)),
      (key) => kept.remove(key),
    )
    return page
  }
}

/** Throws for a folder that holds anything else. */
async function earlierIn(folder: string): Promise<BackupPage | undefined> {
  await makeFolder(folder)
  const page = await readPage(folder)
  const names = await readdir(folder)
  const ours = /^(files|master\.key|backup\.json(\.next)?|.*\.next(-wal|-shm|-journal)?)$/
  if (page || names.every((name) => ours.test(name))) return page
  throw new BackupUnusable(`${folder} is neither empty nor a backup.`)
}

/** Removes the partial copy of an interrupted backup. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/\.next(-wal|-shm|-journal)?$/.test(name)) await rm(join(folder, name), { force: true })
}

interface Named {
  readonly keys: Set<string>
  readonly bytes: number
  readonly madeAt: number
  readonly migration: number
  readonly masterKeys: string[]
}

async function namedBy(copy: string): Promise<Named> {
  const database = openSqlite(copy)
  try {
    const keys = new Set<string>()
    for (let page = ['']; page.length > 0; ) {
      page = await storageKeysAfter(database, page.at(-1) ?? '', pageSize)
      for (const key of page) keys.add(key)
    }
    const masterKeys = [...new Set((await allKeys(database)).map(({ masterId }) => masterId))].toSorted()
    const bytes = await bytesOfFiles(database)
    return { keys, bytes, masterKeys, ...(await originOf(database)) }
  } finally {
    await database.close()
  }
}

/** Returns how many files were removed meanwhile. */
async function copyFiles(
  keys: ReadonlySet<string>,
  { from, to, there }: { readonly from: Files; readonly to: Files; readonly there: Set<string> },
  onProgress: BackupOptions['onProgress'],
): Promise<number> {
  let missing = 0
  let done = 0
  await inGroups([...keys], async (key) => {
    const bytes = there.has(key) ? undefined : await from.get(key)
    if (bytes) {
      await to.put(key, bytes)
      there.add(key)
    }
    if (!there.has(key)) missing++
    onProgress({ done: ++done, total: keys.size })
  })
  return missing
}
