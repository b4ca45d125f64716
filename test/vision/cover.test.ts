// Tests what covers a face on maps drawn by hand: which zones are hidden, and what may lie over which.
import { describe, expect, test } from 'vitest'
import { apply, middleOf, squareOnto } from '../../src/image/geometry/geometry.ts'
import { pointOf } from '../../src/models/face-mesh.ts'
import { type FacePart, partNames } from '../../src/models/face-parts.ts'
import { boxOf } from '../../src/vision/confirm-face.ts'
import { coverZones, readCover } from '../../src/vision/cover.ts'
import { literalNetwork } from '../models/literal-network.ts'
import { head } from './canonical-mesh.ts'

const SIDE = 128
const pixels = { width: 1280, height: 720, data: new Uint8Array(3 * 1280 * 720) }
const mesh = head(0)
const box = boxOf(mesh)
/** The network is shown a window of 1.5 times the face. */
const window = squareOnto(SIDE, middleOf(box), 1.5 * Math.max(box.width, box.height))

type Drawing = (place: { readonly x: number; readonly y: number }) => FacePart

/** The drawing tells for each place of the image what is there. */
async function coverOf(draw: Drawing) {
  const classes = new Float32Array(6 * SIDE * SIDE).fill(-10)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const part = partNames.indexOf(draw(apply(window, { x: x + 0.5, y: y + 0.5 })))
      classes[part * SIDE * SIDE + y * SIDE + x] = 10
    }
  return await readCover(literalNetwork('face-parts', { classes }), pixels, box, mesh)
}

const heightOf = (point: number) => pointOf(mesh, point).y
/** The points lie under the lower lids, under the tip of the nose, and above the brows. */
const [underEyes, underNose, aboveBrows] = [heightOf(120), heightOf(2), heightOf(66) - 3]

describe('a face', () => {
  test('that nothing covers has no zone hidden', async () => {
    const { zones, hidden } = await coverOf(() => 'face')
    expect(hidden).toEqual([])
    for (const zone of coverZones) expect(zones[zone]).toBeLessThan(1e-6)
  })

  test.each<[string, Drawing, readonly string[]]>([
    ['a mask', ({ y }) => (y > underEyes ? 'thing' : 'face'), ['mouth', 'nose', 'cheeks']],
    ['a mask of cloth under the nose', ({ y }) => (y > underNose ? 'clothes' : 'face'), ['mouth']],
    ['a hand over the mouth', ({ y }) => (y > underNose ? 'body' : 'face'), ['mouth']],
    ['a beard that is taken for hair', ({ y }) => (y > underNose ? 'hair' : 'face'), ['mouth']],
    ['a cap', ({ y }) => (y < aboveBrows ? 'clothes' : 'face'), ['forehead']],
    ['an image that ends at the brows', ({ y }) => (y < aboveBrows ? 'background' : 'face'), ['forehead']],
    ['a fringe', ({ y }) => (y < aboveBrows ? 'hair' : 'face'), []],
    ['dark glasses', ({ y }) => (y < heightOf(119) && y > heightOf(66) ? 'thing' : 'face'), ['eyes']],
    ['hair in the eyes', ({ y }) => (y < heightOf(119) && y > heightOf(66) ? 'hair' : 'face'), []],
    ['a helmet', () => 'thing', ['mouth', 'nose', 'eyes', 'cheeks', 'forehead']],
  ])('behind %s', async (_what, draw, wanted) => {
    expect((await coverOf(draw)).hidden).toEqual(wanted)
  })

  test('half behind something shows half of each zone', async () => {
    const { zones } = await coverOf(({ x }) => (x < middleOf(box).x ? 'thing' : 'face'))
    for (const zone of ['eyes', 'cheeks'] as const) expect(zones[zone]).toBeCloseTo(0.5)
    expect(zones.mouth).toBeGreaterThan(0.3)
    expect(zones.mouth).toBeLessThan(0.7)
  })
})
