// Tests that a picture is known again however it is changed, by its bands and its print, and that another take is not.
import type { Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS, pixelsOf } from '../../specimens/kit/photographs/pictures.ts'
import { picture, portrait } from '../../specimens/kit/photographs/sample-photos.ts'
import { seededDice } from '../../specimens/person/dice.ts'
import { type FacePrint, facePrint, printOf } from '../../src/image/capture/face-print.ts'
import { unbent } from '../../src/image/capture/print-bending.ts'
import { knownPrints } from '../../src/image/capture/print-likeness.ts'
import { comesInCourse, replayedRows } from '../../src/image/capture/print-sequence.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { squareOnto } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const SIDE = 480

let shot: Pixels
let print: FacePrint
beforeAll(async () => {
  shot = await portrait(1, 0, SIDE)
  print = printed(shot, 0)
})

const decoded = async (image: Sharp) =>
  pixelsOf(await decodeImage(await image.jpeg({ quality: 80 }).toBuffer(), LIMITS))

/** Lays the face as a mesh would that finds it half a degree and a hundredth of its size beside its place. */
function printed({ width, height, data }: Pixels, degrees: number): FacePrint {
  const middle = { x: 0.507 * width, y: 0.497 * height }
  const radians = ((degrees + 0.5) * Math.PI) / 180
  return facePrint({ width, height, data }, squareOnto(64, middle, 0.8 * Math.min(width, height), radians))
}

/** The asked ones may be of any of the known ones, which are of one session or, without it, each of its own. */
const knownOf = (asked: readonly FacePrint[], known: readonly FacePrint[], isOneSession = true): number[] =>
  knownPrints({
    prints: asked.map(({ greys }) => greys),
    known: known.map(({ greys }) => greys),
    pairs: asked.flatMap((_, i) => known.map((_, k) => ({ asked: i, known: k }))),
    sequences: isOneSession ? [[...known.keys()]] : [],
  })

const isKnown = (asked: FacePrint, known: FacePrint): boolean => knownOf([asked], [known]).length === 1

const sharedBands = (asked: FacePrint, known: FacePrint): number =>
  known.bands.filter((band) => asked.likelyBands.includes(band)).length

/** Shades from one side, or bends in waves of this share of the side. */
const shaded = ({ width, height, data }: Pixels): Pixels => ({
  width,
  height,
  data: data.map((value, i) => value * (0.6 + (0.6 * (Math.floor(i / 3) % width)) / width)),
})
const waved = ({ width, height, data }: Pixels, share: number): Pixels => ({
  width,
  height,
  data: data.map((_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    const u = Math.round(x + share * width * Math.sin((20 * y) / height))
    return data[3 * (y * width + Math.max(0, Math.min(width - 1, u))) + (i % 3)] ?? 0
  }),
})

const changes: Readonly<Record<string, () => Promise<FacePrint>>> = {
  'as a coarse JPEG': async () =>
    printed(pixelsOf(await decodeImage(await picture(shot).jpeg({ quality: 45 }).toBuffer(), LIMITS)), 0),
  'cut by 8 %': async () => {
    const [cut, rest] = [Math.round(0.08 * SIDE), SIDE - 2 * Math.round(0.08 * SIDE)]
    const smaller = await decoded(picture(shot).extract({ left: cut, top: cut, width: rest, height: rest }))
    return facePrint(
      smaller,
      squareOnto(64, { x: smaller.width / 2 + 2, y: smaller.height / 2 - 1 }, 0.8 * SIDE),
    )
  },
  'turned by 5 degrees': async () => {
    const turned = await decoded(picture(shot).rotate(5, { background: '#777' }))
    const middle = { x: turned.width / 2, y: turned.height / 2 }
    return facePrint(turned, squareOnto(64, middle, 0.8 * SIDE, (5 * Math.PI) / 180))
  },
  'at half the size': async () => printed(await decoded(picture(shot).resize(SIDE / 2)), 0),
  'with a gamma of 1.6': async () =>
    printed(await decoded(picture({ ...shot, data: shot.data.map((v) => 255 * (v / 255) ** 1.6) })), 0),
  'with a gamma of 0.6': async () =>
    printed(await decoded(picture({ ...shot, data: shot.data.map((v) => 255 * (v / 255) ** 0.6) })), 0),
  shaded: async () => printed(await decoded(picture(shaded(shot))), 0),
  'in small waves': async () => printed(await decoded(picture(waved(shot, 0.003))), 0),
  mirrored: async () => printed(await decoded(picture(shot).flop()), 0),
}

