// A condition of a query that a column begins with a text.
import type { Database, SqlValue } from '../port.ts'

/** By its bytes: the order of a language has other neighbours. The values of the query grow by two. */
export function beginning(
  { engine }: Database,
  values: SqlValue[],
  text: string,
): (column: string) => string {
  const [from, to] = [`$${values.push(text)}`, `$${values.push(`${text}\u{10ffff}`)}`]
  const [least, below] = engine === 'postgres' ? ['~>=~', '~<~'] : ['>=', '<']
  return (column) => `(${column} ${least} ${from} AND ${column} ${below} ${to})`
}
