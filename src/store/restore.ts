// Restores a backup into an empty data folder, and never touches existing data.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../system/make-folder.ts'
import {
  type BackupPage,
  BackupUnusable,
  copyDurably,
  filesFolder,
  readPage,
  sha256Of,
  syncFolder,
} from './backup-folder.ts'
import { openDisk } from './disk.ts'
import type { Files } from './port.ts'
import { inGroups } from './verify.ts'

interface RestoreOptions {
  readonly folder: string
  readonly data: string
  readonly databasePath: string
  readonly files: Files
  readonly onProgress: (state: { done: number; total: number }) => void
}

/** Names that an empty data folder may hold: the master key, and what a start creates again. */
const harmless = new Set(['master.key', 'networks', 'gallery', 'serving.lock'])

export async function readBackup(folder: string): Promise<BackupPage> {
  const page = await readPage(folder)
  if (page) return page
  throw new BackupUnusable(
    `${folder} is not a backup, or one that was broken off: there is no backup.json in it.`,
  )
}

export async function refuseUnlessEmpty(data: string): Promise<void> {
  const names = await readdir(data).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = names.filter((name) => !harmless.has(name))
  if (found.length > 0)
    throw new BackupUnusable(
      `${data} is not empty: it holds ${found.slice(0, 3).join(', ')}. Restore into a new folder, or move that one away.`,
    )
}

/** The database comes last: no server starts on the folder that an interrupted restore leaves. */
export async function restore(page: BackupPage, options: RestoreOptions): Promise<void> {
  const { folder, data, databasePath, files, onProgress } = options
  await makeFolder(data)
  const database = join(folder, page.database)
  if ((await sha256Of(database)) !== page.database_sha256)
    throw new BackupUnusable(`${database} is damaged: it is not what was written when the backup was made.`)
  const kept = openDisk(filesFolder(folder))
  const keys: string[] = []
  for await (const key of kept.list('')) keys.push(key)
  let done = 0
  await inGroups(keys, async (key) => {
    const bytes = await kept.get(key)
    if (bytes) await files.put(key, bytes)
    onProgress({ done: ++done, total: keys.length })
  })
  await copyDurably(database, databasePath)
  await syncFolder(data)
}
