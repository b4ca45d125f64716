// Patches of a picture on the grid of its compression: their noise, their steps, and which compressions they went through.
import { type Box, boundingBox, type Point, type Size } from '../../image/geometry/geometry.ts'
import { project, type Quad } from '../../image/geometry/perspective.ts'
import { luminance, type Pixels } from '../../image/pixels.ts'
import { pageDefinition } from '../kinds/kinds.ts'
import type { LocatedPage } from './page.ts'
import { ontoPicture, pageSize } from './straighten.ts'

/** A patch has so many pixels along each side: as many as a block of a JPEG. */
const PATCH = 8
/** Patches that are washed out or black have no noise on any portrait. */
const [DARKEST, BRIGHTEST] = [20, 235]
/** A pixel beyond these may have been cut off, which no compression did. */
const [BLACK, WHITE] = [2, 253]
/** More tell no more. */
const MOST_PATCHES = 600
/** The share of patches that are taken as even. */
const EVEN = 0.25
export interface Patch {
  readonly mean: number
  /** Standard deviation of the noise, in levels, where the patch is even. */
  readonly noise: number
  /** Its strongest step between two pixels, in levels, and how sharp that is. */
  readonly step: number
  readonly sharpness: number
  /** None where a pixel is white or black. */
  readonly waves: readonly number[] | undefined
}

export const greyAt = ({ width, data }: Pixels, x: number, y: number): number => {
  const from = 3 * (y * width + x)
  return luminance(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0)
}

/** Where a page lies. */
export type Lying = Pick<LocatedPage, 'kind' | 'side' | 'corners'>

/** A page as its patches show it. */
export interface PageGround {
  /** Of the straightened page. */
  readonly size: Size
  /** Maps a place, as shares of the page, to the picture. */
  readonly at: (share: Point) => Point
  /** Where the blocks of the compression begin. */
  readonly grid: Point
  readonly patches: readonly Patch[]
  readonly traces: readonly Trace[]
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }
/** So much is left out around the portrait, and along the rim of the page. */
const AROUND = 0.04

export const inset = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x + across,
  y: y + down,
  width: width - 2 * across,
  height: height - 2 * down,
})

const isIn = ({ x, y, width, height }: Box, at: Point): boolean =>
  at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height

/** Of the page without its portrait and its code, which are compared with it. */
export function groundOf(pixels: Pixels, page: Lying, size = pageSize(page.kind, page.corners)): PageGround {
  const { portrait, code } = pageDefinition(page) ?? {}
  const onto = ontoPicture(size, page.corners)
  const at = (share: Point): Point => project(onto, { x: share.x * size.width, y: share.y * size.height })
  const grid = gridOf(pixels, at)
  const left = [...(portrait ? [inset(portrait, -AROUND, -AROUND)] : []), ...(code ? [code.region] : [])]
  const isMeant = (share: Point) => !left.some((box) => isIn(box, share))
  const patches = patchesIn(pixels, inset(WHOLE, AROUND, AROUND), { at, grid }, { isMeant }).map(lookOf)
  return { size, at, grid, patches, traces: tracesOf(patches) }
}

/** A line has few patches: only clear traces are looked for in it. */
const CLEAR = 0.7
/** A page has twenty lines: so many patches of each are enough. */
const PATCHES_OF_LINE = 150

/** As `historyOf`, for what these corners surround, in pixels of the straightened page; traces of longer periods do not count. */
export function historyWithin(
  pixels: Pixels,
  ground: PageGround,
  corners: Quad,
  longest = MOST_PERIOD,
): number | undefined {
  const traces = ground.traces.filter(({ strength, period }) => strength >= CLEAR && period <= longest)
  if (traces.length < LEAST_TRACES) return undefined
  const { width, height } = ground.size
  const box = boundingBox(corners.map(({ x, y }) => ({ x: x / width, y: y / height })))
  const own = patchesIn(pixels, box, ground, { most: PATCHES_OF_LINE }).filter(({ isClipped }) => !isClipped)
  return historyOf(
    own.map(({ grey }) => wavesOf(grey)),
    traces,
  )
}

/** A patch and one more pixel on each side. */
interface Cut {
  readonly grey: Float32Array
  /** A colour of one of its pixels is as dark or bright as can be told: it may have been cut off, which no compression did. */
  readonly isClipped: boolean
}

const SIDE = PATCH + 2

interface Choice {
  readonly isMeant?: (share: Point) => boolean
  readonly most?: number
}

