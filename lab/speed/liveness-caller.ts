// Plays one profile challenge over HTTP, one request after the other, and times each.
import type { OperationName } from '../../client/src/operations.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { type Asked, callerOf, failedChecks } from '../kit/caller.ts'
import { type ActedFrame, size } from './liveness-frames.ts'

export interface Server {
  readonly url: string
  readonly credentials: Credentials
}

export interface Played {
  readonly startMs: number
  readonly framesMs: readonly number[]
  readonly verifyMs: number
  readonly verdict: number
  /** Names of the checks that failed. */
  readonly failed: readonly string[]
}

/** An unsuccessful answer is thrown; a verdict is no failure, whatever it is. */
export class Failed extends Error {}

/** Frames may be taken no faster than they are sent: the claimed times are a quarter of the acted ones. */
const HASTE = 4

export async function playProfile(
  { url, credentials }: Server,
  frames: readonly ActedFrame[],
): Promise<Played> {
  const { call } = callerOf(url, credentials)
  const send = async <Name extends OperationName>(name: Name, asked: Asked<Name>) => {
    const answer = await call(name, asked)
    if (answer.status !== 200)
      throw new Failed(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const started = await send('startProfileChallengeShort', {
    request: {
      external_person_id: 'bench',
      image_width: size.width,
      image_height: size.height,
      exercise: 'custom',
    },
  })
  const id = String(started.body.id)
  const now = Date.now()
  const framesMs: number[] = []
  for (const { task, photo, atMs } of frames) {
    const timestamp = now + Math.round(atMs / HASTE)
    // The client encodes the photo in its call; here that is done before the clock starts.
    const body = { task, photo: Buffer.from(photo).toString('base64'), timestamp }
    const sent = await send('addProfileFrame', { id, body })
    if (sent.code !== 200) throw new Failed(JSON.stringify(sent.body))
    framesMs.push(sent.ms)
  }
  // The person is rendered, and whether it passes as live is not measured.
  const verified = await send('verifyProfileChallenge', { id, request: { passive_liveness_threshold: 0 } })
  return {
    startMs: started.ms,
    framesMs,
    verifyMs: verified.ms,
    verdict: verified.code,
    failed: failedChecks(verified),
  }
}
