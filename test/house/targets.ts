// Measures the shape of the tree at the end of npm run check, and prints one target line for each bound.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checksWithoutARow } from './check-rows.ts'
import { handWrittenPages } from './doc-words.ts'
import { featureWordsIn } from './feature-words.ts'
import { filesAtRootOfSrc, importsUpwards, roomOf, roomsOffTheTable } from './floors.ts'
import { circles, folderCircles, smallFilesWithOneImporter } from './graph.ts'
import { placesThatNameAKind } from './kind-names.ts'
import { importsBetween } from './root-rules.ts'
import { sourceFiles } from './source.ts'
import { namesWithoutWords } from './words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const roots = ['src', 'client', 'web', 'lab', 'specimens', 'docs', 'test']

/** These folders are made during development and are in no commit. */
const made = ['node_modules', 'data', 'coverage', 'secrets']

const rootFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !made.includes(entry.name))
  .map(({ name }) => name)

interface KnipIssue {
  readonly file: string
  readonly [kind: string]: unknown
}

/** Counts files that nothing reaches and exports that no other file uses, as knip finds them. */
function unused(): string[] {
  const program = fileURLToPath(new URL('node_modules/knip/bin/knip.js', `file://${root}`))
  const kinds = ['files', 'exports', 'types', 'duplicates']
  const run = spawnSync(process.execPath, [program, '--reporter', 'json', '--include', kinds.join(',')], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  // knip exits with 1 for findings; anything above is a failure of the tool, and no count.
  if (run.status === null || run.status > 1) throw new Error(`knip failed: ${run.stderr}`)
  const { issues } = JSON.parse(run.stdout) as { readonly issues: readonly KnipIssue[] }
  return issues.flatMap((issue) =>
    kinds.flatMap((kind) => {
      const found = issue[kind]
      return Array.isArray(found) ? found.map((one) => `${issue.file} ${nameOf(one)}`) : []
    }),
  )
}

const nameOf = (found: unknown): string =>
  Array.isArray(found) ? found.map(nameOf).join(' = ') : (found as { readonly name: string }).name

const inSrc = sourceFiles('src')

const measures: readonly (readonly [name: string, found: readonly string[], bound: number])[] = [
  ['file-circles', circles(roots.flatMap(sourceFiles)).map((group) => group.join(' ')), 0],
  ['folder-circles', folderCircles(inSrc, roomOf).map((group) => group.join(' ')), 0],
  ['imports-upwards', [...roomsOffTheTable(inSrc), ...importsUpwards(inSrc)], 0],
  ['files-at-root-of-src', filesAtRootOfSrc(inSrc), 12],
  ['feature-words-in-http', featureWordsIn(inSrc), 0],
  ['imports-between-lab-and-test', importsBetween(roots.flatMap(sourceFiles), 'lab', 'test'), 0],
  ['root-folders', rootFolders, 11],
  ['unused-exports', unused(), 0],
  ['small-files-with-one-importer', smallFilesWithOneImporter(inSrc, 40), 10],
  ['kinds-named-outside-their-file', placesThatNameAKind(), 0],
  ['checks-without-a-row', checksWithoutARow(), 0],
  ['names-without-words', namesWithoutWords(), 0],
]

for (const [name, found, bound] of measures) {
  const isShort = found.length > bound
  if (isShort) for (const one of found) console.log(`  ${name}: ${one}`)
  console.log(`target ${name} ${found.length} ${bound} ${isShort ? 'short' : 'ok'}`)
  if (isShort) process.exitCode = 1
}

const pages = handWrittenPages()
const wordsOf = (paths: readonly { readonly words: number }[]): number =>
  paths.reduce((sum, { words }) => sum + words, 0)

const counts: readonly (readonly [name: string, words: number, bound: number])[] = [
  ['hand-written-words-in-docs', wordsOf(pages), 60_000],
  ['words-in-accuracy', wordsOf(pages.filter(({ path }) => path === 'docs/evidence/accuracy.md')), 5000],
]

for (const [name, words, bound] of counts) {
  console.log(`target ${name} ${words} ${bound} ${words > bound ? 'short' : 'ok'}`)
  if (words > bound) process.exitCode = 1
}