/** Patches lie on the grid of the compression, evenly spread over the box. */
export function patchesIn(
  pixels: Pixels,
  box: Box,
  { at, grid }: Pick<PageGround, 'at' | 'grid'>,
  { isMeant = () => true, most = MOST_PATCHES }: Choice = {},
): Cut[] {
  const [a, b, d] = [
    at({ x: box.x, y: box.y }),
    at({ x: box.x + box.width, y: box.y }),
    at({ x: box.x, y: box.y + box.height }),
  ]
  const [along, below] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - a.x, d.y - a.y)]
  const spacing = Math.max(PATCH, Math.sqrt((along * below) / most))
  const [across, down] = [Math.floor(along / spacing), Math.floor(below / spacing)]
  const found: Cut[] = []
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const share = {
        x: box.x + (box.width * (column + 0.5)) / across,
        y: box.y + (box.height * (row + 0.5)) / down,
      }
      if (!isMeant(share)) continue
      const { x, y } = at(share)
      const onGrid = (value: number, from: number) => PATCH * Math.round((value - from) / PATCH - 0.5) + from
      const patch = patchAt(pixels, onGrid(x, grid.x), onGrid(y, grid.y))
      if (patch) found.push(patch)
    }
  return found
}

/** Takes the pixels as they are: sampling them anew would smooth them. */
function patchAt(pixels: Pixels, left: number, top: number): Cut | undefined {
  if (left < 1 || top < 1 || left + PATCH >= pixels.width || top + PATCH >= pixels.height) return undefined
  const { width, data } = pixels
  const grey = new Float32Array(SIDE * SIDE)
  let isClipped = false
  for (let row = 0, to = 0; row < SIDE; row++)
    for (
      let column = 0, from = 3 * ((top - 1 + row) * width + left - 1);
      column < SIDE;
      column++, to++, from += 3
    ) {
      const [red, green, blue] = [data[from] as number, data[from + 1] as number, data[from + 2] as number]
      grey[to] = luminance(red, green, blue)
      isClipped ||= Math.min(red, green, blue) === 0 || Math.max(red, green, blue) === 255
    }
  return { grey, isClipped }
}

export const lookOf = ({ grey }: Cut): Patch => ({
  mean: grey.reduce((sum, value) => sum + value, 0) / grey.length,
  noise: deviation(grey),
  ...steepest(grey),
  waves: grey.some((value) => value < BLACK || value > WHITE) ? undefined : wavesOf(grey),
})

/** The strongest step between two neighbours in a row or column, by the steps before and after it. */
function steepest(grey: Float32Array): Pick<Patch, 'step' | 'sharpness'> {
  let [step, sharpness] = [0, 0]
  const rise = (from: number, to: number): number => Math.abs((grey[to] as number) - (grey[from] as number))
  for (let turn = 0; turn < 2; turn++) {
    const [along, across] = turn === 0 ? [1, SIDE] : [SIDE, 1]
    for (let line = 1; line < SIDE - 1; line++)
      for (let k = 2, from = line * across + 2 * along; k < SIDE - 3; k++, from += along) {
        const here = rise(from, from + along)
        if (here <= step) continue
        step = here
        sharpness = here / (1 + (rise(from - along, from) + rise(from + along, from + 2 * along)) / 2)
      }
  }
  return { step, sharpness }
}

/** Immerkær's estimate: a mask under which even and slanted ground is nothing, so that noise and fine detail are left. */
function deviation(grey: Float32Array): number {
  let sum = 0
  const at = (index: number): number => grey[index] as number
  for (let row = 1; row < SIDE - 1; row++)
    for (let column = 1, i = row * SIDE + 1; column < SIDE - 1; column++, i++) {
      const corners = at(i - SIDE - 1) + at(i - SIDE + 1) + at(i + SIDE - 1) + at(i + SIDE + 1)
      const edges = at(i - SIDE) + at(i - 1) + at(i + 1) + at(i + SIDE)
      sum += Math.abs(corners - 2 * edges + 4 * at(i))
    }
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * (SIDE - 2) ** 2)
}

/** One of the values itself. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0

const isLit = ({ mean }: Patch): boolean => mean >= DARKEST && mean <= BRIGHTEST

export const noiseOf = (patches: readonly Patch[]): number =>
  quantile(
    patches.filter(isLit).map(({ noise }) => noise),
    EVEN,
  )

/** The share of patches with stronger steps is print. */
const PRINTED = 0.9

export const sharpnessOfPrint = (card: readonly Patch[]): number => {
  const line = quantile(
    card.map(({ step }) => step),
    PRINTED,
  )
  return quantile(
    card.filter(({ step }) => step >= line).map(({ sharpness }) => sharpness),
    PRINTED,
  )
}

