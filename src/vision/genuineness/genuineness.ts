// Asks of one frame whether the face in it is alive or a picture: a network and what physics gives without one.
import type { Box } from '../../image/geometry/geometry.ts'
import type { Pixels } from '../../image/pixels.ts'
import { judgeSpoof } from '../../models/anti-spoof.ts'
import type { Network } from '../../models/network.ts'
import { type Cues, logOdds, probability } from './combine.ts'
import { gamut } from './gamut.ts'
import { moire } from './moire.ts'

export interface Genuineness {
  /** That the face is alive, 0 to 1; a signal, never the only gate. */
  readonly probability: number
  /** What it was made from, to be explained and averaged over frames. */
  readonly cues: Cues
}

/** `portrait` is the face alone. */
export async function readGenuineness(
  network: Network,
  pixels: Pixels,
  face: Box,
  portrait: Pixels,
): Promise<Genuineness> {
  const cues: Cues = {
    network: await judgeSpoof(network, pixels, face),
    gamut: gamut(portrait),
    // Screens and prints show their grain all over the frame, and the more patches the surer.
    moire: moire(pixels, { x: 0, y: 0, width: pixels.width, height: pixels.height }),
  }
  return { probability: probability(logOdds(cues)), cues }
}
