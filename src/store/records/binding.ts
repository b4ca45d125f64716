// Binds rows that decide something: each change keeps a keyed digest of the row, in the transaction of the change.
import type { Binder, Database, Digests, KeptBinding, Queries, SqlValue, Unchained } from '../port.ts'
import { type BoundKind, kindsBound, rowOfKind } from './bound-kinds.ts'
import {
  type BoundRow,
  bindingsOf,
  byId,
  digestOf,
  type HeldRow,
  heldRow,
  holds,
  idSql,
  lockedWhere,
  nameOf,
  partsOf,
  plainKey,
  rowFrom,
  rowsWhere,
  type Selected,
  spelled,
  type Where,
} from './bound-row.ts'

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

interface Binds {
  readonly id: string
  readonly values: readonly SqlValue[] | 'gone'
  readonly binding?: KeptBinding | undefined
}

/** Binds rows as they are now, or that they are gone, whatever was bound before. */
export function bindNow({ digests, now, waiting }: Binder, kind: string, rows: readonly Binds[]): void {
  for (const { id, values, binding } of rows) {
    const name = nameOf(kind, id)
    const before = waiting.get(name) ?? binding
    const revision = Math.max(now(), (before?.revision ?? 0) + 1)
    const place = { kind, id, revision, salt: digests.newSalt() }
    waiting.set(name, {
      ...place,
      isGone: values === 'gone' ? 1 : 0,
      digest: digestOf(digests, place, values),
    })
  }
}

/** All of a transaction in one statement, in an order in which no two transactions wait for each other. */
async function writeWaiting(queries: Queries, { waiting, made }: Binder): Promise<void> {
  if (waiting.size === 0) return
  const fresh = [...waiting.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1))
  waiting.clear()
  const bindings = fresh.map(([, binding]) => binding)
  await keep(queries, bindings)
  made.push(...bindings.map(({ kind, id, revision, digest }) => ({ kind, id, revision, digest })))
}

const isSame = (digests: Digests, one: BoundRow, other: BoundRow | undefined): boolean =>
  other !== undefined &&
  one.values.every((value, at) => spelled(digests, value) === spelled(digests, other.values[at] ?? null))

const isDatabase = (queries: Queries): queries is Database => 'transaction' in queries

const isWhole = (digests: Digests, { binding, values }: HeldRow): boolean => holds(digests, binding, values)

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
  const before = await lockedWhere(queries, binder, kind, where)
  const result = await act(queries)
  await bindChanges(queries, binder, kind, before, await rowsWhere(queries, binder, kind, where))
  return result
}

async function bindChanges(
  queries: Queries,
  binder: Binder,
  kind: BoundKind,
  before: readonly HeldRow[],
  after: readonly BoundRow[],
): Promise<void> {
  const { digests, waiting } = binder
  const [known, left] = [byId(before), byId(after)]
  const changed = after.filter((row) => {
    const was = known.get(row.id)
    return was === undefined || (isWhole(digests, was) && !isSame(digests, row, was))
  })
  const fresh = changed.filter(({ id }) => !known.has(id) && !waiting.has(nameOf(kind, id)))
  // Of one that was removed once the revision goes on.
  const gone = byId(
    await bindingsOf(
      queries,
      kind,
      fresh.map(({ id }) => id),
    ),
  )
  bindNow(
    binder,
    kind,
    changed.map((row) => ({ ...row, binding: known.get(row.id)?.binding ?? gone.get(row.id) })),
  )
  await bindGone(
    queries,
    binder,
    kind,
    before.filter((row) => !left.has(row.id) && isWhole(digests, row)),
  )
}

async function bindGone(
  queries: Queries,
  binder: Binder,
  kind: BoundKind,
  gone: readonly HeldRow[],
  isKept = !rowOfKind(kind).fleeting,
): Promise<void> {
  if (isKept)
    bindNow(
      binder,
      kind,
      gone.map(({ id, binding }) => ({ id, values: 'gone', binding })),
    )
  else
    await forget(
      queries,
      binder,
      kind,
      gone.map(({ id }) => id),
    )
}

interface Statement {
  /** It ends before `RETURNING`, and names its table alone. */
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly returning?: string
}

/** What a statement returns, and the rows as it left them: they need not be read again. */
async function runReturning<Row extends object>(
  queries: Queries,
  { engine }: Pick<Binder, 'engine'>,
  kind: BoundKind,
  { sql, values, returning }: Statement,
): Promise<{ readonly rows: Row[]; readonly bound: BoundRow[] }> {
  const also = returning === undefined ? '' : `, ${returning}`
  const rows = await queries.query<Row & Selected>(
    `${sql} RETURNING ${partsOf(kind, engine, '')}${also}`,
    values,
  )
  return { rows, bound: rows.map((row) => rowFrom(kind, row)) }
}

