// Plays frames of replays that somebody filmed from a screen through the profile challenge, where the data is there.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeImage } from '../../src/image/decode/image.ts'
import { findFfmpeg } from '../../src/image/video/program.ts'
import type { HeadAngles } from '../../src/vision/head-angles.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'
import { observePixels } from '../../src/vision/observe.ts'
import { temporaryFolder } from '../kit/installation.ts'
import type { Sent } from './films.ts'
import { begin, finish } from './session.ts'
import type { Species } from './species.ts'

const EXERCISES = ['yaw', 'pitch', 'yaw-pitch']
const FRAMES_A_SECOND = 8
const MAX_MEGAPIXELS = 50

/** One session for each video and exercise; none where the data is missing. */
export function filmedReplays(data: string): Species[] {
  if (!existsSync(`${data}/liveness/videos`)) return []
  const videos = readdirSync(`${data}/liveness/videos`)
    .filter((name) => name.startsWith('replay-'))
    .toSorted()
  const known = new Map<string, FilmFrame[]>()
  return [
    {
      name: 'filmed-replay',
      what: 'frames of replays that somebody filmed from a screen',
      stages: ['profile'],
      count: EXERCISES.length * videos.length,
      play: async ({ networks, newCaller }, _, number) => {
        const video = videos[Math.floor(number / EXERCISES.length)] ?? ''
        const frames = known.get(video) ?? (await framesOf(`${data}/liveness/videos/${video}`, networks))
        known.set(video, frames)
        const [first] = frames
        if (!first) throw new Error(`${video} shows nobody`)
        const caller = await newCaller()
        const exercise = EXERCISES[number % EXERCISES.length] ?? ''
        const { id, task_order } = await begin(caller, 'profile', first, exercise)
        return finish(caller, 'profile', id, fitting(frames, task_order))
      },
      bounds: [{ target: 'redteam-filmed-replay', percent: 0 }],
    },
  ]
}

interface FilmFrame {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly angles: HeadAngles
}

async function framesOf(video: string, networks: FaceNetworks): Promise<FilmFrame[]> {
  const program = findFfmpeg('')
  if (!program) throw new Error('videos need ffmpeg, which `npm ci` installs')
  const folder = temporaryFolder('replay')
  try {
    const to = ['-vf', `fps=${FRAMES_A_SECOND}`, '-q:v', '2', join(folder.path, '%04d.jpg')]
    execFileSync(program, ['-v', 'error', '-i', video, ...to])
    const frames: FilmFrame[] = []
    for (const name of readdirSync(folder.path).toSorted()) {
      const bytes = readFileSync(join(folder.path, name))
      const decoding = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS })
      if ('fault' in decoding) throw new Error(`a frame of ${video} ${decoding.fault}`)
      const faces = await observePixels(networks, decoding.pixels, { search: 'frame', closely: 0 })
      const [face] = faces
      const { width, height } = decoding.pixels
      if (face && faces.length === 1) frames.push({ bytes, width, height, angles: face.angles })
    }
    return frames
  } finally {
    folder.remove()
  }
}

/** The head at rest is measured by the middle frame; of each task the frames that show it best are taken, each once. */
function fitting(frames: readonly FilmFrame[], order: Readonly<Record<string, number>>): Sent[] {
  const middle = (angle: keyof HeadAngles) =>
    frames.map(({ angles }) => angles[angle]).toSorted((a, b) => a - b)[frames.length >> 1] ?? 0
  const [yaw, pitch] = [middle('yawDegrees'), middle('pitchDegrees')]
  const closenessOf: Readonly<Record<string, (angles: HeadAngles) => number>> = {
    'keep-face-ahead': ({ yawDegrees, pitchDegrees }) => -Math.hypot(yawDegrees - yaw, pitchDegrees - pitch),
    'turn-face-left': ({ yawDegrees }) => -Math.abs(yawDegrees - yaw - 28),
    'turn-face-right': ({ yawDegrees }) => -Math.abs(yawDegrees - yaw + 28),
    'tilt-face-up': ({ pitchDegrees }) => -Math.abs(pitchDegrees - pitch - 24),
    'tilt-face-down': ({ pitchDegrees }) => -Math.abs(pitchDegrees - pitch + 22),
  }
  const left = new Set(frames)
  const sent: Sent[] = []
  for (const [task, count] of Object.entries(order)) {
    const closeness = closenessOf[task] ?? (() => 0)
    for (const frame of [...left]
      .toSorted((a, b) => closeness(b.angles) - closeness(a.angles))
      .slice(0, count)) {
      left.delete(frame)
      sent.push({ task, bytes: frame.bytes, atMs: 1000 * sent.length })
    }
  }
  return sent
}
