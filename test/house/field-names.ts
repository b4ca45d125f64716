// Finds where the name of a field is written in src/documents outside its row and the kinds of documents.
import { FIELD_PARTS, fieldRows } from '../../src/documents/fields/rows.ts'
import { sourceFiles } from './source.ts'

const ROOT = 'src/documents'
const ROWS = `${ROOT}/fields/rows.ts`
const KINDS = `${ROOT}/kinds/`

/** These files and folders use the same words as names of something else. */
export const OTHER_MEANINGS: readonly (readonly [path: string, names: readonly string[], why: string])[] = [
  [
    `${ROOT}/mrz/`,
    ['expiry', 'name', 'nationality', 'sex', 'surname'],
    'fields of the zone, as ICAO has them',
  ],
  [`${ROOT}/text/dates.ts`, ['expiry'], 'what a date of six digits is of, which tells its century'],
  [`${ROOT}/text/decoding/alphabets.ts`, ['address', 'name'], 'which characters a line can have'],
  [`${ROOT}/text/knowledge/`, ['surname'], 'part of a name in the register of names'],
  [`${ROOT}/fields/corrections.ts`, ['surname'], 'part of a name in the register of names'],
  [`${ROOT}/text/words.ts`, ['sex'], 'an English word on cards'],
  [`${ROOT}/registration/`, ['name'], 'certificates have rows of their own'],
]

export interface FieldMention {
  readonly path: string
  readonly line: number
  readonly name: string
}

/** A field is named by its row, `FIELDS.birthday`. Strings count, and names that are no words also as keys. Comments do not. */
export function mentionsOfFields(): FieldMention[] {
  const names = [...fieldRows.map(({ field }) => field), ...Object.keys(FIELD_PARTS)]
  return sourceFiles(ROOT)
    .filter(({ path }) => path !== ROWS && !path.startsWith(KINDS))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, i) => {
        if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
        return names.filter((name) => isNamed(line, name)).map((name) => ({ path, line: i + 1, name }))
      }),
    )
}

const isNamed = (line: string, name: string): boolean =>
  new RegExp(`['"]${name}['"]`).test(line) ||
  (name.includes('_') && new RegExp(`(?<!FIELDS\\.)\\b${name}\\b`).test(line))

const isOtherMeaning = ({ path, name }: FieldMention): boolean =>
  OTHER_MEANINGS.some(([folder, names]) => path.startsWith(folder) && names.includes(name))

/** Returns `src/documents/x.ts:12 birthday`, one for each line and field. */
export const placesThatNameAField = (): string[] =>
  mentionsOfFields()
    .filter((mention) => !isOtherMeaning(mention))
    .map(({ path, line, name }) => `${path}:${line} ${name}`)
