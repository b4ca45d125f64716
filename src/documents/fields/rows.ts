// The fields of cards, passports and licences, one row each; whatever else concerns a field is read from its row.
import {
  MERGE_ADDRESSES,
  MERGE_BIRTHDAYS,
  MERGE_CLASSES,
  MERGE_DIGITS,
  MERGE_NAMES,
  MERGE_ONE_OF,
  MERGE_SEX,
  MERGE_WORDS,
} from '../merge/merge-rules.ts'
import * as zone from '../mrz/values.ts'
import { addressGoesOn, provinceOf } from '../text/addresses.ts'
import { formatDay } from '../text/dates.ts'
import { foldName } from '../text/knowledge/fold.ts'
import { findProvince } from '../text/provinces.ts'
import { parseNational } from '../text/words.ts'
import { correctAddress, correctName, correctNumber, correctTones } from './corrections.ts'
import type { Capability, FieldRow, PrintedRow } from './row.ts'
import {
  ADDRESS,
  AUTHORITY,
  CLASSES,
  COUNTRY_CODE,
  DAY_OF_BIRTH,
  DAY_OF_ISSUE,
  DAY_OR_NONE,
  ETHNICITY,
  MARKS,
  NAME,
  NATIONALITY_NAME,
  NUMBER,
  PASSPORT_NUMBER,
  PASSPORT_TYPE,
  RELIGION,
  SERIAL_NUMBER,
  SEX,
  WORDS,
} from './values.ts'

const endsInProvinceOrCountry = (place: string): boolean =>
  provinceOf(place) !== undefined || parseNational(place) !== undefined

const PLACE = {
  value: ADDRESS,
  correct: correctAddress,
  isWhole: endsInProvinceOrCountry,
  goesOn: addressGoesOn,
} as const

/** Surer than this, letters stay as they were read. */
const SURE = 0.95

/** Before the date of issue stands a province, unless it is an office: its tones are known where they were hardly seen. */
function townOfIssue(read: string, confidence: number): string {
  if (confidence > SURE) return read
  const text = read.replace(/^[^\p{L}]+/u, '')
  const name = findProvince(text)?.name
  return name && foldName(name) === foldName(text) ? name : text
}

