// Callers over HTTP who register collections as fast as they are answered, until the server is gone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '../../../src/organisations/manage.ts'
import { basic } from '../../../test/kit/server.ts'
import type { Ledger } from './ledger.ts'

const path = '/face-collections/sign-collection-id'

export interface Callers {
  /** When the last registration was acknowledged, as `performance.now()` tells it. */
  readonly lastAcknowledgedAt: () => number
  /** Answers that a living server must not give. */
  readonly wrong: readonly string[]
  /** Told that the server is about to be killed; resolves when every caller has given up. */
  stop(): Promise<void>
}

export const personOf = (collection: string): string => `person of ${collection}`

export interface Calling {
  readonly url: string
  readonly as: Credentials
  readonly ledger: Ledger
  readonly round: number
  readonly callers: number
}

export function startCallers({ url, as, ledger, round, callers }: Calling): Callers {
  const wrong: string[] = []
  let stopping = false
  let lastAcknowledgedAt = 0

  async function call(caller: number): Promise<void> {
    for (let count = 1; !stopping; count++) {
      const id = `http-${round}-${caller}-${count}`
      ledger.sendCollection(id)
      const code = await register(url, as, id).catch(() => undefined)
      if (code === 200) {
        ledger.acknowledgeCollection(id)
        lastAcknowledgedAt = performance.now()
      } else if (code !== undefined && code !== 503) wrong.push(`registering a new id answered ${code}`)
      else if (!stopping) {
        ledger.failed += 1
        await sleep(5)
      }
    }
  }

  const all = Array.from({ length: callers }, (_, index) => call(index + 1))
  // Readiness leaves a trace on the disk while it looks; a kill must not make that permanent either.
  all.push(
    fetch(`${url}/readyz`).then(
      (answer) => void answer.text().catch(() => undefined),
      () => undefined,
    ),
  )
  return {
    lastAcknowledgedAt: () => lastAcknowledgedAt,
    wrong,
    async stop() {
      stopping = true
      await Promise.all(all)
    },
  }
}

/** The result code, whatever the HTTP status is. */
export async function register(url: string, as: Credentials, id: string): Promise<number> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(as) },
    body: JSON.stringify({ id, external_person_id: personOf(id) }),
    signal: AbortSignal.timeout(30_000),
  })
  return ((await answer.json()) as { result_code: number }).result_code
}
