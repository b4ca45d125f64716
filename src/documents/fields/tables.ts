// Which fields are printed on which side of which document, and over how many lines each may run.
import type { Kind, Side } from '../kinds.ts'
import type { FieldName } from './reading.ts'

/** What a label may announce: a field of ours, or a part of one. */
export type Announced = FieldName | 'surname' | 'given_names'

/** Values that no label announces, each found in a way of its own. */
export type Unlabelled = 'number' | 'date-in-words' | 'authority' | 'serial'

export interface FieldTable {
  readonly kind: Kind
  readonly side: Side
  /** The most lines a value has. */
  readonly lines: Readonly<Partial<Record<Announced, number>>>
  readonly unlabelled: readonly Unlabelled[]
}

const PERSON = { name: 1, birthday: 1, sex: 1 } as const
const PLACES = { hometown: 2, address: 3 } as const
const SIGNED: readonly Unlabelled[] = ['date-in-words', 'authority']
const PASSPORT = {
  passport_type: 1,
  country: 1,
  passport_id: 1,
  ...PERSON,
  surname: 1,
  given_names: 2,
  national: 1,
  hometown: 1,
  id: 1,
  issue_date: 1,
  expiry: 1,
  issue_by: 1,
} as const
const LICENCE = {
  id: 1,
  name: 1,
  birthday: 1,
  nationality: 1,
  address: 2,
  class_type: 1,
  issue_date: 1,
  issue_place: 2,
  expiry: 1,
} as const

const licence = (kind: Kind): FieldTable[] => [
  { kind, side: 'front', lines: LICENCE, unlabelled: ['number', 'date-in-words'] },
  { kind, side: 'back', lines: { seri_id: 1 }, unlabelled: ['serial'] },
]

export const FIELD_TABLES: readonly FieldTable[] = [
  {
    kind: 'cmnd-9',
    side: 'front',
    lines: { id: 1, name: 2, birthday: 1, ...PLACES },
    unlabelled: ['number'],
  },
  {
    kind: 'cmnd-9',
    side: 'back',
    lines: { ethnicity: 1, religion: 1, characteristics: 2 },
    unlabelled: SIGNED,
  },
  {
    kind: 'cmnd-12',
    side: 'front',
    lines: { id: 1, ...PERSON, ethnicity: 1, ...PLACES, expiry: 1 },
    unlabelled: ['number'],
  },
  { kind: 'cmnd-12', side: 'back', lines: { religion: 1, characteristics: 2 }, unlabelled: SIGNED },
  {
    kind: 'cccd-12',
    side: 'front',
    lines: { id: 1, ...PERSON, national: 1, ethnicity: 1, ...PLACES, expiry: 1 },
    unlabelled: ['number'],
  },
  { kind: 'cccd-12', side: 'back', lines: { characteristics: 2 }, unlabelled: SIGNED },
  {
    kind: 'cccd-chip',
    side: 'front',
    lines: { id: 1, ...PERSON, national: 1, ...PLACES, expiry: 1 },
    unlabelled: ['number'],
  },
  { kind: 'cccd-chip', side: 'back', lines: { characteristics: 2, issue_date: 1 }, unlabelled: SIGNED },
  {
    kind: 'can-cuoc',
    side: 'front',
    lines: { id: 1, ...PERSON, national: 1 },
    unlabelled: ['number'],
  },
  {
    kind: 'can-cuoc',
    side: 'back',
    lines: { ...PLACES, issue_date: 1, expiry: 1 },
    unlabelled: ['authority'],
  },
  { kind: 'passport-old', side: 'front', lines: PASSPORT, unlabelled: ['authority'] },
  { kind: 'passport-new', side: 'front', lines: PASSPORT, unlabelled: ['authority'] },
  ...licence('licence-paper'),
  ...licence('licence-pet'),
  ...licence('licence-2025'),
]

export const fieldTableOf = (kind: Kind, side: Side): FieldTable | undefined =>
  FIELD_TABLES.find((table) => table.kind === kind && table.side === side)
