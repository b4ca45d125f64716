// Compares the portrait of a card with the card around it: both went through one lens, one sensor and one history of compression.
import type { Box, Point } from '../../image/geometry/geometry.ts'
import { project, type Quad } from '../../image/geometry/perspective.ts'
import { luminance, type Pixels } from '../../image/pixels.ts'
import { type Kind, pageDefinition, type Side } from '../kinds/kinds.ts'
import type { PortraitLook } from './portrait-look.ts'
import { ontoPicture, pageSize } from './straighten.ts'

/** A patch has so many pixels along each side: as many as a block of a JPEG. */
const PATCH = 8
/** The portrait is looked at without its rim, as a share of its size on each side; cards vary by a fiftieth of their width. */
const RIM = 0.12
/** Around it as much is left out, and the rim of the page. */
const AROUND = 0.04
/** Patches that are washed out or black have no noise on any portrait. */
const [DARKEST, BRIGHTEST] = [20, 235]
/** A pixel beyond these may have been cut off, which no compression did. */
const [BLACK, WHITE] = [2, 253]
/** Fewer patches tell nothing. */
const LEAST_PATCHES = 60
/** More tell no more. */
const MOST_PATCHES = 600
/** The share of patches that are taken as even. */
const EVEN = 0.25
/** Rounding to whole levels is noise as well, in levels. */
const ROUNDING = 0.2

interface Patch {
  readonly mean: number
  /** Standard deviation of the noise, in levels, where the patch is even. */
  readonly noise: number
  /** Its strongest step between two pixels, in levels, and how sharp that is. */
  readonly step: number
  readonly sharpness: number
  /** None where a pixel is white or black. */
  readonly waves: readonly number[] | undefined
}

/** Undefined for a page whose kind has no portrait there, or that has too few pixels. */
export function lookAtPortrait(pixels: Pixels, page: PlacedPage): PortraitLook | undefined {
  const definition = pageDefinition(page)
  const portrait = definition?.portrait
  if (!portrait) return undefined
  const size = pageSize(page.kind, page.corners)
  const onto = ontoPicture(size, page.corners)
  const at = (share: Point): Point => project(onto, { x: share.x * size.width, y: share.y * size.height })
  const grid = gridOf(pixels, at)
  const left = [inset(portrait, -AROUND, -AROUND), ...(definition.code ? [definition.code.region] : [])]
  const isCard = (share: Point) => !left.some((box) => isIn(box, share))
  const own = patchesIn(pixels, inset(portrait, RIM * portrait.width, RIM * portrait.height), at, grid)
  const card = patchesIn(pixels, inset(WHOLE, AROUND, AROUND), at, grid, isCard)
  if (Math.min(own.length, card.length) < LEAST_PATCHES) return undefined
  return {
    noise: Math.log2((noiseOf(own) + ROUNDING) / (noiseOf(card) + ROUNDING)),
    edge: Math.log2((edgeOf(pixels, portrait, at) + ROUNDING) / (sharpnessOfPrint(card) + ROUNDING)),
    history: historyOf(own, card),
  }
}

interface PlacedPage {
  readonly kind: Kind
  readonly side: Side
  readonly corners: Quad
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

const inset = ({ x, y, width, height }: Box, across: number, down: number): Box => ({
  x: x + across,
  y: y + down,
  width: width - 2 * across,
  height: height - 2 * down,
})

const isIn = ({ x, y, width, height }: Box, at: Point): boolean =>
  at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height

const greyAt = ({ width, data }: Pixels, x: number, y: number): number => {
  const from = 3 * (y * width + x)
  return luminance(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0)
}

/** Patches lie on the grid of the compression, evenly spread over the box. */
function patchesIn(
  pixels: Pixels,
  box: Box,
  at: (share: Point) => Point,
  grid: Point,
  isMeant: (share: Point) => boolean = () => true,
): Patch[] {
  const [a, b, d] = [
    at({ x: box.x, y: box.y }),
    at({ x: box.x + box.width, y: box.y }),
    at({ x: box.x, y: box.y + box.height }),
  ]
  const [along, below] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - a.x, d.y - a.y)]
  const spacing = Math.max(PATCH, Math.sqrt((along * below) / MOST_PATCHES))
  const [across, down] = [Math.floor(along / spacing), Math.floor(below / spacing)]
  const found: Patch[] = []
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

