// Holds the shape of files: what each says it is for, how it is named, and what none of them does.
import { describe, expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './source.ts'

const files = ['src', 'client', 'web', 'docs', 'lab', 'test'].flatMap(sourceFiles)
/** The entry of a package is its one barrel; what a tool reads as its settings is its default export. */
const barrels = ['client/src/index.ts']
const settings = ['web/vite.config.ts']

const offenders = (offends: (file: SourceFile) => boolean): string[] =>
  files.filter(offends).map(({ path }) => path)

describe('every file', () => {
  test('says in its first line what it is for', () => {
    expect(offenders(({ text }) => !/^\/\/ .+[.:]/.test(text.split('\n', 1)[0] ?? ''))).toEqual([])
  })

  test('is named in kebab-case, and is no barrel and no drawer for odds and ends', () => {
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

describe('the environment', () => {
  /** A worker is started with a few harmless variables of ours, and must know them. */
  /** And the library that runs networks is told by it, and by nothing else, to keep to itself. */
  const readers = ['src/cli.ts', 'src/models/session.ts', 'src/workers/child-handle.ts']
  test('is read at the entrance only', () => {
    const found = sourceFiles('src').filter(({ text }) => text.includes('process.env'))
    expect(found.map(({ path }) => path).toSorted()).toEqual(readers)
  })
})
