// What a search finds, and how the lists of several threads become one.

export interface Hit {
  readonly slot: number
  /** The approximate cosine. */
  readonly score: number
}

/** Best first; of equals the earlier slot, whichever thread found it. */
export function mergeHits(lists: readonly (readonly Hit[])[], limit: number): Hit[] {
  return lists
    .flat()
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, limit)
}
