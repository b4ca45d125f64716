// Plays frames of videos through the profile challenge, where the data is there: replays that somebody filmed from a screen, and living people in the same way.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { seededDice } from '../../specimens/person/dice.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { logOdds } from '../../src/vision/genuineness/combine.ts'
import { type HeadAngles, turnDegrees } from '../../src/vision/head-angles.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'
import { observePixels } from '../../src/vision/observe.ts'
import { callerOf } from '../kit/caller.ts'
import { temporaryFolder } from '../kit/installation.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { cutFrames } from '../kit/video-frames.ts'
import type { Sent } from './films.ts'
import { begin, finish } from './session.ts'
import type { Species } from './species.ts'

const EXERCISES = ['yaw', 'pitch', 'yaw-pitch']
const FRAMES_A_SECOND = 8
const MAX_MEGAPIXELS = 50

interface FilmFrame {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly angles: HeadAngles
  /** Log odds of life, by the server's own passive check: the attacker has the code. */
  readonly odds: number
}

/** How an attacker chooses among frames that show a task: what sorts first is sent. */
const pickers: Readonly<Record<string, (frame: FilmFrame, closeness: number, roll: () => number) => number>> =
  {
    'nearest to the task': (_, closeness) => closeness,
    'most genuine': ({ odds }) => odds,
    'first throw': (_frame, _closeness, roll) => roll(),
    'second throw': (_frame, _closeness, roll) => roll(),
    'genuine by chance': ({ odds }, _, roll) => odds + 2 * roll(),
  }

/** One session for each video, exercise and way of choosing; none where the data is missing. */
export const filmedVideos = (data: string): Species[] => [
  species(data, 'replay-', {
    name: 'filmed-replay',
    what: 'frames of replays that somebody filmed from a screen, chosen in several ways',
    bounds: [{ target: 'redteam-filmed-replay', percent: 0 }],
  }),
  species(data, 'live-', {
    name: 'filmed-people',
    what: 'living people, frames of their videos chosen in the same ways',
    isHonest: true,
    bounds: [{ target: 'redteam-bpcer-filmed-people', percent: 5 }],
  }),
]

function species(
  data: string,
  prefix: string,
  facts: Pick<Species, 'name' | 'what' | 'bounds' | 'isHonest'>,
): Species {
  const folder = `${data}/liveness/videos`
  const videos = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(prefix))
    .toSorted()
  const games = videos.flatMap((video) =>
    EXERCISES.flatMap((exercise) => Object.keys(pickers).map((picker) => ({ video, exercise, picker }))),
  )
  const known = new Map<string, FilmFrame[]>()
  return {
    ...facts,
    stages: ['profile'],
    count: games.length,
    play: async ({ networks }, _, number) => {
      const { video = '', exercise = '', picker = '' } = games[number] ?? {}
      const frames = known.get(video) ?? (await framesOf(`${folder}/${video}`, networks))
      known.set(video, frames)
      const [first] = frames
      if (!first) throw new Error(`${video} shows nobody`)
      // Sessions share frames: a server that has seen one would know them again.
      const server = await startInProcess()
      try {
        const caller = callerOf(server.url, await server.addOrganisation('filmed'))
        const { id, task_order } = await begin(caller, 'profile', first, exercise)
        return await finish(caller, 'profile', id, fitting(frames, task_order, picker))
      } finally {
        await server.stop()
      }
    },
  }
}

async function framesOf(video: string, networks: FaceNetworks): Promise<FilmFrame[]> {
  const folder = temporaryFolder('replay')
  try {
    const frames: FilmFrame[] = []
    for (const file of cutFrames(video, FRAMES_A_SECOND, folder.path)) {
      const bytes = readFileSync(file)
      const decoding = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS })
      if ('fault' in decoding) throw new Error(`a frame of ${video} ${decoding.fault}`)
      const ask = { search: 'frame', closely: 1, genuineness: true } as const
      const faces = await observePixels(networks, decoding.pixels, ask)
      const [face] = faces
      const { width, height } = decoding.pixels
      if (!face?.genuineness || faces.length !== 1) continue
      frames.push({ bytes, width, height, angles: face.angles, odds: logOdds(face.genuineness.cues) })
    }
    return frames
  } finally {
    folder.remove()
  }
}

interface Aim {
  /** Degrees from the head at rest that show the task best. */
  readonly best: number
  /** Degrees that the server still takes, with a little room. */
  readonly from: number
  readonly to: number
}

const wanted: Readonly<Record<string, { readonly yaw?: Aim; readonly pitch?: Aim }>> = {
  'keep-face-ahead': { yaw: { best: 0, from: -17, to: 17 }, pitch: { best: 0, from: -20, to: 20 } },
  'turn-face-left': { yaw: { best: 28, from: 20, to: 65 } },
  'turn-face-right': { yaw: { best: -28, from: -65, to: -20 } },
  'tilt-face-up': { pitch: { best: 24, from: 17, to: 60 } },
  'tilt-face-down': { pitch: { best: -22, from: -60, to: -15 } },
}

const shows = (aim: Aim | undefined, degrees: number): boolean =>
  !aim || (degrees >= aim.from && degrees <= aim.to)
const apart = (aim: Aim | undefined, degrees: number): number => (aim ? degrees - aim.best : 0)

/** Where too few frames show a task, those nearest to it are sent. */
function fitting(
  frames: readonly FilmFrame[],
  order: Readonly<Record<string, number>>,
  picker: string,
): Sent[] {
  const dice = seededDice(picker.length)
  const rest = restOf(frames)
  const left = new Set(frames)
  const sent: Sent[] = []
  for (const [task, count] of Object.entries(order)) {
    const aim = wanted[task] ?? {}
    const turned = ({ angles }: FilmFrame) =>
      [angles.yawDegrees - rest.yaw, angles.pitchDegrees - rest.pitch] as const
    const away = (frame: FilmFrame) => {
      const [yaw, pitch] = turned(frame)
      return Math.hypot(apart(aim.yaw, yaw), apart(aim.pitch, pitch))
    }
    const showing = [...left].filter((frame) => {
      const [yaw, pitch] = turned(frame)
      return shows(aim.yaw, yaw) && shows(aim.pitch, pitch)
    })
    const roll = () => dice.next()
    const ranked = showing
      .map((frame) => ({ frame, rank: pickers[picker]?.(frame, -away(frame), roll) ?? 0 }))
      .toSorted((a, b) => b.rank - a.rank)
    const others = [...left]
      .filter((frame) => !showing.includes(frame))
      .toSorted((a, b) => away(a) - away(b))
      .map((frame) => ({ frame }))
    for (const { frame } of [...ranked, ...others].slice(0, count)) {
      left.delete(frame)
      sent.push({ task, bytes: frame.bytes, atMs: 1000 * sent.length })
    }
  }
  return sent
}

/** The head at rest: the frames that look most nearly ahead. */
function restOf(frames: readonly FilmFrame[]): { readonly yaw: number; readonly pitch: number } {
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  const ahead = frames.filter(({ angles }) => turnDegrees(angles) <= 15)
  const calm = ahead.length > 0 ? ahead : frames
  return {
    yaw: middle(calm.map(({ angles }) => angles.yawDegrees)),
    pitch: middle(calm.map(({ angles }) => angles.pitchDegrees)),
  }
}
