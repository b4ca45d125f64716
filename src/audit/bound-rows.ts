// Compares rows that decide something with what was bound of them, and with what the audit trail knows of that.
import type { Binding, Database, Digests, KeptBinding } from '../store/port.ts'
import type { AuditEntry } from '../store/records/audit.ts'
import {
  beginBinding,
  bindAsItIs,
  bindUnbound,
  boundSince,
  comparedAfter,
  goneAfter,
  idsWithoutRow,
  rowOfBound,
} from '../store/records/bound-comparison.ts'
import {
  type BoundKind,
  beginnings,
  isBoundKind,
  kindsBound,
  rowOfKind,
} from '../store/records/bound-kinds.ts'
import { bindingsOf, holds } from '../store/records/bound-row.ts'
import { readBound } from './hashes.ts'
import type { Trail } from './trail.ts'

const pageSize = 500

interface BoundFault {
  /** Undefined where it is no row. */
  readonly row: { readonly kind: BoundKind; readonly id: string } | undefined
  readonly what: string
}

const faults = {
  changed: 'was changed outside the server',
  added: 'was put in outside the server',
  removed: 'was removed outside the server',
  'set back': 'was set back: the audit trail knows a later state of it',
} as const

export interface Comparing {
  readonly rows: number
  /** When rows began to be bound; undefined where no server has done so yet. */
  readonly since: number | undefined
  readonly faults: readonly BoundFault[]
}

/** Every page is of one moment, so that servers may run meanwhile. */
export function openComparing(database: Database, digests: Digests) {
  const found = new Map<string, BoundFault>()

  const name = (kind: BoundKind, id: string, fault: keyof typeof faults): void => {
    const key = `${kind}:${id}`
    if (!found.has(key))
      found.set(key, { row: { kind, id }, what: `${rowOfKind(kind).called} ${id} ${faults[fault]}` })
  }
  const say = (what: string): void => void found.set(what, { row: undefined, what })

  async function compareRows(kind: BoundKind, isBegun: boolean): Promise<number> {
    let count = 0
    for await (const page of pagesOf(database, kind)) {
      count += page.length
      for (const { id, values, binding } of page)
        if (holds(digests, binding, values)) continue
        else if (binding && binding.isGone === 0) name(kind, id, 'changed')
        else if (binding || isBegun) name(kind, id, 'added')
    }
    for (const id of await idsWithoutRow(database, database.engine, kind)) name(kind, id, 'removed')
    for (let after = ''; ; ) {
      const page = await goneAfter(database, kind, after, pageSize)
      for (const one of page) if (!holds(digests, one, 'gone')) name(kind, one.id, 'removed')
      after = page.at(-1)?.id ?? ''
      if (page.length < pageSize) return count
    }
  }

  /** What went with a row of another kind is bound no more, nor what a redaction removed. */
  async function wentWith(kind: BoundKind, id: string): Promise<boolean> {
    const { under = {}, isRedacted = false } = rowOfKind(kind)
    for (const above of Object.keys(under).filter(isBoundKind)) {
      const aboveId = id.split('/').slice(0, rowOfKind(above).key.length).join('/')
      const [binding] = await bindingsOf(database, above, [aboveId])
      if (binding === undefined && rowOfKind(above).fleeting) return true
      if (binding?.isGone === 1 && holds(digests, binding, 'gone')) return true
      if (isRedacted && above === 'verification') {
        const row = await rowOfBound(database, database.engine, above, aboveId)
        const at = rowOfKind(above).columns.indexOf('redacted_at')
        if (row && row.values[at] !== null && holds(digests, binding, row.values)) return true
      }
    }
    return false
  }

  async function compareWith(known: Binding, now: KeptBinding | undefined): Promise<void> {
    const { kind, id, revision, digest } = known
    const isSame = now?.revision === revision && now.digest === digest
    // Rows that nobody had bound were bound again then, whoever put them in.
    if (!isBoundKind(kind))
      return isSame
        ? undefined
        : say(`Rows began to be bound anew after ${new Date(revision).toISOString()}.`)
    if (isSame || (now && now.revision > revision)) return
    if (now) return name(kind, id, 'set back')
    if (!rowOfKind(kind).fleeting && !(await wentWith(kind, id))) name(kind, id, 'removed')
  }

  return {
    /** What entries of the trail know, of which the hashes hold. */
    async compareEntries(entries: readonly AuditEntry[]): Promise<void> {
      const newest = new Map<string, Binding>()
      for (const entry of entries) {
        const rows = readBound(digests, entry)
        if (!rows)
          say(`Entry ${entry.number} of chain ${entry.chain} was not written with this server's key.`)
        for (const row of rows ?? []) {
          // Of the beginning there is one.
          const key = `${row.kind}:${row.id}${isBoundKind(row.kind) ? '' : row.revision}`
          if ((newest.get(key)?.revision ?? 0) <= row.revision) newest.set(key, row)
        }
      }
      for (const [kind, rows] of Map.groupBy(newest.values(), (row) => row.kind))
        for (let at = 0; at < rows.length; at += pageSize) {
          const page = rows.slice(at, at + pageSize)
          const ids = page.map(({ id }) => id)
          const now = new Map((await bindingsOf(database, kind, ids)).map((one) => [one.id, one]))
          for (const row of page) await compareWith(row, now.get(row.id))
        }
    },

    async compareAll(): Promise<Comparing> {
      let rows = 0
      let first: number | undefined
      for (const beginning of beginnings) {
        const since = await boundSince(database, digests, beginning)
        if (since === false) say('The beginning of the binding of rows was put in outside the server.')
        first ??= since || undefined
        for (const kind of kindsSince(beginning)) rows += await compareRows(kind, since !== undefined)
      }
      return { rows, since: first, faults: [...found.values()] }
    },
  }
}

