// Lists the sources of the studio and hashes them: it is built again when any of them has changed.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserPaths } from './browser-files.ts'

const sources = [
  'client/src',
  'client/verify',
  'package-lock.json',
  'tsconfig.json',
  'web',
  'weights/manifest.json',
  ...browserPaths,
]
const made = /^web\/dist(\.[^/]*)?\//

/** One hash of the names and contents of all sources. */
export async function hashOfSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of await filesOf(root, source)) {
      hash.update(`${file}\0`)
      hash.update(
        createHash('sha256')
          .update(await readFile(join(root, file)))
          .digest(),
      )
    }
  return hash.digest('hex')
}

async function filesOf(root: string, source: string): Promise<string[]> {
  if (/\.(ts|json)$/.test(source)) return [source]
  const found = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length))
    .filter((file) => !made.test(file))
    .toSorted()
}
