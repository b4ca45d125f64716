// Judges from one frame whether the face in it is alive or a picture: a network, the grain of a screen or print, and how light and colours lie.
import type { Box } from '../../image/geometry/geometry.ts'
import type { Pixels } from '../../image/pixels.ts'
import { judgeSpoof, missingContext, surroundings } from '../../models/anti-spoof.ts'
import { type Network, threshold } from '../../models/network.ts'
import { probability } from '../../system/statistics.ts'
import { type Cues, logOdds, smallness } from './combine.ts'
import { moire } from './moire.ts'
import { tonesOf } from './tones.ts'

export interface Genuineness {
  /** Probability that the face is alive, 0 to 1; it is never the only reason to refuse anybody. */
  readonly probability: number
  /** The measures behind the probability, to explain it and to average it over frames. */
  readonly cues: Cues
}

/** Around a small face grain is looked for so far, in sizes of the face: the more of a screen or print is seen, the surer it is. */
const WIDER = 3.5

/** `portrait` shows the face alone. */
export async function readGenuineness(
  network: Network,
  pixels: Pixels,
  face: Box,
  portrait: Pixels,
): Promise<Genuineness> {
  const near = {
    network: await judgeSpoof(network, pixels, face),
    missingContext: missingContext(network, pixels, face),
    // Cloth and curtains elsewhere in the frame have patterns of their own.
    moire: moire(pixels, surroundings(face, pixels, threshold(network, 'context'))),
  }
  const picture = { facePixels: face.width, ...tonesOf(portrait) }
  const isSmall = smallness({ ...near, picture: { ...picture, widerMoire: 0 } }) > 0
  const widerMoire = isSmall ? moire(pixels, wider(face, pixels)) : 0
  const cues: Cues = { ...near, picture: { ...picture, widerMoire } }
  return { probability: probability(logOdds(cues)), cues }
}

function wider(face: Box, image: Pixels): Box {
  const [width, height] = [
    Math.min(image.width, WIDER * face.width),
    Math.min(image.height, WIDER * face.height),
  ]
  const within = (middle: number, size: number, limit: number) =>
    Math.min(Math.max(0, middle - size / 2), limit - size)
  return {
    x: within(face.x + face.width / 2, width, image.width),
    y: within(face.y + face.height / 2, height, image.height),
    width,
    height,
  }
}
