// Tests what is cut out for each network, and how its output is mapped back onto the image.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, invert, squareOnto, type Transform } from '../../src/image/geometry/geometry.ts'
import { blendshapeNames, chosenPoints, readBlendshapes } from '../../src/models/face-blendshapes.ts'
import { embedFace, embedTwice, type FivePoints, placeFace, unit } from '../../src/models/face-embedder.ts'
import { happiness, readHappiness, withMirrorImage } from '../../src/models/face-expression.ts'
import { layMesh, MESH_POINTS, placed, pointOf } from '../../src/models/face-mesh.ts'
import { partNames, partsAt, readParts } from '../../src/models/face-parts.ts'
import { literalNetwork } from './literal-network.ts'
import { ramp, seenAt } from './ramp.ts'

describe('the mesh', () => {
  test('is laid through a turned window, its depth scaled alike', () => {
    const raw = new Float32Array(3 * MESH_POINTS)
    raw.set([0, 0, 8, 256, 0, -4, 128, 128, 2])
    const quarter = squareOnto(256, { x: 300, y: 200 }, 128, Math.PI / 2)
    const points = placed(raw, quarter, 0.5)
    const near = (i: number, x: number, y: number, z: number) => {
      expect(points[3 * i]).toBeCloseTo(x, 3)
      expect(points[3 * i + 1]).toBeCloseTo(y, 3)
      expect(points[3 * i + 2]).toBeCloseTo(z, 3)
    }
    // With a quarter turn clockwise, the upper left corner of the input lies at the upper right of the region.
    near(0, 364, 136, 4)
    near(1, 364, 264, -2)
    near(2, 300, 200, 1)
  })

  test('of a region holds the points where the network saw them, and its presence', async () => {
    const points = new Float32Array(3 * MESH_POINTS)
    points.set([64, 192, 10], 3 * 4)
    const network = literalNetwork('face-mesh', { points, presence: Float32Array.of(Math.log(4)) })
    const region = { middle: { x: 120, y: 90 }, side: 64, radians: 0 }
    const mesh = await layMesh(network, ramp(250, 200), region)
    expect(mesh.presence).toBeCloseTo(0.8)
    const nose = pointOf(mesh.points, 4)
    expect(nose.x).toBeCloseTo(120 - 16)
    expect(nose.y).toBeCloseTo(90 + 16)
    expect(mesh.points[3 * 4 + 2]).toBeCloseTo(2.5)
    // The network really saw what lies there: pixel 104 has its middle at 104.5.
    const seen = seenAt(network.fed[0], 256, { x: 64, y: 192 })
    expect(seen.x * 255 + 0.5).toBeCloseTo(nose.x, 0)
    expect(seen.y * 255 + 0.5).toBeCloseTo(nose.y, 0)
  })
})

describe('blendshapes', () => {
  const mesh = Float32Array.from({ length: 3 * MESH_POINTS }, (_, i) => i)

  test('take x and y of 146 points, in the order of the mesh', () => {
    const chosen = chosenPoints(mesh)
    expect(chosen.length).toBe(292)
    expect([...chosen.subarray(0, 6)]).toEqual([0, 1, 3, 4, 12, 13])
    expect([...chosen.subarray(-2)]).toEqual([3 * 477, 3 * 477 + 1])
    const columns = [...chosen].filter((_, i) => i % 2 === 0)
    expect(columns).toEqual(columns.toSorted((a, b) => a - b))
    expect(new Set(columns).size).toBe(146)
  })

  test('are given by name', async () => {
    const blendshapes = Float32Array.from({ length: 52 }, (_, i) => i / 52)
    const shapes = await readBlendshapes(literalNetwork('face-blendshapes', { blendshapes }), mesh)
    expect(blendshapeNames.length).toBe(52)
    expect(shapes.neutral).toBe(0)
    expect(shapes.eyeBlinkLeft).toBeCloseTo(9 / 52)
    expect(shapes.jawOpen).toBeCloseTo(25 / 52)
    expect(shapes.mouthSmileRight).toBeCloseTo(45 / 52)
    expect(shapes.noseSneerRight).toBeCloseTo(51 / 52)
  })
})

describe('the expression', () => {
  test('is asked of the face and of its mirror image', () => {
    // The input is one row of two pixels in three planes.
    const both = withMirrorImage(Float32Array.of(1, 2, 3, 4, 5, 6), 2)
    expect([...both]).toEqual([1, 2, 3, 4, 5, 6, 2, 1, 4, 3, 6, 5])
  })

  test('is the mean of the log odds of both', async () => {
    const sad = [0, 0, 0, 0, 0, 0, 0]
    const happy = [0, Math.log(6) + 2, 0, 0, 0, 0, 0]
    expect(happiness(Float32Array.from(sad))).toBeCloseTo(-Math.log(6))
    expect(happiness(Float32Array.from(happy))).toBeCloseTo(2)
    const network = literalNetwork('face-expression', { logits: Float32Array.from([...sad, ...happy]) })
    const face = { x: 60, y: 50, width: 80, height: 100 }
    const found = await readHappiness(network, ramp(250, 250), face, 0)
    expect(found).toBeCloseTo(1 - Math.log(6) / 2)
    const [fed] = network.fed
    expect(fed?.length).toBe(2 * 3 * 112 * 112)
    // The window is a square of 1.2 times the longer side about the middle.
    const seen = seenAt(fed, 112, { x: 0, y: 111 })
    expect(Math.abs(seen.x * 255 + 0.5 - (100 - 60))).toBeLessThan(1)
    expect(Math.abs(seen.y * 255 + 0.5 - (100 + 60))).toBeLessThan(1.5)
  })
})

