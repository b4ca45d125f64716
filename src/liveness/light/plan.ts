// What a light challenge asks for: an area for the face, and a sequence of colours that the screen shows, drawn by table and dice; and the hint for a frame.
import type { Box, Size } from '../../image/geometry/geometry.ts'
import { turnDegrees } from '../../vision/head-angles.ts'
import { faceArea } from '../face-box.ts'
import type { Sight } from '../frame.ts'
import type { Guidance } from '../guidance.ts'
import { guideIntoArea } from '../in-area.ts'

/** `full`: the whole screen takes the colour at once. `edge`: it comes from the top, evenly, over the duration of the step. */
export const patterns = ['full', 'edge'] as const
type Pattern = (typeof patterns)[number]

export interface LightStep {
  readonly pattern: Pattern
  /** As `#rrggbb`. */
  readonly colour: string
  readonly durationMs: number
}

export interface LightPlan {
  readonly image: Size
  readonly area: Box
  readonly minFaceAreaPercent: number
  readonly sequence: readonly LightStep[]
  /** By this secret the server chooses which frames it looks at closely. */
  readonly secret: string
}

/** The number of frames a second that a client sends. */
export const FRAME_RATE = 10

const minFaceAreaPercent = 20

/** The first colour: cameras settle on it, and the face is judged best in it. */
const FIRST = '#ffffff'

/**
 * The colours of the screen. Each is as bright as a screen can show it, so that it reaches the face; none is a saturated
 * red, which may set off a seizure: of its linear light at most three quarters are red (WCAG 2.3.1 draws the line at 0.8).
 */
export const palette = [
  FIRST,
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
  '#ffa000',
  '#8000ff',
] as const

/** The number of steps; the transitions are one fewer. */
export const STEPS = { least: 7, most: 11 }
/** Durations in milliseconds. At 600 there are 1.7 transitions a second; a flash needs two, and three flashes a second harm. */
export const DURATION = { least: 600, most: 1000, every: 50 }
/** An edge needs the time of several frames to cross the screen. */
const EDGE_LEAST_MS = 800
export const EDGES = { least: 1, most: 3 }
/** The least difference between neighbours: of their shares of red, green and blue in linear light, summed. */
export const LEAST_DIFFERENCE = 0.9

export type Rgb = readonly [red: number, green: number, blue: number]
export type Dice = (least: number, most: number) => number

/** The light that a screen gives for a colour, 0 to 1 in each channel: sRGB decoded. */
export function linearOf(colour: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** How far two colours are apart in chromaticity, 0 to 2. */
export function differenceOf(one: string, other: string): number {
  const [a, b] = [sharesOf(linearOf(one)), sharesOf(linearOf(other))]
  return a.reduce((sum, share, i) => sum + Math.abs(share - (b[i] ?? 0)), 0)
}

function sharesOf(light: Rgb): readonly number[] {
  const sum = light.reduce((total, value) => total + value, 0)
  return light.map((value) => value / sum)
}

/** Colours that may follow each one. */
const next: ReadonlyMap<string, readonly string[]> = new Map(
  palette.map((colour) => [
    colour,
    palette.filter((other) => differenceOf(colour, other) >= LEAST_DIFFERENCE),
  ]),
)

/** `dice(a, b)` is a whole number from a to b. */
export function planLight(image: Size, sequence: readonly LightStep[], secret: string): LightPlan {
  return { image, area: faceArea(image), minFaceAreaPercent, sequence, secret }
}

export function drawSequence(dice: Dice): LightStep[] {
  const count = dice(STEPS.least, STEPS.most)
  const edges = drawEdges(count, dice)
  const steps: LightStep[] = [{ pattern: 'full', colour: FIRST, durationMs: DURATION.most }]
  let before: string = FIRST
  for (let i = 1; i < count; i++) {
    const pattern = edges.has(i) ? 'edge' : 'full'
    const choices = next.get(before) ?? palette
    const colour: string = choices[dice(0, choices.length - 1)] ?? FIRST
    steps.push({ pattern, colour, durationMs: drawDuration(pattern, dice) })
    before = colour
  }
  return steps
}

function drawDuration(pattern: Pattern, dice: Dice): number {
  const least = pattern === 'edge' ? EDGE_LEAST_MS : DURATION.least
  return least + DURATION.every * dice(0, (DURATION.most - least) / DURATION.every)
}

/** Which steps are edges: neither the first nor the last, and no two after each other. */
function drawEdges(count: number, dice: Dice): Set<number> {
  const wanted = dice(EDGES.least, EDGES.most)
  const edges = new Set<number>()
  // Seven steps have five places, of which three can be taken only in one way: fewer edges are then drawn.
  for (let tries = 0; tries < 4 * EDGES.most && edges.size < wanted; tries++) {
    const at = dice(1, count - 2)
    if (!edges.has(at - 1) && !edges.has(at + 1)) edges.add(at)
  }
  return edges
}

export const durationOf = (sequence: readonly LightStep[]): number =>
  sequence.reduce((sum, { durationMs }) => sum + durationMs, 0)

/** Further turned, a side of the face is hidden from the screen. */
const MOST_TURN_DEGREES = 25
/** A face that is mostly clipped shows no change of light; one that is black shows none either. */
const MOST_CLIPPED = 0.3
const LEAST_LIGHT = 0.03

/** Tells the person what to do for the light to be seen; how bright the room may be only all frames together tell. */
export function guideLight(plan: LightPlan, { face, people, image }: Sight): Guidance {
  if (!face) return 'show-face'
  if (people > 1) return 'one-person-only'
  const aside = guideIntoArea(plan, { face, image })
  if (aside) return aside
  if (turnDegrees(face.angles) > MOST_TURN_DEGREES) return 'look-ahead'
  if ((face.zones?.clippedShare ?? 0) > MOST_CLIPPED) return 'darker-room'
  return face.light.mean < LEAST_LIGHT ? 'screen-brighter' : 'ok'
}
