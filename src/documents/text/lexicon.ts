// The words that documents hold: administrative units old and new, names, labels, titles and closed lists.
import { type Network, threshold } from '../../models/network.ts'
import { KINDS, pagesOf } from '../kinds/kinds.ts'
import { COMPANY_LABELS, COMPANY_TITLES } from '../kinds/parts/company-words.ts'
import { type Lexicon, lexiconOf } from './decoding/lexicon.ts'
import type { Knowledge } from './decoding/read-line.ts'
import { nameTokens } from './knowledge/names.ts'
import { communes2025Of, districtsOf, PROVINCES, PROVINCES_2025 } from './knowledge/units.ts'
import {
  AUTHORITIES,
  ETHNIC_GROUPS,
  MARK_WORDS,
  MOTTO,
  MOTTO_ENGLISH,
  NATIONALITY,
  NO_EXPIRY,
  PLACE_WORDS,
  RELIGIONS,
  SEXES,
} from './knowledge/words.ts'

/** What the server knows of lines of text, for this reader. */
export function knowledgeOf(reader: Network): Knowledge {
  const { charset } = reader
  if (charset === undefined) throw new Error('the reader has no charset')
  return { charset, lexicon: documentLexicon(), temperature: threshold(reader, 'temperature') }
}

type Word = readonly [word: string, usual: number]

/** How usual the words of each list are, 0 to 1. */
const PRINTED = 1
const PROVINCE = 0.95
const DISTRICT = 0.85
const COMMUNE = 0.8
/** A name that one person of the register has is this usual; one that so many have is fully usual. */
const RARE_NAME = 0.6
const COMMON_NAME = 1000

let made: Lexicon | undefined

export function documentLexicon(): Lexicon {
  made ??= lexiconOf(words())
  return made
}

function* words(): Generator<Word> {
  for (const phrase of printedPhrases()) yield* split(phrase, PRINTED)
  for (const [name, count] of nameTokens()) {
    const common = Math.min(1, Math.log(count) / Math.log(COMMON_NAME))
    yield [name, RARE_NAME + (1 - RARE_NAME) * common]
  }
  for (const { code, name } of PROVINCES) {
    yield* split(name, PROVINCE)
    for (const district of districtsOf(code)) {
      yield* split(`${district.type} ${district.name}`, DISTRICT)
      for (const commune of district.communes) yield* split(`${commune.type} ${commune.name}`, COMMUNE)
    }
  }
  for (const { code, name } of PROVINCES_2025) {
    yield* split(name, PROVINCE)
    for (const commune of communes2025Of(code)) yield* split(`${commune.type} ${commune.name}`, COMMUNE)
  }
}

function* printedPhrases(): Generator<string> {
  yield* MOTTO
  yield* MOTTO_ENGLISH
  for (const { titles, labels } of KINDS.flatMap(pagesOf)) {
    yield* titles
    for (const { text, english } of labels) yield* [text, english ?? '']
  }
  for (const { title, subtitle, prefix } of COMPANY_TITLES) yield* [title, subtitle, prefix]
  yield* COMPANY_LABELS
  for (const { lines, english, value } of Object.values(AUTHORITIES))
    yield* [...lines, ...(english ?? []), value]
  yield* [...ETHNIC_GROUPS, ...RELIGIONS, ...SEXES, NO_EXPIRY, NATIONALITY, ...MARK_WORDS, ...PLACE_WORDS]
}

function* split(phrase: string, usual: number): Generator<Word> {
  for (const [word] of phrase.normalize('NFC').matchAll(/[\p{L}\p{M}]+/gu)) yield [word, usual]
}
