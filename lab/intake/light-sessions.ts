// Reads the light sessions of a folder that an operator brings: frames with their times, and the sequence that the screen showed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { LightStep } from '../../src/liveness/light/plan.ts'
import { parseCsvRecords } from '../kit/csv.ts'
import { refuseWithoutConsent, UnfitFolder } from './recordings.ts'

export interface LightRecording {
  /** Unique within the folder. */
  readonly name: string
  readonly person: string
  /** The kind of attack is absent for a living person. */
  readonly kind: string | undefined
  readonly lux: number | undefined
  readonly phone: string | undefined
  readonly sequence: readonly LightStep[]
  readonly frames: readonly { readonly takenAtMs: number; readonly bytes: () => Uint8Array }[]
}

const step = z.object({
  pattern: z.enum(['full', 'edge']),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i),
  duration_ms: z.number().positive(),
})

/** `session.json` beside its frames: the sequence as the start of the challenge answered it. */
const sessionFile = z.object({
  sequence: z.array(step).min(2),
  /** Milliseconds by the clock of the phone. */
  frames: z.array(z.object({ file: z.string(), timestamp: z.number() })).min(2),
  lux: z.number().optional(),
  phone: z.string().optional(),
})

/** What `POST /persons/export` answers, as far as light challenges go; a long one comes as several answers. */
const exportFile = z.object({
  challenges: z.array(z.object({ id: z.string(), family: z.string(), plan: z.unknown() })),
  frames: z.array(
    z.object({ challenge_id: z.string(), taken_at: z.string(), content: z.string().nullable() }),
  ),
})

const lightPlan = z.object({
  sequence: z
    .array(z.object({ pattern: step.shape.pattern, colour: step.shape.colour, durationMs: z.number() }))
    .min(2),
})

/**
 * `live/PERSON/...` and `attack/KIND/PERSON/...`, each with folders that have a `session.json`, or with exports of the
 * person (`*.json`). `consent.csv` names everybody; `rooms.csv` (session, lux, phone) may tell more of each session.
 */
export function readLightSessions(folder: string): LightRecording[] {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const rooms = roomsOf(folder)
  const files = names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => {
      const [label, ...rest] = name.split('/')
      const [kind, person] = label === 'attack' ? rest : [undefined, rest[0]]
      const isNamed = person !== undefined && rest.length > (label === 'attack' ? 2 : 1)
      return (label === 'live' || label === 'attack') && isNamed ? [{ name, kind, person }] : []
    })
  const recordings = [...Map.groupBy(files, ({ name }) => dirname(name))].flatMap(([, own]) => {
    const [{ kind, person } = { kind: undefined, person: '' }] = own
    return sessionsIn(
      folder,
      own.map(({ name }) => name),
    ).map((session) => ({ ...session, person, kind, ...rooms.get(session.name) }))
  })
  if (recordings.length === 0)
    throw new UnfitFolder(`${folder} has no light sessions under live/PERSON or attack/KIND/PERSON.`)
  refuseWithoutConsent(folder, recordings)
  return recordings
}

type Session = Omit<LightRecording, 'person' | 'kind'>

/** The files of one folder: a `session.json`, or the answers of one export. */
function sessionsIn(folder: string, names: readonly string[]): Session[] {
  const own = names.find((name) => name.endsWith('/session.json'))
  if (own !== undefined) return [sessionOf(join(folder, own), dirname(own))]
  const answers = names.map((name) => {
    const { success, data } = exportFile.safeParse(parsed(join(folder, name)))
    if (!success) throw new UnfitFolder(`${join(folder, name)} is neither a session.json nor an export.`)
    return data
  })
  const frames = answers.flatMap((answer) => answer.frames)
  return answers
    .flatMap(({ challenges }) => challenges)
    .filter(({ family }) => family === 'light')
    .map(({ id, plan }) => {
      const { success, data } = lightPlan.safeParse(plan)
      if (!success) throw new UnfitFolder(`${names[0]}: the challenge ${id} has no sequence.`)
      const kept = frames.flatMap(({ challenge_id, taken_at, content }) =>
        challenge_id === id && content !== null
          ? [{ takenAtMs: Date.parse(taken_at), bytes: () => Buffer.from(content, 'base64') }]
          : [],
      )
      if (kept.length < 2)
        throw new UnfitFolder(`${names[0]}: the frames of the challenge ${id} are not kept.`)
      return { name: id, sequence: data.sequence, frames: kept, lux: undefined, phone: undefined }
    })
}

function sessionOf(path: string, name: string): Session {
  const { success, data, error } = sessionFile.safeParse(parsed(path))
  if (!success) throw new UnfitFolder(`${path}: ${z.prettifyError(error).replaceAll('\n', ' ')}`)
  return {
    name,
    sequence: data.sequence.map(({ duration_ms, ...rest }) => ({ ...rest, durationMs: duration_ms })),
    lux: data.lux,
    phone: data.phone,
    frames: data.frames.map(({ file, timestamp }) => {
      const picture = join(dirname(path), file)
      if (!existsSync(picture)) throw new UnfitFolder(`${path}: there is no picture "${file}".`)
      return { takenAtMs: timestamp, bytes: () => readFileSync(picture) }
    }),
  }
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new UnfitFolder(`${path} is no JSON.`)
  }
}

function roomsOf(folder: string): Map<string, { lux: number | undefined; phone: string | undefined }> {
  const file = join(folder, 'rooms.csv')
  if (!existsSync(file)) return new Map()
  return new Map(
    parseCsvRecords(readFileSync(file, 'utf8')).map(({ session = '', lux = '', phone = '' }) => [
      session,
      { lux: lux === '' ? undefined : Number(lux), phone: phone || undefined },
    ]),
  )
}
