// Counts the letters by which two texts differ: as wholes, or one within the other.

/** Counts the letters to add, drop or change to turn one text into the other. */
export const editDistance = (one: string, other: string): number =>
  one === other ? 0 : (lastRow(one, other, false)[other.length] ?? 0)

/** Does the same for the part of the text that is most like the pattern. */
export const distanceWithin = (pattern: string, text: string): number =>
  Math.min(...lastRow(pattern, text, true))

/** Returns how far the pattern is from each beginning of the text, the empty one first. */
export const distancesFromStart = (pattern: string, text: string): Uint16Array =>
  lastRow(pattern, text, false)

/** Returns for each end in the text how far the pattern is from what ends there. The loop is plain: it runs over hundreds of names. */
function lastRow(pattern: string, text: string, isFreeStart: boolean): Uint16Array {
  const first = isFreeStart ? new Uint16Array(text.length + 1) : counted(text.length + 1)
  return rowsBelow(first, pattern, text, Number.POSITIVE_INFINITY) ?? first
}

/** Counts as `editDistance` does, but gives up above `most`: what is further is infinitely far. */
function distanceUpTo(one: string, other: string, most: number): number {
  if (one === other) return 0
  return rowsBelow(counted(other.length + 1), one, other, most)?.[other.length] ?? Number.POSITIVE_INFINITY
}

function counted(length: number): Uint16Array {
  const row = new Uint16Array(length)
  for (let k = 0; k < length; k++) row[k] = k
  return row
}

/** Undefined where every cell of a row is above `most`: no row is better than the one before. */
function rowsBelow(first: Uint16Array, pattern: string, text: string, most: number): Uint16Array | undefined {
  let row = first
  let next: Uint16Array = new Uint16Array(row.length)
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern.charCodeAt(at)
    next[0] = at + 1
    let least = at + 1
    for (let k = 0; k < text.length; k++) {
      const changed = (row[k] ?? 0) + (text.charCodeAt(k) === letter ? 0 : 1)
      const cost = Math.min(changed, (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1)
      next[k + 1] = cost
      if (cost < least) least = cost
    }
    if (least > most) return undefined
    ;[row, next] = [next, row]
  }
  return row
}

/** Returns the value of the nearest entry, unless one with another value is nearly as near. */
export function nearest<Value>(
  text: string,
  entries: Iterable<readonly [key: string, value: Value]>,
  { most, lead }: { readonly most: number; readonly lead: number },
): Value | undefined {
  let best: { readonly distance: number; readonly value: Value } | undefined
  let second = Number.POSITIVE_INFINITY
  for (const [key, value] of entries) {
    if (Math.abs(key.length - text.length) > most + lead) continue
    const distance = distanceUpTo(text, key, most + lead)
    if (best === undefined || distance < best.distance) {
      if (best !== undefined && best.value !== value) second = best.distance
      best = { distance, value }
    } else if (value !== best.value) second = Math.min(second, distance)
  }
  return best !== undefined && best.distance <= most && second - best.distance >= lead
    ? best.value
    : undefined
}
