// Calls the challenges as a client does: starts, films, sends frames with their times, asks for the verdict.
import type { Credentials } from '../../../src/organisations/manage.ts'
import { type Answered, basic, type TestServer } from './server.ts'

export type Call = (method: string, path: string, body?: unknown) => Promise<Answered>

let callers = 0

/** Calls as an organisation of its own, which has never seen these frames. */
export async function newCaller(server: TestServer): Promise<Call> {
  return callerOf(server, await server.organisation(`caller-${++callers}`))
}

export const callerOf =
  ({ url, credentials }: Pick<TestServer, 'url' | 'credentials'>, as: Credentials = credentials): Call =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: basic(as),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>,
    }
  }

/** Gives the paths of each family, and its form of a frame. */
export const families = {
  distance: {
    start: '/distance-liveness-challenge/distance-start',
    root: '/distance-liveness-challenge',
    method: 'PUT',
  },
  nose: { start: '/liveness-challenge/start', root: '/liveness-challenge', method: 'POST' },
  profile: {
    start: '/profile-liveness-challenge/profile-start',
    root: '/profile-liveness-challenge',
    method: 'PUT',
  },
} as const
export type Family = keyof typeof families

export interface SentFrame {
  readonly task: string
  readonly bytes: Uint8Array
  readonly timestamp: number
}

const size = { image_width: 360, image_height: 480 }

/** Returns the body of start's answer. */
export async function start<Started>(
  call: Call,
  family: Family,
  fields: Record<string, unknown> = {},
): Promise<Started & { readonly id: string }> {
  const answer = await call('POST', families[family].start, {
    external_person_id: 'anna',
    ...size,
    ...fields,
  })
  if (answer.body.result_code !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body as Started & { readonly id: string }
}

export function sendFrame(call: Call, family: Family, id: string, frame: SentFrame): Promise<Answered> {
  const { root, method } = families[family]
  const photo = Buffer.from(frame.bytes).toString('base64')
  const body =
    family === 'nose' ? { content: photo } : { photo, task: frame.task, timestamp: frame.timestamp }
  return call(method, `${root}/${id}/frames`, body)
}

export const verify = (call: Call, family: Family, id: string, body?: unknown): Promise<Answered> =>
  call('POST', `${families[family].root}/${id}/verify`, body)

/** What a person is told to do now. */
export interface Told {
  readonly task: string
  readonly frames: number
  readonly tasks_left: number
  readonly box?: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
}

export const nextTask = (call: Call, family: Family, id: string, done: string): Promise<Answered> =>
  call('POST', `${families[family].root}/${id}/next-task`, { done })

/** Does task after task as they are told; `act` gives the frames of each. Returns the tasks in their order. */
export async function playTold(
  call: Call,
  family: Family,
  { id, told }: { readonly id: string; readonly told: Told },
  act: (told: Told) => readonly SentFrame[] | Promise<readonly SentFrame[]>,
): Promise<string[]> {
  const order: string[] = []
  for (let now: Told | undefined = told; now; ) {
    order.push(now.task)
    for (const frame of await act(now)) await sendFrame(call, family, id, frame)
    const { body } = await nextTask(call, family, id, now.task)
    if (body.result_code !== 200) throw new Error(JSON.stringify(body))
    now = body.told as Told | undefined
  }
  return order
}

/** A render may rightly be judged not genuine; this option lets it pass. */
export const lenient = { passive_liveness_threshold: 0.01 }

/** Sends the frames one after the other, then asks for the verdict. */
export async function play(
  call: Call,
  family: Family,
  id: string,
  frames: readonly SentFrame[],
  body: unknown = lenient,
): Promise<Answered> {
  for (const frame of frames) {
    const answer = await sendFrame(call, family, id, frame)
    if (answer.body.result_code !== 200) throw new Error(JSON.stringify(answer.body))
  }
  return verify(call, family, id, body)
}