/** Checks of two sources stand in answers in this order. */
const ROWS = {
  id: {
    confidence: 'idconf',
    answers: {
      identity: 'Number of the document; of a passport the passport number.',
      licence: 'Number of the licence.',
      travel: {
        order: 2,
        about:
          'Document number, as `/kyc-documents-sync` answers it: of a passport the passport number, of a Vietnamese card its twelve digits (the zone’s own document number is the last nine of them).',
      },
    },
    value: NUMBER,
    correct: correctNumber,
    merge: MERGE_DIGITS,
    qr: { citizen: ({ id }) => id, licence: ({ id }) => id },
    zone: { identity: zone.documentNumber, travel: zone.documentNumber },
  },
  name: {
    confidence: 'nameconf',
    answers: {
      identity: 'Full name in capitals.',
      licence: 'Full name in capitals.',
      travel: { order: 7, about: 'Full name, without tones.' },
    },
    value: NAME,
    correct: correctName,
    // Figures below a name are the birth year that was filled in too high.
    goesOn: (_lines, next) => !/\d{2}/.test(next),
    merge: MERGE_NAMES,
    qr: { citizen: ({ name }) => name.toLocaleUpperCase('vi'), licence: ({ name }) => name },
    zone: { identity: zone.fullName, travel: zone.fullName },
  },
  birthday: {
    confidence: 'birthdayconf',
    answers: {
      identity: 'Birth date, DD/MM/YYYY; the year alone, YYYY, where the document has no more.',
      licence: 'Birth date, DD/MM/YYYY; the year alone, YYYY, where the licence has no more.',
      travel: { order: 4, about: 'Birth date, DD/MM/YYYY.' },
    },
    value: DAY_OF_BIRTH,
    merge: MERGE_BIRTHDAYS,
    qr: { citizen: ({ birthday }) => birthday, licence: ({ birthday }) => birthday },
    zone: { identity: zone.birthday, travel: zone.birthday },
  },
  sex: {
    confidence: 'sexconf',
    answers: { identity: 'Sex: `Nam` or `Nữ`.', travel: { order: 8, about: 'Sex: `F` or `M`.' } },
    value: SEX,
    merge: MERGE_SEX,
    qr: { citizen: ({ sex }) => sex },
    zone: { identity: zone.sexAs({ M: 'Nam', F: 'Nữ' }), travel: zone.sexAs({ M: 'M', F: 'F' }) },
  },
  national: {
    confidence: 'nationalconf',
    answers: { identity: 'Nationality.', travel: { order: 6, about: 'Nationality, three letters.' } },
    value: NATIONALITY_NAME,
    merge: MERGE_ONE_OF,
    zone: { identity: zone.nationality, travel: zone.nationalityCode },
  },
  ethnicity: {
    confidence: 'ethnicityconf',
    answers: { identity: 'Ethnic group.' },
    value: ETHNICITY,
    merge: MERGE_WORDS,
  },
  religion: {
    confidence: 'religionconf',
    answers: { identity: 'Religion.' },
    value: RELIGION,
    merge: MERGE_WORDS,
  },
  hometown: {
    confidence: 'hometownconf',
    answers: {
      identity:
        'Place of origin; on a card of 2024 where the birth was registered, on a passport the place of birth.',
    },
    ...PLACE,
    merge: MERGE_WORDS,
  },
  address: {
    confidence: 'addressconf',
    answers: { identity: 'Place of residence.', licence: 'Place of residence.' },
    ...PLACE,
    merge: MERGE_ADDRESSES,
    qr: { citizen: ({ address }) => address },
  },
  expiry: {
    confidence: 'expiryconf',
    answers: {
      identity: 'Expiry date, DD/MM/YYYY, or `Không thời hạn`.',
      licence: 'Expiry date, DD/MM/YYYY, or `Không thời hạn`.',
      travel: { order: 5, about: 'Expiry date, DD/MM/YYYY, or `Không thời hạn`.' },
    },
    value: DAY_OR_NONE,
    merge: MERGE_DIGITS,
    zone: { identity: zone.expiry, travel: zone.expiry },
  },
  issue_date: {
    confidence: 'issue_date_conf',
    answers: { identity: 'Issue date, DD/MM/YYYY.', licence: 'Issue date, DD/MM/YYYY.' },
    value: DAY_OF_ISSUE,
    merge: MERGE_DIGITS,
    qr: { citizen: ({ issued }) => (issued ? formatDay(issued) : ''), licence: ({ issued }) => issued },
  },
  issue_by: {
    confidence: 'issue_by_conf',
    answers: { identity: 'Issuing authority, spelled the same for every print of its name.' },
    value: AUTHORITY,
    merge: MERGE_WORDS,
  },
  characteristics: {
    confidence: 'characteristicsconf',
    answers: {
      identity: 'Identifying marks: the same as `characteristic`, under the other name of the specification.',
    },
    aliases: [
      { name: 'characteristic', confidence: 'characteristicconf', about: 'Identifying marks.' },
      {
        name: 'characteristics',
        confidence: 'characteristics_conf',
        about: 'Identifying marks: the same as `characteristic`, under the other name of the specification.',
      },
    ],
    value: MARKS,
    // A mark is described with a colon of its own: `Sẹo C: 1cm`.
    hasColons: true,
    merge: MERGE_WORDS,
  },
  country: {
    confidence: 'countryconf',
    answers: {
      identity: 'Issuing country, three letters.',
      travel: { order: 1, about: 'Issuing country, three letters.' },
    },
    value: COUNTRY_CODE,
    merge: MERGE_ONE_OF,
    zone: { identity: zone.issuingCountry, travel: zone.issuingCountry },
  },
  passport_type: {
    confidence: 'passport_typeconf',
    answers: { identity: 'Type of the passport, as its machine-readable zone says it: `P`.' },
    value: PASSPORT_TYPE,
    merge: MERGE_ONE_OF,
    zone: { identity: zone.passportType },
  },
  passport_id: {
    confidence: 'passport_idconf',
    answers: { travel: { order: 3, about: 'Passport number; empty for a card.' } },
    value: PASSPORT_NUMBER,
    merge: MERGE_DIGITS,
    zone: { travel: zone.passportNumber },
  },
  optional_data: {
    confidence: 'optional_dataconf',
    answers: {
      identity: 'The number of the card before this one; of a passport the personal number.',
      travel: {
        order: 9,
        about: 'What else the zone says: of a Vietnamese passport the personal number of its holder.',
      },
    },
    value: WORDS,
    merge: MERGE_DIGITS,
    qr: { citizen: ({ oldId }) => oldId },
    zone: { identity: zone.optionalData, travel: zone.optionalData },
  },
  class_type: {
    confidence: 'class_type_conf',
    answers: {
      licence: 'Classes of the licence, such as `B2` or `A1, B2`, under their names of before or since 2025.',
    },
    value: CLASSES,
    merge: MERGE_CLASSES,
    qr: { licence: ({ classes }) => classes },
  },
  issue_place: {
    confidence: 'issue_place_conf',
    answers: { licence: 'Place of issue: the town before the date of issue, on a card of 2025 the office.' },
    value: WORDS,
    settle: townOfIssue,
    merge: MERGE_WORDS,
  },
  nationality: {
    confidence: 'nationalityconf',
    answers: { licence: 'Nationality.' },
    value: NATIONALITY_NAME,
    merge: MERGE_ONE_OF,
  },
  seri_id: {
    confidence: 'seri_id_conf',
    answers: { licence: 'Serial number of the blank card, on the back.' },
    value: SERIAL_NUMBER,
    merge: MERGE_DIGITS,
  },
} as const satisfies Record<string, FieldRow>

