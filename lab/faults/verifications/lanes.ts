// Walks verifications through their journeys over HTTP while servers are killed, and notes what was acknowledged.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '../../../src/organisations/manage.ts'
import { basicAuthorization } from '../../kit/caller.ts'

/** What a lane means to do with a verification. */
const journeys = ['approve', 'review', 'refuse', 'cancel', 'race'] as const
type Journey = (typeof journeys)[number]

/** A verification as far as answers described it. */
interface Walked {
  readonly key: string
  readonly journey: Journey
  /** Undefined until its creation was acknowledged. */
  id?: string
  /** The state that an answer said it ended in. */
  ended?: string
  /** The answers to two reviewers who decided at once. */
  decisions?: number
}

interface LanesOptions {
  /** Those that answer now; one of them is asked, another where that fails. */
  readonly urls: () => readonly string[]
  readonly credentials: Credentials
  readonly lanes: number
  readonly random: () => number
}

export interface Lanes {
  readonly walked: readonly Walked[]
  /** Answers that no server must give. */
  readonly wrong: readonly string[]
  readonly calls: () => number
  stop(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const finals = new Set(['approved', 'declined', 'cancelled', 'expired'])
/** A verification whose server was killed while it judged waits for its lease: the lane goes on with another. */
const PATIENCE_MS = 3000

export function startLanes({ urls, credentials, lanes, random }: LanesOptions): Lanes {
  const walked: Walked[] = []
  const wrong: string[] = []
  let calls = 0
  let isRunning = true

  /** Repeats the request until it is answered, as a careful caller does; undefined when the lanes are stopped. */
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    { body, bearer, key }: { body?: unknown; bearer?: string; key?: string } = {},
  ): Promise<Answer | undefined> {
    while (isRunning) {
      const all = urls()
      const url = all[Math.floor(random() * all.length)]
      if (url === undefined) {
        await sleep(20)
        continue
      }
      try {
        calls++
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            authorization: bearer === undefined ? basicAuthorization(credentials) : `Bearer ${bearer}`,
            ...(method === 'POST' && { 'content-type': 'application/json' }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        })
        const answer = { status: response.status, body: (await response.json()) as Answer['body'] }
        if (answer.status === 503) {
          await sleep(20)
          continue
        }
        if (answer.status >= 500)
          wrong.push(`${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '{id}')} answered ${answer.status}`)
        return answer
      } catch {
        await sleep(10)
      }
    }
    return undefined
  }

  const state = async (id: string) => {
    const answer = await ask('GET', `/verifications/${id}`)
    return answer && (verificationIn(answer.body).state as string)
  }

  async function until(one: Walked, wanted: ReadonlySet<string>): Promise<string | undefined> {
    const deadline = performance.now() + PATIENCE_MS
    while (isRunning && performance.now() < deadline) {
      const now = await state(one.id ?? '')
      if (now !== undefined && finals.has(now)) one.ended = now
      if (now === undefined || wanted.has(now) || finals.has(now)) return now
      await sleep(15)
    }
    return undefined
  }

  /** A link whose answer was lost was used: the organisation makes another. */
  async function enter(id: string, link: string): Promise<string | undefined> {
    for (let token = link; isRunning; ) {
      const entered = await ask('POST', '/verification-session/token', { bearer: token })
      if (!entered) return undefined
      if (entered.status === 200) return entered.body.token as string
      const fresh = await ask('POST', `/verifications/${id}/link`)
      if (fresh?.status !== 200) return undefined
      token = linkIn(fresh.body)
    }
    return undefined
  }

  async function walk(journey: Journey): Promise<void> {
    const one: Walked = { key: randomUUID(), journey }
    walked.push(one)
    const body = {
      policy: journey === 'approve' ? 'quick' : 'look',
      external_person_id: one.key,
      metadata: { journey },
    }
    const created = await ask('POST', '/verifications', { body, key: one.key })
    if (!created) return
    if (created.status !== 200)
      return void wrong.push(`create answered ${created.status} ${JSON.stringify(created.body)}`)
    const id = verificationIn(created.body).id as string
    one.id = id
    if (journey === 'cancel' && random() < 0.5) return cancel(one)
    const token = await enter(id, linkIn(created.body))
    if (token === undefined) return
    const step = (path: string, sent: unknown) =>
      ask('POST', `/verification-session/${path}`, { bearer: token, body: sent })
    if (!(await step('consent', { accepted: journey !== 'refuse', text_version: '1' }))) return
    if (journey === 'cancel') return cancel(one)
    if (journey !== 'refuse' && !(await step('skip', { step: 'chip' }))) return
    const reached = await until(one, new Set(['review']))
    if (reached === 'review') await decide(one, journey === 'race' ? 2 : 1)
  }

  async function cancel(one: Walked): Promise<void> {
    await ask('POST', `/verifications/${one.id}/cancel`)
    await until(one, finals)
  }

  async function decide(one: Walked, reviewers: number): Promise<void> {
    const asked = Array.from({ length: reviewers }, (_, i) =>
      ask('POST', `/verifications/${one.id}/decide`, {
        body: { decision: i === 0 ? 'approved' : 'declined', note: 'looked at', reviewer: `reviewer ${i}` },
      }),
    )
    const answers = await Promise.all(asked)
    one.decisions = answers.filter((answer) => answer?.status === 200).length
    await until(one, finals)
  }

  const running = Array.from({ length: lanes }, async () => {
    while (isRunning) {
      const journey = journeys[Math.floor(random() * journeys.length)] ?? 'approve'
      await walk(journey)
    }
  })
  return {
    walked,
    wrong,
    calls: () => calls,
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  }
}

const verificationIn = (body: Answer['body']): Readonly<Record<string, unknown>> =>
  (body.verification ?? body) as Readonly<Record<string, unknown>>

const linkIn = (body: Answer['body']): string => (body.link as { token: string }).token
