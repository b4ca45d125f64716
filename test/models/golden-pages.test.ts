// Tests that every network for documents gives the same outputs for a photographed specimen as when it was measured.
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestPageNetworks } from '../../specimens/kit/networks/networks.ts'
import type { PageNetworks } from '../../src/documents/pages/networks.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import stored from '../../weights/golden/pages.json' with { type: 'json' }
import { type GoldenPages, goldenPicture, measureGoldenPages } from './golden-pages.ts'

/**
 * Half precision is added up in another order, or widened, on other processors. Against the same networks run wide, those here
 * are off by a quarter of this at most. Red for blue, half the light, or a picture moved by three pixels is more.
 */
const allowed = {
  finderPixels: 6,
  alignerPixels: 0.6,
  share: 0.03,
  /** One cell more or less at an end is six pixels of the page. */
  endPixels: 8,
  edgePixels: 2,
  /** The bound is for the mean, because the reader sees nearly the same in other colours. */
  logit: 0.08,
}

const wanted = stored as GoldenPages
let networks: PageNetworks
let picture: Pixels
let golden: GoldenPages

beforeAll(async () => {
  networks = await openTestPageNetworks()
  picture = await goldenPicture()
  golden = await measureGoldenPages(networks, picture)
})

test('the finder finds the card where it was', () => {
  expect(furthest(golden, finderQuads)).toBeLessThan(allowed.finderPixels)
  expect(furthest(golden, ({ finder }) => finder.map(({ score }) => score))).toBeLessThan(allowed.share)
})

test('the aligner lays it where it lay, and takes it for what it was', () => {
  expect(golden.aligner.kind).toBe('cccd-chip')
  expect(furthest(golden, ({ aligner }) => aligner.quad)).toBeLessThan(allowed.alignerPixels)
  expect(furthest(golden, alignerShares)).toBeLessThan(allowed.share)
})

test('the judge thinks the same of it', () => {
  expect(furthest(golden, judgement)).toBeLessThan(allowed.share)
})

test('the detector finds the same lines', () => {
  expect(golden.detector.length).toBe(wanted.detector.length)
  expect(furthest(golden, ends)).toBeLessThan(allowed.endPixels)
  expect(furthest(golden, edges)).toBeLessThan(allowed.edgePixels)
})

test('the reader reads the same, as surely', () => {
  expect(golden.reader.map(({ text }) => text)).toEqual(wanted.reader.map(({ text }) => text))
  expect(mean(golden, samples)).toBeLessThan(allowed.logit)
})

describe.each([
  ['red for blue', (from: Pixels) => changed(from, (i) => i + 2 - 2 * (i % 3))],
  ['a quarter of the light', (from: Pixels) => changed(from, (i) => i, 0.25)],
  ['moved by three pixels', (from: Pixels) => changed(from, (i) => i + 9)],
])('%s', (_name, change) => {
  test('would be noticed', async () => {
    const other = await measureGoldenPages(networks, change(picture))
    expect(furthest(other, ({ aligner }) => aligner.quad)).toBeGreaterThan(allowed.alignerPixels)
    expect(mean(other, samples)).toBeGreaterThan(allowed.logit)
  })
})

const finderQuads = ({ finder }: GoldenPages): number[] => finder.flatMap(({ quad }) => quad)
const alignerShares = ({ aligner }: GoldenPages): number[] => [
  aligner.present,
  aligner.class,
  ...aligner.turns,
]
const judgement = ({ judge }: GoldenPages): number[] => Object.values(judge)
const ends = ({ detector }: GoldenPages): number[] =>
  detector.flatMap(({ quad }) => quad.filter((_, i) => i % 2 === 0))
const edges = ({ detector }: GoldenPages): number[] =>
  detector.flatMap(({ quad }) => quad.filter((_, i) => i % 2 === 1))
const samples = ({ reader }: GoldenPages): number[] => reader.flatMap(({ sample }) => sample)

type Numbers = (of: GoldenPages) => readonly number[]

/** Returns the largest difference from what is stored; infinite where there are more or fewer numbers. */
const furthest = (found: GoldenPages, numbers: Numbers): number => Math.max(...differences(found, numbers))

function mean(found: GoldenPages, numbers: Numbers): number {
  const all = differences(found, numbers)
  return all.reduce((sum, one) => sum + one, 0) / all.length
}

function differences(found: GoldenPages, numbers: Numbers): number[] {
  const [ours, theirs] = [numbers(found), numbers(wanted)]
  if (ours.length !== theirs.length || ours.length === 0) return [Number.POSITIVE_INFINITY]
  return ours.map((value, i) => Math.abs(value - (theirs[i] ?? Number.NaN)))
}

function changed({ width, height, data }: Pixels, from: (i: number) => number, times = 1): Pixels {
  return { width, height, data: Uint8Array.from(data, (_, i) => Math.round((data[from(i)] ?? 0) * times)) }
}
