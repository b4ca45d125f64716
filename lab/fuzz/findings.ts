// Keeps findings: one file for each kind of fault, with the bytes that led to it, so that it can be replayed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials } from '../../src/organisations/manage.ts'
import { basicAuthorization } from '../kit/caller.ts'
import type { Fault, FaultKind } from './judge.ts'
import type { Played, SequenceFault } from './session.ts'
import type { Exchange, Line, Script } from './wire.ts'

interface FoundFault extends Fault {
  readonly operation: string
  count: number
  /** The finding's file, if it can be replayed. */
  file: string | undefined
}

export interface Findings {
  add(fault: Fault & { readonly operation?: string }): void
  addSequence(fault: SequenceFault, sequence: number): void
  readonly all: readonly FoundFault[]
  countOf(kind: FaultKind): number
}

/** A step as a file holds it: the request, and the ids in the answer, because those of another server differ. */
interface WrittenStep {
  readonly pieces: readonly { readonly base64: string; readonly pauseMs: number }[]
  readonly ending: Script['ending']
  readonly answers: number
  readonly method: string
  readonly alone: boolean
  readonly told: Readonly<Record<string, string>>
}
export interface WrittenFinding {
  readonly kind: FaultKind
  readonly what: string
  readonly operation: string
  readonly seed: number
  readonly sequence: number
  readonly logins: readonly string[]
  readonly steps: readonly WrittenStep[]
}

export function openFindings(
  folder: string,
  seed: number,
  organisations: () => readonly Credentials[],
): Findings {
  const all: FoundFault[] = []
  const sameAs = (fault: Fault, operation: string) =>
    all.find((one) => one.kind === fault.kind && one.what === fault.what && one.operation === operation)
  const note = ({ kind, what }: Fault, operation: string): FoundFault | undefined => {
    const known = sameAs({ kind, what }, operation)
    if (known) known.count++
    else all.push({ kind, what, operation, count: 1, file: undefined })
    return known ? undefined : all.at(-1)
  }
  return {
    all,
    add: (fault) => void note(fault, fault.operation ?? 'server'),
    addSequence(fault, sequence) {
      const fresh = note(fault, fault.operation)
      if (!fresh) return
      const { kind, what, operation, played } = fault
      const logins = organisations().map(basicAuthorization)
      const written: WrittenFinding = {
        kind,
        what,
        operation,
        seed,
        sequence,
        logins,
        steps: played.map(writtenStep),
      }
      mkdirSync(folder, { recursive: true })
      fresh.file = join(folder, `${String(all.length).padStart(3, '0')}-${kind}-${operation}.json`)
      writeFileSync(fresh.file, JSON.stringify(written))
    },
    countOf: (kind) => all.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0),
  }
}

const writtenStep = ({ script, exchange }: Played): WrittenStep => ({
  ...script,
  pieces: script.pieces.map(({ bytes, pauseMs = 0 }) => ({
    base64: Buffer.from(bytes).toString('base64'),
    pauseMs,
  })),
  told: idsIn(exchange),
})

/** Returns every id of an answer by its place in it. */
function idsIn({ answers }: Exchange): Record<string, string> {
  const ids: Record<string, string> = {}
  const walk = (value: unknown, at: string): void => {
    if (typeof value === 'string' && /\.(\w+_)?id(\.\d+)?$|\.more$/.test(at) && value.length >= 8)
      ids[at] = value
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${at}.${key}`)
  }
  for (const [i, { headers, body }] of answers.entries()) {
    if (headers['x-request-id'] !== undefined) ids[`${i}.x-request-id`] = headers['x-request-id']
    if (!headers['content-type']?.includes('json') || body.length > 2 ** 20) continue
    try {
      walk(JSON.parse(body.toString('utf8')), String(i))
    } catch {
      // An answer that is not JSON has no ids.
    }
  }
  return ids
}

export const readFinding = (file: string): WrittenFinding =>
  JSON.parse(readFileSync(file, 'utf8')) as WrittenFinding

/** Replays the steps of a finding on a server, with its own ids and credentials in place of the old ones. */
export async function playAgain(
  { logins, steps }: WrittenFinding,
  line: Line,
  organisations: readonly Credentials[],
  hangMs: number,
): Promise<Played[]> {
  const instead = new Map(
    logins.map((login, i) => [login, basicAuthorization(organisations[i] ?? { name: '', password: '' })]),
  )
  const played: Played[] = []
  for (const { told, ...step } of steps) {
    const pieces = step.pieces.map(({ base64, pauseMs }) => ({
      bytes: replaced(Buffer.from(base64, 'base64'), instead),
      pauseMs,
    }))
    const script = { ...step, pieces }
    const exchange = await line.play(script, hangMs)
    const now = idsIn(exchange)
    for (const [at, old] of Object.entries(told)) if (now[at] !== undefined) instead.set(old, now[at])
    played.push({ script, exchange })
  }
  return played
}

function replaced(bytes: Buffer, instead: ReadonlyMap<string, string>): Buffer {
  let text = bytes.toString('latin1')
  for (const [old, fresh] of instead) text = text.replaceAll(old, fresh)
  return Buffer.from(text, 'latin1')
}
