// Defines the worker jobs of the faces evaluation: the server's own jobs, and views of a photo that the server never makes.

import { decodeImage } from '../../../src/image/decode/image.ts'
import { type Box, squareOnto } from '../../../src/image/geometry/geometry.ts'
import { crop } from '../../../src/image/geometry/warp.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { type JobSettings, openJobs } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'
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

/** The server asks this about documents: faces anywhere, turned any way, the portrait and its ghost. */
const askOfCard: Ask = { search: 'everywhere', closely: 2, vector: true }

async function openEvaluationJobs(settings: JobSettings) {
  const jobs = await openJobs(settings)
  const networks = await openFaceNetworks((name) => openNetwork(name, settings.networksFolder))
  return {
    ...jobs,
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
