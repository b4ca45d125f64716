// The phrases to look for on a page: labels of its family in every wording, and headings that only end what stands before.
import type { KindDefinition } from '../kinds/kind.ts'
import { KINDS, type Kind, kindDefinition, pageDefinition, pagesOf, type Side } from '../kinds/kinds.ts'
import { MOTTO, MOTTO_ENGLISH } from '../text/knowledge/words.ts'
import { foldPhrase } from './phrases.ts'
import type { Announced } from './rows.ts'

export interface Wording {
  /** It is missing for a heading. */
  readonly field?: Announced
  readonly printed: string
  readonly folded: string
}

export interface Vocabulary {
  /** Phrases that are long enough to be found anywhere. */
  readonly wordings: readonly Wording[]
  /** What may follow a label at once, by field: its English, short words too. */
  readonly followers: ReadonlyMap<Announced | '', readonly string[]>
}

/** A shorter phrase means something only beside another label. */
const LEAST_LETTERS = 4
const kept = new Map<string, Vocabulary>()

export function vocabularyOf(kind: Kind, side: Side): Vocabulary | undefined {
  const fields = pageDefinition({ kind, side })?.lines
  if (fields === undefined) return undefined
  const key = `${kind} ${side}`
  const found = kept.get(key) ?? vocabulary(kindDefinition(kind), new Set(Object.keys(fields)))
  kept.set(key, found)
  return found
}

/** A label of a field that this side does not have is a heading. */
function vocabulary({ family, labelVariants = [] }: KindDefinition, fields: ReadonlySet<string>): Vocabulary {
  const pages = KINDS.filter((each) => each.family === family).flatMap(pagesOf)
  const wordings = new Map<string, Wording>()
  const followers = new Map<Announced | '', Set<string>>()
  const add = (field: Announced | undefined, printed: string): void => {
    const folded = foldPhrase(printed)
    if (folded.length < LEAST_LETTERS || wordings.get(folded)?.field !== undefined) return
    wordings.set(folded, { ...(field && { field }), printed, folded })
  }
  const labels = [...pages.flatMap((page) => page.labels), ...labelVariants]
  for (const { field, text, english } of labels) {
    const announced = field !== undefined && fields.has(field) ? field : undefined
    add(announced, text)
    if (english === undefined) continue
    add(announced, english)
    const of = followers.get(announced ?? '') ?? new Set()
    followers.set(announced ?? '', of.add(foldPhrase(english)))
  }
  const titles = pages.flatMap((page) => page.titles)
  for (const phrase of [...MOTTO, ...MOTTO_ENGLISH, ...titles]) add(undefined, phrase)
  return {
    wordings: [...wordings.values()],
    followers: new Map([...followers].map(([field, words]) => [field, [...words]])),
  }
}