/** The specification's names (2.6, 2.8, 2.13). */
export type FieldName = keyof typeof ROWS
export type NamedRow = FieldRow & { readonly field: FieldName }

export const fieldRows: readonly NamedRow[] = (Object.keys(ROWS) as FieldName[]).map((field) => ({
  field,
  ...ROWS[field],
}))

/** Every field by its name: rules that concern one field alone name it by its row, `FIELDS.birthday`. */
export const FIELDS = Object.fromEntries(fieldRows.map((row) => [row.field, row])) as {
  readonly [Field in FieldName]: FieldRow & { readonly field: Field }
}

/** Parts that some documents print under labels of their own: their values in this order make up the field. */
export const FIELD_PARTS = {
  surname: { of: FIELDS.name, value: NAME, correct: correctName },
  given_names: { of: FIELDS.name, value: NAME, correct: correctTones },
} as const satisfies Record<string, PrintedRow & { readonly of: NamedRow }>

/** A field that a label announces, or a part of one. */
export type Announced = FieldName | keyof typeof FIELD_PARTS

export const isField = (announced: Announced): announced is FieldName => announced in FIELDS

export const printedRow = (announced: Announced): PrintedRow =>
  isField(announced) ? FIELDS[announced] : FIELD_PARTS[announced]

/** A value as an answer has it: its name, that of its confidence, and its description. */
export interface AnswerField<Name extends string = string> {
  readonly name: Name
  readonly confidence: Name
  readonly field: FieldName
  readonly about: string
}

type Row<Field extends FieldName> = (typeof ROWS)[Field]
type AliasNames<Its> = Its extends {
  aliases: readonly { name: infer Name; confidence: infer Confidence }[]
}
  ? Name | Confidence
  : never
/** The names of all values and confidences of an answer. */
export type AnswerName<Of extends Capability> = {
  [Field in FieldName]: Row<Field>['answers'] extends Record<Of, unknown>
    ? Field | Row<Field>['confidence'] | AliasNames<Row<Field>>
    : never
}[FieldName] &
  string

/** As answers have them; a field that has several names comes as often. */
function answerFields<Of extends Capability>(capability: Of): readonly AnswerField<AnswerName<Of>>[] {
  const found = fieldRows.flatMap(({ field, confidence, answers, aliases = [] }) => {
    const answer = answers[capability]
    if (answer === undefined) return []
    const { order = 0, about } = typeof answer === 'string' ? { about: answer } : answer
    const own = { name: field as string, confidence, field, about, order }
    return [own, ...aliases.map((alias) => ({ ...own, ...alias }))]
  })
  const sorted = found.toSorted((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
  return sorted.map(({ order: _, ...answer }) => answer) as AnswerField<AnswerName<Of>>[]
}

export const ANSWER_FIELDS: {
  readonly [Of in Capability]: readonly AnswerField<AnswerName<Of>>[]
} = {
  identity: answerFields('identity'),
  licence: answerFields('licence'),
  travel: answerFields('travel'),
}