/** Takes the pixels as they are, and one more on each side: sampling them anew would smooth them. */
function patchAt(pixels: Pixels, left: number, top: number): Patch | undefined {
  const side = PATCH + 2
  if (left < 1 || top < 1 || left + PATCH >= pixels.width || top + PATCH >= pixels.height) return undefined
  const grey = new Float32Array(side * side)
  let sum = 0
  let isCut = false
  for (let row = 0, to = 0; row < side; row++)
    for (let column = 0; column < side; column++, to++) {
      const value = greyAt(pixels, left - 1 + column, top - 1 + row)
      grey[to] = value
      sum += value
      isCut ||= value < BLACK || value > WHITE
    }
  return {
    mean: sum / grey.length,
    noise: deviation(grey, side),
    ...steepest(grey, side),
    waves: isCut ? undefined : wavesOf(grey, side),
  }
}

/** The strongest step between two neighbours in a row or column, by the steps before and after it. */
function steepest(grey: Float32Array, side: number): Pick<Patch, 'step' | 'sharpness'> {
  let [step, sharpness] = [0, 0]
  for (const stride of [1, side])
    for (let line = 1; line < side - 1; line++)
      for (let k = 2; k < side - 3; k++) {
        const from = stride === 1 ? line * side + k : k * side + line
        const rise = (shift: number) =>
          Math.abs((grey[from + (shift + 1) * stride] ?? 0) - (grey[from + shift * stride] ?? 0))
        const here = rise(0)
        if (here <= step) continue
        step = here
        sharpness = here / (1 + (rise(-1) + rise(1)) / 2)
      }
  return { step, sharpness }
}

/** Immerkær's estimate: a mask under which even and slanted ground is nothing, so that noise and fine detail are left. */
function deviation(grey: Float32Array, side: number): number {
  let sum = 0
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++) {
      const at = row * side + column
      const near = (shift: number) => grey[at + shift] ?? 0
      const corners = near(-side - 1) + near(-side + 1) + near(side - 1) + near(side + 1)
      const edges = near(-side) + near(-1) + near(1) + near(side)
      sum += Math.abs(corners - 2 * edges + 4 * near(0))
    }
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * (side - 2) ** 2)
}

/** One of the values itself. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0

const isLit = ({ mean }: Patch): boolean => mean >= DARKEST && mean <= BRIGHTEST

const noiseOf = (patches: readonly Patch[]): number =>
  quantile(
    patches.filter(isLit).map(({ noise }) => noise),
    EVEN,
  )

/** The share of patches with stronger steps is print. */
const PRINTED = 0.9

const sharpnessOfPrint = (card: readonly Patch[]): number => {
  const line = quantile(
    card.map(({ step }) => step),
    PRINTED,
  )
  return quantile(
    card.filter(({ step }) => step >= line).map(({ sharpness }) => sharpness),
    PRINTED,
  )
}

/** Along each edge of the portrait there are so many pieces, and each piece is crossed so often. */
const PIECES = 8
const CROSSINGS = 12
/** An edge is looked for so far to each side of its place, as a share of the portrait's width. */
const REACH = 0.1

/** The sharpness of the sharpest edge, by the median of its pieces. The lower edge is left out: collars end there. */
function edgeOf(pixels: Pixels, box: Box, at: (share: Point) => Point): number {
  const { x, y, width, height } = box
  const sides = [
    { from: { x, y }, along: { x: 0, y: height }, normal: { x: 1, y: 0 } },
    { from: { x: x + width, y }, along: { x: 0, y: height }, normal: { x: 1, y: 0 } },
    { from: { x, y }, along: { x: width, y: 0 }, normal: { x: 0, y: 1 } },
  ]
  const sharpness = sides.map(({ from, along, normal }) => {
    const pieces = Array.from({ length: PIECES }, (_, piece) =>
      sharpnessOf(
        Array.from({ length: CROSSINGS }, (_, k) => {
          const share = 0.1 + (0.8 * (piece + (k + 0.5) / CROSSINGS)) / PIECES
          const place = { x: from.x + share * along.x, y: from.y + share * along.y }
          return profileAt(pixels, at, place, { x: REACH * width * normal.x, y: REACH * width * normal.y })
        }),
      ),
    )
    return quantile(pieces, 0.5)
  })
  return Math.max(...sharpness)
}