const kindsSince = (beginning: string): readonly BoundKind[] =>
  kindsBound.filter((kind) => (rowOfKind(kind).since ?? 'server') === beginning)

async function* pagesOf(database: Database, kind: BoundKind) {
  for (let after: Parameters<typeof comparedAfter>[3]['after']; ; ) {
    const page = await comparedAfter(database, database.engine, kind, { after, limit: pageSize })
    yield page
    after = page.at(-1)?.place
    if (page.length < pageSize) return
  }
}

/** Binds rows from before there were bindings of their kind, once; undefined where that was done. Returns how many. */
export async function bindExisting(
  database: Database,
  trail: Pick<Trail, 'settled'>,
): Promise<number | undefined> {
  const { unchained } = database
  if (!unchained) return undefined
  let count: number | undefined
  for (const beginning of beginnings) {
    if ((await boundSince(database, await unchained.digests(), beginning)) !== undefined) continue
    count ??= 0
    for (const kind of kindsSince(beginning)) count += await bindKind(database, trail, kind)
    await database.transaction((queries) => beginBinding(queries, beginning))
    await trail.settled()
  }
  return count
}

async function bindKind(database: Database, trail: Pick<Trail, 'settled'>, kind: BoundKind): Promise<number> {
  let count = 0
  for (let after: Parameters<typeof comparedAfter>[3]['after']; ; ) {
    const page = await database.transaction(async (queries) => {
      const options = { after, limit: pageSize, isLocking: true }
      const rows = await comparedAfter(queries, database.engine, kind, options)
      bindUnbound(queries, kind, rows)
      return rows
    })
    await trail.settled()
    count += page.filter(({ binding }) => binding === undefined).length
    after = page.at(-1)?.place
    if (page.length < pageSize) return count
  }
}

/** An operator says that rows are right as they are. */
export async function acceptRows(database: Database, accepted: readonly BoundFault[]): Promise<void> {
  for (const { row } of accepted)
    if (row) await database.transaction((queries) => bindAsItIs(queries, row.kind, row.id))
}
