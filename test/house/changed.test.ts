// Checks which tests a change is thought to break.
import { expect, test } from 'vitest'
import { testsFor } from './changed.ts'
import type { SourceFile } from './source.ts'

const file = (path: string, uses: readonly string[] = [], more: Partial<SourceFile> = {}): SourceFile => ({
  path,
  text: '',
  imports: uses.map((used) => ({ path: used, typeOnly: false })),
  lazily: [],
  libraries: [],
  ...more,
})

const filler = Array.from({ length: 12 }, (_, i) => file(`src/rest/${i}.ts`))
const tree = [
  ...filler,
  file('src/app.ts', [...filler.map(({ path }) => path), 'src/image/warp.ts', 'src/der/read.ts']),
  file('src/image/warp.ts', ['src/image/grid.ts'], { text: "readFile('grid.json')" }),
  file('src/image/grid.ts'),
  file('src/image/worker.ts', [], { lazily: ['src/image/grid.ts'] }),
  file('src/der/read.ts', [], { imports: [{ path: 'src/image/grid.ts', typeOnly: true }] }),
  file('test/image/warp.test.ts', ['src/image/warp.ts']),
  file('test/image/other.test.ts'),
  file('test/vision/worker.test.ts', ['src/image/worker.ts']),
  file('test/vision/slow.long.test.ts', ['src/image/grid.ts']),
  file('test/der/read.test.ts', ['src/der/read.ts']),
  file('test/api/kit.ts', ['src/app.ts']),
  file('test/api/health.test.ts', ['test/api/kit.ts']),
  file('test/house/rules.test.ts'),
]
const chosen = (...changed: string[]) => testsFor(changed, tree).tests.toSorted()

test('a change brings what uses it, also later and in a worker, the tests beside it, and the rules of the house', () => {
  expect(chosen('src/image/grid.ts')).toEqual([
    'test/house/rules.test.ts',
    'test/image/other.test.ts',
    'test/image/warp.test.ts',
    'test/vision/worker.test.ts',
  ])
})

test('what is used only as a type is left to the compiler', () => {
  expect(chosen('src/image/grid.ts')).not.toContain('test/der/read.test.ts')
})

test('tests that reach a file only through the whole server stay with npm test, unless they changed', () => {
  expect(chosen('src/der/read.ts')).toEqual(['test/der/read.test.ts', 'test/house/rules.test.ts'])
  expect(chosen('test/api/kit.ts')).toEqual(['test/api/health.test.ts', 'test/house/rules.test.ts'])
  expect(testsFor(['src/der/read.ts'], tree).left).toBe(1)
})

test('a file that is no program brings the tests of what names it', () => {
  expect(chosen('weights/grid.json')).toEqual(['test/house/rules.test.ts', 'test/image/warp.test.ts'])
})
