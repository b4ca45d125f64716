// Defines the worker jobs of the liveness evaluation: the server's own jobs, and synthetic winks.

import { lightOfRoom } from '../../../specimens/liveness/rooms.ts'
import { person } from '../../../specimens/person/person.ts'
import { renderPerson, type Scene } from '../../../specimens/person/render.ts'
import { decodeImage, encodeJpeg } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import type { VideoLimits } from '../../../src/image/video/video.ts'
import { type JobSettings, openJobs } from '../../../src/jobs.ts'
import { askOfFrame } from '../../../src/liveness/frame.ts'
import { measureVideo } from '../../../src/liveness/video/measure.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { openFaceNetworks } from '../../../src/vision/networks.ts'
import type { Ask, ObservationReading } from '../../../src/vision/observation.ts'
import { observeImage, observePixels } from '../../../src/vision/observe.ts'
import { observeVideo } from '../../../src/vision/observe-video.ts'
import type { Crew } from '../../kit/parallel.ts'
import { photographsIn } from '../../redteam/puppet/photographs.ts'
import { written } from '../../redteam/puppet/play.ts'
import { blinking, variants } from '../../redteam/puppet/variants.ts'
import type { EyeSide } from './eye-points.ts'
import { type FacePicture, pasteEye } from './paste-eye.ts'
import { type ActedSession, actedFor } from './people/acted.ts'
import { shutEye } from './shut-eye.ts'

export type LivenessJobs = Awaited<ReturnType<typeof openLivenessJobs>>
export type LivenessCrew = Crew<LivenessJobs>

const MAX_MEGAPIXELS = 50
const askOfSession: Ask = { ...askOfFrame, surroundings: true }

interface ActedScene {
  readonly seed: number
  readonly scene: Scene
}

interface EyeToShut {
  readonly bytes: Uint8Array
  readonly side: EyeSide
  /** The value is 0 for the eye as it is and 1 for a shut eye. */
  readonly closed: number
}

/** The eye of one picture is pasted into another of the same person. */
interface EyeToPaste {
  readonly into: Uint8Array
  readonly from: Uint8Array
  readonly side: EyeSide
}

/** One photograph, moved for some seconds as the variant says. */
interface PuppetVideo {
  readonly data: string
  readonly variant: string
  readonly number: number
  readonly limits: VideoLimits
}

async function openLivenessJobs(settings: JobSettings) {
  const jobs = await openJobs(settings)
  const networks = await openFaceNetworks((name) => openNetwork(name, settings.networksFolder))
  const observed = async (pixels: Pixels, ask: Ask): Promise<ObservationReading> =>
    observeImage(networks, await encodeJpeg(pixels), MAX_MEGAPIXELS, ask)
  const faceIn = async (bytes: Uint8Array): Promise<FacePicture> => {
    const decoding = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS })
    if ('fault' in decoding) throw new Error(`the photo ${decoding.fault}`)
    const [face] = await observePixels(networks, decoding.pixels, { search: 'frame', closely: 0 })
    if (!face) throw new Error('the photo shows no face')
    return { pixels: decoding.pixels, mesh: face.mesh }
  }
  const actorOf = async (who: string, seed: number, data: string) => {
    if (who === 'rendered') {
      const actor = person(seed)
      const { light } = lightOfRoom(seed)
      return { actor, show: (scene: Scene) => renderPerson(actor, { ...scene, light }), blinks: false }
    }
    const chosen = variants.find(({ name }) => name === who)
    if (!chosen) throw new Error(`no puppet is called ${who}`)
    const puppet = await chosen.make({ networks, photographs: photographsIn(data, networks) }, seed)
    return { actor: puppet, show: puppet.show, blinks: chosen.blinks ?? false }
  }
  return {
    ...jobs,
    'observe-person': ({ seed, scene, ask }: ActedScene & { readonly ask: Ask }) =>
      observed(renderPerson(person(seed), scene), ask),
    'observe-shut-eye': async ({ bytes, side, closed, ask }: EyeToShut & { readonly ask: Ask }) => {
      const { pixels, mesh } = await faceIn(bytes)
      return observed(shutEye(pixels, mesh, side, closed), ask)
    },
    'observe-puppet-video': async ({ data, variant, number, limits }: PuppetVideo) => {
      const workshop = { networks, photographs: photographsIn(data, networks) }
      const chosen = variants.find(({ name }) => name === variant)
      if (!chosen) throw new Error(`there is no ${variant}`)
      const bytes = written(await chosen.make(workshop, number), chosen)
      return measureVideo(await observeVideo(networks, bytes, limits))
    },
    'observe-acted-session': async ({ who, data, ...played }: ActedSession & { readonly data: string }) => {
      const { actor, show, blinks } = await actorOf(who, played.seed, data)
      const acted = actedFor(actor, played)
      const takes = blinks ? blinking(acted, played.seed) : acted
      const shown: { task: string; atMs: number; reading: ObservationReading }[] = []
      for (const { task, atMs, scene } of takes)
        shown.push({ task, atMs, reading: await observed(show(scene), askOfSession) })
      return shown
    },
    'observe-pasted-eye': async ({ into, from, side, ask }: EyeToPaste & { readonly ask: Ask }) =>
      observed(pasteEye(await faceIn(into), await faceIn(from), side), ask),
  }
}

export { openLivenessJobs as openJobs }
