// Extracts the parts of an OpenAPI description that a client's code depends on: everything but the prose.

const PROSE = new Set(['description', 'summary', 'x-enum-descriptions', 'example', 'examples'])

/** Returns the same description without its texts. A field that is called `description` stays, because it stands among `properties`. */
export function withoutProse(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !PROSE.has(key))
      .map(([key, inner]) => [key, withoutProse(inner, key === 'properties' && !isNames)]),
  )
}

/** Lists what the first has and the second lacks or has differently, as paths. Additions of the second are no difference. */
export function missingFrom(first: unknown, second: unknown, path = ''): string[] {
  if (Array.isArray(first)) {
    if (!Array.isArray(second)) return [path]
    const held = new Set(second.map((one) => JSON.stringify(one)))
    return first.flatMap((one, i) => {
      if (held.has(JSON.stringify(one))) return []
      const isPlain = typeof one !== 'object' || one === null
      return isPlain ? [`${path}/${String(one)}`] : missingFrom(one, second[i], `${path}/${i}`)
    })
  }
  if (typeof first !== 'object' || first === null) return first === second ? [] : [path]
  if (typeof second !== 'object' || second === null) return [path]
  const other = second as Readonly<Record<string, unknown>>
  return Object.entries(first).flatMap(([key, inner]) =>
    key in other ? missingFrom(inner, other[key], `${path}/${key}`) : [`${path}/${key}`],
  )
}
