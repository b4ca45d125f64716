// What a sequence of colours must look like on a face: the light of the screen over time, and the colour that it gives to skin.
import { type LightStep, linearOf } from './plan.ts'

/** Times in which the screen gives about the same light; an edge that moves is several. Times count from the first step. */
export interface Segments {
  readonly count: number
  /** Where each ends, in ticks. */
  readonly ends: Int32Array
  /** Red, green and blue of the linear light of the whole screen, one after the other. */
  readonly light: Float64Array
  /** Of the whole sequence. */
  readonly durationMs: number
}

/** Times are whole numbers of ticks, so that frames are found by counting. */
export const TICK_MS = 10

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
      ends.push(Math.round(at / TICK_MS))
      for (const c of [0, 1, 2] as const) light.push(share * now[c] + (1 - share) * before[c])
    }
    before = now
  }
  return {
    count: ends.length,
    ends: Int32Array.from(ends),
    light: Float64Array.from(light),
    durationMs: at,
  }
}

/** How bright the white screen is on the face by the light of the room, in red, green and blue: lamps are redder than screens. */
export type Ratios = readonly [red: number, green: number, blue: number]

/**
 * The colour that skin takes under each segment: shares of red, green and blue, less a third, into `colours`. The mean over
 * the sequence is grey, as it is made in what is measured, so that neither skin nor white balance count.
 */
export function coloursInto(colours: Float64Array, { count, ends, light }: Segments, ratios: Ratios): void {
  for (let c = 0; c < 3; c++) {
    const ratio = ratios[c] as number
    let mean = 0
    for (let i = 0, from = 0; i < count; i++) {
      const to = ends[i] as number
      const value = 1 + ratio * (light[3 * i + c] as number)
      colours[3 * i + c] = value
      mean += (to - from) * value
      from = to
    }
    mean /= ends[count - 1] as number
    for (let i = 0; i < count; i++) colours[3 * i + c] = (colours[3 * i + c] as number) / mean
  }
  for (let i = 0; i < 3 * count; i += 3) {
    const sum = (colours[i] as number) + (colours[i + 1] as number) + (colours[i + 2] as number)
    for (let c = 0; c < 3; c++) colours[i + c] = (colours[i + c] as number) / sum - 1 / 3
  }
}

export function coloursOf(segments: Segments, ratios: Ratios): Float64Array {
  const colours = new Float64Array(3 * segments.count)
  coloursInto(colours, segments, ratios)
  return colours
}
