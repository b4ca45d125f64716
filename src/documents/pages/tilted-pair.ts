// Compares a page in two pictures, flat and tilted: whether what is around it moved as the page did, as on a display or a print.
import { boxMeans } from '../../image/box-sums.ts'
import { decodeImage } from '../../image/decode/image.ts'
import { fitHomography } from '../../image/geometry/fit-homography.ts'
import { distance, type Point, type Size } from '../../image/geometry/geometry.ts'
import { composed, flatten, type Homography, project, type Quad } from '../../image/geometry/perspective.ts'
import { type Grey, greyOf } from '../../image/measure.ts'
import type { Pixels } from '../../image/pixels.ts'
import type { KindDefinition } from '../kinds/kind.ts'
import { ontoPicture } from './straighten.ts'

/** A page in a picture: the corners are in its pixels. */
interface PagePicture {
  readonly pixels: Pixels
  readonly corners: Quad
}

export interface PairLook {
  /** On how many sides of the page there is something to see. */
  readonly sides: number
  /** How much of what is beside the page moved as it did, 0 to 1, on the side where it is least; missing where too little is to be seen. */
  readonly movedAlong?: number
}

export interface PairInput {
  readonly pictures: readonly [EncodedPage, EncodedPage]
  readonly page: PageShape
  readonly maxMegapixels: number
}

/** In millimetres, as kinds have them. */
type PageShape = Pick<KindDefinition, 'widthMm' | 'heightMm' | 'filmMm'>

interface EncodedPage {
  readonly bytes: Uint8Array
  readonly corners: Quad
}

/** Undefined where one of the pictures cannot be decoded any more. */
export async function comparePair({
  pictures,
  page,
  maxMegapixels,
}: PairInput): Promise<PairLook | undefined> {
  const [one, other] = await Promise.all(
    pictures.map(async ({ bytes, corners }) => {
      const decoded = await decodeImage(bytes, { maxMegapixels })
      return 'fault' in decoded ? undefined : { pixels: decoded.pixels, corners }
    }),
  )
  return one && other && lookAtPair(one, other, page)
}

/** Pixels of the page when its surroundings are compared. */
const PAGE_WIDTH = 256
/** How far from the edge is looked, whose shadow moves with it, and how far around that, as shares of the width. */
const [BESIDE, AROUND] = [0.02, 0.12]
const CELL = 12
const STEP = 6
/** Where else a place may have moved to. */
const SEARCH = 9
/** Pages are laid on each other more exactly than this, also so far outside. */
const NEAR = 1.5
/** So far inside of the picture a place must lie, in pixels of the page. */
const RIM = 2
/** In levels: what is evener shows nothing that could move. */
const LEAST_TEXTURE = 1.7
/** A place that is found nowhere did not move along. */
const LEAST_MATCH = 0.6
const LEAST_PLACES = 4
/** Phones that are held upright show little beside a card. */
const LEAST_SIDES = 3

export function lookAtPair(one: PagePicture, other: PagePicture, shape: PageShape): PairLook {
  const { widthMm, heightMm, filmMm = 0 } = shape
  const rim = Math.round(AROUND * PAGE_WIDTH)
  const margin = rim + Math.round((BESIDE + filmMm / widthMm) * PAGE_WIDTH)
  const page = { width: PAGE_WIDTH, height: Math.round((PAGE_WIDTH * heightMm) / widthMm), margin }
  const first = plane(one, page)
  const rough = plane(other, page)
  const exact = laidOn(first.grey, rough.grey, page)
  const second = exact ? plane(other, page, exact) : rough
  const sides: [number[], number[], number[], number[]] = [[], [], [], []]
  let [seen, skin] = [0, 0]
  for (const at of cells(first.grey)) {
    const { x, y } = at
    const on = [x + CELL <= rim, y + CELL <= rim, x >= first.grey.width - rim, y >= first.grey.height - rim]
    if (!on.includes(true) || !first.shows(at) || !second.shows(at)) continue
    const found = search(first.grey, second.grey, at)
    if (!found) continue
    seen++
    if (first.isSkin(at)) skin++
    for (const [i, side] of sides.entries())
      if (on[i]) side.push(found.near / Math.max(LEAST_MATCH, found.best))
  }
  const means = sides
    .filter((side) => side.length >= LEAST_PLACES)
    .map((side) => side.reduce((sum, share) => sum + share, 0) / side.length)
  const isKnown = means.length >= LEAST_SIDES && skin <= MOST_SKIN * seen
  return { sides: means.length, ...(isKnown && { movedAlong: Math.min(...means) }) }
}

/** What is around the page is so wide, in the same pixels. */
interface Surrounded extends Size {
  readonly margin: number
}

interface Plane {
  readonly grey: Grey
  /** Whether the picture shows the cell. */
  readonly shows: (cell: Point) => boolean
  readonly isSkin: (cell: Point) => boolean
}

