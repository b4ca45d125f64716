// The printed phrases that tell pages apart, gathered from the kinds, and the pages on which each stands.
import type { Cue, KindDefinition, PageDefinition } from '../kinds/kind.ts'
import { KINDS, type Kind, type Side, sidesOf } from '../kinds/kinds.ts'
import { englishLabelCue, labelCue } from '../kinds/parts/cues.ts'

/** `cmnd-9 front` */
export type PageName = `${Kind} ${Side}`

export interface PrintedPage {
  readonly name: PageName
  readonly definition: KindDefinition<Kind>
  readonly page: PageDefinition
}

/** The pages stand in the order of the classes of the networks. */
export const PRINTED_PAGES: readonly PrintedPage[] = KINDS.flatMap((definition) =>
  sidesOf(definition).flatMap((side): PrintedPage[] => {
    const page = definition[side]
    return page ? [{ name: `${definition.kind} ${side}`, definition, page }] : []
  }),
)

export interface PlacedCue extends Cue {
  readonly on: readonly PageName[]
}

const foreignPages = PRINTED_PAGES.filter(({ definition }) => definition.family === 'foreign').map(
  ({ name }) => name,
)

/** Shorter labels are found by chance. */
const LEAST_LETTERS = 8

const labelCues = ({ labels }: PageDefinition): Cue[] =>
  labels
    .flatMap(({ text, english }) => [labelCue(text), ...(english ? [englishLabelCue(english)] : [])])
    .filter(({ phrase }) => phrase.replaceAll(/[^\p{L}]/gu, '').length >= LEAST_LETTERS)

/** Lists each phrase once, with all pages that have it. */
function gathered(cuesOf: (page: PageDefinition) => readonly Cue[]): PlacedCue[] {
  const placed = new Map<string, { readonly cue: Cue; readonly on: Set<PageName> }>()
  for (const { name, page } of PRINTED_PAGES)
    for (const cue of cuesOf(page)) {
      const known = placed.get(cue.phrase) ?? { cue, on: new Set() }
      known.on.add(name)
      placed.set(cue.phrase, known)
    }
  return [...placed.values()].map(({ cue, on }) => ({ ...cue, on: [...on] }))
}

const stated = gathered(({ cues }) => cues)
const statedPhrases = new Set(stated.map(({ phrase }) => phrase))

export const CUES: readonly PlacedCue[] = [
  ...stated,
  ...gathered(labelCues)
    .filter(({ phrase }) => !statedPhrases.has(phrase))
    // Foreign documents have the same English labels.
    .map((cue) => (cue.isEnglish ? { ...cue, on: [...cue.on, ...foreignPages] } : cue)),
]
