// Plays one profile challenge over HTTP, one request after the other, and tells how long each took.
import { type Check, hasFailed } from '../../src/checks.ts'
import { basic } from '../../test/kit/server.ts'
import { type ActedFrame, size } from './liveness-frames.ts'

export interface Server {
  readonly url: string
  readonly credentials: { readonly name: string; readonly password: string }
}

export interface Played {
  readonly startMs: number
  readonly framesMs: readonly number[]
  readonly verifyMs: number
  readonly verdict: number
  /** Names of the checks that failed. */
  readonly failed: readonly string[]
}

/** An answer that is none of success; a verdict is no failure, whatever it says. */
export class Failed extends Error {}

/** Frames may be taken no faster than they are sent: the claimed times are a quarter of what was acted. */
const HASTE = 4

export async function playProfile(server: Server, frames: readonly ActedFrame[]): Promise<Played> {
  const root = '/profile-liveness-challenge'
  const started = await call(server, 'POST', `${root}/start`, {
    external_person_id: 'bench',
    image_width: size.width,
    image_height: size.height,
    exercise: 'custom',
  })
  const now = Date.now()
  const framesMs: number[] = []
  for (const { task, photo, atMs } of frames) {
    const body = {
      task,
      photo: Buffer.from(photo).toString('base64'),
      timestamp: now + Math.round(atMs / HASTE),
    }
    const sent = await call(server, 'PUT', `${root}/${started.body.id}/frames`, body)
    if (sent.body.result_code !== 200) throw new Failed(JSON.stringify(sent.body))
    framesMs.push(sent.ms)
  }
  // The person is rendered: whether it passes for alive is not what is timed.
  const verified = await call(server, 'POST', `${root}/${started.body.id}/verify`, {
    passive_liveness_threshold: 0,
  })
  const { result_code, checks } = verified.body as { result_code: number; checks: Check[] }
  return {
    startMs: started.ms,
    framesMs,
    verifyMs: verified.ms,
    verdict: result_code,
    failed: checks.filter(hasFailed).map(({ name }) => name),
  }
}

async function call({ url, credentials }: Server, method: string, path: string, body: unknown) {
  const text = JSON.stringify(body)
  const startedAt = performance.now()
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: basic(credentials), 'content-type': 'application/json' },
    body: text,
  })
  const read = (await answer.json()) as Record<string, unknown>
  if (answer.status !== 200) throw new Failed(`${path} answered ${answer.status}: ${JSON.stringify(read)}`)
  return { ms: performance.now() - startedAt, body: read }
}
