// Reads weights/manifest.json: the networks, where each comes from, its licence and its hash.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../weights/manifest.json' with { type: 'json' }
import type { NetworkRow } from './network.ts'

/** Thrown for a network that is missing or has another hash; the message is for the person at the terminal. */
export class NetworkUnusable extends Error {
  override readonly name: string = 'NetworkUnusable'
}

/** Thrown where the file is not there at all. A prepared copy can then take its place, as no changed file can. */
export class NetworkMissing extends NetworkUnusable {
  override readonly name = 'NetworkMissing'
}

/** test/models/manifest.test.ts checks that the file has this shape. */
export const networkRows = manifest.networks as unknown as readonly NetworkRow[]

export function rowNamed(name: string): NetworkRow {
  const found = networkRows.find((row) => row.name === name)
  if (found) return found
  throw new Error(`the manifest has no network named ${name}`)
}

/** A network trained here is kept under weights/ as it is run: it is neither converted nor cached. */
export const isOurs = ({ source }: NetworkRow): boolean => source.package === undefined

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export interface SourceFiles {
  readonly bytes: Uint8Array
  readonly description?: Uint8Array
}

/** Reads the installed files and checks their hashes. */
export async function readSource(row: NetworkRow): Promise<SourceFiles> {
  const { source } = row
  const bytes = await readChecked(row, source.file, source.sha256)
  await readCharset(row)
  if (source.description === undefined) return { bytes }
  const { file, sha256 } = source.description
  return { bytes, description: await readChecked(row, file, sha256) }
}

export async function readCharset(row: NetworkRow): Promise<readonly string[] | undefined> {
  const { charset } = row.source
  if (charset === undefined) return undefined
  const text = new TextDecoder().decode(await readChecked(row, charset.file, charset.sha256))
  return JSON.parse(text) as string[]
}

async function readChecked(row: NetworkRow, file: string, wanted: string): Promise<Uint8Array> {
  const { name, source } = row
  const where = isOurs(row) ? file : `${file} of the package ${source.package}`
  const advice = isOurs(row) ? 'Install this version of Selfsame again' : 'Run `npm ci`'
  const bytes = await readFile(join(folderOf(row), file)).catch(() => {
    throw new NetworkMissing(
      `The network ${name} is missing: there is no ${where}. ${advice}${orMirror(row)}.`,
    )
  })
  const found = sha256(bytes)
  if (found === wanted) return bytes
  throw new NetworkUnusable(
    `The network ${name} is not the one that was measured: ${where} has the SHA-256 ${found}, and should have ${wanted}. It was changed or damaged after it was published. ${isOurs(row) ? advice : `${advice} to install it again`}.`,
  )
}

const root = fileURLToPath(new URL('../../', import.meta.url))

function folderOf(row: NetworkRow): string {
  const { name, source } = row
  if (source.package === undefined) return root
  const folder = packageFolder(source.package)
  if (folder !== undefined) return folder
  throw new NetworkMissing(
    `The network ${name} is missing: the package ${source.package} is not installed. Run \`npm ci\`${orMirror(row)}.`,
  )
}

const orMirror = (row: NetworkRow): string =>
  isOurs(row) ? '' : ', or set SELFSAME_NETWORK_CACHE to a folder that `selfsame models --export` wrote'

/** A release carries the files that are read of a package, and the package is not installed. */
export function packageFolder(name: string): string | undefined {
  const carried = join(root, 'weights/carried', name)
  if (existsSync(carried)) return carried
  try {
    const description = findPackageJSON(name, import.meta.url)
    return description && dirname(description)
  } catch {
    return undefined
  }
}
