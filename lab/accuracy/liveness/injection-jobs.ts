// Defines the worker jobs of the injection evaluation: fingerprint a frame and all its variants, and compress twice.

import { compressionHistory } from '../../../src/image/capture/compression.ts'
import { type FacePrint, facePrint } from '../../../src/image/capture/face-print.ts'
import { shotPrint } from '../../../src/image/capture/shot-print.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { printWindow } from '../../../src/vision/canonical-face.ts'
import { findFaces } from '../../../src/vision/find-faces.ts'
import { openFaceNetworks } from '../../../src/vision/networks.ts'
import type { Crew } from '../../kit/parallel.ts'
import { altered, changes, chosenFor } from '../../redteam/changed-replays.ts'
import { encodedOnce, encodedTwice, type Qualities, unwritten } from './injection-encodings.ts'
import { changed, variants } from './injection-variants.ts'

export type InjectionJobs = Awaited<ReturnType<typeof openInjectionJobs>>
export type InjectionCrew = Crew<InjectionJobs>

/** Both prints of a frame: by the one it is known within its session, by the other in later ones. */
interface Printed {
  readonly print: Uint8Array
  readonly face: FacePrint
}

/** The prints by the name of the variant; undefined where no face was found. */
export type Prints = Readonly<Record<string, Printed | undefined>>
/** This variant is the unchanged frame. */
export const AS_IT_IS = 'as it is'

/** `seen-before-changed-replays-missed` changes all frames of a clip alike, also where the red team does not: these stand beside it. */
export const anewEachFrame = changes.filter(({ isAnewEachFrame }) => isAnewEachFrame)
export const nameOfAnew = ({ what }: { readonly what: string }): string => `${what}, anew for each frame`

const MAX_MEGAPIXELS = 50

async function openInjectionJobs({ networksFolder }: JobSettings) {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  const printOf = async (bytes: Uint8Array): Promise<Printed | undefined> => {
    const pixels = await decoded(bytes)
    const [face] = await findFaces(networks, pixels, 'frame')
    return face && { print: shotPrint(pixels, face.box), face: facePrint(pixels, printWindow(face.mesh)) }
  }
  return {
    /** `seed` is of the frame, `clipSeed` of its clip, all frames of which the red team changes alike. */
    'print-variants': async (input: {
      bytes: Uint8Array
      seed: number
      clipSeed: number
    }): Promise<Prints> => {
      const pixels = await decoded(input.bytes)
      const chance = chanceFrom(input.seed)
      const prints: Record<string, Printed | undefined> = { [AS_IT_IS]: await printOf(input.bytes) }
      for (const [name, change] of Object.entries(variants))
        prints[name] = await printOf(await changed(pixels, change, chance))
      for (const change of changes) {
        const { quality = 90, ...alteration } = chosenFor(change, input.clipSeed)
        prints[change.what] = await printOf(await encodedOnce(altered(pixels, alteration), quality))
      }
      for (const change of anewEachFrame) {
        const { quality = 90, ...alteration } = chosenFor(change, input.seed)
        prints[nameOfAnew(change)] = await printOf(await encodedOnce(altered(pixels, alteration), quality))
      }
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