/** These waves of a block, across and down, are low enough to survive a compression and high enough to be many. */
const WAVES = [
  [1, 0],
  [0, 1],
  [2, 0],
  [1, 1],
  [0, 2],
  [3, 0],
  [2, 1],
  [1, 2],
  [0, 3],
] as const
const MOST_WAVES = 4
const COSINES = Float64Array.from({ length: MOST_WAVES * PATCH }, (_, i) => {
  const [u, x] = [Math.floor(i / PATCH), i % PATCH]
  return (Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1)) / 2
})

/** Row by row first: each row serves several waves. */
function wavesOf(grey: Float32Array): number[] {
  const rows = new Float32Array(MOST_WAVES * PATCH)
  for (let u = 0, to = 0; u < MOST_WAVES; u++)
    for (let y = 0; y < PATCH; y++, to++) {
      let sum = 0
      for (let x = 0, from = (y + 1) * SIDE + 1; x < PATCH; x++, from++)
        sum += (COSINES[u * PATCH + x] as number) * (grey[from] as number)
      rows[to] = sum
    }
  return WAVES.map(([u, v]) => {
    let sum = 0
    for (let y = 0; y < PATCH; y++)
      sum += (COSINES[v * PATCH + y] as number) * (rows[u * PATCH + y] as number)
    return sum
  })
}

const MOST_PERIOD = 24
/** From here on the sizes of a wave are clearly multiples of a period. */
const PERIODIC = 0.5
const LEAST_WAVES = 40

const LEAST_TRACES = 3

/** A compression left a wave of the page in multiples of one step. */
interface Trace {
  readonly wave: number
  readonly period: number
  readonly strength: number
}

const tracesOf = (patches: readonly Patch[]): Trace[] =>
  WAVES.flatMap((_, wave) => {
    const sizes = patches.flatMap(({ waves }) => waves?.[wave] ?? [])
    for (let period = MOST_PERIOD; period >= 2; period--) {
      const strength = periodicity(sizes, period)
      if (strength !== undefined && strength >= PERIODIC) return [{ wave, period, strength }]
    }
    return []
  })

/**
 * How much more the page shows an earlier compression than these of its patches do, -2 to 2: what was pasted after it has other
 * steps, or none. Undefined where too little shows it.
 */
export function historyOf(
  own: readonly (readonly number[] | undefined)[],
  traces: readonly Trace[],
): number | undefined {
  const differences = traces.flatMap(({ wave, period, strength }) => {
    const sizes = own.flatMap((waves) => waves?.[wave] ?? [])
    const found = periodicity(sizes, period)
    return found === undefined ? [] : [strength - found]
  })
  return differences.length < LEAST_TRACES ? undefined : quantile(differences, 0.5)
}

/** 1 where all are multiples of the period, -1 where all lie half-way between; those near 0 say nothing. */
function periodicity(sizes: readonly number[], period: number): number | undefined {
  let [sum, count] = [0, 0]
  for (const size of sizes) {
    if (Math.abs(size) <= period / 4) continue
    sum += Math.cos((2 * Math.PI * size) / period)
    count++
  }
  return count < LEAST_WAVES ? undefined : sum / count
}

/** The grid is looked for at so many places across and down. */
const PLACES = 26

/** Where the blocks of the compression begin: the steps between pixels are larger there. */
function gridOf(pixels: Pixels, at: (share: Point) => Point): Point {
  const [across, down] = [new Float64Array(PATCH), new Float64Array(PATCH)]
  for (let row = 1; row < PLACES; row++)
    for (let column = 1; column < PLACES; column++) {
      const { x, y } = at({ x: column / PLACES, y: row / PLACES })
      const [left, top] = [Math.round(x), Math.round(y)]
      if (left < 2 || top < 2 || left + PATCH + 2 >= pixels.width || top + PATCH + 2 >= pixels.height)
        continue
      for (let k = 0; k < PATCH; k++) {
        const step = (dx: number, dy: number) => {
          const grey = (shift: number) => greyAt(pixels, left + dx * (k + shift), top + dy * (k + shift))
          // A smooth ramp has no step where it goes on as before.
          return Math.min(16, Math.abs(grey(-2) - 3 * grey(-1) + 3 * grey(0) - grey(1)))
        }
        const [x8, y8] = [(left + k) % PATCH, (top + k) % PATCH]
        across[x8] = (across[x8] ?? 0) + step(1, 0)
        down[y8] = (down[y8] ?? 0) + step(0, 1)
      }
    }
  return { x: across.indexOf(Math.max(...across)), y: down.indexOf(Math.max(...down)) }
}
