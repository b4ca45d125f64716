// Tests that one observation of an encoded image gives all faces and their state, in pixels of the upright original.
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import { exif, photo, withExif } from '../../specimens/kit/photographs/pictures.ts'
import { people, photoPixels, picture, portrait } from '../../specimens/kit/photographs/sample-photos.ts'
import { distance, middleOf, type Point } from '../../src/image/geometry/geometry.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'
import type { Observation } from '../../src/vision/observation.ts'
import { observeImage } from '../../src/vision/observe.ts'

let networks: FaceNetworks
beforeAll(async () => {
  networks = await openTestNetworks()
})

const frame = { search: 'frame', closely: 0 } as const
const everything = {
  search: 'frame',
  closely: 1,
  expression: true,
  genuineness: true,
  vector: true,
  cover: true,
} as const

async function observed(
  bytes: Uint8Array,
  ask: Parameters<typeof observeImage>[3] = frame,
): Promise<Observation> {
  const reading = await observeImage(networks, bytes, 50, ask)
  if ('fault' in reading) throw new Error(reading.fault)
  return reading
}

function foundAt({ faces }: Observation, wanted: readonly Point[], within: number): void {
  expect(faces.length).toBe(wanted.length)
  for (const point of wanted)
    expect(Math.min(...faces.map(({ box }) => distance(middleOf(box), point)))).toBeLessThan(within)
}

const sixth = people[5] ?? []

describe('places are in pixels of the upright image', () => {
  test('as it was sent', async () => {
    const observation = await observed(photo(6))
    expect(observation.image).toEqual({ format: 'jpeg', width: 1920, height: 1537 })
    foundAt(observation, sixth, 60)
  })

  test('when it was shrunk inside', async () => {
    const large = await picture(await photoPixels(6))
      .resize({ width: 4000 })
      .jpeg()
      .toBuffer()
    const observation = await observed(large)
    expect(observation.image).toEqual({ format: 'jpeg', width: 4000, height: 3202 })
    const times = 4000 / 1920
    foundAt(
      observation,
      sixth.map(({ x, y }) => ({ x: x * times, y: y * times })),
      60 * times,
    )
    // Depth grows with the rest: the mesh is as deep as it is in the smaller image.
    const [here, there] = [observation.faces[0], (await observed(photo(6))).faces[0]]
    const depth = (mesh?: Float32Array) => Math.max(...(mesh ?? []).filter((_, i) => i % 3 === 2))
    expect(depth(here?.mesh) / depth(there?.mesh)).toBeCloseTo(times, 0)
    expect((here?.box.width ?? 0) / (there?.box.width ?? 1)).toBeCloseTo(times, 1)
  })

  test.each([
    [2, (image: ReturnType<typeof picture>) => image.flop()],
    [3, (image: ReturnType<typeof picture>) => image.rotate(180)],
    [6, (image: ReturnType<typeof picture>) => image.rotate(270)],
    [8, (image: ReturnType<typeof picture>) => image.rotate(90)],
  ])('when the camera noted orientation %s', async (orientation, stored) => {
    const bytes = await stored(picture(await photoPixels(6)))
      .jpeg({ quality: 90 })
      .toBuffer()
    const observation = await observed(withExif(bytes, exif(orientation)))
    expect(observation.image).toEqual({ format: 'jpeg', width: 1920, height: 1537 })
    foundAt(observation, sixth, 60)
  })

  test('when it was turned and shrunk', async () => {
    const stored = picture(await photoPixels(6)).resize({ width: 4000 })
    const bytes = await picture({ ...(await raw(stored)) })
      .rotate(270)
      .jpeg()
      .toBuffer()
    const observation = await observed(withExif(bytes, exif(6)))
    expect(observation.image).toEqual({ format: 'jpeg', width: 4000, height: 3202 })
    const times = 4000 / 1920
    foundAt(
      observation,
      sixth.map(({ x, y }) => ({ x: x * times, y: y * times })),
      60 * times,
    )
  })
})

async function raw(image: ReturnType<typeof picture>) {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

describe('the answer has what was asked for', () => {
  test('of the largest face everything, of the others where they are', async () => {
    const [main, ...others] = (await observed(photo(6), everything)).faces
    expect(Object.keys(main ?? {}).toSorted()).toEqual([
      'angles',
      'box',
      'cover',
      'expression',
      'genuineness',
      'light',
      'mesh',
      'presence',
      'score',
      'sharpness',
      'vector',
    ])
    expect(others.length).toBe(3)
    for (const other of others)
      expect(Object.keys(other).toSorted()).toEqual([
        'angles',
        'box',
        'light',
        'mesh',
        'presence',
        'score',
        'sharpness',
      ])
  })

  test('of every face, when all are looked at closely', async () => {
    const { faces, embedder } = await observed(photo(6), { ...frame, closely: 9, vector: true })
    expect(embedder).toEqual({ name: 'face-embedder', version: networks.embedder.row.version })
    for (const { vector } of faces) expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 4)
    const cosine = (i: number, j: number) =>
      (faces[i]?.vector ?? new Float32Array()).reduce(
        (sum, value, k) => sum + value * (faces[j]?.vector?.[k] ?? 0),
        0,
      )
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 3],
    ] as const)
      expect(cosine(i, j)).toBeLessThan(0.3)
  })

  test('numbers lie where they may', async () => {
    const bytes = await picture(await portrait(3, 1))
      .jpeg({ quality: 92 })
      .toBuffer()
    const [face] = (await observed(bytes, everything)).faces
    if (!face) throw new Error('no face')
    const { angles, light, sharpness, expression, genuineness, cover, presence } = face
    expect(Math.abs(angles.rollDegrees)).toBeLessThan(25)
    expect(Math.abs(angles.yawDegrees)).toBeLessThan(40)
    for (const share of [
      light.mean,
      light.contrast,
      sharpness,
      presence,
      expression?.smile,
      genuineness?.probability,
    ]) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
    // She smiles, with open eyes and nothing over her face.
    expect(expression?.smile).toBeGreaterThan(0.35)
    expect(expression?.leftEye.openness).toBeGreaterThan(0.15)
    expect(cover?.hidden).toEqual([])
  })

  test('twice the same image is twice the same answer', async () => {
    const bytes = await picture(await portrait(6, 0))
      .png()
      .toBuffer()
    expect(await observed(bytes, everything)).toEqual(await observed(bytes, everything))
  })
})

test.each([
  ['no image', Buffer.from('hello'), {}],
  ['one cut short', photo(1).subarray(0, 5000), {}],
])('%s is an answer with a fault', async (_what, bytes) => {
  const reading = await observeImage(networks, bytes, 50, frame)
  expect(reading).toEqual({ fault: expect.any(String) })
})

test('an image of too many pixels is an answer with a fault', async () => {
  expect(await observeImage(networks, photo(1), 1, frame)).toEqual({
    fault: expect.stringContaining('1920 x 1280'),
    tooLarge: true,
  })
})

test('an image without a face is an answer without faces', async () => {
  const empty = { width: 640, height: 480, data: new Uint8Array(3 * 640 * 480).fill(140) }
  const { faces } = await observed(await picture(empty).webp().toBuffer(), everything)
  expect(faces).toEqual([])
})
