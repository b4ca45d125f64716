// The kind and side of a page by what is printed on it; what the network took it for is only the first guess.

import { findNumber } from '../fields/numbers.ts'
import { type Folded, findPhrase, foldCharacters, foldPhrase } from '../fields/phrases.ts'
import { PAGE_CLASSES } from '../kinds.ts'
import { parseDate } from '../text/dates.ts'
import { looksLikeMrz } from '../text/decoding/alphabets.ts'
import { BILINGUAL, type ClassName, CUES, type Cue, classNames } from '../text/knowledge/cues.ts'
import type { LocatedPage } from './locate.ts'
import type { PageLine } from './page.ts'

type ReadLine = Pick<PageLine, 'text' | 'characters'>

/** So many e-folds the network's word counts at most: text that is clear counts more. */
const [FIRST_GUESS, MOST_OF_GUESS] = [0.6, 4]
/** A page with so many legible lines and none of its own phrases is another. */
const [ENOUGH_LINES, WITHOUT_PHRASES] = [5, 6]
/** There are more papers than kinds of ours. */
const UNKNOWN = 1.5
const SUREST = 0.999

/** The same page, named anew where its text is clear. */
export function reclassifyByTitle<Page extends LocatedPage>(page: Page, lines: readonly ReadLine[]): Page {
  const evidence = evidenceOf(lines)
  if (evidence.length === 0 && legible(lines) < ENOUGH_LINES) return page
  const name: ClassName = `${page.kind} ${page.side}`
  const { kind, side } = page.confidences
  const guess = Math.min(SUREST, kind * side)
  const odds = FIRST_GUESS * Math.log((guess * (classNames.length - 1)) / (1 - guess))
  const scores = classNames.map((one) => {
    const first =
      one === name ? Math.min(MOST_OF_GUESS, Math.max(0, odds)) : one === 'other front' ? UNKNOWN : 0
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

type Fact = Pick<Cue, 'on' | 'weight' | 'elsewhere' | 'english'>

function against({ on, weight, elsewhere }: Fact, name: ClassName): number {
  if (name === 'other front') return elsewhere
  return on.includes(name) ? 0 : weight
}

/** Every known page has Vietnamese words; one without any of its own, though words can be read, is none. */
function bareness(name: ClassName, evidence: readonly Fact[], lines: readonly ReadLine[]): number {
  if (name === 'other front' || name.startsWith('foreign')) return 0
  const hasOwn = evidence.some(({ on, english }) => !english && on.length <= MOST_OWNERS && on.includes(name))
  return hasOwn || legible(lines) < ENOUGH_LINES ? 0 : WITHOUT_PHRASES
}

/** What stands on more kinds of pages says little of any. */
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
  const found = new Set<Cue>()
  for (const line of lines) for (const cue of cuesOn(line)) found.add(cue)
  const facts = [...numberFacts(lines), ...zoneFacts(lines), ...yearFacts(lines)]
  return [...found, ...facts, ...languageFacts([...found], lines)]
}

/** Not one English phrase beside Vietnamese ones: a page in one language. */
function languageFacts(found: readonly Cue[], lines: readonly ReadLine[]): Fact[] {
  if (found.length < 2 || found.some(({ english }) => english) || legible(lines) < ENOUGH_LINES) return []
  return [{ on: classNames.filter((name) => !BILINGUAL.includes(name)), weight: 3, elsewhere: 0 }]
}

/** A cue is only found where few letters are wrong. */
const MOST_WRONG = 0.15
/** Of the letters of a line, a title and its like in the other language are so many. */
const TITLE_SHARE = 0.75

/** The longest first, none inside another: `CĂN CƯỚC CÔNG DÂN` holds no `CĂN CƯỚC`. */
function cuesOn({ characters }: ReadLine): Cue[] {
  const text = foldCharacters(characters.map((one) => one.text))
  const taken: { readonly cue: Cue; readonly from: number; readonly to: number }[] = []
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
  return taken.filter(({ cue }) => isTitle || !cue.title).map(({ cue }) => cueNamed(cue.phrase))
}

const byPhrase = new Map(CUES.map((cue) => [cue.phrase, cue]))
const cueNamed = (phrase: string): Cue => byPhrase.get(phrase) as Cue

/** Titles in capitals are printed in capitals. */
function isPrintedAlike(
  { at }: Folded,
  characters: ReadLine['characters'],
  { phrase, title }: Cue,
  from: number,
  to: number,
): boolean {
  if (!title || phrase !== phrase.toUpperCase()) return true
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
  const only = (name: ClassName): readonly ClassName[] => {
    const without: readonly ClassName[] = ['cmnd-9 front', 'cmnd-12 front']
    return classNames.filter((one) => one === name || !without.includes(one))
  }
  if (digits.includes(12)) return [{ on: only('cmnd-12 front'), weight: 4, elsewhere: 0 }]
  if (digits.includes(9)) return [{ on: only('cmnd-9 front'), weight: 3, elsewhere: 0 }]
  return []
}

const ZONES: readonly { readonly begins: RegExp; readonly on: readonly ClassName[] }[] = [
  { begins: /^[I1LC][DC0O<]VNM/, on: ['cccd-chip back', 'can-cuoc back'] },
  { begins: /^P[A-Z<]VNM/, on: ['passport-old front', 'passport-new front'] },
  { begins: /^P[A-Z<][A-Z]/, on: ['foreign-td3 front'] },
  { begins: /^[IAC][A-Z<][A-Z]{3}/, on: ['foreign-td1 back', 'foreign-td1 front'] },
]

/** A machine-readable zone says whose document it is. */
function zoneFacts(lines: readonly ReadLine[]): Fact[] {
  const first = lines.find(({ text }) => looksLikeMrz(text))?.text.replaceAll(' ', '')
  const zone = first && ZONES.find(({ begins }) => begins.test(first))
  return zone ? [{ on: zone.on, weight: 4, elsewhere: 3 }] : []
}

/** The first citizen cards were issued on 1 January 2016, and the backs of both kinds look alike. */
function yearFacts(lines: readonly ReadLine[]): Fact[] {
  const dated = lines.find(({ text }) => /ng[àa]y\D*\d+\D+\d+\D+\d{4}/iu.test(text))
  const year = dated && parseDate(dated.text)?.year
  if (year === undefined) return []
  const without: ClassName = year < 2016 ? 'cccd-12 back' : 'cmnd-12 back'
  return [{ on: classNames.filter((name) => name !== without), weight: 5, elsewhere: 0 }]
}
