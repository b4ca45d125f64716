// What surrounds a face that comes nearer: a room stays or grows little, all of a moved picture grows with the face.
import { describe, expect, it } from 'vitest'
import type { Pixels } from '../../src/image/pixels.ts'
import { MESH_POINTS } from '../../src/models/face-mesh.ts'
import { compareSurroundings, thumbnailOf } from '../../src/vision/one-picture/surroundings.ts'
import { canonicalPoints } from './canonical-mesh.ts'

const SIZE = { width: 360, height: 480 }

interface View {
  /** Half the width of the face, in pixels. */
  readonly face: number
  /** How much larger the wall behind is seen, and how far it is moved. */
  readonly wall: number
  readonly shift?: number
  /** Deviation of the greys of the wall. */
  readonly contrast?: number
}

const middle = { x: SIZE.width / 2, y: 0.52 * SIZE.height }

function meshIn({ face }: View): Float32Array {
  const mesh = new Float32Array(3 * MESH_POINTS)
  const points = canonicalPoints()
  const widest = Math.max(...points.map(([x]) => Math.abs(x)))
  for (let i = 0; i < MESH_POINTS; i++) {
    const [x, y] = points[i] ?? [0, 0]
    mesh.set([middle.x + (face * x) / widest, middle.y - (face * y) / widest, 0], 3 * i)
  }
  return mesh
}

/** Squares of a wall, some lighter and some darker, and a face before it. */
function photographed(view: View): Pixels {
  const { face, wall, shift = 0, contrast = 30 } = view
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let y = 0, at = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++, at += 3) {
      const [u, v] = [(x - middle.x - shift) / wall, (y - middle.y) / wall]
      const square = Math.imul(Math.floor(u / 23) * 7919 + Math.floor(v / 29) * 104729, 2654435761) >>> 16
      const isFace = ((x - middle.x) / face) ** 2 + ((y - middle.y) / (1.3 * face)) ** 2 < 1
      data.fill(isFace ? 170 : 120 + contrast * ((square % 256) / 128 - 1), at, at + 3)
    }
  return { ...SIZE, data }
}

const compared = (views: readonly View[]) =>
  compareSurroundings(
    views.map((view) => ({
      thumbnail: thumbnailOf(photographed(view)),
      mesh: meshIn(view),
      imageWidth: SIZE.width,
    })),
  )

const likeRoom = (views: readonly View[]) => {
  const { asRoom, asPicture } = compared(views) ?? { asRoom: 0, asPicture: 0 }
  return asRoom - asPicture
}

describe('what surrounds a face that comes nearer', () => {
  const far: View = { face: 90, wall: 1 }

  it('is a room where it stays', () => {
    expect(likeRoom([far, { face: 112, wall: 1 }])).toBeGreaterThan(0.2)
  })

  it('is a room where the camera comes nearer, shaken by the hand', () => {
    expect(likeRoom([far, { face: 112, wall: 1.05, shift: 7 }])).toBeGreaterThan(0.1)
  })

  it.each([1.25, 1.2])('is a picture where it grows with the face, by %s', (wall) => {
    expect(likeRoom([far, { face: 112, wall }])).toBeLessThan(-0.1)
  })

  it('does not depend on the order or the size of the frames', () => {
    const glued = [{ face: 112, wall: 1.25 }, far]
    expect(likeRoom(glued)).toBeCloseTo(likeRoom(glued.toReversed()), 6)
  })

  it('says nothing where no face is larger than another, or hardly anything is seen beside it', () => {
    expect(compared([far, { face: 93, wall: 1.03 }])).toBeUndefined()
    expect(compared([far])).toBeUndefined()
    expect(
      compared([
        { face: 165, wall: 1 },
        { face: 200, wall: 1.2 },
      ]),
    ).toBeUndefined()
  })

  it('is no picture only because a wall is bare', () => {
    expect(
      likeRoom([
        { ...far, contrast: 0 },
        { face: 112, wall: 1.25, contrast: 0 },
      ]),
    ).toBeCloseTo(0, 1)
  })
})

describe('a thumbnail', () => {
  it('is the frame made small, upright and along its longer side of one length', () => {
    const { width, height, greys } = thumbnailOf(photographed({ face: 90, wall: 1 }))
    expect([width, height, greys.length]).toEqual([72, 96, 72 * 96])
    expect(greys[50 * width + 36]).toBe(170)
  })
})