const runPlain = <Row extends object>(queries: Queries, { sql, values, returning = '1 AS one' }: Statement) =>
  queries.query<Row>(`${sql} RETURNING ${returning}`, values)

/** As `bound`, for one UPDATE: a statement less. Gives what it returns, a row for each that it changed. */
export async function boundBy<Row extends object>(
  queries: Queries,
  kind: BoundKind,
  where: Where,
  statement: Statement,
): Promise<Row[]> {
  if (isDatabase(queries)) return queries.transaction((inside) => boundBy(inside, kind, where, statement))
  const { binder } = queries
  if (!binder) return runPlain<Row>(queries, statement)
  const before = await lockedWhere(queries, binder, kind, where)
  const { rows, bound: after } = await runReturning<Row>(queries, binder, kind, statement)
  const touched = new Set(after.map(({ id }) => id))
  await bindChanges(
    queries,
    binder,
    kind,
    before.filter(({ id }) => touched.has(id)),
    after,
  )
  return rows
}

/** Puts in a row that was not there before, and binds it. */
export async function addedBy(queries: Queries, kind: BoundKind, statement: Statement): Promise<void> {
  if (isDatabase(queries)) return queries.transaction((inside) => addedBy(inside, kind, statement))
  const { binder } = queries
  if (!binder) return void (await queries.query(statement.sql, statement.values))
  bindNow(binder, kind, (await runReturning(queries, binder, kind, statement)).bound)
}

/**
 * Runs a DELETE of rows with which no others go. That they are gone is kept, unless they are fleeting or go with
 * something that is known to be gone.
 */
export async function removedBy(
  queries: Queries,
  kind: BoundKind,
  statement: Statement,
  isKept = !rowOfKind(kind).fleeting,
): Promise<readonly { readonly id: string }[]> {
  if (isDatabase(queries)) return queries.transaction((inside) => removedBy(inside, kind, statement, isKept))
  const { binder } = queries
  if (!binder) return runPlain<{ readonly id: string }>(queries, { ...statement, returning: `'' AS id` })
  const { bound: rows } = await runReturning(queries, binder, kind, statement)
  const bindings = byId(
    await bindingsOf(
      queries,
      kind,
      rows.map(({ id }) => id),
    ),
  )
  const gone = rows.map((row) => heldRow(binder, kind, row, bindings.get(row.id)))
  await bindGone(
    queries,
    binder,
    kind,
    gone.filter((row) => isWhole(binder.digests, row)),
    isKept,
  )
  return rows
}

/** Binds a row that this transaction put in, and that was not there before. */
export async function added(queries: Queries, kind: BoundKind, where: Where): Promise<void> {
  if (isDatabase(queries)) return queries.transaction((inside) => added(inside, kind, where))
  const { binder } = queries
  if (binder) bindNow(binder, kind, await rowsWhere(queries, binder, kind, where))
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
  await writeWaiting(queries, binder)
  for (const { key } of await rowsWhere(queries, binder, kind, where))
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

/** Removes every row of a kind that a condition on `$1` finds, returns how many. */
export async function removeEach(
  queries: Queries,
  kind: BoundKind,
  condition: string,
  time: number,
): Promise<number> {
  if (isDatabase(queries)) return queries.transaction((inside) => removeEach(inside, kind, condition, time))
  const { table, key } = rowOfKind(kind)
  const { binder } = queries
  if (!binder) {
    const rows = await queries.query(`DELETE FROM ${table} WHERE ${condition} RETURNING 1 AS one`, [time])
    return rows.length
  }
  if (kindsBound.every((below) => rowOfKind(below).under?.[kind] === undefined)) {
    return (
      await removedBy(queries, kind, { sql: `DELETE FROM ${table} WHERE ${condition}`, values: [time] })
    ).length
  }
  const columns = key.map(plainKey)
  // Locked, so that none becomes another meanwhile.
  const lock = binder.engine === 'postgres' ? ' FOR UPDATE' : ''
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

async function forget(
  queries: Queries,
  { waiting }: Binder,
  kind: BoundKind,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) waiting.delete(nameOf(kind, id))
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const page = ids.slice(at, at + mostAtOnce)
    const places = page.map((_, place) => `$${place + 2}`).join(', ')
    await queries.query(`DELETE FROM bound_rows WHERE kind = $1 AND id IN (${places})`, [kind, ...page])
  }
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
      const { engine } = database
      const binder: Binder = { engine, digests: await digests(), now, waiting: new Map(), made: [] }
      const result = await database.transaction(async (queries) => {
        const done = await work({ ...queries, binder })
        await writeWaiting(queries, binder)
        return done
      })
      if (unchained.isChained) unchained.made.push(...binder.made)
      return result
    },
  }
}
