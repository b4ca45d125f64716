// Caches networks as ONNX files on disk: converted once from the packages that carry them, checked whenever they are opened.
import { randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../system/make-folder.ts'
import { convertTflite } from './conversion/convert.ts'
import { convertFaceApiExpression } from './conversion/face-api.ts'
import { withoutInitialiserInputs } from './conversion/initialisers.ts'
import { atSide } from './conversion/smaller.ts'
import { readZipEntry } from './conversion/zip.ts'
import {
  isOurs,
  NetworkMissing,
  NetworkUnusable,
  networkRows,
  readSource,
  type SourceFiles,
  sha256,
} from './manifest.ts'
import { fileOf, type NetworkRow } from './network.ts'

/** Age of a temporary file that no process writes any more. */
const UNFINISHED_MS = 600_000

interface Prepared {
  readonly name: string
  /** Converted just now, not found in the cache. */
  readonly made: boolean
}

/** Checks every source that is there against the manifest, and converts what the cache lacks. Throws NetworkUnusable. */
export async function prepareNetworks(folder: string, rows = networkRows): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  await removeUnfinished(folder)
  for (const row of rows) {
    const isKept = !isOurs(row) && (await cached(row, folder)) !== undefined
    const source = await readSource(row).catch((error: unknown) => {
      // A package that is gone is not needed where the cache has what was made of it.
      if (!(isKept && error instanceof NetworkMissing)) throw error
    })
    const made = !isOurs(row) && !isKept && source !== undefined
    if (made) await keep(row, folder, make(row, source)).catch((error: Error) => cannotKeep(folder, error))
    prepared.push({ name: row.name, made })
  }
  return prepared
}

/** Writes every network that a package carries into another folder, which can then be a cache without those packages. */
export async function exportNetworks(
  from: string,
  to: string,
  rows = networkRows,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const carried = rows.filter((row) => !isOurs(row))
  let bytes = 0
  for (const row of carried) {
    const onnx = (await cached(row, from)) ?? make(row, await readSource(row))
    await keep(row, to, onnx).catch((error: Error) => cannotKeep(to, error))
    bytes += onnx.length
  }
  return { files: carried.length, bytes }
}

/** Whether the cache has the network, and it is intact. A network trained here needs no cache. */
export async function isReady(row: NetworkRow, folder: string): Promise<boolean> {
  return isOurs(row) || (await cached(row, folder)) !== undefined
}

/** Whether there is a file for each network, intact or not: it is checked when it is opened. */
export async function areKept(folder: string, rows = networkRows): Promise<boolean> {
  const kept = rows.filter((row) => !isOurs(row))
  const found = await Promise.all(kept.map((row) => stat(pathOf(row, folder)).catch(() => undefined)))
  return found.every((file) => file !== undefined)
}

/** Loads a network from the cache, or from its package where the cache has none that is intact. */
export async function loadNetwork(row: NetworkRow, folder: string): Promise<Uint8Array> {
  if (isOurs(row)) return make(row, await readSource(row))
  const found = await cached(row, folder)
  if (found) return found
  const onnx = make(row, await readSource(row))
  // A cache that cannot be written makes the next start slower; the network can still be opened.
  await keep(row, folder, onnx).catch(() => {})
  return onnx
}

/** Undefined when the file is missing or has another hash: then it is converted again. */
async function cached(row: NetworkRow, folder: string): Promise<Uint8Array | undefined> {
  const bytes = await readFile(pathOf(row, folder)).catch(() => undefined)
  return bytes !== undefined && sha256(bytes) === row.sha256 ? bytes : undefined
}

function make(row: NetworkRow, source: SourceFiles): Uint8Array {
  const onnx = toOnnx(row, source)
  const found = sha256(onnx)
  if (found === row.sha256) return onnx
  throw new NetworkUnusable(
    `The network ${row.name} did not convert as it should: its SHA-256 is ${found}, and should be ${row.sha256}. This is a fault of Selfsame; please report it.`,
  )
}

/** Several processes or threads may write the same network at once: each writes its own file, and the rename is atomic. */
async function keep(row: NetworkRow, folder: string, onnx: Uint8Array): Promise<void> {
  const path = pathOf(row, folder)
  const unfinished = `${path}.${randomUUID()}`
  // Networks are no secret, and workers of root are another user, whom the usual mode of our files keeps out.
  if ((await makeFolder(folder)) !== undefined) await chmod(folder, 0o755)
  try {
    await writeFile(unfinished, onnx)
    await chmod(unfinished, 0o644)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Removes files of processes that were killed while writing; younger ones may still be written. */
async function removeUnfinished(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => [])
  for (const file of files.filter((name) => /\.onnx\../.test(name))) {
    const path = join(folder, file)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > UNFINISHED_MS) await rm(path, { force: true }).catch(() => {})
  }
}

function cannotKeep(folder: string, { message }: Error): never {
  throw new NetworkUnusable(
    `Networks cannot be kept in ${folder}: ${message.replace(/\.$/, '')}. Make it a folder that this user may write, or set SELFSAME_NETWORK_CACHE to another.`,
  )
}

export function toOnnx(row: NetworkRow, { bytes, description }: SourceFiles): Uint8Array {
  if (isOurs(row)) return bytes
  if (row.format === 'face-api') return convertFaceApiExpression(bytes, description ?? new Uint8Array())
  const file = row.source.member === undefined ? bytes : readZipEntry(bytes, row.source.member)
  if (row.format !== 'tflite') return withoutInitialiserInputs(file)
  const { width } = row.input
  const onnx = convertTflite(file)
  return width === undefined ? onnx : atSide(onnx, width)
}

function pathOf(row: NetworkRow, folder: string): string {
  return join(folder, fileOf(row))
}
