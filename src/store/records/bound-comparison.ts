// Reads rows together with what is bound of them: the audit compares the two, and a new version binds what was not bound before.
import type { Database, Digests, KeptBinding, Queries, SqlValue } from '../port.ts'
import { bindNow } from './binding.ts'
import { type Beginning, type BoundKind, rowOfKind } from './bound-kinds.ts'
import {
  alsoBinding,
  type BoundRow,
  bindingColumns,
  bindingFrom,
  bindingsOf,
  digestOf,
  type HeldRow,
  holds,
  idSql,
  joinBinding,
  lockedWhere,
  plainKey,
  rowFrom,
  rowsWhere,
  type Selected,
  selectOf,
  type Where,
} from './bound-row.ts'

const orderOf = (kind: BoundKind): readonly string[] =>
  rowOfKind(kind).order ?? rowOfKind(kind).key.map(plainKey)

/** A row with what is bound of it, both of one moment. */
export interface ComparedRow extends HeldRow {
  /** Where the next page begins. */
  readonly place: readonly SqlValue[]
}

/** Goes through all rows of a kind, a page at a time; locks them where that is asked. */
export async function comparedAfter(
  queries: Queries,
  engine: Database['engine'],
  kind: BoundKind,
  { after, limit, isLocking = false }: Page,
): Promise<ComparedRow[]> {
  const order = orderOf(kind).map((column) => `t.${column}`)
  const also = order.map((column, at) => `, ${column} AS o${at}`).join('')
  const places = order.map((_, at) => `$${at + 1}`)
  const rows = await queries.query<Selected>(
    `${selectOf(kind, engine, also + alsoBinding)} ${joinBinding(kind, engine)}
     ${after ? `WHERE (${order.join(', ')}) > (${places.join(', ')})` : ''}
     ORDER BY ${order.join(', ')} LIMIT ${limit}${isLocking && engine === 'postgres' ? ' FOR NO KEY UPDATE OF t' : ''}`,
    after ?? [],
  )
  return rows.map((row) => ({
    ...rowFrom(kind, row),
    place: order.map((_, at) => row[`o${at}`] ?? null),
    binding: bindingFrom(kind, row),
  }))
}

interface Page {
  /** Undefined for the first. */
  readonly after: readonly SqlValue[] | undefined
  readonly limit: number
  readonly isLocking?: boolean
}

/** Ids that are bound as there, and of which no row is there. */
export async function idsWithoutRow(
  queries: Queries,
  engine: Database['engine'],
  kind: BoundKind,
): Promise<string[]> {
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM bound_rows WHERE kind = '${kind}' AND is_gone = 0
     EXCEPT SELECT ${idSql(kind, engine)} FROM ${rowOfKind(kind).table} t`,
  )
  return rows.map(({ id }) => id)
}

/** What is bound as gone, in the order of ids. */
export const goneAfter = (
  queries: Queries,
  kind: BoundKind,
  after: string,
  limit: number,
): Promise<KeptBinding[]> =>
  queries.query(
    `SELECT ${bindingColumns} FROM bound_rows WHERE kind = $1 AND is_gone = 1 AND id > $2 ORDER BY id LIMIT ${limit}`,
    [kind, after],
  )

/** Binds rows of a kind that were never bound; in a transaction. */
export function bindUnbound({ binder }: Queries, kind: BoundKind, rows: readonly ComparedRow[]): void {
  if (binder)
    bindNow(
      binder,
      kind,
      rows.filter(({ binding }) => binding === undefined),
    )
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** What names the row of an id. */
function whereOfId(kind: BoundKind, id: string): Where {
  const parts = id.split('/')
  const columns = orderOf(kind)
  return Object.fromEntries(
    rowOfKind(kind).key.flatMap((column, at) => {
      const part = parts[at] ?? ''
      if (!columns.includes(plainKey(column))) return []
      return [[plainKey(column), plainKey(column) === column ? part : bytesOf(part)]]
    }),
  )
}

/** Undefined where there is none. */
export async function rowOfBound(
  queries: Queries,
  engine: Database['engine'],
  kind: BoundKind,
  id: string,
): Promise<BoundRow | undefined> {
  const [row] = await rowsWhere(queries, { engine }, kind, whereOfId(kind, id))
  return row
}

/** Binds the row of this id as it is now, whatever was bound; in a transaction. */
export async function bindAsItIs(queries: Queries, kind: BoundKind, id: string): Promise<void> {
  const { binder } = queries
  if (!binder) return
  const [row] = await lockedWhere(queries, binder, kind, whereOfId(kind, id))
  const [before] = await bindingsOf(queries, kind, [id])
  bindNow(binder, kind, [{ id, values: row?.values ?? 'gone', binding: before }])
}

/** When rows began to be bound; undefined before that, and `false` where that was not written by a server. */
export async function boundSince(
  queries: Queries,
  digests: Digests,
  beginning: Beginning,
): Promise<number | false | undefined> {
  const [start] = await bindingsOf(queries, 'start', [beginning])
  if (!start) return undefined
  return holds(digests, start, []) ? start.revision : false
}

/** Of several servers that begin at once, one does. */
export async function beginBinding(queries: Queries, beginning: Beginning): Promise<void> {
  const { binder } = queries
  if (!binder) return
  const start = { kind: 'start', id: beginning, revision: binder.now() }
  const digest = digestOf(binder.digests, { ...start, salt: '' }, [])
  const rows = await queries.query(
    `INSERT INTO bound_rows (kind, id, revision, is_gone, salt, digest) VALUES ($1, $2, $3, 0, '', $4)
     ON CONFLICT (kind, id) DO NOTHING RETURNING id`,
    [start.kind, start.id, start.revision, digest],
  )
  if (rows.length === 1) binder.made.push({ ...start, digest })
}
