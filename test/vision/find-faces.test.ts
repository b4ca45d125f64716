// Tests that every face of the sample photos is found, whole, small, tight, mirrored or on a card, and none elsewhere.
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestNetworks } from '../../specimens/kit/networks/networks.ts'
import {
  people,
  photoPixels,
  picture,
  portrait,
  rawPixels,
  turnedAway,
} from '../../specimens/kit/photographs/sample-photos.ts'
import { area, distance, middleOf, type Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import {
  covers,
  type FaceSearch,
  type FoundFace,
  findFaces,
  merge,
  tiles,
} from '../../src/vision/find-faces.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'

let networks: FaceNetworks
beforeAll(async () => {
  networks = await openTestNetworks()
})

const photos = people.map((faces, i) => [i + 1, faces] as const)

/** Returns the people whose face was not found, and the faces that are nobody's. A face matches within half its size. */
function compared(found: readonly FoundFace[], wanted: readonly Point[], maybe: readonly Point[] = []) {
  const isAt = ({ box }: FoundFace, point: Point) => distance(middleOf(box), point) < 0.5 * box.height
  return {
    missed: wanted.filter((point) => !found.some((face) => isAt(face, point))),
    false: found.filter((face) => ![...wanted, ...maybe].some((point) => isAt(face, point))),
    twice: wanted.filter((point) => found.filter((face) => isAt(face, point)).length > 1),
  }
}
const ALL = { missed: [], false: [], twice: [] }

/** A full profile is found by chance: not in this photo, but mirrored or smaller. */
const byLuck = (number: number) => (number === 2 ? [turnedAway] : [])

async function on(canvas: { width: number; height: number }, pixels: Pixels, left: number, top: number) {
  const input = await picture(pixels).png().toBuffer()
  const empty = sharp({ create: { ...canvas, channels: 3, background: '#70604c' } })
  return await rawPixels(empty.composite([{ input, left, top }]))
}

describe.each(photos)('photo %s', (number, faces) => {
  test('as a frame: all faces, the largest first', async () => {
    const found = await findFaces(networks, await photoPixels(number), 'frame')
    expect(compared(found, faces, byLuck(number))).toEqual(ALL)
    const areas = found.map(({ box }) => area(box))
    expect(areas).toEqual(areas.toSorted((a, b) => b - a))
    for (const { mesh, score, box } of found) {
      expect(mesh.length).toBe(3 * 478)
      expect(score).toBeGreaterThanOrEqual(0.5)
      expect(box.width / box.height).toBeGreaterThan(0.5)
    }
  })

  test('mirrored: the same', async () => {
    const mirrored = await rawPixels(picture(await photoPixels(number)).flop())
    const wanted = [...faces, ...byLuck(number)].map(({ x, y }) => ({ x: 1920 - x, y }))
    const found = await findFaces(networks, mirrored, 'frame')
    expect(compared(found, wanted.slice(0, faces.length), wanted)).toEqual(ALL)
  })

  test('one face that fills the frame is found, alone', async () => {
    const tight = await portrait(number, 0, 220)
    const found = await findFaces(networks, tight, 'frame')
    expect(compared(found, [{ x: 110, y: 110 }])).toEqual(ALL)
  })
})

// It costs as much as all the others together; these two have the most faces and the smallest.
describe.each(photos.slice(4))('photo %s', (number, faces) => {
  test('a quarter as large in a corner of a large canvas: all, when looked for everywhere', async () => {
    const small = await rawPixels(picture(await photoPixels(number)).resize({ width: 480 }))
    const canvas = await on({ width: 2400, height: 1600 }, small, 1800, 1150)
    const moved = ({ x, y }: Point) => ({ x: 1800 + x / 4, y: 1150 + y / 4 })
    const found = await findFaces(networks, canvas, 'everywhere')
    expect(compared(found, faces.map(moved), byLuck(number).map(moved))).toEqual(ALL)
  })
})

describe('a portrait', () => {
  test.each([
    [6, 0],
    [5, 2],
  ])('on a card that is 12 % as wide as the image is found: photo %s, person %s', async (number, person) => {
    const card = { width: 240, height: 151 }
    const face = await rawPixels(picture(await portrait(number, person, 320)).resize(62, 80))
    const paper = await on(card, face, 14, 45)
    const found = await findFaces(
      networks,
      await on({ width: 2000, height: 1500 }, paper, 1400, 900),
      'everywhere',
    )
    expect(compared(found, [{ x: 1400 + 14 + 31, y: 900 + 45 + 40 }])).toEqual(ALL)
  })

  test.each([90, 270])('turned by %s degrees is found by its own', async (degrees) => {
    for (const [number, person] of [
      [6, 0],
      [3, 1],
    ] as const) {
      const lying = await rawPixels(picture(await portrait(number, person)).rotate(degrees))
      expect(compared(await findFaces(networks, lying, 'frame'), [{ x: 240, y: 240 }])).toEqual(ALL)
    }
  })
})

test.each([90, 180, 270])('a group turned by %s degrees: every face found is a person', async (degrees) => {
  // Not all are found, because the detectors were trained on upright people. Most images say how they were held.
  const { width, height, data } = await photoPixels(6)
  const place: Record<number, (point: Point) => Point> = {
    90: ({ x, y }) => ({ x: height - y, y: x }),
    180: ({ x, y }) => ({ x: width - x, y: height - y }),
    270: ({ x, y }) => ({ x: y, y: width - x }),
  }
  const pixels = await rawPixels(picture({ width, height, data }).rotate(degrees))
  const wanted = (people[5] ?? []).map((point) => place[degrees]?.(point) ?? point)
  const { false: nobodys, twice } = compared(await findFaces(networks, pixels, 'frame'), wanted)
  expect({ nobodys, twice }).toEqual({ nobodys: [], twice: [] })
})

describe('no face is found', () => {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed / 0x7fffffff) * 255
  }
  const checks = (side: number) => (x: number, y: number) => {
    const value = (Math.floor(x / side) + Math.floor(y / side)) % 2 ? 230 : 30
    return [value, value, value]
  }

  test.each<[string, (x: number, y: number) => number[]]>([
    ['noise', () => [random(), random(), random()]],
    ['a gradient', (x, y) => [x / 4, y / 3, 128]],
    ['a checkerboard', checks(64)],
    ['a fine checkerboard', checks(8)],
    ['black', () => [0, 0, 0]],
  ])('in %s', async (_what, colour) => {
    const [width, height] = [960, 720]
    const data = new Uint8Array(3 * width * height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) data.set(colour(x, y), 3 * (y * width + x))
    expect(await findFaces(networks, { width, height, data }, 'everywhere')).toEqual([])
  })

  test.each([
    [16, 16],
    [16, 2000],
    [2000, 16],
  ])('in an image of %s x %s', async (width, height) => {
    const data = new Uint8Array(3 * width * height).fill(128)
    expect(await findFaces(networks, { width, height, data }, 'everywhere')).toEqual([])
  })
})

