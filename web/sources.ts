// Lists the sources of the studio and hashes them: it is built again when any of them has changed.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files and folders of the server that the studio imports: pure functions of pictures and numbers. test/house checks it. */
export const sharedSources = [
  'src/checks.ts',
  'src/codes.ts',
  'src/documents/kinds',
  'src/documents/mrz/plane.ts',
  'src/documents/pages',
  'src/vision',
  'src/gallery/cosine.ts',
  'src/image',
  'src/liveness',
  'src/models',
  'src/system/statistics.ts',
  'src/verifications/policies/policy.ts',
  'src/verifications/reasons.ts',
  'src/verifications/reports/check-names.ts',
  'src/verifications/reports/check-words.ts',
  'src/verifications/reports/report-words.ts',
] as const

const sources = [
  'client/src',
  'client/verify',
  'package-lock.json',
  'tsconfig.json',
  'web',
  'weights/manifest.json',
  ...sharedSources,
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
