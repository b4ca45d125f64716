// Finds where along a line of text the picture shows neither letters nor what they are printed on: light, a finger, or its edge.
import { type Box, distance, type Point } from '../../image/geometry/geometry.ts'
import {
  composed,
  flatten,
  type Homography,
  project,
  type Quad,
  rectangleOnto,
} from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'

/** A part of a line, in shares of its length: 0 where its ink begins, 1 where it ends. */
export interface BlindRun {
  /** `light` is as bright as the sensor can tell, `cover` has the colours of skin, `edge` lies beyond the picture. */
  readonly what: 'light' | 'cover' | 'edge'
  readonly from: number
  readonly to: number
}

/** The strip is so many pixels high, and reaches so many heights beyond both ends of the line. */
const [ROWS, REACH] = [8, 4]
/** The part of a column that must show nothing. */
const BLIND_SHARE = 0.9
/** A run is at least so many heights wide: no stroke of a letter is. */
const WIDE = 0.5

/** What is known of the page that a line is on. */
interface Around {
  /** What lies beyond it, such as a table of wood, hides nothing. */
  readonly printed: Box
  /** Skin there covers nothing. */
  readonly portrait?: Box | undefined
  /** Of a page that is cut off any text may go on beyond the edge, of a whole one only what touches it. */
  readonly isCut: boolean
}

/** A line that the edge of the picture cuts along has no room for so much of its height above or below it. */
const MARKS = 0.15
/** In heights of a line. */
const TOUCHES = 0.4

/** `onto` maps the page, in whose pixels the quad lies, to the picture. */
export function blindRuns(
  pixels: Pixels,
  onto: Homography,
  quad: Quad,
  { printed, portrait, isCut }: Around,
): BlindRun[] {
  const [a, b, c, d] = quad
  const height = (distance(a, d) + distance(b, c)) / 2
  const length = (distance(a, b) + distance(d, c)) / 2
  if (height < 1 || length < height) return []
  const ink = Math.max(1, Math.round((ROWS * length) / height))
  const beside = Math.round(ROWS * REACH)
  const columns = ink + 2 * beside
  const fromInk = rectangleOnto(ink, ROWS, quad)
  const shifted = Float64Array.of(1, 0, -beside, 0, 1, 0, 0, 0, 1)
  const ontoPage = composed(fromInk, shifted)
  const ontoStrip = composed(onto, ontoPage)
  const strip = flatten(pixels, ontoStrip, columns, ROWS)
  const picture = { x: 0, y: 0, ...pixels }
  const [lit, ground] = groundsOf(strip, beside, ink)
  const isWhite = Math.min(...lit) >= NOT_CLIPPED
  const end = Math.round(ROWS * END)
  const isPaleFirst = isPale(strip, beside, end)
  const isPaleLast = isPale(strip, beside + ink - end, end)
  const isLit = (column: number): boolean =>
    !isWhite || (column < beside && isPaleFirst) || (column >= beside + ink && isPaleLast)
  const seen = Array.from({ length: columns }, (_, column) => {
    const x = column + 0.5
    if (![-MARKS * ROWS, (1 + MARKS) * ROWS].every((y) => isWithin(project(ontoStrip, { x, y }), picture)))
      return 'edge'
    const place = project(ontoPage, { x, y: ROWS / 2 })
    if (!isWithin(place, printed)) return undefined
    const look = lookOf(strip, column, ground, isLit(column))
    return look === 'cover' && portrait && isWithin(place, portrait) ? undefined : look
  })
  const touches = ({ from, to }: BlindRun): boolean =>
    to > beside - ROWS * TOUCHES && from < beside + ink + ROWS * TOUCHES
  const runs = runsOf(seen, ROWS * WIDE).filter((run) => run.what !== 'edge' || isCut || touches(run))
  return runs.map(({ what, from, to }) => ({
    what,
    from: (from - beside) / ink,
    to: (to - beside) / ink,
  }))
}

const isWithin = (place: Point, { x, y, width, height }: Box): boolean =>
  place.x >= x && place.y >= y && place.x < x + width && place.y < y + height

type Colour = readonly [red: number, green: number, blue: number]

const colourAt = ({ width, data }: Pixels, x: number, y: number): Colour => {
  const at = 3 * (y * width + x)
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

/** Most of a line is ground: the middle of its brighter half. Bold letters beside a finger leave less of it. */
const [MIDDLE_OF_GROUND, BRIGHT_GROUND] = [0.7, 0.85]

function groundsOf(strip: Pixels, from: number, width: number): [lit: Colour, ground: Colour] {
  const brightness = new Uint16Array(width * strip.height)
  for (let i = 0; i < brightness.length; i++) {
    const at = 3 * (Math.floor(i / width) * strip.width + from + (i % width))
    brightness[i] = (strip.data[at] ?? 0) + (strip.data[at + 1] ?? 0) + (strip.data[at + 2] ?? 0)
  }
  const sorted = brightness.toSorted()
  const [lit, ground] = [MIDDLE_OF_GROUND, BRIGHT_GROUND].map((share): Colour => {
    const i = brightness.indexOf(sorted[Math.floor(share * sorted.length)] ?? 0)
    return colourAt(strip, from + (i % width), Math.floor(i / width))
  })
  return [lit as Colour, ground as Colour]
}

/** The first and the last letter stand within so many heights of the ends. */
const END = 1.2
/** On a white ground, light that hides letters makes those beside it as pale as this. */
const PALE = 120

function isPale(strip: Pixels, from: number, width: number): boolean {
  let darkest = 255
  for (let x = Math.max(0, from); x < Math.min(strip.width, from + width); x++)
    for (let y = 0; y < strip.height; y++) darkest = Math.min(darkest, Math.max(...colourAt(strip, x, y)))
  return darkest >= PALE
}

/** Where even ink is as bright as the sensor can tell, all channels are this bright; a ground that is so too says little. */
const [CLIPPED, NOT_CLIPPED] = [252, 246]
/** How far skin is from the ground. */
const FAR = 60

function lookOf(strip: Pixels, column: number, ground: Colour, isLit: boolean): BlindRun['what'] | undefined {
  let [light, cover] = [0, 0]
  for (let y = 0; y < strip.height; y++) {
    const colour = colourAt(strip, column, y)
    if (isLit && Math.min(...colour) >= CLIPPED) light++
    else if (isSkin(colour) && away(colour, ground) > FAR) cover++
  }
  const least = BLIND_SHARE * strip.height
  if (light >= least) return 'light'
  return cover >= least ? 'cover' : undefined
}

const away = (one: Colour, other: Colour): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

/** Of any shade, in white light. */
const isSkin = ([red, green, blue]: Colour): boolean =>
  red > 50 && red - green > 0.06 * red && green >= 0.9 * blue && red - blue > 0.18 * red

function runsOf(seen: readonly (BlindRun['what'] | undefined)[], least: number): BlindRun[] {
  const runs: BlindRun[] = []
  for (let from = 0; from < seen.length; ) {
    const what = seen[from]
    let to = from + 1
    while (seen[to] === what && to < seen.length) to++
    if (what && to - from >= (what === 'edge' ? 1 : least)) runs.push({ what, from, to })
    from = to
  }
  return runs
}
