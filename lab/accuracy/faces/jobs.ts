// Defines the worker jobs of the faces evaluation: the server's own jobs, and views of a photo that the server never makes.

import { encodeJpeg2000 } from '../../../specimens/chips/portrait.ts'
import { decodeImage, encodeJpeg } from '../../../src/image/decode/image.ts'
import { decodeJpeg2000 } from '../../../src/image/decode/jpeg2000.ts'
import { type Box, squareOnto } from '../../../src/image/geometry/geometry.ts'
import { crop } from '../../../src/image/geometry/warp.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { type JobSettings, openJobs } from '../../../src/jobs.ts'
import { loadNetwork } from '../../../src/models/cache.ts'
import { embedTwice, fivePoints, placeFace } from '../../../src/models/face-embedder.ts'
import { rowNamed } from '../../../src/models/manifest.ts'
import type { Network } from '../../../src/models/network.ts'
import { openNetwork, openSession } from '../../../src/models/session.ts'
import { portraitOf } from '../../../src/vision/look-at-face.ts'
import { openFaceNetworks } from '../../../src/vision/networks.ts'
import type { Ask, SeenFace } from '../../../src/vision/observation.ts'
import { observePixels } from '../../../src/vision/observe.ts'
import type { Crew } from '../../kit/parallel.ts'
import { type PrintedCard, printCard } from './card-print.ts'
import { type LeftOutCues, leftOutCues } from './left-out-cues.ts'

export type EvaluationJobs = Awaited<ReturnType<typeof openEvaluationJobs>>
export type FacesCrew = Crew<EvaluationJobs>

const MAX_MEGAPIXELS = 50

/** The side of a square view in pixels, and its window about the middle of the photo, in sides of the photo. */
interface View {
  readonly times: number
  readonly side: number
}

interface SpoofFrameSeen {
  readonly face: SeenFace | undefined
  readonly leftOut: LeftOutCues | undefined
}

interface CardSeen {
  readonly card: Omit<PrintedCard, 'jpeg'>
  readonly faces: readonly SeenFace[]
}

/** The server asks this about documents: the portrait, wherever it is and whichever way it is turned, and its ghost. */
const askOfCard: Ask = { search: 'portrait', closely: 2, vector: true }

interface ChipSeen {
  /** Of the portrait as the chip has it. */
  readonly bytes: number
  readonly faces: readonly SeenFace[]
}

/** Of the same face: as this machine computes it, and as a server on arm64 does. */
interface BothVectors {
  readonly here: Float32Array
  readonly inFloat: Float32Array
}

/** The portrait of a chip has 413 x 531 pixels, and the face fills so much of its height. */
const PORTRAIT = { width: 413, height: 531, faceShare: 0.5 }

/** The portrait as it comes out of DG2: cut to size, compressed, and decoded by the server's own decoder. */
async function chipPortrait(pixels: Pixels, { x, y, width, height }: Box) {
  const side = height / PORTRAIT.faceShare
  const aside = ((PORTRAIT.height - PORTRAIT.width) / 2) * (side / PORTRAIT.height)
  const middle = { x: x + width / 2 + aside, y: y + height / 2 }
  const window = squareOnto(PORTRAIT.height, middle, side)
  const coded = await encodeJpeg2000(crop(pixels, window, PORTRAIT.width, PORTRAIT.height))
  const decoded = await decodeJpeg2000(coded, { maxPixels: 1e6, maxBytes: 1e6 })
  if ('fault' in decoded) throw new Error(`the portrait ${decoded.fault}`)
  return { bytes: coded.byteLength, jpeg: await encodeJpeg(decoded) }
}

/** The network as its file has it, as servers on arm64 run it; only one part of the evaluation asks for it. */
const openInFloat = async (name: string, folder: string) =>
  openSession(rowNamed(name), await loadNetwork(rowNamed(name), folder), (onnx) => onnx)

async function openEvaluationJobs(settings: JobSettings) {
  const jobs = await openJobs(settings)
  const networks = await openFaceNetworks((name) => openNetwork(name, settings.networksFolder))
  let embedderInFloat: Promise<Network> | undefined
  return {
    ...jobs,
    'embed-both': async (bytes: Uint8Array): Promise<BothVectors | undefined> => {
      embedderInFloat ??= openInFloat('face-embedder', settings.networksFolder)
      const pixels = await decoded(bytes)
      const [face] = await observePixels(networks, pixels, { search: 'frame', closely: 1 })
      if (!face) return undefined
      const placed = placeFace(fivePoints(face.mesh))
      return {
        here: await embedTwice(networks.embedder, pixels, placed),
        inFloat: await embedTwice(await embedderInFloat, pixels, placed),
      }
    },
    'observe-view': async ({ bytes, view, ask }: { bytes: Uint8Array; view: View; ask: Ask }) =>
      observePixels(networks, viewOf(await decoded(bytes), view), ask),
    'observe-spoof': async ({ bytes, ask }: { bytes: Uint8Array; ask: Ask }): Promise<SpoofFrameSeen> => {
      const pixels = await decoded(bytes)
      const [face] = await observePixels(networks, pixels, ask)
      return { face, leftOut: face && leftOutCues(pixels, portraitOf(pixels, face.box)) }
    },
    'observe-card': async (input: { bytes: Uint8Array; face: Box; seed: number }): Promise<CardSeen> => {
      const { jpeg, ...card } = await printCard(await decoded(input.bytes), input.face, input.seed)
      const seen = await jobs['observe-image']({ bytes: jpeg, maxMegapixels: MAX_MEGAPIXELS, ask: askOfCard })
      if ('fault' in seen) throw new Error(`the card ${seen.fault}`)
      return { card, faces: seen.faces }
    },
    'observe-chip': async (input: { bytes: Uint8Array; face: Box }): Promise<ChipSeen> => {
      const { bytes, jpeg } = await chipPortrait(await decoded(input.bytes), input.face)
      const seen = await jobs['observe-image']({ bytes: jpeg, maxMegapixels: MAX_MEGAPIXELS, ask: askOfCard })
      if ('fault' in seen) throw new Error(`the portrait ${seen.fault}`)
      return { bytes, faces: seen.faces }
    },
  }
}

export { openEvaluationJobs as openJobs }

async function decoded(bytes: Uint8Array): Promise<Pixels> {
  const reading = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS })
  if ('fault' in reading) throw new Error(`the photo ${reading.fault}`)
  return reading.pixels
}

function viewOf(pixels: Pixels, { times, side }: View): Pixels {
  const middle = { x: pixels.width / 2, y: pixels.height / 2 }
  return crop(pixels, squareOnto(side, middle, pixels.width * times), side, side)
}