/** The page and what is around it as if all lay in one plane; `exact` moves it onto another picture of it. */
function plane({ pixels, corners }: PagePicture, page: Surrounded, exact?: Homography): Plane {
  const { width, height, margin } = page
  const inner = composed(ontoPicture(page, corners), Float64Array.of(1, 0, -margin, 0, 1, -margin, 0, 0, 1))
  const onto = exact ? composed(inner, exact) : inner
  const flat = flatten(pixels, onto, width + 2 * margin, height + 2 * margin)
  const isIn = (x: number, y: number): boolean => {
    const at = project(onto, { x, y })
    return at.x >= 1 && at.y >= 1 && at.x < pixels.width - 1 && at.y < pixels.height - 1
  }
  const [before, after] = [-RIM, CELL + RIM]
  const shows = ({ x, y }: Point): boolean =>
    [before, after].every((dy) => [before, after].every((dx) => isIn(x + dx, y + dy)))
  return { grey: fine(greyOf(flat)), shows, isSkin: ({ x, y }) => isSkin(flat, x, y) }
}

function isSkin({ width, data }: Pixels, x: number, y: number): boolean {
  let count = 0
  for (let row = y; row < y + CELL; row++)
    for (let at = 3 * (row * width + x); at < 3 * (row * width + x + CELL); at += 3) {
      const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
      if (red > 1.12 * green && green > 0.95 * blue && red - blue > 20) count++
    }
  return count > SKIN * CELL * CELL
}
const SKIN = 0.5
/** Fingers move with the card that they hold: where they are nearly all that is seen around it, nothing is said. */
const MOST_SKIN = 0.7

/** Half of the sides of the squares over which is averaged, in pixels. */
const [DOTS, SLOW] = [1, 7]

/** Without what changes slowly, which looks alike wherever it is, and without the dots of prints and displays. */
function fine(grey: Grey): Grey {
  const data = Float32Array.from(grey.data)
  const [sharp, soft] = [boxMeans(data, grey.width, DOTS, 'edge'), boxMeans(data, grey.width, SLOW, 'edge')]
  return { ...grey, data: sharp.map((value, i) => value - (soft[i] as number)) }
}

function* cells({ width, height }: Grey): Generator<Point> {
  for (let y = SEARCH; y + CELL + SEARCH <= height; y += STEP)
    for (let x = SEARCH; x + CELL + SEARCH <= width; x += STEP) yield { x, y }
}

/** So many places of the page must be found again, and lie so near to where the others say. */
const LEAST_FOUND = 20
const STRAY = 2

/** The corners are found to half a hundredth; what is printed on the page says exactly how one picture lies on the other. */
function laidOn(one: Grey, other: Grey, { width, height, margin }: Surrounded): Homography | undefined {
  const from: Point[] = []
  const to: Point[] = []
  for (const cell of cells(one)) {
    const isOnPage =
      cell.x >= margin &&
      cell.y >= margin &&
      cell.x + CELL <= margin + width &&
      cell.y + CELL <= margin + height
    // Every second place each way is enough.
    if (!isOnPage || cell.x % (2 * STEP) < STEP || cell.y % (2 * STEP) < STEP) continue
    const found = search(one, other, cell)
    if (!found || found.best < LEAST_MATCH) continue
    const middle = { x: cell.x + CELL / 2, y: cell.y + CELL / 2 }
    from.push(middle)
    to.push({ x: middle.x + found.dx, y: middle.y + found.dy })
  }
  if (from.length < LEAST_FOUND) return undefined
  const first = fitHomography(from, to)
  const kept = from.flatMap((point, i) => {
    const there = to[i] as Point
    return distance(project(first, point), there) <= STRAY ? [{ point, there }] : []
  })
  if (kept.length < LEAST_FOUND) return undefined
  return fitHomography(
    kept.map(({ point }) => point),
    kept.map(({ there }) => there),
  )
}

interface Found {
  /** The best correlation at the same place and anywhere near, and where that is. */
  readonly near: number
  readonly best: number
  readonly dx: number
  readonly dy: number
}

/** Undefined where there is nothing to see. */
function search(one: Grey, other: Grey, { x, y }: Point): Found | undefined {
  const own = cellOf(one, x, y)
  if (own.deviation < LEAST_TEXTURE) return undefined
  let found: Found = { near: 0, best: 0, dx: 0, dy: 0 }
  let most = 0
  for (let dy = -SEARCH; dy <= SEARCH; dy++)
    for (let dx = -SEARCH; dx <= SEARCH; dx++) {
      const there = cellOf(other, x + dx, y + dy)
      most = Math.max(most, there.deviation)
      if (there.deviation === 0) continue
      let sum = 0
      for (let row = 0; row < CELL; row++) {
        const from = (y + row) * one.width + x
        const to = (y + dy + row) * other.width + x + dx
        for (let column = 0; column < CELL; column++)
          sum += ((one.data[from + column] as number) - own.mean) * (other.data[to + column] as number)
      }
      const alike = sum / (CELL * CELL) / (own.deviation * there.deviation)
      const near = Math.hypot(dx, dy) <= NEAR ? Math.max(found.near, alike) : found.near
      found = alike > found.best ? { near, best: alike, dx, dy } : { ...found, near }
    }
  return most < LEAST_TEXTURE ? undefined : found
}

function cellOf({ width, data }: Grey, x: number, y: number) {
  let [sum, squares] = [0, 0]
  for (let row = 0; row < CELL; row++) {
    const from = (y + row) * width + x
    for (let column = 0; column < CELL; column++) {
      const value = data[from + column] as number
      sum += value
      squares += value * value
    }
  }
  const mean = sum / (CELL * CELL)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / (CELL * CELL) - mean * mean)) }
}
