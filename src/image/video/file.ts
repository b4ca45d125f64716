// Gives a video to another program as an open file without a name, in memory where the machine has room for it.

import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, statfsSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const { O_CREAT, O_EXCL, O_RDWR } = constants

/** No other program can open the file, and it is gone with the last one that has it open. */
export async function withNamelessFile<T>(
  bytes: Uint8Array,
  use: (descriptor: number) => Promise<T>,
): Promise<T> {
  const descriptor = namelessFile(bytes)
  try {
    return await use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function namelessFile(bytes: Uint8Array): number {
  const folder = hasRoom(IN_MEMORY, bytes.byteLength) ? IN_MEMORY : tmpdir()
  const path = join(folder, `selfsame-${randomUUID()}`)
  const descriptor = openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
  // The name is removed before the first byte is written.
  unlinkSync(path)
  try {
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(descriptor, bytes, at)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  return descriptor
}

function hasRoom(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= 2 * bytes
  } catch {
    return false
  }
}
