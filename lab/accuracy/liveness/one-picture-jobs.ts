// Defines the worker jobs of the evaluation against one picture: whole sessions of puppets, rendered people and films, and what their skin shows.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evenLight, lightOfRoom } from '../../../specimens/liveness/rooms.ts'
import type { Light } from '../../../specimens/person/lighting.ts'
import { person } from '../../../specimens/person/person.ts'
import { renderPerson, type Scene } from '../../../specimens/person/render.ts'
import { encodeJpeg } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { findFfmpeg } from '../../../src/image/video/find-ffmpeg.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { turnDegrees } from '../../../src/vision/head-angles.ts'
import { openFaceNetworks } from '../../../src/vision/networks.ts'
import { observeImage } from '../../../src/vision/observe.ts'
import { compareFrames } from '../../../src/vision/one-picture/compare.ts'
import type { ComparedFrame, SkinComparison } from '../../../src/vision/one-picture/comparison.ts'
import { temporaryFolder } from '../../kit/installation.ts'
import { photographsIn } from '../../redteam/puppet/photographs.ts'
import { blinking, variants } from '../../redteam/puppet/variants.ts'
import { actedFor } from './people/acted.ts'

export type OnePictureJobs = Awaited<ReturnType<typeof openOnePictureJobs>>

export const families = ['profile', 'nose'] as const
export type TurningFamily = (typeof families)[number]

interface Played {
  readonly family: TurningFamily
  readonly seed: number
}

/** How far heads of films are turned that are compared with a straight frame, in degrees. */
export const bands = ['12-18', '18-26', '26-40'] as const

const MAX_MEGAPIXELS = 50
const FRAMES_A_SECOND = 4
const LONGEST_SECONDS = 20
const STRAIGHT_DEGREES = 9
const MOST_OF_BAND = 4

async function openOnePictureJobs({ networksFolder }: JobSettings) {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  const seen = async (bytes: Uint8Array, task: string): Promise<ComparedFrame[]> => {
    const ask = { search: 'frame', closely: 1, skin: true } as const
    const reading = await observeImage(networks, bytes, MAX_MEGAPIXELS, ask)
    const face = 'fault' in reading ? undefined : reading.faces[0]
    return face?.skin ? [{ task, mesh: face.mesh, angles: face.angles, skin: face.skin }] : []
  }
  const played = async (takes: readonly { task: string; scene: Scene }[], show: (scene: Scene) => Pixels) => {
    const frames: ComparedFrame[] = []
    for (const { task, scene } of takes) frames.push(...(await seen(await encodeJpeg(show(scene)), task)))
    return compareFrames(frames).skin
  }
  return {
    'puppet-session': async ({ name, family, seed, data }: Played & { name: string; data: string }) => {
      const variant = variants.find((one) => one.name === name)
      if (!variant) throw new Error(`no puppet is called ${name}`)
      const puppet = await variant.make({ networks, photographs: photographsIn(data, networks) }, seed)
      const takes = actedFor(puppet, { family, seed })
      return played(variant.blinks ? blinking(takes, seed) : takes, puppet.show)
    },
    /** Once in a room lit as unevenly as real ones, once in one lit evenly. */
    'person-session': async ({ family, seed }: Played) => {
      const who = person(seed)
      const takes = actedFor(who, { family, seed })
      const inLight = (light: Light) => played(takes, (scene) => renderPerson(who, { ...scene, light }))
      return {
        inRooms: await inLight(lightOfRoom(seed).light),
        inEvenLight: await inLight(evenLight(seed)),
      }
    },
    'film-sessions': async ({ file }: { file: string }) => {
      const frames: ComparedFrame[] = []
      for (const bytes of framesOf(file)) frames.push(...(await seen(bytes, 'film')))
      return bands.flatMap((band) => sessionsIn(frames, band).map((skin) => ({ band, skin })))
    },
  }
}

export { openOnePictureJobs as openJobs }

function framesOf(file: string): Uint8Array[] {
  const program = findFfmpeg('')
  if (!program) throw new Error('videos need ffmpeg, which `npm ci` installs')
  const folder = temporaryFolder('film')
  try {
    const to = ['-vf', `fps=${FRAMES_A_SECOND}`, '-q:v', '2', join(folder.path, '%04d.jpg')]
    execFileSync(program, ['-v', 'error', '-i', file, '-t', `${LONGEST_SECONDS}`, ...to])
    return readdirSync(folder.path)
      .toSorted()
      .map((name) => readFileSync(join(folder.path, name)))
  } finally {
    folder.remove()
  }
}

/** One session to each side: a straight frame and some that are turned so far. */
function sessionsIn(frames: readonly ComparedFrame[], band: (typeof bands)[number]): SkinComparison[] {
  const [least = 0, most = 0] = band.split('-').map(Number)
  const straight = frames.find(({ angles }) => turnDegrees(angles) < STRAIGHT_DEGREES)
  if (!straight) return []
  return [-1, 1].flatMap((side) => {
    const turned = frames.filter(({ angles }) => {
      const yaw = side * angles.yawDegrees
      return yaw >= least && yaw < most && Math.abs(angles.pitchDegrees) < most / 2
    })
    const { skin } = compareFrames([straight, ...turned.slice(0, MOST_OF_BAND)])
    return skin ? [skin] : []
  })
}
