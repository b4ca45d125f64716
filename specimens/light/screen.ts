// A phone's screen that plays the sequence of a light challenge: which colour each of its bands shows at a time.
import type { Random } from '../random.ts'

/** One step of a challenge, as its start answers it. */
export interface Step {
  readonly pattern: 'full' | 'edge'
  /** `#rrggbb` */
  readonly colour: string
  readonly durationMs: number
}

/** Linear light of red, green and blue, 0 to 1 each. */
export type Linear = readonly [number, number, number]

const linearOf = (colour: string): Linear => [
  decoded(Number.parseInt(colour.slice(1, 3), 16)),
  decoded(Number.parseInt(colour.slice(3, 5), 16)),
  decoded(Number.parseInt(colour.slice(5, 7), 16)),
]

/** From a byte of sRGB to linear light. */
export const decoded = (byte: number): number => {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

export const encoded = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055

export const durationOf = (sequence: readonly Step[]): number =>
  sequence.reduce((sum, { durationMs }) => sum + durationMs, 0)

/** What the screen shows: one colour above an edge, another below it; the edge goes from 0, the top, to 1. */
export interface Shown {
  /** The step, or -1 before the first. */
  readonly index: number
  readonly sinceMs: number
  readonly above: Linear
  readonly below: Linear
  readonly edge: number
}

/** `before` is what the screen shows before the first step; the last step stays. */
export function shownAt(sequence: readonly Step[], atMs: number, before: Linear): Shown {
  let sinceMs = 0
  let last = before
  for (const [index, { pattern, colour, durationMs }] of sequence.entries()) {
    if (atMs < sinceMs) break
    const own = linearOf(colour)
    if (atMs < sinceMs + durationMs || index === sequence.length - 1) {
      const edge = pattern === 'edge' ? Math.min(1, (atMs - sinceMs) / durationMs) : 1
      return { index, sinceMs, above: own, below: last, edge }
    }
    last = own
    sinceMs += durationMs
  }
  return { index: -1, sinceMs: 0, above: last, below: last, edge: 1 }
}

/** The colour of each band from top to bottom, three numbers a band, added to `sums` times `share`. */
export function addBands(
  sums: Float64Array,
  bands: number,
  { above, below, edge }: Shown,
  share: number,
): void {
  for (let band = 0; band < bands; band++) {
    const over = Math.max(0, Math.min(1, edge * bands - band))
    for (let channel = 0; channel < 3; channel++)
      sums[3 * band + channel] =
        (sums[3 * band + channel] as number) +
        share * (over * (above[channel] as number) + (1 - over) * (below[channel] as number))
  }
}

/** Strong in one or two of the three channels, and never a saturated red. */
const PALETTE = [
  '#ffffff',
  '#00ff40',
  '#2040ff',
  '#00e0ff',
  '#ffd800',
  '#e040ff',
  '#ff9060',
  '#80ff00',
] as const

/** A sequence by the rules of the contract, for callers that have no server to draw one. */
export function drawSequence(random: Random): Step[] {
  const steps = 7 + random.below(5)
  const edges = 1 + random.below(3)
  const isEdge = new Set<number>()
  for (let tried = 0; tried < 40 && isEdge.size < edges; tried++) {
    const at = 1 + random.below(steps - 2)
    if (!isEdge.has(at - 1) && !isEdge.has(at + 1)) isEdge.add(at)
  }
  let last = ''
  return Array.from({ length: steps }, (_, i): Step => {
    const colour = random.shuffled(PALETTE.filter((one) => one !== last))[0] as string
    last = colour
    return { pattern: isEdge.has(i) ? 'edge' : 'full', colour, durationMs: 600 + 50 * random.below(9) }
  })
}
