// Measures how far a page is in colour: a copy in black and white has none but that of the light.
import type { Point, Size } from '../../image/geometry/geometry.ts'
import { solved } from '../../image/geometry/linear-equations.ts'
import { type Homography, project } from '../../image/geometry/perspective.ts'
import { luminance, type Pixels } from '../../image/pixels.ts'
import type { Side } from '../kinds/kinds.ts'

/** Places across and down at which the page is looked at, without its rim. */
const [COLUMNS, ROWS] = [32, 20]
const RIM = 0.04
/** The pixels to each side of a place that are averaged: noise and the coarse colours of JPEG are no colour of the page. */
const REACH = 2
/** What is darker has hardly a colour, and what is brighter may have lost it; in levels. */
const [DARKEST, BRIGHTEST] = [30, 250]
/** The haze of a lens, in levels: the ratio of two dark channels is not to rise without bound. */
const HAZE = 8
const LEAST_PLACES = 100
/** A fifth of the page has more colour than what is measured. */
const SHARE = 0.8

/** What light alone explains: a constant, a change along the page and down it, and one with brightness. */
const TERMS = 4
/** The two ratios follow the terms: red to green, blue to green. */
const RATIOS = [TERMS, TERMS + 1] as const

/**
 * The colour that light does not explain, as a natural logarithm of a ratio of two channels: 0.05 is a channel that is off by
 * a twentieth. Undefined where too little is to be seen. `onto` maps pixels of the page to those of the picture.
 */
export function colourOf(pixels: Pixels, onto: Homography, { width, height }: Size): number | undefined {
  const places: number[][] = []
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) {
      const [x, y] = [(column + 0.5) / COLUMNS, (row + 0.5) / ROWS].map((at) => RIM + (1 - 2 * RIM) * at) as [
        number,
        number,
      ]
      const place = placeAt(pixels, project(onto, { x: x * width, y: y * height }))
      if (place) places.push([1, x, y, ...place])
    }
  if (places.length < LEAST_PLACES) return undefined
  const [red, blue] = RATIOS.map((ratio) => unexplained(places, ratio))
  if (!red || !blue) return undefined
  const amounts = red.map((amount, i) => Math.hypot(amount, blue[i] ?? 0)).toSorted((a, b) => a - b)
  return amounts[Math.floor(SHARE * (amounts.length - 1))]
}

/** Brightness from 0 to 1, and the two ratios. */
function placeAt({ width, height, data }: Pixels, middle: Point): number[] | undefined {
  const [left, top] = [Math.round(middle.x) - REACH, Math.round(middle.y) - REACH]
  const side = 2 * REACH + 1
  if (left < 0 || top < 0 || left + side > width || top + side > height) return undefined
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < top + side; y++)
    for (let x = left, at = 3 * (y * width + left); x < left + side; x++, at += 3) {
      red += data[at] ?? 0
      green += data[at + 1] ?? 0
      blue += data[at + 2] ?? 0
    }
  const share = 1 / side ** 2
  const brightness = luminance(red, green, blue) * share
  if (brightness < DARKEST || Math.max(red, green, blue) * share > BRIGHTEST) return undefined
  const ratio = (one: number) => Math.log((one * share + HAZE) / (green * share + HAZE))
  return [brightness / 255, ratio(red), ratio(blue)]
}

/** What is left of a ratio at each place, after the terms of light were fitted to it. */
function unexplained(places: readonly number[][], ratio: number): number[] | undefined {
  const rows = Array.from({ length: TERMS }, (_, i) => {
    const row = new Float64Array(TERMS + 1)
    for (const place of places) {
      for (let j = 0; j < TERMS; j++) row[j] = (row[j] ?? 0) + (place[i] ?? 0) * (place[j] ?? 0)
      row[TERMS] = (row[TERMS] ?? 0) + (place[i] ?? 0) * (place[ratio] ?? 0)
    }
    return row
  })
  const weights = solved(rows)
  return (
    weights &&
    places.map((place) =>
      weights.reduce((left, weight, i) => left - weight * (place[i] ?? 0), place[ratio] ?? 0),
    )
  )
}

/**
 * Below the first there is no colour, above the second there is. Fronts of specimens have 0.118 and more, the faintest of 28
 * real documents 0.048, copies in black and white 0.00 to 0.012. Some backs are printed in little more than black.
 */
const [NO_COLOUR, COLOUR] = [0.02, 0.04]

/** A page in colour is no copy in black and white, and a front without any is one, whatever the judge says of its grain. */
export function photocopyBy(judged: number, colour: number | undefined, side: Side): number {
  if (colour === undefined) return judged
  if (colour > COLOUR) return 0
  return colour < NO_COLOUR && side === 'front' ? 1 : judged
}
