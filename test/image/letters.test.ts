// Tests names drawn into a picture: every letter leaves different ink, and nothing is drawn outside.
import { expect, test } from 'vitest'
import { drawName } from '../../src/image/letters.ts'

function drawn(name: string, at = { x: 20, y: 60 }): Uint8Array {
  const pixels = { data: new Uint8Array(3 * 200 * 80).fill(200), width: 200, height: 80 }
  drawName(pixels, name, at, 2, [255, 0, 0])
  return pixels.data
}

const red = (data: Uint8Array): string =>
  Array.from({ length: data.length / 3 }, (_, i) =>
    (data[3 * i] ?? 0) > 200 && (data[3 * i + 1] ?? 0) < 90 ? 1 : 0,
  ).join('')

test('all letters of names of fields differ', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz_']
  const shapes = new Set(letters.map((letter) => red(drawn(letter))))
  expect(shapes.size).toBe(letters.length)
  for (const shape of shapes) expect(shape).toContain('1')
})

test('a name at an edge is moved into the picture', () => {
  for (const at of [
    { x: -50, y: -50 },
    { x: 500, y: 5 },
  ])
    expect(red(drawn('id', at))).toContain('1')
})
