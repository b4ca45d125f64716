// Splits a set into two halves, one to choose thresholds on and one to report on; no person is in both.
import { createHash } from 'node:crypto'

export interface Halves<Item> {
  /** Thresholds and calibrations are chosen on this one. */
  readonly tune: Item[]
  /** Figures are reported on this one. */
  readonly report: Item[]
}

/**
 * The split is by the person or clip of an item: they are ordered by the hash of their name and taken in turn, so that
 * both halves are as large as possible even of five people. It is always over the whole set: a part would split otherwise.
 * With `stratumOf` they are taken in turn within each stratum; a person with items in several belongs to that of the first.
 */
export function splitHalves<Item>(
  items: readonly Item[],
  ownerOf: (item: Item) => string,
  stratumOf: (item: Item) => string = () => '',
): Halves<Item> {
  const owners = Map.groupBy(items, ownerOf)
  const strata = Map.groupBy(owners, ([, [first]]) => stratumOf(first as Item))
  const tuned = new Set<string>()
  let turn = 0
  // The turn continues through the strata, so that odd ones do not all favour the same half.
  for (const [, members] of [...strata].sort(([a], [b]) => compare(a, b)))
    for (const [owner] of members.sort(([a], [b]) => compare(hash(a), hash(b))))
      if (turn++ % 2 === 0) tuned.add(owner)
  return {
    tune: items.filter((item) => tuned.has(ownerOf(item))),
    report: items.filter((item) => !tuned.has(ownerOf(item))),
  }
}

const hash = (name: string) => createHash('sha256').update(name).digest('hex')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
