// Finds where along a line of text the picture shows neither letters nor what they are printed on: light, a finger, or its edge.
import { distance } from '../../image/geometry/geometry.ts'
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
  /** `light` is brighter than the ground of the line, `cover` is anything else, `edge` lies beyond the picture. */
  readonly what: 'light' | 'cover' | 'edge'
  readonly from: number
  readonly to: number
}

/** The strip is so many pixels high, and reaches so many heights beyond both ends of the line. */
const [ROWS, REACH] = [8, 2.5]
/** The part of a column that must show nothing. */
const BLIND_SHARE = 0.9
/** A run is at least so many heights wide: no stroke of a letter is. */
const WIDE = 0.5

/** `onto` maps the page, in whose pixels the quad lies, to the picture. */
export function blindRuns(pixels: Pixels, onto: Homography, quad: Quad): BlindRun[] {
  const [a, b, c, d] = quad
  const height = (distance(a, d) + distance(b, c)) / 2
  const length = (distance(a, b) + distance(d, c)) / 2
  if (height < 1 || length < height) return []
  const ink = Math.max(1, Math.round((ROWS * length) / height))
  const beside = Math.round(ROWS * REACH)
  const columns = ink + 2 * beside
  const fromInk = rectangleOnto(ink, ROWS, quad)
  const shifted = Float64Array.of(1, 0, -beside, 0, 1, 0, 0, 0, 1)
  const ontoStrip = composed(onto, composed(fromInk, shifted))
  const strip = flatten(pixels, ontoStrip, columns, ROWS)
  const ground = groundOf(strip, beside, ink)
  const seen = Array.from({ length: columns }, (_, column) => {
    const { x, y } = project(ontoStrip, { x: column + 0.5, y: ROWS / 2 })
    const isInside = x >= 0 && y >= 0 && x < pixels.width && y < pixels.height
    return isInside ? lookOf(strip, column, ground) : 'edge'
  })
  return runsOf(seen, ROWS * WIDE).map(({ what, from, to }) => ({
    what,
    from: (from - beside) / ink,
    to: (to - beside) / ink,
  }))
}

type Colour = readonly [red: number, green: number, blue: number]

const colourAt = ({ width, data }: Pixels, x: number, y: number): Colour => {
  const at = 3 * (y * width + x)
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

/** Most of a line is ground: the middle of its brighter half. */
function groundOf(strip: Pixels, from: number, width: number): Colour {
  const colours: Colour[] = []
  for (let x = from; x < from + width; x++)
    for (let y = 0; y < strip.height; y++) colours.push(colourAt(strip, x, y))
  const brightness = ([red, green, blue]: Colour) => red + green + blue
  colours.sort((one, other) => brightness(one) - brightness(other))
  return colours[Math.floor(0.7 * colours.length)] ?? [255, 255, 255]
}

/** How far a colour is from the ground, and what is white where the ground is not. */
const [FAR, WHITE, NOT_WHITE] = [55, 250, 242]

function lookOf(strip: Pixels, column: number, ground: Colour): BlindRun['what'] | undefined {
  let [light, cover] = [0, 0]
  for (let y = 0; y < strip.height; y++) {
    const colour = colourAt(strip, column, y)
    const away = Math.hypot(...colour.map((value, i) => value - (ground[i] ?? 0)))
    const isWhite = Math.min(...colour) >= WHITE && Math.min(...ground) < NOT_WHITE
    const isBrighter = colour.every((value, i) => value >= (ground[i] ?? 0) - 4)
    if (isWhite || (away > FAR && isBrighter)) light++
    else if (away > FAR) cover++
  }
  const least = BLIND_SHARE * strip.height
  if (light >= least) return 'light'
  return light + cover >= least ? 'cover' : undefined
}

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
