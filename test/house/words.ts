// Finds names that a person would read as they are, or in another language: those without words of their own.
import { advices, checkRowNames } from '../../src/checks.ts'
import { codes } from '../../src/codes.ts'
import { ANSWER_FIELDS, fieldRows } from '../../src/documents/fields/rows.ts'
import { KINDS } from '../../src/documents/kinds/kinds.ts'
import { COMPANY_FIELDS, PERSON_FIELDS } from '../../src/documents/registration/fields.ts'
import { guidances } from '../../src/liveness/guidance.ts'
import { reasonNames } from '../../src/verifications/reasons.ts'
import { type Language, languages } from '../../src/words/languages.ts'
import { checkName, checkSentence, fieldName, kindName, reasonName } from '../../src/words/names.ts'
import { words } from '../../src/words/words.ts'

/** Every kind of name, and how it is said. */
const said: readonly (readonly [
  what: string,
  names: readonly string[],
  say: (name: string, language: Language) => string | undefined,
])[] = [
  ['field', [...fieldRows.map(({ field }) => field), ...COMPANY_FIELDS, ...PERSON_FIELDS], fieldName],
  ['kind', KINDS.map(({ kind }) => kind), kindName],
  ['common name', KINDS.flatMap(({ commonName }) => commonName ?? []), kindName],
  ['guidance', guidances, (name, language) => inTable(words[language].guidance, name)],
  ['check', checkRowNames.map(exampleOf), checkName],
  ['sentence of check', checkRowNames.map(exampleOf), checkSentence],
  [
    'code',
    Object.values(codes).map(({ code }) => String(code)),
    (name, language) => inTable(words[language].codes, name)?.join(' '),
  ],
  ['reason', reasonNames, reasonName],
  ['advice', advices, (name, language) => inTable(words[language].advice, name)],
  [
    'field on the page',
    ANSWER_FIELDS.identity.map(({ field }) => field),
    (name, language) => inTable(words[language].fields, name),
  ],
]

function inTable<Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return table[name]
}

/** A name of the row: every part in braces has one of these. */
function exampleOf(row: string): string {
  const parts: Readonly<Record<string, string>> = {
    task: 'turn-face-left',
    distance: 'far-distance',
    size: 'far',
    zone: 'mouth',
    told: 'turn-face-left',
    digit: 'birth',
    number: '3',
  }
  return row.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? part)
}

/** These are spelled alike in both languages. */
const sameInAll = ['Fax', 'Email', 'Website', 'PDF']

export const namesWithoutWords = (): string[] =>
  (Object.keys(languages) as Language[]).flatMap((language) =>
    said.flatMap(([what, names, say]) =>
      [...new Set(names)].flatMap((name) => {
        const text = say(name, language)
        const isRaw =
          text === undefined || text.trim() === '' || text === name || text === name.replaceAll(/[-_]/g, ' ')
        const isBorrowed =
          language !== 'en' && text !== undefined && text === say(name, 'en') && !sameInAll.includes(text)
        return isRaw || isBorrowed ? [`${language} ${what} ${name}: ${text}`] : []
      }),
    ),
  )
