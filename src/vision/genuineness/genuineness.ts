// Judges from one frame whether the face in it is alive or a picture: a network, the colours of the face and moiré.
import type { Box } from '../../image/geometry/geometry.ts'
import type { Pixels } from '../../image/pixels.ts'
import { judgeSpoof } from '../../models/anti-spoof.ts'
import type { Network } from '../../models/network.ts'
import { type Cues, logOdds, probability } from './combine.ts'
import { moire } from './moire.ts'

export interface Genuineness {
  /** Probability that the face is alive, 0 to 1; it is never the only reason to refuse anybody. */
  readonly probability: number
  /** The measures behind the probability, to explain it and to average it over frames. */
  readonly cues: Cues
}

/** `portrait` shows the face alone. */
export async function readGenuineness(
  network: Network,
  pixels: Pixels,
  face: Box,
  portrait: Pixels,
): Promise<Genuineness> {
  const cues: Cues = {
    network: await judgeSpoof(network, pixels, face),
    gamut: gamut(portrait),
    // Screens and prints show their grain all over the frame, and more patches make it surer.
    moire: moire(pixels, { x: 0, y: 0, width: pixels.width, height: pixels.height }),
  }
  return { probability: probability(logOdds(cues)), cues }
}

/**
 * Standard deviation of red less brightness over a picture of the face, in bytes; about 14 for a live face. Screens and
 * printers stretch colours, skin in one light has few.
 */
export function gamut({ data }: Pixels): number {
  let sum = 0
  let squares = 0
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] ?? 0
    const brightness = 0.299 * red + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    sum += red - brightness
    squares += (red - brightness) ** 2
  }
  const count = data.length / 3
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
