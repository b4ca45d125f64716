// Real people who turn their heads or speak, and real attacks, where the measurement data is beside the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { decodeImage, encodeJpeg } from '../../src/image/decode/image.ts'
import { observePixels } from '../../src/vision/observe.ts'
import type { Caller } from '../kit/caller.ts'
import { filesIn } from '../kit/folders.ts'
import type { Sent } from './films.ts'
import { wornOn } from './puppet/face-swap.ts'
import { begin, finish, judgeVideo, type Outcome } from './session.ts'
import type { Species } from './species.ts'

const taskOf: Readonly<Record<string, string>> = {
  front: 'keep-face-ahead',
  image_right: 'turn-face-left',
  image_left: 'turn-face-right',
  up: 'tilt-face-up',
  down: 'tilt-face-down',
}

/** None where the data is missing. */
export const realPeople = (data: string): Species[] => [
  ...turningPeople(`${data}/liveness/head-turns`),
  ...wornFaces(`${data}/liveness/head-turns`),
  ...filmsOf(`${data}/liveness`),
  ...(['print', 'mobile', 'highdef'] as const).flatMap((kind) => attackClips(`${data}/spoof/frames`, kind)),
]

/** One species for each number of frames a task, because the server knows frames again. */
function turningPeople(folder: string): Species[] {
  if (!existsSync(folder)) return []
  const people = headTurns(folder)
  return [1, 2, 3].map((frames) => ({
    name: `turning-people-${frames}`,
    what: `real people turning their heads, at most ${frames} frame${frames === 1 ? '' : 's'} a task`,
    isHonest: true,
    stages: ['profile'],
    count: people.length,
    play: async ({ newCaller }, _, number) => played(await newCaller(), fewer(people[number] ?? [], frames)),
    bounds: [{ target: `redteam-bpcer-real-people-${frames}`, percent: 5 }],
  }))
}

/** Every real person wears so many faces. */
const VICTIMS = 2

function wornFaces(folder: string): Species[] {
  if (!existsSync(folder)) return []
  const people = headTurns(folder)
  return [
    {
      name: 'face-swap-real',
      what: 'the frames of real people turning their heads, who wear the face of a portrait in their own light',
      stages: ['profile'],
      count: VICTIMS * people.length,
      play: async ({ newCaller, networks, photographs }, _, number) => {
        // Every third photograph may be of these very people.
        const victim = await photographs.take(3 * number)
        const sent: Sent[] = []
        for (const { task, atMs, file } of fewer(people[number % people.length] ?? [], 3)) {
          const decoding = await decodeImage(readFileSync(file), { maxMegapixels: 50 })
          if ('fault' in decoding) throw new Error(`${file} ${decoding.fault}`)
          const [face] = await observePixels(networks, decoding.pixels, { search: 'frame', closely: 0 })
          if (!face) continue
          const worn = wornOn(victim, { pixels: decoding.pixels, mesh: face.mesh }, number)
          sent.push({ task, atMs, bytes: await encodeJpeg(worn) })
        }
        return sentAll(await newCaller(), sent)
      },
      bounds: [],
    },
  ]
}

function filmsOf(folder: string): Species[] {
  const films = [
    { kind: 'turning', files: filesIn(`${folder}/videos`, /^live-/) },
    { kind: 'speaking', files: filesIn(`${folder}/speaking`, /\.(mp4|mov|3gp)$/) },
  ]
  return films
    .filter(({ files }) => files.length > 0)
    .map(({ kind, files }) => ({
      name: `${kind}-videos`,
      what: `phone videos of real people, ${kind}`,
      isHonest: true,
      stages: ['video'],
      count: files.length,
      play: async ({ newCaller }, _, number) =>
        judgeVideo(await newCaller(), readFileSync(files[number] ?? '')),
      bounds: [{ target: `redteam-bpcer-${kind}-videos`, percent: 0 }],
    }))
}

function attackClips(folder: string, kind: 'print' | 'mobile' | 'highdef'): Species[] {
  if (!existsSync(`${folder}/${kind}`)) return []
  const clips = clipsOf(`${folder}/${kind}`)
  return [
    {
      name: `clips-${kind}`,
      what: `Replay-Attack, ${kind}: looking ahead and no other task, so the passive check alone`,
      stages: ['profile'],
      count: clips.length,
      play: async ({ newCaller }, _, number) => played(await newCaller(), clips[number] ?? []),
      bounds: [{ target: `redteam-apcer-real-${kind}`, percent: 0 }],
    },
  ]
}

const played = (caller: Caller, frames: readonly RealFrame[]): Promise<Outcome> =>
  sentAll(
    caller,
    frames.map(({ task, atMs, file }) => ({ task, atMs, bytes: readFileSync(file) })),
  )

async function sentAll(caller: Caller, sent: readonly Sent[]): Promise<Outcome> {
  const [first] = sent
  if (!first) throw new Error('no frames')
  const { width, height } = await sharp(first.bytes).metadata()
  const { id } = await begin(caller, 'profile', { width, height }, 'custom')
  return finish(caller, 'profile', id, sent)
}

interface RealFrame {
  readonly task: string
  readonly atMs: number
  readonly file: string
}

/** At most so many of each task, spread over it. */
function fewer(frames: readonly RealFrame[], most: number): RealFrame[] {
  const tasks = [...new Set(frames.map(({ task }) => task))]
  return tasks.flatMap((task) => {
    const own = frames.filter((frame) => frame.task === task)
    const kept = Math.min(most, own.length)
    return Array.from(
      { length: kept },
      (_, i) => own[Math.floor(((i + 0.5) * own.length) / kept)] as RealFrame,
    )
  })
}

/** Each list has the front frames of a person before the first turn, then all turns. */
function headTurns(folder: string): RealFrame[][] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  const people = [...new Set(files.map((name) => name.split('_')[0] ?? ''))]
  return people.map((person) => {
    const own = files
      .filter((name) => name.startsWith(person))
      .map((name) => {
        const [, seconds = '0', ...pose] = name.replace('.jpg', '').split('_')
        return { task: taskOf[pose.join('_')] ?? '', atMs: 1000 * Number(seconds), file: `${folder}/${name}` }
      })
    const firstTurn = Math.min(...own.filter(({ task }) => task !== taskOf.front).map(({ atMs }) => atMs))
    return own.filter(({ task, atMs }) => task !== taskOf.front || atMs < firstTurn)
  })
}

function clipsOf(folder: string): RealFrame[][] {
  const files = readdirSync(folder)
  const clips = [...new Set(files.map((name) => name.replace(/-\d+\.jpg$/, '')))]
  return clips.map((clip) =>
    files
      .filter((name) => name.startsWith(`${clip}-`))
      .map((name, i) => ({ task: 'keep-face-ahead', atMs: 1000 * i, file: `${folder}/${name}` })),
  )
}
