// Checks the import rules of every folder at the root but src.
import { describe, expect, test } from 'vitest'
import { breachesOf, importsBetween, rootRules } from './root-rules.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const roots = [...new Set(rootRules.map(({ path }) => path.replace(/\/.*/, '')))]
const files = roots.flatMap(sourceFiles)

test('files import only what the rule of their folder allows', () => {
  expect(breachesOf(files)).toEqual([])
})

test('every rule is of a folder or file that there is', () => {
  const unused = rootRules.filter(({ path }) => !files.some((file) => file.path.startsWith(path)))
  expect(unused.map(({ path }) => path)).toEqual(['training'])
})

describe('the rules', () => {
  const file = (path: string, ...imports: readonly string[]): SourceFile => ({
    path,
    text: '',
    imports: imports.map((one) => ({ path: one, typeOnly: true })),
    lazily: [],
    libraries: [],
  })

  test.each([
    ['test/a.test.ts', 'lab/kit/csv.ts'],
    ['lab/a.ts', 'test/kit/a.ts'],
    ['lab/a.ts', 'lab/test/a.ts'],
    ['specimens/person/a.ts', 'specimens/kit/a.ts'],
    ['specimens/kit/a.ts', 'test/kit/a.ts'],
    ['client/src/a.ts', 'src/codes.ts'],
    ['client/verify/a.ts', 'client/sdk/a.ts'],
    ['web/src/a.ts', 'specimens/run.ts'],
    ['docs/guides/a.ts', 'src/codes.ts'],
  ])('refuse that %s imports %s', (path, target) => {
    expect(breachesOf([file(path, target)])).toEqual([`${path} imports ${target}`])
  })

  test.each([
    ['test/a.test.ts', 'specimens/kit/a.ts'],
    ['lab/test/a.test.ts', 'lab/kit/csv.ts'],
    ['specimens/kit/a.ts', 'specimens/person/a.ts'],
    ['client/verify/a.ts', 'src/codes.ts'],
  ])('allow that %s imports %s', (path, target) => {
    expect(breachesOf([file(path, target)])).toEqual([])
  })

  test('refuse a file of a folder without a rule', () => {
    expect(breachesOf([file('tools/a.ts')])).toEqual(['tools/a.ts has no rule'])
  })

  test('count imports between two folders in both directions, and workers too', () => {
    const found = importsBetween(
      [
        file('lab/a.ts', 'test/b.ts', 'lab/c.ts'),
        file('test/b.ts', 'specimens/kit/d.ts'),
        { ...file('test/e.ts'), lazily: ['lab/f.ts'] },
        file('laboratory/a.ts', 'test/b.ts'),
      ],
      'lab',
      'test',
    )
    expect(found).toEqual(['lab/a.ts imports test/b.ts', 'test/e.ts imports lab/f.ts'])
  })
})
