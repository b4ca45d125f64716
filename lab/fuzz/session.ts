// Plays a sequence: sends its requests in order, learns from the answers, and keeps what was sent.
import type { Credentials } from '../../src/organisations/manage.ts'
import type { Counted } from '../kit/answer-counts.ts'
import type { Operation } from './api.ts'
import { type Fault, judge } from './judge.ts'
import { type Request, requestTo } from './requests.ts'
import type { Source } from './values.ts'
import type { Exchange, Line, Script } from './wire.ts'

/** A step that was played, with the ids it returned, so that it can be replayed on another server. */
export interface Played {
  readonly script: Script
  readonly exchange: Exchange
}

export interface SequenceFault extends Fault {
  readonly operation: string
  /** Everything the sequence sent up to it; the last is the one at fault. */
  readonly played: readonly Played[]
}

export interface Session {
  readonly source: Source
  readonly credentials: Credentials
  readonly otherCredentials: Credentials
  /** Returns false when the run has no more requests left. */
  mayGoOn(): boolean
  send(request: Request): Promise<void>
  /** The same operation asked again at the same moment on other connections. */
  sendTogether(requests: readonly Request[]): Promise<void>
}

interface SessionOptions {
  readonly source: Source
  readonly organisations: readonly [Credentials, Credentials]
  readonly line: Line
  readonly others: readonly Line[]
  readonly hangMs: number
  /** Counts a request of the run; returns false when there is none left. */
  readonly takeOne: () => boolean
  readonly isOver: () => boolean
  readonly onAnswer: (counted: Counted) => void
  readonly onFault: (fault: SequenceFault) => void
}

/** So many steps reach any state again, and are few enough to be kept for every sequence. */
const mostPlayed = 24

export function openSession(options: SessionOptions): Session {
  const { source, organisations, line, others, hangMs } = options
  let played: Played[] = []
  const play = async ({ script, sent }: Request, on: Line): Promise<void> => {
    if (!options.takeOne()) return
    const exchange = await on.play(script, hangMs)
    played = [...played, { script, exchange }].slice(-mostPlayed)
    const operation = sent.operation?.id ?? 'none'
    for (const fault of judge(source.api, sent, script, exchange))
      options.onFault({ ...fault, operation, played: [...played] })
    const { answers, outcome, ms } = exchange
    if (answers.length === 0) options.onAnswer({ operation, status: 0, code: undefined, ms })
    for (const { status, headers, body } of answers) {
      const read = outcome === 'garbled' ? undefined : bodyOf(body, headers['content-type'])
      options.onAnswer({ operation, status, code: codeOf(read), ms })
      if (sent.operation && status < 300) source.known.learn(sent.operation, read, headers)
    }
  }
  return {
    source,
    credentials: organisations[0],
    otherCredentials: organisations[1],
    mayGoOn: () => !options.isOver(),
    send: (request) => play(request, line),
    async sendTogether(requests) {
      const lines = [line, ...others]
      await Promise.all(requests.slice(0, lines.length).map((one, i) => play(one, lines[i] ?? line)))
    },
  }
}

function bodyOf(body: Buffer, type: string | undefined): unknown {
  if (!type?.includes('json') || body.length > 2 ** 20) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The code is at the top, or inside where the specification wants it there. */
function codeOf(read: unknown): number | undefined {
  if (typeof read !== 'object' || read === null) return undefined
  const { result_code: code, recognized_data: inside } = read as Record<string, unknown>
  return typeof code === 'number' ? code : codeOf(inside)
}

export const ask = (session: Session, operation: Operation): Request =>
  requestTo(
    operation,
    session.source,
    session.source.random.is(0.97) ? session.credentials : session.otherCredentials,
  )
