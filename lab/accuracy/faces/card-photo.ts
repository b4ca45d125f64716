// Photographs a flat card as a phone does: somewhat askew on a table, under uneven light, with glare, blur and noise.

import type { Random } from '../../../specimens/random.ts'
import { boundingBox, type Point } from '../../../src/image/geometry/geometry.ts'
import {
  type Homography,
  inverted,
  project,
  type Quad,
  rectangleOnto,
} from '../../../src/image/geometry/perspective.ts'
import { crop } from '../../../src/image/geometry/warp.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { within } from './card-portrait.ts'

const PHOTO = { width: 1600, height: 1000 }

/** The radius of a card's corners and the length of its shadow, in widths of the card. */
const ROUND = 0.037
const SHADOW = 0.012
/** Pixels of the table around a card. */
const MARGIN = 40

interface Photographed {
  readonly photo: Pixels
  /** Maps pixels of the flat card to those of the photo. */
  readonly place: (point: Point) => Point
}

/** `scale` is how many pixels of the photo a pixel of the card becomes. */
export function photograph(card: Pixels, scale: number, random: Random): Photographed {
  const width = Math.round(card.width * scale)
  const height = Math.round(card.height * scale)
  // The card is averaged down first, because the projection onto the table samples four pixels only.
  const window = { a: card.width / width, b: 0, c: 0, d: 0, e: card.height / height, f: 0 }
  const seen = crop(card, window, width, height)
  const laid = corners(seen, random)
  const toPhoto = rectangleOnto(width, height, laid)
  const photo = tableTop(PHOTO, random)
  lay(seen, photo, inverted(toPhoto), random)
  const { y: top, height: tall } = boundingBox(laid)
  const rows = { from: Math.floor(top) - MARGIN, to: Math.ceil(top + tall) + MARGIN }
  blurRows(photo, within(random, 0.3, 0.3 + 1.1 * Math.max(0.5, scale)), rows)
  addNoise(photo, within(random, 1, 6), random)
  return { photo, place: ({ x, y }) => project(toPhoto, { x: x * scale, y: y * scale }) }
}

function corners({ width, height }: Pixels, random: Random): Quad {
  const turn = within(random, -0.12, 0.12)
  const room = { x: (PHOTO.width - width) / 2 - MARGIN, y: (PHOTO.height - height) / 2 - MARGIN }
  const middle = {
    x: PHOTO.width / 2 + within(random, -0.8, 0.8) * Math.max(0, room.x),
    y: PHOTO.height / 2 + within(random, -0.8, 0.8) * Math.max(0, room.y),
  }
  const corner = (right: number, down: number): Point => {
    const x = (right * width) / 2 + within(random, -0.025, 0.025) * width
    const y = (down * height) / 2 + within(random, -0.025, 0.025) * width
    return {
      x: middle.x + x * Math.cos(turn) - y * Math.sin(turn),
      y: middle.y + x * Math.sin(turn) + y * Math.cos(turn),
    }
  }
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/** The card is laid onto the photo before light falls on both. */
function lay(card: Pixels, { width, height, data }: Pixels, toCard: Homography, random: Random): void {
  const right = within(random, -0.22, 0.22)
  const down = within(random, -0.22, 0.22)
  const all = within(random, 0.75, 1.1)
  const warmth = [within(random, 0.96, 1.08), 1, within(random, 0.9, 1.04)]
  const glare = glareOf(card, random)
  const shadow = SHADOW * card.width
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const on = project(toCard, { x: x + 0.5, y: y + 0.5 })
      const past = pastEdge(card, on)
      // The card ends half a pixel past its edge.
      const cover = Math.min(1, Math.max(0, 0.5 - past))
      const dim = past > 0 && past < 5 * shadow ? 1 - 0.35 * Math.exp(-past / shadow) : 1
      const lit = all * (1 + right * (x / width - 0.5) + down * (y / height - 0.5))
      const shine = cover > 0 ? glare(on) * cover : 0
      for (let i = 0; i < 3; i++) {
        const below = (data[at + i] as number) * dim
        const value = (cover > 0 ? below + (smooth(card, on, i) - below) * cover : below) * lit
        data[at + i] = Math.min(255, Math.max(0, (value + (255 - value) * shine) * (warmth[i] as number)))
      }
    }
}

/** The distance in pixels of the card from its rounded edge; it is negative inside. */
function pastEdge({ width, height }: Pixels, { x, y }: Point): number {
  const round = ROUND * width
  const across = Math.abs(x - width / 2) - (width / 2 - round)
  const along = Math.abs(y - height / 2) - (height / 2 - round)
  const isAtCorner = across > 0 && along > 0
  return (isAtCorner ? Math.hypot(across, along) : Math.max(across, along)) - round
}

