// Measures how light and colours lie over a face: a screen or a print that is photographed once more lifts or stretches them.
import { luminance, type Pixels } from '../../image/pixels.ts'

export interface Tones {
  /** How much red rises where grey rises by one: shadows on skin are redder than its lights, those of ink and pixels are not. */
  readonly redSlope: number
  /** The brightest channel of the darkest hundredth, in bytes: paper and screens shine where a head has its shadows. */
  readonly darkest: number
  /** Standard deviation of red less grey, in bytes. */
  readonly colourSpread: number
  /** Standard deviation of grey, in bytes. */
  readonly contrast: number
}

const DARKEST_SHARE = 0.01
/** Below this variance there is no rise to measure; one is what a grey picture has. */
const LEAST_VARIANCE = 1

/** `portrait` shows the face alone. */
export function tonesOf({ data }: Pixels): Tones {
  const counts = new Uint32Array(256)
  let [grey, squares, lead, leadSquares, both] = [0, 0, 0, 0, 0]
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const light = luminance(red, green, blue)
    const over = red - light
    grey += light
    squares += light * light
    lead += over
    leadSquares += over * over
    both += light * over
    const most = Math.max(red, green, blue)
    counts[most] = (counts[most] as number) + 1
  }
  const count = Math.max(1, data.length / 3)
  const variance = Math.max(0, squares / count - (grey / count) ** 2)
  const together = both / count - (grey / count) * (lead / count)
  return {
    redSlope: variance < LEAST_VARIANCE ? 1 : 1 + together / variance,
    darkest: stepAtShare(counts, DARKEST_SHARE * count),
    colourSpread: Math.sqrt(Math.max(0, leadSquares / count - (lead / count) ** 2)),
    contrast: Math.sqrt(variance),
  }
}

/** The lowest step up to which so many lie. */
function stepAtShare(counts: Uint32Array, wanted: number): number {
  let sum = 0
  for (let step = 0; step < counts.length; step++) {
    sum += counts[step] as number
    if (sum >= wanted) return step
  }
  return 0
}