describe('the same picture', () => {
  test.each(Object.entries(changes))('%s', async (_name, change) => {
    const changed = await change()
    expect(isKnown(changed, print)).toBe(true)
    expect(sharedBands(changed, print)).toBeGreaterThan(0)
  })
})

describe('another picture', () => {
  test('of others', async () => {
    for (const other of [await portrait(2, 0, SIDE), await portrait(3, 1, SIDE)]) {
      expect(isKnown(print, printed(other, 0))).toBe(false)
      expect(sharedBands(print, printed(other, 0))).toBe(0)
    }
  })

  test('of nothing has no bands and is like nothing', () => {
    const flat = printOf(new Uint8Array(64 * 64).fill(90))
    expect([flat.bands, flat.likelyBands]).toEqual([[], []])
    expect(isKnown(flat, flat)).toBe(false)
    const none = { ...flat, greys: new Uint8Array() }
    expect(isKnown(none, none)).toBe(false)
  })
})

/** Another blotch in each frame: what nobody does twice in the same way. */
const taken = (number: number, light = 0.8): Pixels => {
  const data = shot.data.slice()
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 120; x++) {
      const at = 3 * ((150 + ((31 * number) % 200) + y) * SIDE + 110 + ((67 * number) % 140) + x)
      for (let i = at; i < at + 3; i++) data[i] = light * (data[i] ?? 0)
    }
  return { ...shot, data }
}

describe('of two frames of one who sits still', () => {
  const moment = async (number: number) => printed(await decoded(picture(taken(number))), 0)

  test('those that changed as two known ones did are known', async () => {
    const known = [await moment(0), await moment(1)]
    expect(knownOf(known, known)).toEqual([0, 1])
  })

  test('those that changed otherwise are not, however like they are', async () => {
    const known = [await moment(0), await moment(1)]
    const later = [await moment(2), await moment(3)]
    expect(isKnown(later[0] ?? print, known[0] ?? print)).toBe(true)
    expect(knownOf(later, known)).toEqual([])
  })

  describe('who hardly moves', () => {
    const faint = 0.93
    const session = (numbers: readonly number[]) =>
      Promise.all(numbers.map(async (number) => printed(await decoded(picture(taken(number, faint))), 0)))
    /** As an attacker sends them again: each turned, bent and lit differently, and compressed hard. */
    const again = (numbers: readonly number[]) =>
      Promise.all(
        numbers.map(async (number, place) => {
          const { width, height, data } = waved(taken(number, faint), 0.002)
          const lit = { width, height, data: data.map((v) => 255 * (v / 255) ** (place % 2 ? 0.75 : 1.3)) }
          const file = await picture(lit)
            .resize(Math.round(SIDE * 0.6))
            .jpeg({ quality: 30 })
            .toBuffer()
          return printed(pixelsOf(await decodeImage(file, LIMITS)), place)
        }),
      )

    let known: FacePrint[]
    beforeAll(async () => {
      known = await session([0, 1, 2, 3, 4])
    })

    test('a whole session is known by its frames together, in any order, where single frames are not', async () => {
      const replayed = await again([3, 0, 4, 2, 1])
      expect(knownOf(replayed, known, false).length).toBeLessThan(3)
      expect(knownOf(replayed, known)).toEqual([0, 1, 2, 3, 4])
    })

    test('another session is not, and three frames are too few to tell', async () => {
      expect(knownOf(await again([5, 6, 7, 8, 9]), known)).toEqual([])
      expect(knownOf(await session([5, 6, 7, 8, 9]), known)).toEqual([])
      expect(knownOf(await again([0, 1, 2]), known).length).toBeLessThan(3)
    })
  })
})

