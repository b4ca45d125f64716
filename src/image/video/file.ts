// Gives a video to another program as a file that no other process can open, in memory where the machine has room for it.

import { randomUUID } from 'node:crypto'
import { closeSync, constants, existsSync, openSync, statfsSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const { O_CREAT, O_EXCL, O_RDWR } = constants
/** Where a program that has a file open as its third can open it again, by the name below. */
const OPEN_FILES = '/proc/self/fd'
const THIRD_OPEN_FILE = '/dev/fd/3'

export interface VideoFile {
  /** What the program opens; the descriptor must be its third open file. */
  readonly path: string
  readonly descriptor: number
}

/** The file is gone with the last one that has it open, and in a cage with the worker at the latest. */
export async function withVideoFile<T>(bytes: Uint8Array, use: (file: VideoFile) => Promise<T>): Promise<T> {
  const { path, descriptor } = create(bytes.byteLength)
  // In a cage there is no /proc to open a file without a name by. Its folder is seen by this worker alone.
  const isNamed = !existsSync(OPEN_FILES)
  try {
    // The name is removed before the first byte is written.
    if (!isNamed) unlinkSync(path)
    for (let at = 0; at < bytes.byteLength; ) at += writeSync(descriptor, bytes, at)
    return await use({ path: isNamed ? path : THIRD_OPEN_FILE, descriptor })
  } finally {
    closeSync(descriptor)
    if (isNamed) unlinkSync(path)
  }
}

/** A cage may have room in memory and forbid to use it; there the folder of temporary files is in memory itself. */
function create(bytes: number): VideoFile {
  try {
    if (hasRoom(IN_MEMORY, bytes)) return createIn(IN_MEMORY)
  } catch {
    // The next folder is tried.
  }
  return createIn(tmpdir())
}

function createIn(folder: string): VideoFile {
  const path = join(folder, `selfsame-${randomUUID()}`)
  return { path, descriptor: openSync(path, O_CREAT | O_EXCL | O_RDWR, 0o600) }
}

function hasRoom(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= 2 * bytes
  } catch {
    return false
  }
}
