// Computes cues of presentation attacks that physics suggests but that did not help, so that they can be measured again.
import type { Pixels } from '../../../src/image/pixels.ts'
import { gamut } from '../../kit/gamut.ts'

export interface LeftOutCues {
  /** The share of overexposed pixels on the face; screens shine. */
  readonly glare: number
  /** The paleness of the face; prints reflect the room's light. */
  readonly pallor: number
  /**
   * The spread of red less brightness over the face, in bytes; screens and printers stretch colours. It was part of the
   * verdict until it was measured on other sources than Replay-Attack: there it is near chance or the wrong way round.
   */
  readonly gamut: number
  /** The darkest edge of the frame against the whole, which shows the rim of a held device. */
  readonly rim: number
  /** The strongest straight line along an edge of the frame, which shows the border of a sheet or device. */
  readonly border: number
}

const BLOWN = 250
/** A border of something held before the camera is searched this near the edges of the frame. */
const EDGE_SHARE = 0.2

export function leftOutCues(frame: Pixels, portrait: Pixels): LeftOutCues {
  return { ...ofPortrait(portrait), gamut: gamut(portrait), ...ofFrame(frame) }
}

function ofPortrait({ data }: Pixels): Pick<LeftOutCues, 'glare' | 'pallor'> {
  let blown = 0
  let saturation = 0
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    const most = Math.max(red, green, blue)
    if (most >= BLOWN) blown++
    saturation += most === 0 ? 0 : (most - Math.min(red, green, blue)) / most
  }
  const count = data.length / 3
  return { glare: blown / count, pallor: 1 - saturation / count }
}

function ofFrame({ width, height, data }: Pixels): Pick<LeftOutCues, 'rim' | 'border'> {
  const rows = new Float64Array(height)
  const columns = new Float64Array(width)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
      rows[y] = (rows[y] ?? 0) + light / width
      columns[x] = (columns[x] ?? 0) + light / height
    }
  const mean = rows.reduce((sum, value) => sum + value, 0) / height
  const edges = [rows[1], rows[height - 2], columns[1], columns[width - 2]].map((value) => value ?? 0)
  return {
    rim: -Math.min(...edges) / (mean + 1),
    border: Math.max(steepest(rows), steepest(columns)),
  }
}

function steepest(lines: Float64Array): number {
  const reach = Math.floor(lines.length * EDGE_SHARE)
  let most = 0
  for (let i = 1; i < lines.length - 1; i++)
    if (i < reach || i >= lines.length - reach)
      most = Math.max(most, Math.abs((lines[i + 1] ?? 0) - (lines[i - 1] ?? 0)))
  return most
}
