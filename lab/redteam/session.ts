// Plays a session against the public API as any client does: start, frames, verdict.
import { setTimeout } from 'node:timers/promises'
import { usualLines } from '../../src/liveness/presence.ts'
import { type Answer, type Caller, failedChecks } from '../kit/caller.ts'
import type { Family, Sent, Started } from './films.ts'

export const operations = {
  distance: {
    start: 'startDistanceChallenge',
    frame: 'addDistanceFrame',
    next: 'nextDistanceTask',
    verify: 'verifyDistanceChallenge',
  },
  nose: {
    start: 'startNoseChallenge',
    frame: 'addNoseFrame',
    next: 'nextNoseTask',
    verify: 'verifyNoseChallenge',
  },
  profile: {
    start: 'startProfileChallenge',
    frame: 'addProfileFrame',
    next: 'nextProfileTask',
    verify: 'verifyProfileChallenge',
  },
} as const

export interface Outcome {
  readonly code: number
  /** Names of the checks that decided against the session. */
  readonly failed: readonly string[]
  /** Accepted, but in doubt: a verification asks again. */
  readonly isDoubtful?: boolean
  /** What each check measured, of files that are written. */
  readonly scores?: Readonly<Record<string, number>>
}

const MOST_TRIES = 5

/** A busy server asks to come again later, and a person would. */
export async function served(call: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    const answer = await call()
    if (answer.status !== 0 && answer.status < 400) return answer
    if (answer.status !== 503 || tried === MOST_TRIES) throw new Error(JSON.stringify(answer))
    await setTimeout(1000 * (answer.retryAfterSeconds ?? 1))
  }
}

/** Small counts keep sessions short; the server chooses the numbers. */
export async function begin(
  caller: Caller,
  family: Family,
  size: { width: number; height: number },
  exercise: string,
): Promise<Started> {
  const body = { external_person_id: 'red-team', image_width: size.width, image_height: size.height }
  const started = await served(() =>
    caller.call(operations[family].start, { body: family === 'profile' ? { ...body, exercise } : body }),
  )
  return started.body as unknown as Started
}

/** Of `presence`, as the server has it by default. */
const LINE = usualLines.accept

function outcomeOf(verdict: Answer): Outcome {
  const checks = (verdict.body.checks ?? []) as readonly { readonly name: string; readonly score: number }[]
  const scores = Object.fromEntries(checks.map(({ name, score }) => [name, Number(score.toPrecision(4))]))
  const isDoubtful = verdict.code === 200 && scores.presence !== undefined && scores.presence < LINE
  return { code: verdict.code, failed: failedChecks(verdict), ...(isDoubtful && { isDoubtful }), scores }
}

/** The video is judged at once. */
export async function judgeVideo(caller: Caller, video: Uint8Array): Promise<Outcome> {
  const request = { file: new Uint8Array(video), name: 'selfie.mp4' }
  const verdict = await served(() => caller.call('verifyVideo', { request }))
  return outcomeOf(verdict)
}

/** The claimed times are a quarter of the acted ones, because frames are sent faster than people act. */
export async function finish(
  caller: Caller,
  family: Family,
  id: string,
  frames: readonly Sent[],
): Promise<Outcome> {
  const { frame, verify } = operations[family]
  const now = Date.now()
  for (const { task, bytes, atMs } of frames) {
    const photo = Buffer.from(bytes).toString('base64')
    const timed = { photo, task, timestamp: Math.round(now + atMs / 4) }
    await served(() => caller.call(frame, { id, body: family === 'nose' ? { content: photo } : timed }))
  }
  const verdict = await served(() => caller.call(verify, { id }))
  return outcomeOf(verdict)
}
