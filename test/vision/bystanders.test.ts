// Tests who counts as a person in front of the camera: the largest face, and those nearly as large.
import { expect, test } from 'vitest'
import { inFront } from '../../src/vision/bystanders.ts'

const face = (height: number) => ({ box: { x: 0, y: 0, width: 100, height } })

test.each([
  ['nobody', [], []],
  ['one', [200], [200]],
  ['one, however small', [2], [2]],
  ['two side by side', [200, 190], [200, 190]],
  ['one close behind', [200, 80], [200, 80]],
  ['one far behind, or a portrait on the wall', [200, 79], [200]],
  ['one tall and one wide', [100, 200], [100, 200]],
  ['a crowd', [300, 150, 120, 119, 30], [300, 150, 120]],
])('%s', (_who, heights, wanted) => {
  expect(inFront(heights.map(face)).map(({ box }) => box.height)).toEqual(wanted)
})

test('faces are given back as they came', () => {
  const main = { ...face(200), name: 'main' }
  expect(inFront([main])[0]).toBe(main)
})
