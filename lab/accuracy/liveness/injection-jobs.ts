// Defines the worker jobs of the injection evaluation: fingerprint a frame and all its variants, and compress twice.

import { compressionHistory } from '../../../src/image/capture/compression.ts'
import { shotPrint } from '../../../src/image/capture/shot-print.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { findFaces } from '../../../src/vision/find-faces.ts'
import { openFaceNetworks } from '../../../src/vision/networks.ts'
import type { Crew } from '../../kit/parallel.ts'
import { encodedOnce, encodedTwice, type Qualities, unwritten } from './injection-encodings.ts'
import { changed, variants } from './injection-variants.ts'

export type InjectionJobs = Awaited<ReturnType<typeof openInjectionJobs>>
export type InjectionCrew = Crew<InjectionJobs>

/** The fingerprints by the name of the variant; undefined where no face was found. */
export type Prints = Readonly<Record<string, Uint8Array | undefined>>
/** This variant is the unchanged frame. */
export const AS_IT_IS = 'as it is'

const MAX_MEGAPIXELS = 50

async function openInjectionJobs({ networksFolder }: JobSettings) {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  const printOf = async (bytes: Uint8Array) => {
    const pixels = await decoded(bytes)
    const [face] = await findFaces(networks, pixels, 'frame')
    return face && shotPrint(pixels, face.box)
  }
  return {
    'print-variants': async ({ bytes, seed }: { bytes: Uint8Array; seed: number }): Promise<Prints> => {
      const pixels = await decoded(bytes)
      const chance = chanceFrom(seed)
      const prints: Record<string, Uint8Array | undefined> = { [AS_IT_IS]: await printOf(bytes) }
      for (const [name, change] of Object.entries(variants))
        prints[name] = await printOf(await changed(pixels, change, chance))
      return prints
    },
    /** Returns the certainty of an older compression for each pair of qualities. */
    'compress-twice': async (input: { bytes: Uint8Array; qualities: readonly Qualities[] }) => {
      const source = await unwritten(await decoded(input.bytes))
      const scores: (number | undefined)[] = []
      for (const { first, last } of input.qualities) {
        const bytes = await (first === undefined
          ? encodedOnce(source, last)
          : encodedTwice(source, first, last))
        scores.push(compressionHistory(bytes, await decoded(bytes)).doubleCompression)
      }
      return scores
    },
  }
}

export { openInjectionJobs as openJobs }

async function decoded(bytes: Uint8Array): Promise<Pixels> {
  const reading = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS })
  if ('fault' in reading) throw new Error(`the photo ${reading.fault}`)
  return reading.pixels
}

/** The same seed gives the same numbers, so that figures can be repeated. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
