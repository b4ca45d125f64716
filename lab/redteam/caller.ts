// Speaks to the public API as any client does: start, frames, verdict.
import type { Family, Sent, Started } from './material.ts'

const paths = {
  distance: { start: '/distance-liveness-challenge/distance-start', root: '/distance-liveness-challenge' },
  nose: { start: '/liveness-challenge/start', root: '/liveness-challenge' },
  profile: { start: '/profile-liveness-challenge/profile-start', root: '/profile-liveness-challenge' },
} as const

export interface Caller {
  readonly url: string
  readonly authorization: string
}

export interface Outcome {
  readonly code: number
  /** Of the checks that decided against. */
  readonly failed: readonly string[]
}

interface Body {
  readonly result_code: number
  readonly checks?: readonly { readonly name: string; readonly outcome: string }[]
}

async function call<T>(
  { url, authorization }: Caller,
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const read = (await answer.json()) as { result_code: number }
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(read)}`)
  return read as T
}

/** Small counts keep sessions short; which numbers come is the server's choice. */
export function begin(
  caller: Caller,
  family: Family,
  size: { width: number; height: number },
  exercise: string,
) {
  const body = { external_person_id: 'red-team', image_width: size.width, image_height: size.height }
  return call<Started>(
    caller,
    'POST',
    paths[family].start,
    family === 'profile' ? { ...body, exercise } : body,
  )
}

/** Times run a quarter as fast as acted, because frames are sent faster than people act. */
export async function finish(
  caller: Caller,
  family: Family,
  id: string,
  frames: readonly Sent[],
): Promise<Outcome> {
  const { root } = paths[family]
  const now = Date.now()
  for (const { task, bytes, atMs } of frames) {
    const photo = Buffer.from(bytes).toString('base64')
    const timed = { photo, task, timestamp: Math.round(now + atMs / 4) }
    await call(
      caller,
      family === 'nose' ? 'POST' : 'PUT',
      `${root}/${id}/frames`,
      family === 'nose' ? { content: photo } : timed,
    )
  }
  const { result_code: code, checks = [] } = await call<Body>(caller, 'POST', `${root}/${id}/verify`, {})
  return { code, failed: checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name) }
}
