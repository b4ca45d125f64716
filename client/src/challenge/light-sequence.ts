// The colours of a light challenge: what a step looks like as time goes by, and the line that keeps it harmless to look at.
import type { LightStep } from './shapes.ts'

/** What the screen shows at one moment. */
export interface LightMoment {
  /** The step that is shown, from 0. */
  readonly index: number
  readonly colour: string
  /** The colour below the edge. */
  readonly before: string
  /** The share of the screen, from the top, that has the new colour: 1 unless an edge is on its way. */
  readonly share: number
}

/** A step that was shown for so long; its colour stays until the next one is told. */
export function momentOf(sequence: readonly LightStep[], index: number, elapsedMs: number): LightMoment {
  const step = sequence[index]
  if (!step) throw new RangeError('a step of light is shown after it was told')
  const { pattern, colour, duration_ms } = step
  return {
    index,
    colour,
    before: sequence[index - 1]?.colour ?? colour,
    share: pattern === 'edge' ? Math.max(0, Math.min(1, elapsedMs / duration_ms)) : 1,
  }
}

/** WCAG 2.3.1 allows three flashes a second; we stay below with two changes, whatever a server may ask for. */
const LEAST_MS = 500
/** Red at or above this share of the light, in linear light, is saturated red, which WCAG 2.3.1 forbids to flash. */
const SATURATED_RED = 0.8

/** The sequence could harm people who react to flashing light: it is not shown. */
export class UnsafeLight extends Error {
  override readonly name = 'UnsafeLight'
}

export function throwIfUnsafe(sequence: readonly LightStep[]): void {
  if (sequence.some(({ duration_ms }) => !(duration_ms >= LEAST_MS)))
    throw new UnsafeLight('the light would change more than twice a second')
  if (sequence.some(({ colour }) => !(redShare(colour) < SATURATED_RED)))
    throw new UnsafeLight('the light would flash in saturated red')
}

/** NaN for what is not `#rrggbb`, which is no colour to show. */
function redShare(colour: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return Number.NaN
  const linear = [1, 3, 5].map((at) => decoded(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  const [red = 0, green = 0, blue = 0] = linear
  const sum = red + green + blue
  return sum === 0 ? 0 : red / sum
}

/** sRGB to linear light. */
const decoded = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** The canvas is one pixel wide and is stretched over the screen: the light differs only from top to bottom. */
const LINES = 400

export function paintLight(canvas: HTMLCanvasElement, { colour, before, share }: LightMoment): void {
  if (canvas.width !== 1 || canvas.height !== LINES) {
    canvas.width = 1
    canvas.height = LINES
  }
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('this browser cannot show light')
  const edge = Math.round(LINES * share)
  context.fillStyle = before
  context.fillRect(0, edge, 1, LINES - edge)
  context.fillStyle = colour
  context.fillRect(0, 0, 1, edge)
}
