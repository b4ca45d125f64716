// Registers collections over HTTP as fast as the server answers, until it is gone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '../../../src/organisations/manage.ts'
import { type Caller, callerOf } from '../../kit/caller.ts'
import type { RoundsLedger } from './ledger.ts'

export interface Callers {
  /** The time of the last acknowledged registration, from `performance.now()`. */
  readonly lastAcknowledgedAt: () => number
  /** Answers that a living server must not give. */
  readonly wrong: readonly string[]
  /** It is called before the server is killed, and resolves when every caller has stopped. */
  stop(): Promise<void>
}

export const personOf = (collection: string): string => `person of ${collection}`

interface Calling {
  readonly url: string
  readonly as: Credentials
  readonly ledger: RoundsLedger
  readonly round: number
  readonly callers: number
}

export function startCallers({ url, as, ledger, round, callers }: Calling): Callers {
  const wrong: string[] = []
  let stopping = false
  let lastAcknowledgedAt = 0

  const caller = callerOf(url, as, { timeoutMs: 30_000 })
  async function call(number: number): Promise<void> {
    for (let count = 1; !stopping; count++) {
      const id = `http-${round}-${number}-${count}`
      ledger.collections.send(id, {})
      const code = await register(caller, id)
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
  // Readiness writes a file while it checks the disk; a kill must not make it permanent.
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

/** Returns the result code, whatever the HTTP status is; undefined when no answer came. */
export async function register(caller: Caller, id: string): Promise<number | undefined> {
  const request = { id, external_person_id: personOf(id) }
  const { status, code } = await caller.call('signCollectionId', { request })
  return status === 0 ? undefined : code
}
