// The master key that wraps the keys of organisations: it comes from a setting, or a file made at the first start.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync } from '../system/make-folder.ts'
import { keyBytes } from './seal.ts'

export interface MasterKey {
  /** A fingerprint that identifies the master key and reveals nothing about it. */
  readonly id: string
  readonly bytes: Uint8Array
}

/** The first key wraps; the others only unwrap what they wrapped before. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

export class MasterKeyUnusable extends Error {
  override readonly name = 'MasterKeyUnusable'
}

/** The error for a database that belongs to another master key. */
export const wrappedByAnother = (id: string, [current]: MasterKeys): MasterKeyUnusable =>
  new MasterKeyUnusable(
    `The keys of this database are wrapped by master key ${id}; the one in use is ${current.id}. Put the right master key in place, from your backup.`,
  )

export function parseMasterKeys(text: string, from: string): MasterKeys {
  const [first, ...others] = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => parseOne(one, from))
  if (!first) throw new MasterKeyUnusable(`${from} is empty; it must hold 32 bytes in Base64 or hex`)
  return [first, ...others]
}

function parseOne(text: string, from: string): MasterKey {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length !== keyBytes || !/^[A-Za-z0-9+/_-]+=*$/.test(text))
    throw new MasterKeyUnusable(`${from} must hold 32 bytes in Base64 or hex`)
  return masterKeyOf(bytes)
}

function masterKeyOf(bytes: Uint8Array): MasterKey {
  const id = createHash('sha256').update('selfsame master key').update(bytes).digest('hex').slice(0, 16)
  return { id, bytes }
}

export const newMasterKey = (): MasterKey => masterKeyOf(randomBytes(keyBytes))

/** Replaces the file in one step, so that a crash leaves the old keys or the new, never half of them. */
export function writeMasterKeyFile(path: string, keys: MasterKeys): void {
  placeMasterKeyFile(path, keys, renameSync)
}

/** False when another process created the file first: then its key stays. */
export function createMasterKeyFile(path: string, keys: MasterKeys): boolean {
  try {
    placeMasterKeyFile(path, keys, linkSync)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

function placeMasterKeyFile(path: string, keys: MasterKeys, place: (from: string, to: string) => void): void {
  makeFolderSync(dirname(path))
  const next = `${path}.${randomUUID()}.next`
  const file = openSync(next, 'wx', 0o600)
  try {
    chmodSync(next, 0o600)
    writeSync(file, keys.map((key) => `${Buffer.from(key.bytes).toString('base64')}\n`).join(''))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    place(next, path)
  } finally {
    rmSync(next, { force: true })
  }
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

export function readMasterKeyFile(path: string): MasterKeys | undefined {
  if (!existsSync(path)) return undefined
  return parseMasterKeys(readText(path), path)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new MasterKeyUnusable(
      `${path} is there and cannot be read (${code}): let the user of the server read it.`,
    )
  }
}
