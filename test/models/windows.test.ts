// What is cut out for each network, and how its answer is laid back onto the image.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, invert, type Point, squareOnto, type Transform } from '../../src/image/geometry.ts'
import type { Pixels } from '../../src/image/image.ts'
import { judgeSpoof, liveLogit, surroundings } from '../../src/models/anti-spoof.ts'
import { blendshapeNames, chosenPoints, readBlendshapes } from '../../src/models/face-blendshapes.ts'
import { embedFace, type FivePoints, unit } from '../../src/models/face-embedder.ts'
import { layMesh, MESH_POINTS, placed, pointOf } from '../../src/models/face-mesh.ts'
import { partNames, partsAt, readParts } from '../../src/models/face-parts.ts'
import { literalNetwork } from './literal-network.ts'

/** Red tells the column, green the row. */
function ramp(width: number, height: number): Pixels {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set([x, y, 0], 3 * (y * width + x))
  return { width, height, data }
}

/** The pixel of a ramp that stands at a place of a network's input of bytes. */
const seenAt = (input: Float32Array | undefined, side: number, { x, y }: Point, order = 'rgb'): Point => {
  const at = Math.floor(y) * side + Math.floor(x)
  const red = order === 'rgb' ? 0 : 2
  return { x: input?.[red * side * side + at] ?? Number.NaN, y: input?.[side * side + at] ?? Number.NaN }
}

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
    // Turned clockwise by a quarter, the upper left corner of the input lies at the upper right of the region.
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
    // And there the network really saw what lies there: pixel 104 has its middle at 104.5.
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
      expect([...(await embedFace(network, ramp(250, 250), points))]).toEqual([0, 1])
      for (const point of template) {
        const seen = seenAt(network.fed[0], 112, point)
        // The middle of the input pixel in which the point lies, where the window brings it.
        const wanted = apply(window, { x: Math.floor(point.x) + 0.5, y: Math.floor(point.y) + 0.5 })
        expect(Math.abs(seen.x + 0.5 - wanted.x)).toBeLessThan(1)
        expect(Math.abs(seen.y + 0.5 - wanted.y)).toBeLessThan(1)
      }
    },
  )
})

describe('surroundings of a face', () => {
  const image = { width: 1000, height: 800 }

  test.each([
    [
      'in the middle',
      { x: 450, y: 350, width: 100, height: 100 },
      { x: 400, y: 300, width: 200, height: 200 },
    ],
    ['left', { x: 10, y: 350, width: 100, height: 100 }, { x: 0, y: 300, width: 200, height: 200 }],
    ['right', { x: 880, y: 350, width: 100, height: 100 }, { x: 800, y: 300, width: 200, height: 200 }],
    ['at the top', { x: 450, y: 0, width: 100, height: 100 }, { x: 400, y: 0, width: 200, height: 200 }],
    [
      'at the bottom',
      { x: 450, y: 690, width: 100, height: 100 },
      { x: 400, y: 600, width: 200, height: 200 },
    ],
    [
      'partly outside',
      { x: -40, y: 750, width: 100, height: 100 },
      { x: 0, y: 600, width: 200, height: 200 },
    ],
    [
      'that fills its height',
      { x: 200, y: 0, width: 600, height: 800 },
      { x: 200, y: 0, width: 600, height: 800 },
    ],
    [
      'larger than the image',
      { x: -500, y: -500, width: 2000, height: 2000 },
      { x: 100, y: 0, width: 800, height: 800 },
    ],
  ])('%s', (_where, face, wanted) => {
    expect(surroundings(face, image, 2)).toEqual(wanted)
  })

  test('are never outside of the image, keep the shape of the face, and hold its middle where they can', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
    const box = fc.record({
      x: number(0, 900),
      y: number(0, 700),
      width: number(1, 2000),
      height: number(1, 2000),
    })
    fc.assert(
      fc.property(box, number(1, 4), (face, times) => {
        const { x, y, width, height } = surroundings(face, image, times)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6)
        expect(x + width).toBeLessThanOrEqual(1000 + 1e-6)
        expect(y + height).toBeLessThanOrEqual(800 + 1e-6)
        expect(width / height).toBeCloseTo(face.width / face.height, 6)
      }),
    )
  })
})

describe('anti-spoof', () => {
  test('sees the surroundings, blue first, whole', async () => {
    const network = literalNetwork('anti-spoof', { logits: Float32Array.of(0, 2, 0) })
    const face = { x: 100, y: 100, width: 40, height: 40 }
    expect(await judgeSpoof(network, ramp(250, 250), face)).toBeCloseTo(2 - Math.log(2))
    const side = 40 * 2.025
    for (const place of [
      { x: 0.5, y: 0.5 },
      { x: 79.5, y: 40.5 },
      { x: 20.5, y: 79.5 },
    ]) {
      const seen = seenAt(network.fed[0], 80, place, 'bgr')
      expect(seen.x + 0.5).toBeCloseTo(120 - side / 2 + (place.x * side) / 80, 1)
      expect(seen.y + 0.5).toBeCloseTo(120 - side / 2 + (place.y * side) / 80, 1)
    }
  })

  test('gives the logit of the softmax of the live class', () => {
    const logit = fc.double({ min: -30, max: 30, noNaN: true })
    fc.assert(
      fc.property(logit, logit, logit, (print, live, screen) => {
        const total = Math.exp(print) + Math.exp(live) + Math.exp(screen)
        const others = (Math.exp(print) + Math.exp(screen)) / total
        const plain = Math.log(Math.exp(live) / total / others)
        expect(liveLogit(Float32Array.of(print, live, screen))).toBeCloseTo(plain, 3)
      }),
    )
    expect(liveLogit(Float32Array.of(-500, 500, -500))).toBeCloseTo(1000 - Math.log(2))
  })
})

describe('parts', () => {
  const side = 256
  /** Hair above the row, face below. */
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
    const network = literalNetwork('face-parts', { classes: halves(128) })
    const face = { x: 80, y: 60, width: 100, height: 80 }
    const places = [
      { x: 130, y: 99 },
      { x: 130, y: 101 },
      { x: -50, y: 500 },
    ]
    const found = await readParts(network, ramp(250, 200), face, places)
    expect(found.map((parts) => (parts.hair > 0.5 ? 'hair' : 'face'))).toEqual(['hair', 'face', 'face'])
    const window = squareOnto(side, { x: 130, y: 100 }, 180)
    const seen = seenAt(network.fed[0], side, apply(invert(window), { x: 150, y: 90 }))
    expect(Math.abs(seen.x * 255 + 0.5 - 150)).toBeLessThan(1)
    expect(Math.abs(seen.y * 255 + 0.5 - 90)).toBeLessThan(1)
  })
})