describe('the vector', () => {
  test('has length one, whatever the network gave; nothing stays nothing', () => {
    expect([...unit(Float32Array.of(3, 0, -4))].map((value) => Number(value.toFixed(6)))).toEqual([
      0.6, 0, -0.8,
    ])
    expect([...unit(new Float32Array(3))]).toEqual([0, 0, 0])
    const numbers = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 128 })
    fc.assert(
      fc.property(numbers, (vector) => {
        fc.pre(vector.some((value) => value !== 0))
        expect(Math.hypot(...unit(Float32Array.from(vector)))).toBeCloseTo(1, 5)
      }),
    )
  })

  const template: FivePoints = [
    { x: 38.2946, y: 51.6963 },
    { x: 73.5318, y: 51.5014 },
    { x: 56.0252, y: 71.7366 },
    { x: 41.5493, y: 92.3655 },
    { x: 70.7299, y: 92.2041 },
  ]

  test.each([
    ['upright', squareOnto(112, { x: 100, y: 90 }, 112)],
    ['larger', squareOnto(112, { x: 120, y: 110 }, 200)],
    ['leaning', squareOnto(112, { x: 110, y: 100 }, 130, 0.5)],
    ['upside down', squareOnto(112, { x: 110, y: 100 }, 112, Math.PI)],
  ] as [string, Transform][])(
    'is made from a face whose five points are brought to their places: %s',
    async (_name, window) => {
      const network = literalNetwork('face-embedder', { vector: Float32Array.of(0, 2) })
      const points = template.map((point) => apply(window, point)) as unknown as FivePoints
      expect([...(await embedFace(network, ramp(250, 250), placeFace(points)))]).toEqual([0, 1])
      for (const point of template) {
        const seen = seenAt(network.fed[0], 112, point)
        // The expected place is the middle of the input pixel in which the point lies, mapped by the window.
        const wanted = apply(window, { x: Math.floor(point.x) + 0.5, y: Math.floor(point.y) + 0.5 })
        expect(Math.abs(seen.x + 0.5 - wanted.x)).toBeLessThan(1)
        expect(Math.abs(seen.y + 0.5 - wanted.y)).toBeLessThan(1)
      }
    },
  )

  test('is made from a second look too, mirrored and a little wider around the same place', async () => {
    const network = literalNetwork('face-embedder', { vector: Float32Array.of(0, 2) })
    const window = squareOnto(112, { x: 120, y: 110 }, 160)
    const points = template.map((point) => apply(window, point)) as unknown as FivePoints
    expect([...(await embedTwice(network, ramp(250, 250), placeFace(points)))]).toEqual([0, 1])
    const [first, second] = network.fed
    expect(network.fed).toHaveLength(2)
    for (const { x, y } of template) {
      const here = seenAt(first, 112, { x, y })
      const there = seenAt(second, 112, { x: 56 - 0.92 * (x - 56), y: 60 + 0.92 * (y - 60) })
      // Within the two input pixels in which the places lie, 1.4 pixels of the image each.
      expect(Math.abs(here.x - there.x)).toBeLessThan(3)
      expect(Math.abs(here.y - there.y)).toBeLessThan(3)
    }
  })
})

describe('parts', () => {
  const side = 128
  /** The map has hair above the row, face below. */
  function halves(row: number): Float32Array {
    const classes = new Float32Array(6 * side * side).fill(-3)
    for (let i = 0; i < side * side; i++) classes[(i < row * side ? 1 : 3) * side * side + i] = 6
    return classes
  }

  test('at a point add up to one, and are the softmax there', () => {
    const parts = partsAt(halves(100), side, { x: 30, y: 99.9 })
    expect(partNames.reduce((sum, name) => sum + parts[name], 0)).toBeCloseTo(1, 6)
    expect(parts.hair).toBeCloseTo(Math.exp(9) / (Math.exp(9) + 5), 6)
    expect(partsAt(halves(100), side, { x: 30, y: 100 }).face).toBeGreaterThan(0.99)
  })

  test('add up to one for all numbers and places, also outside', () => {
    const logits = fc.array(fc.double({ min: -80, max: 80, noNaN: true }), { minLength: 24, maxLength: 24 })
    const place = fc.integer({ min: -5, max: 5 })
    fc.assert(
      fc.property(logits, place, place, (numbers, x, y) => {
        const parts = partsAt(Float32Array.from(numbers), 2, { x, y })
        expect(Object.values(parts).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6)
      }),
    )
  })

  test('are read through the window that was shown to the network', async () => {
    const network = literalNetwork('face-parts', { classes: halves(64) })
    const face = { x: 80, y: 60, width: 100, height: 80 }
    const places = [
      { x: 130, y: 99 },
      { x: 130, y: 101 },
      { x: -50, y: 500 },
    ]
    const found = await readParts(network, ramp(250, 200), face, places)
    expect(found.map((parts) => (parts.hair > 0.5 ? 'hair' : 'face'))).toEqual(['hair', 'face', 'face'])
    const window = squareOnto(side, { x: 130, y: 100 }, 150)
    const seen = seenAt(network.fed[0], side, apply(invert(window), { x: 150, y: 90 }))
    expect(Math.abs(seen.x * 255 + 0.5 - 150)).toBeLessThan(1)
    expect(Math.abs(seen.y * 255 + 0.5 - 90)).toBeLessThan(1)
  })
})