describe('of frames that were each bent their own way', () => {
  const BENT_PIXELS = 8
  /** By some pixels, in waves about as long as the picture. */
  const bentAnew = ({ width, height, data }: Pixels, number: number): Pixels => {
    const dice = seededDice(number, 9)
    const wave = () => {
      const [many, begin] = [dice.between(5, 9), dice.between(0, 6)]
      return (share: number) => Math.sin(many * share + begin)
    }
    const [first, second, third, fourth] = [wave(), wave(), wave(), wave()]
    const bent = new Uint8Array(data.length)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const u = Math.round(x + BENT_PIXELS * first(x / width) * second(y / height))
        const v = Math.round(y + BENT_PIXELS * third(x / width) * fourth(y / height))
        const from = 3 * (Math.max(0, Math.min(height - 1, v)) * width + Math.max(0, Math.min(width - 1, u)))
        bent.set(data.subarray(from, from + 3), 3 * (y * width + x))
      }
    return { width, height, data: bent }
  }
  const numbers = [0, 1, 2, 3, 4, 5]
  const session = async (from: number, isBent: boolean) => {
    const all: FacePrint[] = []
    for (const number of numbers) {
      const frame = taken(from + number, 0.7)
      all.push(printed(await decoded(picture(isBent ? bentAnew(frame, number) : frame)), 0))
    }
    return all
  }

  test('a whole session is known by its course, and another one bent so is not', async () => {
    const known = await session(0, false)
    expect(knownOf(await session(0, true), known).length).toBeGreaterThanOrEqual(5)
    expect(knownOf(await session(6, true), known).length).toBeLessThan(3)
  })

  const course = { places: [0, 1, 2, 3, 4, 6, 5, 7], changes: [0.3, 0.2, 0.4], prints: 8 }
  test.each([
    ['the course of the earlier session', {}, true],
    ['tasks in another order', { places: [4, 5, 6, 7, 0, 1, 2, 3] }, true],
    ['the same few again and again', { places: [0, 1, 3, 3, 1, 4, 3, 4] }, false],
    ['backwards and forwards', { places: [7, 6, 5, 4, 3, 2, 1, 0] }, false],
    ['what changes is another', { changes: [0.05, 0, 0.1] }, false],
    ['four frames', { places: [0, 1, 2, 3], prints: 4 }, false],
  ])('%s', (_, change, isReplay) => {
    expect(comesInCourse({ ...course, ...change })).toBe(isReplay)
  })
})

describe('of frames of one who moves', () => {
  const blank = { values: new Float32Array(64 * 64), isInside: new Uint8Array(64 * 64) }
  /** By row the likeness of each known print; no frame lies over another one of its session. */
  const rows = (likes: readonly (readonly (number | undefined)[])[]) =>
    likes.map((row, asked) => ({
      asked,
      fine: blank,
      own: [],
      known: row.map((like) => (like ? { fine: blank, like, bending: unbent() } : undefined)),
    }))
  const apart = (like: number, count: number) =>
    Array.from({ length: count }, (_, i) => Array.from({ length: 5 }, (_, k) => (i === k ? like : undefined)))

  test('four that each lie over one of their own are known, and those beside them that lie over none are not', () => {
    expect(replayedRows(rows(apart(0.92, 4)))).toEqual([0, 1, 2, 3])
    expect(replayedRows(rows([...apart(0.92, 4), [], []]))).toEqual([0, 1, 2, 3])
  })

  test.each([
    ['three', apart(0.92, 3)],
    ['four that are less like', apart(0.89, 4)],
    ['four among many', [...apart(0.92, 4), [], [], [], [], []]],
    ['all over the same two', [[0.95, 0.94], [0.96], [0.93, 0.95], [0.94], [0.92, 0.93]]],
    ['four over their own and two over the same', [...apart(0.92, 4), [0.95], [0.95]]],
  ])('%s are not', (_name, likes) => {
    expect(replayedRows(rows(likes))).toEqual([])
  })
})

test('bands are whole numbers that can be written with a secret', () => {
  for (const band of print.likelyBands)
    expect(Number.isInteger(band) && band >= 0 && band < 2 ** 32).toBe(true)
  expect(print.bands).toHaveLength(12)
})
