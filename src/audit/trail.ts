// Writes the audit trail of one server: entries that wait at the same moment share one commit.
import {
  type Binding,
  type Database,
  type Queries,
  ReferenceMissing,
  StoreUnavailable,
} from '../store/port.ts'
import {
  type AuditEntry,
  type AuditEvent,
  addEntries,
  type Head,
  headOf,
  mostEntries,
} from '../store/records/audit.ts'
import { hashOfEntry, writeBound } from './hashes.ts'
import { openChain } from './open-chain.ts'

/**
 * What is committed together with an entry; it is prepared when the entry is known. The entry is undefined where the
 * trail is off.
 */
export type Attached = (entry: AuditEntry | undefined) => Promise<(queries: Queries) => Promise<void>>

export interface Trail {
  readonly isOn: boolean
  /**
   * Calls back once, when the entry is durable or cannot be written. It takes a callback because there is one entry for
   * every request, and promises would cost more than the hash.
   */
  record(event: AuditEvent, done: (error?: Error) => void, attached?: Attached): void
  /** Resolves when no entry waits any more, nor anything that was bound. */
  settled(): Promise<void>
  /** Records what was bound and no request has taken with it. */
  chainBound(): void
}

export interface TrailOptions {
  readonly database: Database
  readonly now: () => number
  readonly isOn: boolean
}

interface Waiting {
  readonly event: AuditEvent
  readonly done: (error?: Error) => void
  readonly attached: Attached | undefined
}

/** An entry names at most so many rows that were bound: a page of entries is read at once. */
const mostBound = 100

export function openTrail({ database, now, isOn }: TrailOptions): Trail {
  const { unchained } = database
  if (unchained && isOn) unchained.isChained = true
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let chain: Head | undefined
  /** Undefined after a failed commit: it may have gone through all the same, so the head is looked up before the next. */
  let head: Head | undefined

  async function currentHead(): Promise<Head> {
    chain ??= await openChain(database, now)
    head ??= (await headOf(database, chain.chain)) ?? chain
    return head
  }

  async function chained(batch: readonly Waiting[], bound: Binding[]): Promise<AuditEntry[]> {
    let last = await currentHead()
    const digests = unchained && unchained.made.length > 0 ? await unchained.digests() : undefined
    return batch.map(({ event }) => {
      const rows = digests ? (unchained?.made.splice(0, mostBound) ?? []) : []
      bound.push(...rows)
      const bindings = digests && rows.length > 0 ? { bound: writeBound(digests, last.hash, rows) } : {}
      const place = { chain: last.chain, number: last.number + 1, previousHash: last.hash }
      const linked = { ...event, ...bindings, ...place }
      const entry = { ...linked, hash: hashOfEntry(linked) }
      last = entry
      return entry
    })
  }

  async function write(batch: readonly Waiting[], bound: Binding[]): Promise<void> {
    const entries = isOn ? await chained(batch, bound) : []
    const acts: ((queries: Queries) => Promise<void>)[] = []
    for (const [index, { attached }] of batch.entries())
      if (attached) acts.push(await attached(entries[index]))
    head = undefined
    if (acts.length === 0) await addEntries(database, entries)
    else
      await database.transaction(async (queries) => {
        if (entries.length > 0) await addEntries(queries, entries)
        for (const act of acts) await act(queries)
      })
    head = entries.at(-1)
  }

  function failed(error: unknown, bound: readonly Binding[]): Error {
    // The database was restored from a time before our chain, so a new chain is opened, and what we bound is gone too.
    if (error instanceof ReferenceMissing) chain = undefined
    else unchained?.made.unshift(...bound)
    return unwritten(error)
  }

  async function writeAll(): Promise<void> {
    // Whatever else is recorded in this turn of the event loop joins the same commit.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostEntries)
      waiting = waiting.slice(mostEntries)
      const bound: Binding[] = []
      const error = await write(batch, bound).then(
        () => undefined,
        (fault: unknown) => failed(fault, bound),
      )
      for (const { done } of batch) done(error)
    }
    writing = undefined
  }

  function record(event: AuditEvent, done: (error?: Error) => void, attached?: Attached): void {
    waiting.push({ event, done, attached })
    writing ??= writeAll()
  }

  const isWaiting = (): boolean => isOn && (unchained?.made.length ?? 0) > 0

  function chainBound(): void {
    // An entry under way takes them with it.
    if (isWaiting() && !writing) record({ ...boundEvent, at: now() }, () => undefined)
  }

  return {
    isOn,
    record,
    chainBound,
    settled: async () => {
      while (writing) await writing
      // One that fails leaves as many as before.
      for (let before = Number.POSITIVE_INFINITY; isWaiting(); ) {
        const left = unchained?.made.length ?? 0
        if (left >= before) return
        before = left
        chainBound()
        while (writing) await writing
      }
    },
  }
}

/** What the server changed by itself: what ran out, what was judged, what retention removed. */
const boundEvent = {
  organisationId: '',
  apiKeyId: '',
  requestId: '',
  operation: 'server:bound',
  route: '',
  status: 200,
  resultCode: 200,
}

function unwritten(error: unknown): Error {
  if (error instanceof StoreUnavailable) return error
  return new StoreUnavailable(`the audit trail could not be written: ${(error as Error).message}`)
}
