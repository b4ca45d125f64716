// Checks that no files import each other in a circle, not even for a type, in any folder at the root.
import { describe, expect, test } from 'vitest'
import { circles, smallFilesWithOneImporter } from './graph.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const file = (path: string, imports: readonly string[], lines = 10): SourceFile => ({
  path,
  text: 'x\n'.repeat(lines),
  imports: imports.map((one) => ({ path: one, typeOnly: true })),
  lazily: [],
  libraries: [],
})

test('no file imports itself through others, types included', () => {
  const roots = ['src', 'client', 'web', 'lab', 'specimens', 'docs', 'test']
  expect(circles(roots.flatMap(sourceFiles))).toEqual([])
})

describe('the measures', () => {
  test('find each circle once, of types too', () => {
    const found = circles([
      file('a.ts', ['b.ts']),
      file('b.ts', ['c.ts', 'd.ts']),
      file('c.ts', ['a.ts']),
      file('d.ts', ['e.ts']),
      file('e.ts', ['d.ts']),
      file('f.ts', ['a.ts', 'd.ts']),
    ])
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(['a.ts', 'b.ts', 'c.ts'])
    expect(found).toContainEqual(['d.ts', 'e.ts'])
  })

  test('count a small file that one other file imports, and neither a large one nor one that two import', () => {
    const files = [
      file('entry.ts', ['small.ts', 'large.ts', 'both.ts'], 100),
      file('other.ts', ['both.ts'], 100),
      file('small.ts', []),
      file('large.ts', [], 40),
      file('both.ts', []),
    ]
    expect(smallFilesWithOneImporter(files, 40)).toEqual(['small.ts'])
  })
})
