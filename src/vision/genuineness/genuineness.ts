// Judges from one frame whether the face in it is alive or a picture: a network, and the grain of a screen or print.
import type { Box } from '../../image/geometry/geometry.ts'
import type { Pixels } from '../../image/pixels.ts'
import { judgeSpoof, missingContext, surroundings } from '../../models/anti-spoof.ts'
import { type Network, threshold } from '../../models/network.ts'
import { probability } from '../../system/statistics.ts'
import { type Cues, logOdds } from './combine.ts'
import { moire } from './moire.ts'

export interface Genuineness {
  /** Probability that the face is alive, 0 to 1; it is never the only reason to refuse anybody. */
  readonly probability: number
  /** The measures behind the probability, to explain it and to average it over frames. */
  readonly cues: Cues
}

export async function readGenuineness(network: Network, pixels: Pixels, face: Box): Promise<Genuineness> {
  const cues: Cues = {
    network: await judgeSpoof(network, pixels, face),
    missingContext: missingContext(network, pixels, face),
    // Cloth and curtains elsewhere in the frame have patterns of their own.
    moire: moire(pixels, surroundings(face, pixels, threshold(network, 'context'))),
  }
  return { probability: probability(logOdds(cues)), cues }
}
