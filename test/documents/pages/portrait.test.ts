// Tests portraits that were pasted into pictures: the compression that the card went through and they did not tells them.
import { beforeAll, describe, expect, test } from 'vitest'
import { seededDice } from '../../../specimens/person/dice.ts'
import { pageDefinition } from '../../../src/documents/kinds/kinds.ts'
import { lookAtPortrait } from '../../../src/documents/pages/portrait.ts'
import { IN_PLACE, portraitDoubt } from '../../../src/documents/pages/portrait-look.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { corners, HEIGHT, MARGIN, saved, surface, WIDTH } from './surfaces.ts'

const KIND = { kind: 'cccd-chip', side: 'front' } as const
function withPortrait(card: Pixels, other: Pixels): Pixels {
  const box = pageDefinition(KIND)?.portrait ?? { x: 0, y: 0, width: 0, height: 0 }
  const [left, top] = [MARGIN + box.x * (WIDTH - 2 * MARGIN), MARGIN + box.y * (HEIGHT - 2 * MARGIN)]
  const [right, bottom] = [left + box.width * (WIDTH - 2 * MARGIN), top + box.height * (HEIGHT - 2 * MARGIN)]
  const data = Uint8Array.from(card.data)
  for (let y = Math.round(top); y < bottom; y++) {
    const [from, to] = [3 * (y * WIDTH + Math.round(left)), 3 * (y * WIDTH + Math.round(right))]
    data.set(other.data.subarray(from, to), from)
  }
  return { ...card, data }
}

function doubt(pixels: Pixels): number {
  const look = lookAtPortrait(pixels, { ...KIND, corners })
  if (!look) throw new Error('the portrait was not looked at')
  return portraitDoubt(look)
}

describe('a portrait', () => {
  let card: Pixels
  let taken: Pixels
  let other: Pixels
  beforeAll(async () => {
    card = surface(seededDice(1, 1), 2)
    taken = await saved(card, 75)
    other = surface(seededDice(2, 1), 2)
  })

  test('that was photographed with its card is in place, however often the picture is saved', async () => {
    for (const pixels of [taken, await saved(taken, 95), await saved(taken, 60), card])
      expect(doubt(pixels)).toBeLessThan(0.5 * IN_PLACE)
  })

  test('that was pasted into the picture is not, as it is and saved again', async () => {
    const forged = withPortrait(taken, other)
    for (const pixels of [forged, await saved(forged, 95), await saved(forged, 90)])
      expect(doubt(pixels)).toBeGreaterThan(IN_PLACE)
  })

  test('is not in place where it has a compression of its own, on another grid', async () => {
    const small = await saved(other, 40)
    const moved = { ...small, data: new Uint8Array(small.data.length) }
    moved.data.set(small.data.subarray(0, small.data.length - 3 * (3 * WIDTH + 5)), 3 * (3 * WIDTH + 5))
    expect(doubt(withPortrait(taken, moved))).toBeGreaterThan(IN_PLACE)
  })

  test('is not recognised by noise and edges alone: cards are printed in too many ways', async () => {
    expect(doubt(await saved(withPortrait(card, surface(seededDice(3, 1), 0)), 75))).toBeLessThan(IN_PLACE)
    expect(portraitDoubt({ noise: -9, edge: 9, history: 0 })).toBeLessThan(IN_PLACE)
  })

  test('is not looked at where there is none, or where it has too few pixels', () => {
    expect(lookAtPortrait(card, { kind: 'cccd-chip', side: 'back', corners })).toBeUndefined()
    const [a] = corners
    const tiny: Quad = [a, { x: a.x + 60, y: a.y }, { x: a.x + 60, y: a.y + 38 }, { x: a.x, y: a.y + 38 }]
    expect(lookAtPortrait(card, { ...KIND, corners: tiny })).toBeUndefined()
  })
})
