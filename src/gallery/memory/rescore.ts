// From approximate hits to the best by true cosine: whom to ask for exactly, and whether anyone may have been missed.
import type { Hit } from './hits.ts'

export interface Found {
  readonly slot: number
  readonly cosine: number
}

/**
 * The `wanted` best of the hits by true cosine, none below `least`. `slack` is the most by which a score can be off, `isAll`
 * whether the hits are all there is, `exact` gives true cosines (not a number for a face that is gone). Not proven means
 * that a face outside of the hits may belong among those found: search again for more.
 */
export async function best(
  hits: readonly Hit[],
  slack: number,
  isAll: boolean,
  wanted: number,
  least: number,
  exact: (slots: readonly number[]) => Promise<readonly number[]>,
): Promise<{ found: Found[]; isProven: boolean }> {
  const known: Found[] = []
  const ask = async (asked: readonly Hit[]) => {
    if (asked.length === 0) return
    const slots = asked.map((hit) => hit.slot)
    const cosines = await exact(slots)
    slots.forEach((slot, i) => {
      known.push({ slot, cosine: cosines[i] ?? Number.NaN })
    })
  }
  const standing = () =>
    known
      .filter(({ cosine }) => cosine >= least)
      .sort((a, b) => b.cosine - a.cosine || a.slot - b.slot)
      .slice(0, wanted)
  /** What a face must reach to be among the best, as far as is known. */
  const bar = () => {
    const stand = standing()
    return stand.length === wanted ? (stand.at(-1)?.cosine ?? Infinity) : least
  }

  // The first are needed in any case; they raise the bar so far that few others are.
  await ask(hits.slice(0, wanted).filter(({ score }) => score + slack >= least))
  const raised = bar()
  await ask(hits.slice(wanted).filter(({ score }) => score + slack >= raised))

  const found = standing()
  const outside = (hits.at(-1)?.score ?? Infinity) + slack
  return {
    found: [...found],
    isProven: isAll || (found.length === wanted ? outside <= bar() : outside < least),
  }
}