/** Interpolates one channel between four pixels. */
function smooth({ width, height, data }: Pixels, { x, y }: Point, channel: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x - 0.5)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y - 0.5)))
  const right = Math.min(1, Math.max(0, x - 0.5 - left))
  const down = Math.min(1, Math.max(0, y - 0.5 - top))
  const at = 3 * (top * width + left) + channel
  const under = at + 3 * width
  const upper = (data[at] as number) * (1 - right) + (data[at + 3] as number) * right
  const lower = (data[under] as number) * (1 - right) + (data[under + 3] as number) * right
  return upper * (1 - down) + lower * down
}

/** The lamp reflects in the laminate as a soft patch, often long, anywhere on the card; a quarter of the cards has none. */
function glareOf({ width, height }: Pixels, random: Random): (on: Point) => number {
  const strength = random.next() < 0.25 ? 0 : within(random, 0.15, 0.85)
  const middle = { x: within(random, 0, width), y: within(random, 0, height) }
  const turn = within(random, 0, Math.PI)
  const [along, across] = [within(random, 0.08, 0.35) * width, within(random, 0.03, 0.12) * width]
  return ({ x, y }) => {
    const u = ((x - middle.x) * Math.cos(turn) + (y - middle.y) * Math.sin(turn)) / along
    const v = ((y - middle.y) * Math.cos(turn) - (x - middle.x) * Math.sin(turn)) / across
    return strength * Math.exp(-(u ** 2 + v ** 2) / 2)
  }
}

function addNoise({ data }: Pixels, strength: number, random: Random): void {
  // The grain is drawn once and read from varying places, because a draw for every pixel would take longer than all the rest.
  const noise = Float32Array.from({ length: 65_537 }, () => random.normal() * strength + 0.5)
  for (let at = 0; at < data.length; ) {
    const from = random.below(noise.length / 2)
    for (let i = from; i < noise.length && at < data.length; i++, at++)
      data[at] = Math.min(255, Math.max(0, (data[at] as number) + (noise[i] as number)))
  }
}

interface Rows {
  readonly from: number
  readonly to: number
}

function blurRows({ width, height, data }: Pixels, deviation: number, rows: Rows): void {
  const reach = Math.ceil(2.5 * deviation)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  )
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const kernel = Float32Array.from(weights, (weight) => weight / sum)
  const band = data.subarray(3 * width * Math.max(0, rows.from), 3 * width * Math.min(height, rows.to))
  sweep(band, kernel, 3)
  sweep(band, kernel, 3 * width)
}

/**
 * `step` is the distance from one pixel of a line to the next. Rows run into each other at their ends, and the first and last
 * pixels stay as they are: only the table is there.
 */
function sweep(band: Uint8Array, kernel: Float32Array, step: number): void {
  const sharp = band.slice()
  const reach = ((kernel.length - 1) / 2) * step
  for (let at = reach; at < band.length - reach; at++) {
    let sum = 0.5
    for (let tap = 0, from = at - reach; tap < kernel.length; tap++, from += step)
      sum += (kernel[tap] as number) * (sharp[from] as number)
    band[at] = sum
  }
}

const colours = [
  [120, 92, 66],
  [176, 148, 112],
  [92, 94, 98],
  [206, 202, 194],
  [58, 52, 50],
  [132, 140, 128],
] as const

/** The number of knots of the grain, and the pixels between them. */
const KNOTS = 256

function tableTop(size: { readonly width: number; readonly height: number }, random: Random): Pixels {
  const { width, height } = size
  const colour = colours[random.below(colours.length)] as (typeof colours)[number]
  const grain = Float32Array.from({ length: KNOTS }, () => random.normal())
  const strength = within(random, 0, 7)
  const apart = within(random, 5, 40)
  const slope = within(random, -0.15, 0.15)
  const bend = within(random, 0, 30)
  const data = new Uint8Array(3 * width * height)
  const bends = Float32Array.from({ length: width }, (_, x) => x * slope + bend * Math.sin(x / 300) + 1000)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = (y + (bends[x] as number)) / apart
      const knot = Math.floor(place)
      const from = grain[knot % KNOTS] as number
      const vein = strength * (from + ((grain[(knot + 1) % KNOTS] as number) - from) * (place - knot))
      for (let i = 0; i < 3; i++, at++)
        data[at] = Math.min(255, Math.max(0, (colour[i] as number) + vein + 0.5))
    }
  return { width, height, data }
}
