// Finds and runs the tests that a change can break: `npm run test:changed`, against main or a commit that is given.
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type SourceFile, sourceFiles } from './source.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const roots = ['src', 'client', 'web', 'specimens', 'lab', 'test']
/** A file that reaches this share of src, such as the server itself, is a way from every test to every file. */
const HUB_SHARE = 0.25
/** Rules of the whole tree; they take seconds, and any change can break them. */
const ALWAYS = /^test\/house\/.*\.test\.ts$/
/** Only a change of the test itself, or of what it alone uses, brings these: they start servers, browsers or programs. */
const LARGE = /^test\/(?:api|browser|commands|contract|operations|deploy)\//
/** So many take a minute or two. */
const MOST_TESTS = 40
/** A helper that more of the large ones use than this is a matter for `npm test`. */
const MOST_LARGE = 5
const isTest = (path: string): boolean => /\.test\.ts$/.test(path) && !path.endsWith('.long.test.ts')

export interface Choice {
  /** The nearest first. */
  readonly tests: readonly string[]
  /** Tests that could be broken as well, and are left to `npm test`. */
  readonly left: number
}

/** `changed` are paths such as `src/http/json.ts`, of any file of the repository. */
export function testsFor(changed: readonly string[], files: readonly SourceFile[]): Choice {
  const importers = importersOf(files)
  const hubs = hubsOf(files)
  const distance = new Map(changed.flatMap((path) => [path, ...namers(path, files)]).map((path) => [path, 0]))
  // A map hands out what is added while it is walked, so this goes up from each file to whatever uses it.
  for (const [path, steps] of distance) {
    if (hubs.has(path) && steps > 0) continue
    for (const importer of importers.get(path) ?? [])
      if (!distance.has(importer)) distance.set(importer, steps + 1)
  }
  const folders = changed.flatMap((path) => (path.startsWith('src/') ? [testFolderOf(path, files)] : []))
  const isBeside = (path: string) => folders.some((folder) => path.startsWith(folder))
  const all = files.map(({ path }) => path).filter(isTest)
  const found = [...new Set([...[...distance.keys()].filter(isTest), ...all.filter(isBeside)])]
  const isNear = (path: string) => !LARGE.test(path) || (distance.get(path) ?? 2) < 2
  const isFew = found.filter((path) => LARGE.test(path) && isNear(path)).length <= MOST_LARGE
  const near = found
    .filter((path) => isNear(path) && !ALWAYS.test(path) && (isFew || !LARGE.test(path)))
    .slice(0, MOST_TESTS)
  const tests = [...near, ...all.filter((path) => ALWAYS.test(path))]
  const others = new Set([...found, ...all.filter((path) => LARGE.test(path))])
  return { tests, left: [...others].filter((path) => !tests.includes(path)).length }
}

function importersOf(files: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const used of usedBy(file)) importers.set(used, [...(importers.get(used) ?? []), file.path])
  return importers
}

/** What a type says is for the compiler, which `npm run check` asks. */
const usedBy = ({ imports, lazily }: SourceFile): string[] => [
  ...imports.flatMap(({ path, typeOnly }) => (typeOnly ? [] : [path])),
  ...lazily,
]

function hubsOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const inSource = files.filter(({ path }) => path.startsWith('src/')).length
  const isHub = ({ path }: SourceFile) => {
    const reached = new Set([path])
    for (const one of reached) {
      const file = byPath.get(one)
      if (file) for (const used of usedBy(file)) if (used.startsWith('src/')) reached.add(used)
    }
    return reached.size > HUB_SHARE * inSource
  }
  return new Set(files.filter((file) => !isTest(file.path) && isHub(file)).map(({ path }) => path))
}

/** What is no program, such as a picture or a table, is used by the files that name it. */
function namers(path: string, files: readonly SourceFile[]): string[] {
  if (/\.tsx?$/.test(path)) return []
  const name = path.slice(path.lastIndexOf('/') + 1)
  return files.filter(({ text }) => text.includes(name)).map((file) => file.path)
}

/** The tests of src/documents/mrz stand in test/documents/mrz, or where there is no such folder above it. */
function testFolderOf(path: string, files: readonly SourceFile[]): string {
  const parts = path.split('/').slice(1, -1)
  for (; parts.length > 0; parts.pop()) {
    const folder = `test/${parts.join('/')}/`
    if (files.some((file) => isTest(file.path) && file.path.startsWith(folder))) return folder
  }
  return 'test/house/'
}

const git = (...words: string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

function run(base: string | undefined): number {
  const [since = 'HEAD'] = base === undefined ? git('merge-base', 'HEAD', 'main') : [base]
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  if (changed.length === 0) {
    console.log(`Nothing has changed since ${since}.`)
    return 0
  }
  const { tests, left } = testsFor(changed, roots.flatMap(sourceFiles))
  // Real engines take longer to start than most changes take to test.
  const needsEngines = changed.some((path) => /^(?:src|test)\/(?:store|gallery)\/|engines\//.test(path))
  console.log(`${changed.length} changed files can break ${tests.length} test files.`)
  const env = { ...process.env, ...(!needsEngines && { SELFSAME_TEST_ENGINES: 'none' }) }
  const { status } = spawnSync('npx', ['vitest', 'run', ...tests], { cwd: root, env, stdio: 'inherit' })
  console.log(
    `${left} more test files may be concerned, most by a whole server or browser: npm test runs them.`,
  )
  return status ?? 1
}

if (import.meta.main) process.exitCode = run(process.argv[2])
