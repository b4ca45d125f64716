// Binds rows that decide something: each change keeps a keyed digest of the row, in the transaction of the change.
import type { Binder, Binding, Database, Digests, Queries, SqlValue, Unchained } from '../port.ts'
import { type BoundKind, kindsBound, rowOfKind } from './bound-kinds.ts'

export interface KeptBinding extends Binding {
  readonly isGone: number
  readonly salt: string
}

/** A row as it is, with its id, what names it, and the columns that decide. */
interface BoundRow {
  readonly id: string
  readonly key: readonly SqlValue[]
  readonly values: readonly SqlValue[]
}

/** Which rows of a kind: all that have these values. */
export type Where = Readonly<Record<string, SqlValue>>

const plainKey = (column: string): string => column.replace(/^hex\((\w+)\)$/, '$1')

const idSql = (kind: BoundKind, engine: Database['engine']): string =>
  rowOfKind(kind)
    .key.map((column) => {
      if (plainKey(column) === column) return `COALESCE(CAST(t.${column} AS TEXT), '')`
      return engine === 'postgres'
        ? `UPPER(ENCODE(t.${plainKey(column)}, 'hex'))`
        : `HEX(t.${plainKey(column)})`
    })
    .join(` || '/' || `)

/** Begins with the id, the key and the columns of a row, in this order. */
function selectOf(kind: BoundKind, engine: Database['engine'], also = ''): string {
  const { table, key, columns } = rowOfKind(kind)
  const parts = [
    `${idSql(kind, engine)} AS id`,
    ...key.map((column, at) => `t.${plainKey(column)} AS k${at}`),
    ...columns.map((column, at) => `t.${column} AS c${at}`),
  ]
  return `SELECT ${parts.join(', ')}${also} FROM ${table} t`
}

type Selected = Readonly<Record<string, SqlValue>>

function rowFrom(kind: BoundKind, selected: Selected): BoundRow {
  const { key, columns } = rowOfKind(kind)
  return {
    id: String(selected.id),
    key: key.map((_, at) => selected[`k${at}`] ?? null),
    values: columns.map((_, at) => selected[`c${at}`] ?? null),
  }
}

const spelled = (digests: Digests, value: SqlValue): string | number | null =>
  value instanceof Uint8Array ? digests.ofBytes(value) : value

/** What is bound: the values of a row, or that it is gone. */
function digestOf(
  digests: Digests,
  { kind, id, revision, salt }: Pick<KeptBinding, 'kind' | 'id' | 'revision' | 'salt'>,
  values: readonly SqlValue[] | 'gone',
): string {
  const words = values === 'gone' ? ['gone'] : ['row', ...values.map((value) => spelled(digests, value))]
  const text = JSON.stringify(['selfsame-bound-row', kind, id, revision, salt, ...words])
  return digests.of(text)
}

export const holds = (
  digests: Digests,
  binding: KeptBinding | undefined,
  values: readonly SqlValue[] | 'gone',
): boolean => binding !== undefined && binding.digest === digestOf(digests, binding, values)

/** Locks the rows where that is asked: then others who change them wait until the transaction ends. */
async function rowsWhere(
  queries: Queries,
  engine: Database['engine'],
  kind: BoundKind,
  where: Where,
  isLocking = false,
): Promise<BoundRow[]> {
  const conditions = Object.keys(where).map((column, at) => `t.${column} = $${at + 1}`)
  const rows = await queries.query<Selected>(
    `${selectOf(kind, engine)} WHERE ${conditions.join(' AND ')}${isLocking && engine === 'postgres' ? ' FOR NO KEY UPDATE' : ''}`,
    Object.values(where),
  )
  return rows.map((row) => rowFrom(kind, row))
}

const bindingColumns = 'kind, id, revision, is_gone AS "isGone", salt, digest'

export function bindingsOf(queries: Queries, kind: string, ids: readonly string[]): Promise<KeptBinding[]> {
  if (ids.length === 0) return Promise.resolve([])
  const places = ids.map((_, at) => `$${at + 2}`).join(', ')
  return queries.query(`SELECT ${bindingColumns} FROM bound_rows WHERE kind = $1 AND id IN (${places})`, [
    kind,
    ...ids,
  ])
}

/** So many are written by one statement. */
const mostAtOnce = 100

async function keep(queries: Queries, bindings: readonly KeptBinding[]): Promise<void> {
  for (let at = 0; at < bindings.length; at += mostAtOnce) {
    const page = bindings.slice(at, at + mostAtOnce)
    const values: SqlValue[] = []
    const rows = page.map(({ kind, id, revision, isGone, salt, digest }) => {
      const first = values.push(kind, id, revision, isGone, salt, digest) - 5
      return `($${first}, $${first + 1}, $${first + 2}, $${first + 3}, $${first + 4}, $${first + 5})`
    })
    await queries.query(
      `INSERT INTO bound_rows (kind, id, revision, is_gone, salt, digest) VALUES ${rows.join(', ')}
       ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, is_gone = excluded.is_gone,
         salt = excluded.salt, digest = excluded.digest`,
      values,
    )
  }
}