/** Grey across an edge, a pixel apart, so far to both sides. */
function profileAt(pixels: Pixels, at: (share: Point) => Point, { x, y }: Point, reach: Point): number[] {
  const [a, b] = [at({ x: x - reach.x, y: y - reach.y }), at({ x: x + reach.x, y: y + reach.y })]
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const count = Math.floor(length)
  return Array.from({ length: count }, (_, k) => {
    const [x, y] = [a.x + ((b.x - a.x) * k) / length - 0.5, a.y + ((b.y - a.y) * k) / length - 0.5]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    if (left < 0 || top < 0 || left + 1 >= pixels.width || top + 1 >= pixels.height) return 0
    const [p, q] = [x - left, y - top]
    const upper = (1 - p) * greyAt(pixels, left, top) + p * greyAt(pixels, left + 1, top)
    const lower = (1 - p) * greyAt(pixels, left, top + 1) + p * greyAt(pixels, left + 1, top + 1)
    return (1 - q) * upper + q * lower
  })
}

/** The mean step over all crossings where it is strongest, by those before and after it. */
function sharpnessOf(profiles: readonly (readonly number[])[]): number {
  const count = Math.min(...profiles.map((profile) => profile.length)) - 1
  const rises = Array.from(
    { length: Math.max(0, count) },
    (_, k) =>
      profiles.reduce((sum, profile) => sum + (profile[k + 1] ?? 0) - (profile[k] ?? 0), 0) / profiles.length,
  ).map(Math.abs)
  let best = 0
  for (let k = 2; k < rises.length - 2; k++) {
    const here = rises[k] ?? 0
    best = Math.max(best, here / (1 + ((rises[k - 1] ?? 0) + (rises[k + 1] ?? 0)) / 2))
  }
  return best
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
const COSINES = Array.from({ length: MOST_WAVES }, (_, u) =>
  Array.from(
    { length: PATCH },
    (_, x) => (Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1)) / 2,
  ),
)

/** Row by row first: each row serves several waves. */
function wavesOf(grey: Float32Array, side: number): number[] {
  const rows = new Float32Array(MOST_WAVES * PATCH)
  for (let u = 0; u < MOST_WAVES; u++) {
    const cosines = COSINES[u] ?? []
    for (let y = 0; y < PATCH; y++) {
      let sum = 0
      for (let x = 0, from = (y + 1) * side + 1; x < PATCH; x++, from++)
        sum += (cosines[x] ?? 0) * (grey[from] ?? 0)
      rows[u * PATCH + y] = sum
    }
  }
  return WAVES.map(([u, v]) => {
    const cosines = COSINES[v] ?? []
    let sum = 0
    for (let y = 0; y < PATCH; y++) sum += (cosines[y] ?? 0) * (rows[u * PATCH + y] ?? 0)
    return sum
  })
}

const MOST_PERIOD = 24
/** From here on the sizes of a wave are clearly multiples of a period. */
const PERIODIC = 0.5
const LEAST_WAVES = 40

/** A compression leaves each wave in multiples of one step. What was pasted after it has other steps, or none. */
function historyOf(own: readonly Patch[], card: readonly Patch[]): number {
  const differences = WAVES.flatMap((_, k) => {
    const [of, around] = [own, card].map((patches) => patches.flatMap(({ waves }) => waves?.[k] ?? []))
    for (let period = MOST_PERIOD; period >= 2; period--) {
      const its = periodicity(around ?? [], period)
      if (its === undefined || its < PERIODIC) continue
      const portrait = periodicity(of ?? [], period)
      return portrait === undefined ? [] : [its - portrait]
    }
    return []
  })
  return differences.length < 3 ? 0 : quantile(differences, 0.5)
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
