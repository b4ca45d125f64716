// Checks the floors of src: every import leaves its room only downwards, types included, and few files stand at the root.
import { describe, expect, test } from 'vitest'
import { filesAtRootOfSrc, floors, importsUpwards, roomOf, roomsOffTheTable } from './floors.ts'
import { folderCircles } from './graph.ts'
import { type SourceFile, sourceFiles } from './source.ts'

const files = sourceFiles('src')

const file = (path: string, ...imports: readonly string[]): SourceFile => ({
  path,
  text: '',
  imports: imports.map((one) => ({ path: one, typeOnly: true })),
  lazily: [],
  libraries: [],
})

test('every room stands on one floor', () => {
  expect(roomsOffTheTable(files)).toEqual([])
  expect(new Set(floors.flat()).size).toBe(floors.flat().length)
})

test('imports that leave a room go down, types included', () => {
  expect(importsUpwards(files)).toEqual([])
})

test('no folder imports itself through others, types included', () => {
  expect(folderCircles(files, roomOf)).toEqual([])
})

test('at most twelve files stand at the root of src', () => {
  expect(filesAtRootOfSrc(files).length).toBeLessThanOrEqual(12)
})

describe('the measures', () => {
  test('find an import that goes up, and one between rooms of a floor', () => {
    const found = importsUpwards([
      file('src/http/route.ts', 'src/faces/portrait.ts', 'src/codes.ts', 'src/http/json.ts'),
      file('src/faces/portrait.ts', 'src/documents/detected.ts', 'src/http/route.ts'),
      file('src/documents/detected.ts'),
    ])
    expect(found).toEqual([
      'src/http/route.ts imports src/faces/portrait.ts',
      'src/faces/portrait.ts imports src/documents/detected.ts',
    ])
  })

  test('find a room that is on no floor', () => {
    expect(roomsOffTheTable([...files, file('src/attic/box.ts')])).toEqual(['attic is on no floor'])
  })

  test('find folders that circle although their files do not', () => {
    const found = folderCircles(
      [
        file('src/a/one.ts', 'src/b/one.ts'),
        file('src/a/two.ts'),
        file('src/b/one.ts'),
        file('src/b/two.ts', 'src/a/two.ts'),
        file('src/c/one.ts', 'src/a/one.ts'),
      ],
      roomOf,
    )
    expect(found).toEqual([['a', 'b']])
  })
})
