// Checks the shape of files: their first line, their names, and what none of them may do.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type SourceFile, sourceFiles } from './source.ts'

const files = ['src', 'client', 'web', 'docs', 'lab', 'test'].flatMap(sourceFiles)
/** Only the entry of a package may be a barrel, and only the settings of a tool may be a default export. */
const barrels = ['client/src/index.ts']
const settings = ['client/vite.config.ts', 'web/vite.config.ts']

const offenders = (offends: (file: SourceFile) => boolean): string[] =>
  files.filter(offends).map(({ path }) => path)

describe('every file', () => {
  test('says in its first line what it is for', () => {
    expect(offenders(({ text }) => !/^\/\/ .+[.:]/.test(text.split('\n', 1)[0] ?? ''))).toEqual([])
  })

  test('is named in kebab-case, and is no barrel and no collection of utilities', () => {
    expect(offenders(({ path }) => !/^[a-z0-9/.-]+$/.test(path))).toEqual([])
    const isDrawer = ({ path }: SourceFile) => /\/(index|utils?|helpers?|common|shared)(\.tsx?|\/)/.test(path)
    expect(offenders(isDrawer)).toEqual(barrels)
  })

  test('cleans up per test where it is shared: a hook of a module serves only the first file that loads it', () => {
    const shared = ({ path, text }: SourceFile) =>
      !path.endsWith('.test.ts') && /^(after|before)(Each|All)\(/m.test(text)
    expect(offenders(shared)).toEqual([])
  })

  test('has no default export', () => {
    expect(offenders(({ text }) => /^export default/m.test(text))).toEqual(settings)
  })
})

test('a name of an exported type is the name of one type in src', () => {
  const places = new Map<string, string[]>()
  for (const { path, text } of sourceFiles('src'))
    for (const [, name = ''] of text.matchAll(/^export (?:interface|type|class|abstract class) (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), path])
  expect(places.size).toBeGreaterThan(500)
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test('folders are made by the one function that comes to an end in /proc', () => {
  const found = sourceFiles('src').filter(({ text }) => /\bmkdir(Sync)?\([^)]*recursive/.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})

describe('the environment', () => {
  /** Programs are searched in PATH, a worker is started with a few harmless variables, and the library of the networks is configured by one. */
  const readers = [
    'src/cli.ts',
    'src/models/session.ts',
    'src/system/find-program.ts',
    'src/workers/child-handle.ts',
  ]
  test('is read by the listed files only', () => {
    const found = sourceFiles('src').filter(({ text }) => text.includes('process.env'))
    expect(found.map(({ path }) => path).toSorted()).toEqual(readers)
  })
})

interface LockedPackage {
  readonly name?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** npm 9 compares overrides as versions and ends at any other, such as `npm:NAME@VERSION`; only the lock file has that name. */
test('overrides are plain versions, and packages that nobody needs are empty ones in the lock file', () => {
  const { overrides } = manifest
  expect(
    Object.values(overrides)
      .flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value)))
      .filter((version) => !/^\d+\.\d+\.\d+$/.test(version)),
  ).toEqual([])
  const stoodInFor = Object.values(overrides).flatMap((value) =>
    typeof value === 'string' ? [] : Object.keys(value),
  )
  expect(stoodInFor.length).toBeGreaterThan(0)
  const isEmpty = (name: string) =>
    Object.entries(lock.packages).some(
      ([path, found]) => path.endsWith(`node_modules/${name}`) && found.name === 'empty-npm-package',
    )
  expect(stoodInFor.filter((name) => !isEmpty(name))).toEqual([])
})

test('every package of the lock file has its hash, and no address', () => {
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(installed.length).toBeGreaterThan(100)
  const unchecked = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unchecked.map(([path]) => path)).toEqual([])
  // An address would tie every installation to the registry of whoever wrote the lock file.
  expect(installed.flatMap(([path, { resolved }]) => (resolved === undefined ? [] : [path]))).toEqual([])
})
