// Names the kind and side of a page by what is printed on it; the network's class is only the first guess.

import { findNumber } from '../fields/numbers.ts'
import { type Folded, findPhrase, foldCharacters, foldPhrase } from '../fields/phrases.ts'
import { isKnown, PAGE_CLASSES } from '../kinds/kinds.ts'
import { parseDate } from '../text/dates.ts'
import { looksLikeMrz } from '../text/decoding/alphabets.ts'
import { CUES, type PageName, type PlacedCue, PRINTED_PAGES, type PrintedPage } from './cues.ts'
import type { LocatedPage, PageLine } from './page.ts'

type ReadLine = Pick<PageLine, 'text' | 'characters'>

/** The network's class counts with this weight, and with so many e-folds at most: clear text counts more. */
const [FIRST_GUESS, MOST_OF_GUESS] = [0.6, 4]
/** A page with so many legible lines and none of its own phrases is so many e-folds less likely. */
const [ENOUGH_LINES, WITHOUT_PHRASES] = [5, 6]
/** The e-folds in favour of an unknown document: there are more papers than kinds that we know. */
const UNKNOWN = 1.5
const SUREST = 0.999

/** Returns the page with the kind and side that its text shows. */
export function reclassifyByTitle<Page extends LocatedPage>(page: Page, lines: readonly ReadLine[]): Page {
  const evidence = evidenceOf(lines)
  if (evidence.length === 0 && legible(lines) < ENOUGH_LINES) return page
  const name: PageName = `${page.kind} ${page.side}`
  const { kind, side } = page.confidences
  const guess = Math.min(SUREST, kind * side)
  const odds = FIRST_GUESS * Math.log((guess * (PRINTED_PAGES.length - 1)) / (1 - guess))
  const scores = PRINTED_PAGES.map((one) => {
    const first =
      one.name === name
        ? Math.min(MOST_OF_GUESS, Math.max(0, odds))
        : isKnown(one.definition.kind)
          ? 0
          : UNKNOWN
    return (
      first + evidence.reduce((sum, fact) => sum - against(fact, one), 0) - bareness(one, evidence, lines)
    )
  })
  return reclassified(page, scores)
}

function reclassified<Page extends LocatedPage>(page: Page, scores: readonly number[]): Page {
  const most = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - most))
  const sum = shares.reduce((total, share) => total + share, 0)
  const at = scores.indexOf(most)
  const best = PAGE_CLASSES[at]
  if (best === undefined) return page
  const isSame = best.kind === page.kind && best.side === page.side
  const ofKind = shares.reduce(
    (total, share, i) => (PAGE_CLASSES[i]?.kind === best.kind ? total + share : total),
    0,
  )
  const [kind, side] = [Math.min(SUREST, ofKind / sum), 1 / ofKind]
  const { confidences } = page
  return {
    ...page,
    kind: best.kind,
    side: best.side,
    confidences: {
      ...confidences,
      kind: isSame ? Math.max(confidences.kind, kind) : kind,
      side: isSame ? Math.max(confidences.side, side) : side,
    },
  }
}

type Fact = Pick<PlacedCue, 'on' | 'weight' | 'elsewhere' | 'isEnglish'>

function against({ on, weight, elsewhere }: Fact, { name, definition }: PrintedPage): number {
  if (!isKnown(definition.kind)) return elsewhere
  return on.includes(name) ? 0 : weight
}

/** Every Vietnamese page has words of its own; one without any, though words can be read, is unlikely. */
function bareness(
  { name, definition }: PrintedPage,
  evidence: readonly Fact[],
  lines: readonly ReadLine[],
): number {
  if (definition.language === 'any') return 0
  const hasOwn = evidence.some(
    ({ on, isEnglish }) => !isEnglish && on.length <= MOST_OWNERS && on.includes(name),
  )
  return hasOwn || legible(lines) < ENOUGH_LINES ? 0 : WITHOUT_PHRASES
}

/** A phrase that more kinds of pages have says little about any of them. */
const MOST_OWNERS = 8
const LEGIBLE = 0.9

const legible = (lines: readonly ReadLine[]): number =>
  lines.filter(({ characters }) => {
    const sum = characters.reduce((total, { confidence }) => total + confidence, 0)
    return characters.length >= 6 && sum >= LEGIBLE * characters.length
  }).length

const folded = CUES.map((cue) => ({ ...cue, letters: foldPhrase(cue.phrase) })).sort(
  (one, other) => other.letters.length - one.letters.length,
)

function evidenceOf(lines: readonly ReadLine[]): Fact[] {
  const found = new Set<PlacedCue>()
  for (const line of lines) for (const cue of cuesOn(line)) found.add(cue)
  const facts = [...numberFacts(lines), ...zoneFacts(lines), ...yearFacts(lines)]
  return [...found, ...facts, ...languageFacts([...found], lines)]
}

