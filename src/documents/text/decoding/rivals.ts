// What else was seen in the place of a character, for those who know more than a line says.
import type { Path } from './greedy.ts'
import type { LineShares } from './shares.ts'

/** Characters, each with the highest share it has in the columns of another. */
export type Rivals = Readonly<Record<string, number>>

/** Beside a character of this share nothing else is looked for; one of a lesser share than the other was not seen. */
const [ALONE, SEEN] = [0.999, 0.001]

/** Undefined where nothing else was seen. The characters before and behind fade into the columns, and are none. */
export function rivalsOf(
  { columns, classes, shares }: LineShares,
  { labels, confidences, middles }: Path,
  index: number,
  charset: readonly string[],
): Rivals | undefined {
  if ((confidences[index] as number) > ALONE) return undefined
  const own = [labels[index - 1], labels[index], labels[index + 1]]
  const middle = middles[index] as number
  const last = Math.min(columns - 1, Math.ceil(middle) + 1)
  const found: Record<string, number> = {}
  for (let column = Math.max(0, Math.floor(middle) - 1); column <= last; column++)
    for (let label = 1; label < classes; label++) {
      const share = shares[column * classes + label] as number
      const text = charset[label - 1]
      if (share < SEEN || text === undefined || own.includes(label)) continue
      found[text] = Math.max(found[text] ?? 0, share)
    }
  return Object.keys(found).length > 0 ? found : undefined
}
