// The contents of a backup folder: a copy of the database, the sealed files it names, and backup.json about both.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface BackupPage {
  readonly format: 1
  /** The version of Selfsame that made it. */
  readonly version: string
  /** Everything acknowledged before this moment is in the backup. */
  readonly begun_at: string
  readonly ended_at: string
  /** The file name of the database copy in this folder. */
  readonly database: string
  readonly database_sha256: string
  /** When the database was created, in milliseconds; it identifies the database that the folder backs up. */
  readonly database_made_at: number
  readonly migration: number
  readonly files: number
  readonly bytes: number
  /** Fingerprints of the master keys that open it. */
  readonly master_keys: readonly string[]
}

/** The folder is not a backup, or one that cannot be used here; the message says why. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

const pageName = 'backup.json'
export const filesFolder = (folder: string): string => join(folder, 'files')

/** Undefined for a new folder, and for one whose first backup was interrupted. */
export async function readPage(folder: string): Promise<BackupPage | undefined> {
  const text = await readFile(join(folder, pageName), 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const page = parsed(text)
  if (page?.format === 1) return page as BackupPage
  throw new BackupUnusable(`${join(folder, pageName)} is not of a form that this version knows.`)
}

function parsed(text: string): { readonly format?: number } | undefined {
  try {
    return JSON.parse(text) as { format?: number }
  } catch {
    return undefined
  }
}

/** Replaces the page in one step: before it the folder is the earlier backup, afterwards this one. */
export async function writePage(folder: string, page: BackupPage): Promise<void> {
  const next = join(folder, `${pageName}.next`)
  const file = await open(next, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(page, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(next, join(folder, pageName))
  await syncFolder(folder)
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Copies a file; it is on the disk when this resolves. */
export async function copyDurably(from: string, to: string): Promise<void> {
  const part = `${to}.part`
  await copyFile(from, part)
  const copy = await open(part, 'r+')
  try {
    await copy.chmod(0o600)
    await copy.sync()
  } finally {
    await copy.close()
  }
  await rename(part, to)
}
