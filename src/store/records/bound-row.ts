// A row that is bound: what names it, its keyed digest, and reading it with what is bound of it.
import type { Binder, Database, Digests, KeptBinding, Queries, SqlValue } from '../port.ts'
import { type BoundKind, rowOfKind } from './bound-kinds.ts'

/** A row as it is, with its id, what names it, and the columns that decide. */
export interface BoundRow {
  readonly id: string
  readonly key: readonly SqlValue[]
  readonly values: readonly SqlValue[]
}

/** Which rows of a kind: all that have these values. */
export type Where = Readonly<Record<string, SqlValue>>

export const plainKey = (column: string): string => column.replace(/^hex\((\w+)\)$/, '$1')

export const idSql = (kind: BoundKind, engine: Database['engine'], of = 't.'): string =>
  rowOfKind(kind)
    .key.map((column) => {
      if (plainKey(column) === column) return `COALESCE(CAST(${of}${column} AS TEXT), '')`
      return engine === 'postgres'
        ? `UPPER(ENCODE(${of}${plainKey(column)}, 'hex'))`
        : `HEX(${of}${plainKey(column)})`
    })
    .join(` || '/' || `)

/** The id, the key and the columns of a row. */
export function partsOf(kind: BoundKind, engine: Database['engine'], of = 't.'): string {
  const { key, columns } = rowOfKind(kind)
  return [
    `${idSql(kind, engine, of)} AS "boundId"`,
    ...key.map((column, at) => `${of}${plainKey(column)} AS k${at}`),
    ...columns.map((column, at) => `${of}${column} AS c${at}`),
  ].join(', ')
}

export const selectOf = (kind: BoundKind, engine: Database['engine'], also = ''): string =>
  `SELECT ${partsOf(kind, engine)}${also} FROM ${rowOfKind(kind).table} t`

export type Selected = Readonly<Record<string, SqlValue>>

export function rowFrom(kind: BoundKind, selected: Selected): BoundRow {
  const { key, columns } = rowOfKind(kind)
  return {
    id: String(selected.boundId),
    key: key.map((_, at) => selected[`k${at}`] ?? null),
    values: columns.map((_, at) => selected[`c${at}`] ?? null),
  }
}

export const spelled = (digests: Digests, value: SqlValue): string | number | null =>
  value instanceof Uint8Array ? digests.ofBytes(value) : value

/** What is bound: the values of a row, or that it is gone. */
export function digestOf(
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

const conditionsOf = (where: Where): string =>
  Object.keys(where)
    .map((column, at) => `t.${column} = $${at + 1}`)
    .join(' AND ')

export async function rowsWhere(
  queries: Queries,
  { engine }: Pick<Binder, 'engine'>,
  kind: BoundKind,
  where: Where,
) {
  const rows = await queries.query<Selected>(
    `${selectOf(kind, engine)} WHERE ${conditionsOf(where)}`,
    Object.values(where),
  )
  return rows.map((row) => rowFrom(kind, row))
}

export const alsoBinding = ', b.revision, b.is_gone AS "isGone", b.salt, b.digest'
export const joinBinding = (kind: BoundKind, engine: Database['engine']): string =>
  `LEFT JOIN bound_rows b ON b.kind = '${kind}' AND b.id = ${idSql(kind, engine)}`

export const bindingFrom = (kind: BoundKind, row: Selected): KeptBinding | undefined =>
  row.digest === null
    ? undefined
    : {
        kind,
        id: String(row.boundId),
        revision: Number(row.revision),
        isGone: Number(row.isGone),
        salt: String(row.salt),
        digest: String(row.digest),
      }

/** The rows with what is bound of them. They are locked: others who change them wait until the transaction ends. */
export async function lockedWhere(
  queries: Queries,
  binder: Binder,
  kind: BoundKind,
  where: Where,
): Promise<HeldRow[]> {
  const [condition, values] = [conditionsOf(where), Object.values(where)]
  if (binder.engine === 'postgres') return lockedRows(queries, binder, kind, condition, values)
  const rows = await queries.query<Selected>(
    `${selectOf(kind, binder.engine, alsoBinding)} ${joinBinding(kind, binder.engine)} WHERE ${condition}`,
    values,
  )
  return rows.map((row) => heldRow(binder, kind, rowFrom(kind, row), bindingFrom(kind, row)))
}

/** Who waited for a lock must read what is bound anew: a joined row would be as it was before. */
async function lockedRows(
  queries: Queries,
  binder: Binder,
  kind: BoundKind,
  condition: string,
  values: readonly SqlValue[],
): Promise<HeldRow[]> {
  const lock = binder.engine === 'postgres' ? ' FOR NO KEY UPDATE' : ''
  const rows = await queries.query<Selected>(
    `${selectOf(kind, binder.engine)} WHERE ${condition}${lock}`,
    values,
  )
  const found = rows.map((row) => rowFrom(kind, row))
  const bindings = byId(
    await bindingsOf(
      queries,
      kind,
      found.map(({ id }) => id),
    ),
  )
  return found.map((row) => heldRow(binder, kind, row, bindings.get(row.id)))
}

export const heldRow = (
  { waiting }: Binder,
  kind: BoundKind,
  row: BoundRow,
  binding: KeptBinding | undefined,
): HeldRow => ({ ...row, binding: waiting.get(nameOf(kind, row.id)) ?? binding })

export interface HeldRow extends BoundRow {
  readonly binding: KeptBinding | undefined
}

export const nameOf = (kind: string, id: string): string => `${kind}:${id}`

export const bindingColumns = 'kind, id, revision, is_gone AS "isGone", salt, digest'

export function bindingsOf(queries: Queries, kind: string, ids: readonly string[]): Promise<KeptBinding[]> {
  if (ids.length === 0) return Promise.resolve([])
  const places = ids.map((_, at) => `$${at + 2}`).join(', ')
  return queries.query(`SELECT ${bindingColumns} FROM bound_rows WHERE kind = $1 AND id IN (${places})`, [
    kind,
    ...ids,
  ])
}

export const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))
