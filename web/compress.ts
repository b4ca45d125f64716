// Writes a gzip and a brotli copy beside every file of the built studio that gets smaller by it.
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const worthIt = /\.(css|html|js|json|mjs|svg|txt|wasm|webmanifest)$/
/** The runtime of the networks is one file of many megabytes, and the last percent of it would take half a minute. */
const LARGE_BYTES = 1_000_000

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/**
 * Gives the bytes of each file as a browser loads it, by its path from the folder. A large file that was compressed
 * before, under the same name with its hash, is copied from there.
 */
export async function compressFiles(folder: string, before: string): Promise<Map<string, number>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const name = path.slice(folder.length + 1)
      return [name, (await copied(path, join(before, name))) ?? (await compress(path))] as const
    }),
  )
  return new Map(sizes)
}

async function copied(path: string, before: string): Promise<number | undefined> {
  if (!path.endsWith('.wasm')) return undefined
  try {
    for (const end of ['gz', 'br']) await copyFile(`${before}.${end}`, `${path}.${end}`)
    return (await stat(`${path}.gz`)).size
  } catch {
    return undefined
  }
}

/** The size in gzip, in which budgets are counted. */
async function compress(path: string): Promise<number> {
  const bytes = await readFile(path)
  if (!worthIt.test(path)) return bytes.length
  const quality = bytes.length > LARGE_BYTES ? 5 : zlib.BROTLI_MAX_QUALITY
  const [gz, br] = await Promise.all([
    inGzip(bytes, { level: bytes.length > LARGE_BYTES ? 6 : zlib.Z_BEST_COMPRESSION }),
    inBrotli(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ])
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
  if (br.length < bytes.length) await writeFile(`${path}.br`, br)
  return Math.min(gz.length, bytes.length)
}
