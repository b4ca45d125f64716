// Writes JSON in the one way that RFC 8785 allows, so that a signature is over the same bytes everywhere.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Names in the order of their UTF-16 units, no spaces; texts and numbers are spelled as JavaScript spells them. */
export function canonical(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('JSON has no such number')
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('JSON has no half characters')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value as { readonly [key: string]: Json })
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${sorted.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}
