// What a sequence of colours must look like on a face: the light of the screen over time, the colour that it gives to skin, and other sequences to compare it with.
import { drawSequence, durationOf, type LightStep, linearOf } from './plan.ts'

/** A time in which the screen gives about the same light; an edge that moves is several. Times count from the first step. */
export interface Segments {
  readonly count: number
  /** Where each ends, in milliseconds; the last has no end. */
  readonly endsMs: Float64Array
  /** Red, green and blue of the linear light of the whole screen, one after the other. */
  readonly light: Float64Array
}

/** An edge is followed in so many parts. */
const PARTS_OF_EDGE = 4

export function segmentsOf(sequence: readonly LightStep[]): Segments {
  const ends: number[] = []
  const light: number[] = []
  let at = 0
  let before = linearOf(sequence[0]?.colour ?? '#000000')
  for (const { pattern, colour, durationMs } of sequence) {
    const now = linearOf(colour)
    const parts = pattern === 'edge' ? PARTS_OF_EDGE : 1
    for (let part = 0; part < parts; part++) {
      const share = parts === 1 ? 1 : (part + 0.5) / parts
      at += durationMs / parts
      ends.push(at)
      for (const c of [0, 1, 2] as const) light.push(share * now[c] + (1 - share) * before[c])
    }
    before = now
  }
  ends[ends.length - 1] = Number.POSITIVE_INFINITY
  return { count: ends.length, endsMs: Float64Array.from(ends), light: Float64Array.from(light) }
}

/**
 * The colour that skin takes under each segment: shares of red, green and blue, less a third. The mean over the sequence is
 * grey, as it is made in what is measured, so that neither skin nor white balance count. `ratio` is how bright the white
 * screen is on the face by the light of the room.
 */
export function coloursOf(
  { count, endsMs, light }: Segments,
  ratio: number,
  durationMs: number,
): Float64Array {
  const means = [0, 0, 0]
  for (let i = 0, from = 0; i < count; i++) {
    const to = Math.min(durationMs, endsMs[i] as number)
    for (let c = 0; c < 3; c++)
      means[c] =
        (means[c] as number) + ((to - from) / durationMs) * (1 + ratio * (light[3 * i + c] as number))
    from = to
  }
  const colours = new Float64Array(3 * count)
  for (let i = 0; i < count; i++) {
    let sum = 0
    for (let c = 0; c < 3; c++) {
      const value = (1 + ratio * (light[3 * i + c] as number)) / (means[c] as number)
      colours[3 * i + c] = value
      sum += value
    }
    for (let c = 0; c < 3; c++) colours[3 * i + c] = (colours[3 * i + c] as number) / sum - 1 / 3
  }
  return colours
}

/** So many other sequences are compared, drawn by the same rules. */
const COUNT = 10_000

interface Alternative {
  readonly segments: Segments
  readonly durationMs: number
}

let drawn: readonly Alternative[] | undefined

/** They are drawn once per worker: nobody gains by knowing them. */
export function alternatives(): readonly Alternative[] {
  drawn ??= draw()
  return drawn
}

function draw(): Alternative[] {
  const next = numbers()
  const dice = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return Array.from({ length: COUNT }, () => {
    const sequence = drawSequence(dice)
    return { segments: segmentsOf(sequence), durationMs: durationOf(sequence) }
  })
}

/** Numbers from 0 to 1 that are the same each time: mulberry32. */
function numbers(): () => number {
  let state = 0x5e1f5a3e
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
