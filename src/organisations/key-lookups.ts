// Looks up API keys, anew for every request, and writes down when each was last used.
import { AsyncLocalStorage } from 'node:async_hooks'
import { timingSafeEqual } from 'node:crypto'
import type { Authenticator, UsedKey } from '../http/authenticator.ts'
import type { Database } from '../store/port.ts'
import { type GoodSecret, goodSecretsOf, markUsed } from '../store/records/api-keys.ts'
import { hashOfKey, idInKey } from './api-keys.ts'

interface KeyLookups extends Pick<Authenticator, 'isStillGood' | 'close'> {
  /** Undefined where the key is not good: mistyped, unknown, of another secret, expired or revoked. */
  lookUp(text: string): Promise<{ readonly organisationId: string; readonly key: UsedKey } | undefined>
}

interface LookupOptions {
  readonly database: Database
  readonly now: () => number
}

export function openKeyLookups({ database, now }: LookupOptions): KeyLookups {
  const uses = openUses({ database, now })

  async function secretWith(id: string, hash: Uint8Array): Promise<GoodSecret | undefined> {
    const good = await goodSecretsOf(database, id, now())
    return good.find((one) => timingSafeEqual(one.hash, hash))
  }

  return {
    async lookUp(text) {
      const id = idInKey(text)
      if (id === undefined) return undefined
      const hash = hashOfKey(text)
      const found = await secretWith(id, hash)
      if (!found) return undefined
      uses.note(id)
      const scopes = found.scopes.split(',')
      return { organisationId: found.organisationId, key: { id, scopes, isTest: found.isTest === 1, hash } }
    },
    isStillGood: async ({ id, hash }) => (await secretWith(id, hash)) !== undefined,
    close: uses.close,
  }
}

/** A server writes uses of keys this often, while there are any. */
const lookEveryMs = 1000
/** It writes a use of the same key at most this often. */
const writeEveryMs = 60_000

/** No request waits for it, and none fails with it: what could not be written is written with the next. */
function openUses({ database, now }: LookupOptions) {
  const noted = new Map<string, number>()
  /** By key, in the time of `performance.now`, which cannot be set back. */
  const writtenAt = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  /** One write serves many requests, and stands in the trace of none. */
  const outsideRequests = AsyncLocalStorage.snapshot()

  const isDue = (id: string): boolean =>
    performance.now() - (writtenAt.get(id) ?? Number.NEGATIVE_INFINITY) >= writeEveryMs

  async function write(wanted: (id: string) => boolean): Promise<void> {
    const batch = [...noted].filter(([id]) => wanted(id))
    if (batch.length === 0) return
    await database.transaction(async (queries) => {
      for (const [id, at] of batch) await markUsed(queries, id, at)
    })
    for (const [id, at] of batch) {
      writtenAt.set(id, performance.now())
      if (noted.get(id) === at) noted.delete(id)
    }
  }

  const writeNext = (wanted: (id: string) => boolean): Promise<void> => {
    writing = writing.then(() => write(wanted)).catch(() => undefined)
    return writing
  }

  function look(): void {
    timer ??= setTimeout(async () => {
      await writeNext(isDue)
      timer = undefined
      if (noted.size > 0) look()
    }, lookEveryMs).unref()
  }

  return {
    note(id: string): void {
      noted.set(id, now())
      if (timer === undefined) outsideRequests(look)
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      await writeNext(() => true)
    },
  }
}