/** Vietnamese phrases without a single English one show a page in one language. */
function languageFacts(found: readonly PlacedCue[], lines: readonly ReadLine[]): Fact[] {
  if (found.length < 2 || found.some(({ isEnglish }) => isEnglish) || legible(lines) < ENOUGH_LINES) return []
  return [
    {
      on: pagesWhere(({ definition }) => definition.language !== 'vietnamese-and-english'),
      weight: 3,
      elsewhere: 0,
    },
  ]
}

/** At most this share of the letters of a cue may be wrong. */
const MOST_WRONG = 0.15
/** A title and its translation make up at least this share of the letters of their line. */
const TITLE_SHARE = 0.75

/** The longest cues are found first, and none inside another: `CĂN CƯỚC CÔNG DÂN` holds no `CĂN CƯỚC`. */
function cuesOn({ characters }: ReadLine): PlacedCue[] {
  const text = foldCharacters(characters.map((one) => one.text))
  const taken: { readonly cue: PlacedCue; readonly from: number; readonly to: number }[] = []
  for (const { letters, ...cue } of folded) {
    const match = findPhrase(text, letters, Math.floor(MOST_WRONG * letters.length))
    if (match === undefined) continue
    const { from, to } = match
    if (
      taken.every((one) => from >= one.to || to <= one.from) &&
      isPrintedAlike(text, characters, cue, from, to)
    )
      taken.push({ cue, from, to })
  }
  const covered = taken.reduce((sum, { from, to }) => sum + to - from, 0)
  const isTitle = covered >= TITLE_SHARE * text.letters.length
  return taken.filter(({ cue }) => isTitle || !cue.isTitle).map(({ cue }) => cueNamed(cue.phrase))
}

const byPhrase = new Map(CUES.map((cue) => [cue.phrase, cue]))
const cueNamed = (phrase: string): PlacedCue => byPhrase.get(phrase) as PlacedCue

/** A title in capitals must be printed in capitals. */
function isPrintedAlike(
  { at }: Folded,
  characters: ReadLine['characters'],
  { phrase, isTitle }: PlacedCue,
  from: number,
  to: number,
): boolean {
  if (!isTitle || phrase !== phrase.toUpperCase()) return true
  const letters = characters.slice(at[from], (at[to - 1] ?? 0) + 1).filter(({ text }) => /\p{L}/u.test(text))
  return letters.filter(({ text }) => text === text.toUpperCase()).length >= 0.7 * letters.length
}

/** Nine digits or twelve tell the two cards of one title apart. */
function numberFacts(lines: readonly ReadLine[]): Fact[] {
  const digits = lines.flatMap(({ text, characters }) => {
    const number = looksLikeMrz(text)
      ? undefined
      : findNumber(
          characters.map((one) => one.text),
          'personal',
        )
    return number === undefined ? [] : [number.value.length]
  })
  for (const [length, weight] of LENGTHS)
    if (digits.includes(length))
      return [
        { on: pagesWhere(({ page }) => (page.numberLength ?? length) === length), weight, elsewhere: 0 },
      ]
  return []
}

/** How much a number of so many digits counts against a page whose number has another length. */
const LENGTHS = [
  [12, 4],
  [9, 3],
] as const

/** A machine-readable zone says whose document it is. */
function zoneFacts(lines: readonly ReadLine[]): Fact[] {
  const first = lines.find(({ text }) => looksLikeMrz(text))?.text.replaceAll(' ', '')
  const begins = first && PRINTED_PAGES.find(({ page }) => page.zone?.begins.test(first))?.page.zone?.begins
  return begins
    ? [{ on: pagesWhere(({ page }) => page.zone?.begins === begins), weight: 4, elsewhere: 3 }]
    : []
}

/** The backs of two kinds look alike, and the year of issue tells them apart. */
function yearFacts(lines: readonly ReadLine[]): Fact[] {
  const dated = lines.find(({ text }) => /ng[àa]y\D*\d+\D+\d+\D+\d{4}/iu.test(text))
  const year = dated && parseDate(dated.text)?.year
  if (year === undefined) return []
  const isIssuedIn = ({ page: { issueYears: { from = year, to = year } = {} } }: PrintedPage): boolean =>
    from <= year && year <= to
  return [{ on: pagesWhere(isIssuedIn), weight: 5, elsewhere: 0 }]
}

const pagesWhere = (test: (page: PrintedPage) => boolean): readonly PageName[] =>
  PRINTED_PAGES.filter(test).map(({ name }) => name)