/** Binds rows as they are now, or that they are gone, whatever was bound before. */
async function bindNow(
  queries: Queries,
  { digests, now, made }: Binder,
  kind: string,
  rows: readonly { readonly id: string; readonly values: readonly SqlValue[] | 'gone' }[],
  before: ReadonlyMap<string, KeptBinding>,
): Promise<void> {
  const fresh = rows.map(({ id, values }) => {
    const revision = Math.max(now(), (before.get(id)?.revision ?? 0) + 1)
    const place = { kind, id, revision, salt: digests.newSalt() }
    return { ...place, isGone: values === 'gone' ? 1 : 0, digest: digestOf(digests, place, values) }
  })
  await keep(queries, fresh)
  made.push(...fresh.map(({ kind, id, revision, digest }) => ({ kind, id, revision, digest })))
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

const isSame = (digests: Digests, one: BoundRow, other: BoundRow | undefined): boolean =>
  other !== undefined &&
  one.values.every((value, at) => spelled(digests, value) === spelled(digests, other.values[at] ?? null))

const isDatabase = (queries: Queries): queries is Database => 'transaction' in queries

/**
 * Does what changes rows of a kind, and binds them anew. One that was not as it was bound stays so: a change by the
 * server must not hide one by somebody else.
 */
export async function bound<T>(
  queries: Queries,
  kind: BoundKind,
  where: Where,
  act: (queries: Queries) => Promise<T>,
): Promise<T> {
  if (isDatabase(queries)) return queries.transaction((inside) => bound(inside, kind, where, act))
  const { binder } = queries
  if (!binder) return act(queries)
  const before = byId(await rowsWhere(queries, binder.engine, kind, where, true))
  const bindings = byId(await bindingsOf(queries, kind, [...before.keys()]))
  const result = await act(queries)
  const after = byId(await rowsWhere(queries, binder.engine, kind, where))
  const isTouchable = (id: string): boolean => {
    const row = before.get(id)
    return row === undefined || holds(binder.digests, bindings.get(id), row.values)
  }
  const changed = [...after.values()].filter(
    (row) => isTouchable(row.id) && !isSame(binder.digests, row, before.get(row.id)),
  )
  const gone = [...before.keys()].filter((id) => !after.has(id) && isTouchable(id))
  if (changed.some(({ id }) => !before.has(id)))
    for (const [id, found] of byId(
      await bindingsOf(
        queries,
        kind,
        changed.map(({ id }) => id),
      ),
    ))
      bindings.set(id, found)
  if (rowOfKind(kind).fleeting) await forget(queries, kind, gone)
  const kept = rowOfKind(kind).fleeting ? [] : gone.map((id) => ({ id, values: 'gone' as const }))
  if (changed.length + kept.length > 0) await bindNow(queries, binder, kind, [...changed, ...kept], bindings)
  return result
}

/** Binds a row that this transaction put in, and that was not there before. */
export async function added(queries: Queries, kind: BoundKind, where: Where): Promise<void> {
  if (isDatabase(queries)) return queries.transaction((inside) => added(inside, kind, where))
  const { binder } = queries
  if (!binder) return
  const rows = await rowsWhere(queries, binder.engine, kind, where)
  await bindNow(queries, binder, kind, rows, new Map())
}

/** Does what removes rows of a kind; what goes with them is no longer bound. */
export async function removed<T>(
  queries: Queries,
  kind: BoundKind,
  where: Where,
  act: (queries: Queries) => Promise<T>,
): Promise<T> {
  if (isDatabase(queries)) return queries.transaction((inside) => removed(inside, kind, where, act))
  const { binder } = queries
  if (!binder) return act(queries)
  for (const { key } of await rowsWhere(queries, binder.engine, kind, where))
    for (const below of kindsBound) {
      const condition = rowOfKind(below).under?.[kind]
      if (condition === undefined) continue
      await queries.query(
        `DELETE FROM bound_rows WHERE kind = '${below}' AND id IN
           (SELECT ${idSql(below, binder.engine)} FROM ${rowOfKind(below).table} t WHERE ${condition})`,
        key,
      )
    }
  return bound(queries, kind, where, act)
}

/** Removes every row of a kind that a condition on `$1` finds; returns how many. */
export async function removeEach(
  queries: Queries,
  kind: BoundKind,
  condition: string,
  time: number,
): Promise<number> {
  if (isDatabase(queries)) return queries.transaction((inside) => removeEach(inside, kind, condition, time))
  const { table, key } = rowOfKind(kind)
  if (!queries.binder) {
    const rows = await queries.query(`DELETE FROM ${table} WHERE ${condition} RETURNING 1 AS one`, [time])
    return rows.length
  }
  const columns = key.map(plainKey)
  // Locked, so that none becomes another meanwhile.
  const lock = queries.binder.engine === 'postgres' ? ' FOR UPDATE' : ''
  const rows = await queries.query<Where>(
    `SELECT ${columns.join(', ')} FROM ${table} WHERE ${condition}${lock}`,
    [time],
  )
  const named = columns.map((column, at) => `${column} = $${at + 1}`).join(' AND ')
  for (const where of rows)
    await removed(queries, kind, where, (inside) =>
      inside.query(
        `DELETE FROM ${table} WHERE ${named}`,
        columns.map((column) => where[column] ?? null),
      ),
    )
  return rows.length
}

async function forget(queries: Queries, kind: BoundKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const places = ids.map((_, at) => `$${at + 2}`).join(', ')
  await queries.query(`DELETE FROM bound_rows WHERE kind = $1 AND id IN (${places})`, [kind, ...ids])
}

const orderOf = (kind: BoundKind): readonly string[] =>
  rowOfKind(kind).order ?? rowOfKind(kind).key.map(plainKey)

/** A row with what is bound of it, both of one moment. */
export interface ComparedRow extends BoundRow {
  readonly binding: KeptBinding | undefined
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
    `${selectOf(kind, engine, `${also}, b.revision, b.is_gone AS "isGone", b.salt, b.digest`)}
     LEFT JOIN bound_rows b ON b.kind = '${kind}' AND b.id = ${idSql(kind, engine)}
     ${after ? `WHERE (${order.join(', ')}) > (${places.join(', ')})` : ''}
     ORDER BY ${order.join(', ')} LIMIT ${limit}${isLocking && engine === 'postgres' ? ' FOR NO KEY UPDATE OF t' : ''}`,
    after ?? [],
  )
  return rows.map((row) => ({
    ...rowFrom(kind, row),
    place: order.map((_, at) => row[`o${at}`] ?? null),
    binding:
      row.digest === null
        ? undefined
        : {
            kind,
            id: String(row.id),
            revision: Number(row.revision),
            isGone: Number(row.isGone),
            salt: String(row.salt),
            digest: String(row.digest),
          },
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
export async function bindUnbound(
  queries: Queries,
  kind: BoundKind,
  rows: readonly ComparedRow[],
): Promise<void> {
  const { binder } = queries
  const fresh = rows.filter(({ binding }) => binding === undefined)
  if (binder && fresh.length > 0) await bindNow(queries, binder, kind, fresh, new Map())
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Binds the row of this id as it is now, whatever was bound; in a transaction. */
export async function bindAsItIs(queries: Queries, kind: BoundKind, id: string): Promise<void> {
  const { binder } = queries
  if (!binder) return
  const { key } = rowOfKind(kind)
  const parts = id.split('/')
  const columns = orderOf(kind)
  const where = Object.fromEntries(
    key.flatMap((column, at) => {
      const part = parts[at] ?? ''
      if (!columns.includes(plainKey(column))) return []
      return [[plainKey(column), plainKey(column) === column ? part : bytesOf(part)]]
    }),
  )
  const [row] = await rowsWhere(queries, binder.engine, kind, where, true)
  const before = byId(await bindingsOf(queries, kind, [id]))
  await bindNow(queries, binder, kind, [{ id, values: row?.values ?? 'gone' }], before)
}

/** When rows began to be bound; undefined before that, and `false` where that was not written by a server. */
export async function boundSince(queries: Queries, digests: Digests): Promise<number | false | undefined> {
  const [start] = await bindingsOf(queries, 'start', ['server'])
  if (!start) return undefined
  return holds(digests, start, []) ? start.revision : false
}

/** Of several servers that begin at once, one does. */
export async function beginBinding(queries: Queries): Promise<void> {
  const { binder } = queries
  if (!binder) return
  const start = { kind: 'start', id: 'server', revision: binder.now() }
  const digest = digestOf(binder.digests, { ...start, salt: '' }, [])
  const rows = await queries.query(
    `INSERT INTO bound_rows (kind, id, revision, is_gone, salt, digest) VALUES ($1, $2, $3, 0, '', $4)
     ON CONFLICT (kind, id) DO NOTHING RETURNING id`,
    [start.kind, start.id, start.revision, digest],
  )
  if (rows.length === 1) binder.made.push({ ...start, digest })
}

/** A database whose transactions bind what they change; what they bound waits for the audit trail. */
export function bindingDatabase(
  database: Database,
  digests: () => Promise<Digests>,
  now: () => number,
): Database {
  const unchained: Unchained = { digests, isChained: false, made: [] }
  return {
    ...database,
    unchained,
    async transaction(work) {
      const binder = { engine: database.engine, digests: await digests(), now, made: [] }
      const result = await database.transaction((queries) => work({ ...queries, binder }))
      if (unchained.isChained) unchained.made.push(...binder.made)
      return result
    },
  }
}