describe('tiles', () => {
  test.each([
    [1920, 1080, 0.5],
    [1080, 1920, 0.5],
    [1000, 1000, 0.25],
    [2000, 300, 0.25],
  ])('of %s x %s at %s cover all of it, each half over the next', (width, height, share) => {
    const squares = tiles({ x: 0, y: 0, width, height }, share)
    const side = Math.max(width, height) * share
    for (let y = 0; y <= height; y += 20)
      for (let x = 0; x <= width; x += 20)
        expect(
          squares.some((one) => x >= one.x && x <= one.x + side && y >= one.y && y <= one.y + side),
        ).toBe(true)
    const columns = [...new Set(squares.map(({ x }) => x))].toSorted((a, b) => a - b)
    for (const [i, x] of columns.slice(1).entries())
      expect(x - (columns[i] ?? 0)).toBeLessThanOrEqual(side / 2 + 1e-9)
  })

  test('that would be enlarged are left out', () => {
    expect(tiles({ x: 0, y: 0, width: 319, height: 200 }, 0.5)).toEqual([])
    expect(tiles({ x: 0, y: 0, width: 320, height: 200 }, 0.5)).not.toEqual([])
  })
})

describe('two detections', () => {
  const seen = (x: number, side: number, score: number) => ({
    box: { x, y: 0, width: side, height: side },
    points: [],
    score,
    radians: 0,
  })

  test('of one face become the surer, and second each other', () => {
    const merged = merge([seen(10, 100, 0.6), seen(0, 100, 0.9), seen(300, 100, 0.7)])
    expect(merged.map(({ score, seconded }) => [score, seconded])).toEqual([
      [0.9, true],
      [0.7, false],
    ])
  })

  test('are the largest first, and no more than a crowd', () => {
    const many = Array.from({ length: 40 }, (_, i) => seen(1000 * i, 50 + i, 0.6))
    const merged = merge(many)
    expect(merged.length).toBe(24)
    expect(merged[0]?.box.width).toBe(89)
  })

  test('are of one face when one holds the other, and of two when they stand side by side', () => {
    const box = (x: number, side: number) => ({ x, y: 0, width: side, height: side })
    expect(covers(box(0, 100), box(20, 60))).toBe(true)
    expect(covers(box(20, 60), box(0, 100))).toBe(true)
    expect(covers(box(0, 100), box(60, 100))).toBe(false)
  })
})

describe('looks are spared', () => {
  /** The names of the networks that detect, and how many faces were found. */
  async function detectionsOf(pixels: Pixels, search: FaceSearch, bystanders?: boolean) {
    const runs: string[] = []
    const counted = (network: FaceNetworks['mesh']): FaceNetworks['mesh'] => ({
      ...network,
      run: (input) => {
        runs.push(network.row.name)
        return network.run(input)
      },
    })
    const { detectorShort, detectorFull } = networks
    const counting = {
      ...networks,
      detectorShort: counted(detectorShort),
      detectorFull: counted(detectorFull),
    }
    const found = await findFaces(counting, pixels, search, { ...(bystanders === false && { bystanders }) })
    return { runs, found: found.length }
  }

  test('a portrait that is large and upright needs no tiles and no other turn', async () => {
    const card = await on({ width: 1600, height: 1000 }, await portrait(6, 0, 480), 200, 300)
    const { runs, found } = await detectionsOf(card, 'everywhere')
    expect(found).toBe(1)
    expect(runs.length).toBeLessThanOrEqual(4)
  })

  test('a sure face that is near needs no look for others, unless they are asked for', async () => {
    const near = await on({ width: 600, height: 800 }, await portrait(6, 0, 480), 60, 150)
    expect(await detectionsOf(near, 'frame', false)).toEqual({ runs: ['face-detector-short'], found: 1 })
    const { runs } = await detectionsOf(near, 'frame')
    expect(runs).toContain('face-detector-full')
    const far = await on({ width: 1600, height: 1600 }, await portrait(6, 0, 160), 700, 700)
    expect((await detectionsOf(far, 'frame', false)).runs).toContain('face-detector-full')
  })
})
