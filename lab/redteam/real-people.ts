// Plays real people turning their heads, and real attacks, where the measurement data is beside the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Caller } from '../kit/caller.ts'
import { type Proportion, proportionOf } from '../kit/statistics/proportion.ts'
import { none, type Target } from '../kit/targets.ts'
import type { Sent } from './films.ts'
import { begin, finish, type Outcome } from './session.ts'

interface RealPeople {
  readonly name: string
  readonly what: string
  readonly rows: readonly { readonly name: string; readonly rate: Proportion; readonly reasons: string }[]
  readonly targets: readonly Target[]
}

const taskOf: Readonly<Record<string, string>> = {
  front: 'keep-face-ahead',
  image_right: 'turn-face-left',
  image_left: 'turn-face-right',
  up: 'tilt-face-up',
  down: 'tilt-face-down',
}

type NewCaller = () => Promise<Caller>

/** Returns undefined where the data is missing. */
export async function playRealPeople(data: string, newCaller: NewCaller): Promise<RealPeople | undefined> {
  const turns = `${data}/liveness/head-turns`
  const clips = `${data}/spoof/frames`
  if (!existsSync(turns) || !existsSync(clips)) return undefined
  const genuine = await Promise.all(headTurns(turns).map((frames) => played(newCaller, frames)))
  const rows = [{ name: 'people', rate: proportionOf(genuine, notIn), reasons: codes(genuine.filter(notIn)) }]
  for (const kind of ['print', 'mobile', 'highdef']) {
    const attacks: Outcome[] = []
    for (const frames of clipsOf(`${clips}/${kind}`)) attacks.push(await played(newCaller, frames))
    rows.push({ name: kind, rate: proportionOf(attacks, isIn), reasons: codes(attacks.filter(notIn)) })
  }
  return {
    name: 'real frames',
    what: 'custom profile challenges: people turning their heads (BPCER); Replay-Attack clips looking ahead, no other task, so the passive check alone (APCER)',
    rows,
    targets: rows.map(({ name, rate }) =>
      none(
        `redteam-${name === 'people' ? 'bpcer-real' : 'apcer-real'}-${name}`,
        Math.round(1000 * rate.value) / 10,
      ),
    ),
  }
}

const isIn = ({ code }: Outcome): boolean => code === 200
const notIn = (outcome: Outcome): boolean => !isIn(outcome)
const codes = (all: readonly Outcome[]): string =>
  [...new Set(all.map(({ code, failed }) => `${code} ${failed.join(',')}`))].join('; ')

async function played(newCaller: NewCaller, frames: readonly Sent[]): Promise<Outcome> {
  const caller = await newCaller()
  const [first] = frames
  if (!first) throw new Error('no frames')
  const { width, height } = await sharp(first.bytes).metadata()
  const { id } = await begin(caller, 'profile', { width, height }, 'custom')
  return finish(caller, 'profile', id, frames)
}

/** Each list has the front frames of a person before the first turn, then all turns. */
function headTurns(folder: string): Sent[][] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  const people = [...new Set(files.map((name) => name.split('_')[0] ?? ''))]
  return people.map((person) => {
    const own = files
      .filter((name) => name.startsWith(person))
      .map((name) => {
        const [, seconds = '0', ...pose] = name.replace('.jpg', '').split('_')
        return { task: taskOf[pose.join('_')] ?? '', atMs: Number(seconds), name }
      })
    const firstTurn = Math.min(...own.filter(({ task }) => task !== taskOf.front).map(({ atMs }) => atMs))
    return own
      .filter(({ task, atMs }) => task !== taskOf.front || atMs < firstTurn)
      .map(({ task, atMs, name }) => ({ task, atMs: 1000 * atMs, bytes: readFileSync(`${folder}/${name}`) }))
  })
}

function clipsOf(folder: string): Sent[][] {
  const files = readdirSync(folder)
  const clips = [...new Set(files.map((name) => name.replace(/-\d+\.jpg$/, '')))]
  return clips.map((clip) =>
    files
      .filter((name) => name.startsWith(`${clip}-`))
      .map((name, i) => ({
        task: 'keep-face-ahead',
        atMs: 1000 * i,
        bytes: readFileSync(`${folder}/${name}`),
      })),
  )
}
