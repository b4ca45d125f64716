// Parses values from closed lists: sex, nationality, ethnic group, religion, issuing authority.
import { foldName } from './knowledge/fold.ts'
import { ETHNIC_GROUPS, RELIGIONS } from './knowledge/words.ts'
import { distanceWithin, nearest } from './likeness.ts'
import { nations } from './nations.ts'
import { LOCAL_OFFICES, MINISTRY, NATIONAL_OFFICES, type Office } from './offices.ts'
import { provinceAtStart } from './provinces.ts'
import { MORE_RELIGIONS, PEOPLE_ALIASES } from './word-aliases.ts'

/** One letter may be misread in a word of this length, and only where no other word is near. */
const LEAST_MENDED = 5

const joined = (text: string): string => foldName(text).replace(/ /g, '')

const SEX: Readonly<Record<string, 'Nam' | 'Nữ'>> = {
  nam: 'Nam',
  narn: 'Nam',
  m: 'Nam',
  male: 'Nam',
  nu: 'Nữ',
  f: 'Nữ',
  female: 'Nữ',
}
const SEX_LABEL = new Set(['gioi', 'tinh', 'sex'])

/** Reads `NAM / M`, `Nữ` or `F`; any other word beside it, as in `Việt Nam`, makes it no sex. */
export function parseSex(text: string): 'Nam' | 'Nữ' | undefined {
  const words = foldName(text)
    .split(' ')
    .filter((word) => !SEX_LABEL.has(word))
  const [sex, ...others] = new Set(words.map((word) => SEX[word]))
  return others.length === 0 ? sex : undefined
}

/** Codes that are also words: a sex, or a country of another code. */
const WORDS_TOO = new Set(['NAM', 'NGA'])

/** Returns the country of an MRZ's code, as a Vietnamese card prints it. */
export const nationOfCode = (code: string): string | undefined =>
  nations().codes.get(code.replace(/[<>\s]/g, ''))

/** Returns the country as a Vietnamese card prints it, from a name in either language or a code; undefined for two countries. */
export function parseNational(text: string): string | undefined {
  const { names } = nations()
  const parts = [text, ...text.split(/[/:]/)].map((part) => part.trim()).filter((part) => part !== '')
  const byCode = (part: string) => (WORDS_TOO.has(part) ? undefined : nationOfCode(part))
  const known = new Set(parts.flatMap((part) => byCode(part) ?? byName(part, names) ?? []))
  const [exact, ...others] = known
  if (exact !== undefined) return others.length === 0 ? exact : undefined
  const [corrected, ...more] = new Set(parts.flatMap((part) => correct(joined(part), names) ?? []))
  return more.length === 0 ? corrected : undefined
}

/** `NGA` may be the code of Nigeria, `Nga` is Russia. */
const byName = (part: string, names: ReadonlyMap<string, string>): string | undefined =>
  WORDS_TOO.has(part) ? undefined : names.get(joined(part))

function correct<Value>(letters: string, entries: Iterable<readonly [string, Value]>): Value | undefined {
  return letters.length < LEAST_MENDED ? undefined : nearest(letters, entries, { most: 1, lead: 2 })
}

/** Compares letters with tones, then without, then with one misread; where two entries are possible, neither counts. */
function choose(
  text: string,
  entries: readonly (readonly [spelling: string, value: string])[],
): string | undefined {
  const lower = text.normalize('NFC').toLocaleLowerCase('vi').trim()
  const exact = entries.find(([spelling]) => spelling.toLocaleLowerCase('vi') === lower)
  if (exact !== undefined) return exact[1]
  const letters = joined(text)
  const folded = entries.map(([spelling, value]) => [joined(spelling), value] as const)
  const [one, ...others] = new Set(folded.flatMap(([key, value]) => (key === letters ? [value] : [])))
  if (one !== undefined) return others.length === 0 ? one : undefined
  return correct(letters, folded)
}

const PEOPLES = ETHNIC_GROUPS.flatMap((people) =>
  [people, ...(PEOPLE_ALIASES[people]?.split(';') ?? [])].map((spelling) => [spelling, people] as const),
)
const FAITHS = [...RELIGIONS, ...MORE_RELIGIONS].map((religion) => [religion, religion] as const)

/** Returns one of the 54 ethnic groups. */
export const parseEthnicity = (text: string): string | undefined => choose(text, PEOPLES)

/** Returns the religion as printed; `Không` means none. */
export const parseReligion = (text: string): string | undefined => choose(text, FAITHS)

/** One letter in so many may be misread in the name of an office. */
const LETTERS_PER_FAULT = 9

/** Returns one value for all spellings of an office, without title and name of the signer; undefined for an unknown one. */
export function parseAuthority(lines: readonly string[]): string | undefined {
  const text = lines.join(' ')
  return among(NATIONAL_OFFICES, text) ?? localOffice(lines) ?? among([MINISTRY], text)
}

function among(offices: readonly Office[], text: string): string | undefined {
  const letters = foldName(text).replace(/ /g, '')
  return offices.find(({ words }) =>
    words.some((each) => distanceWithin(each, letters) <= Math.floor(each.length / LETTERS_PER_FAULT)),
  )?.value
}

/** The province stands on the same line or begins the next; the signer comes later. */
function localOffice(lines: readonly string[]): string | undefined {
  const folded = lines.map(foldName)
  for (const { words, value, typed } of LOCAL_OFFICES) {
    for (const [k, line] of folded.entries()) {
      const pair = `${line} ${folded[k + 1] ?? ''}`.trim()
      const found = [line, pair].flatMap((text) => {
        const at = words.exec(text)
        const province = at && provinceAtStart(text.slice(at.index + at[0].length))
        return province ? [province] : []
      })[0]
      if (found !== undefined)
        return [value, ...(typed ? [found.city ? 'thành phố' : 'tỉnh'] : []), found.name].join(' ')
    }
  }
  return undefined
}
