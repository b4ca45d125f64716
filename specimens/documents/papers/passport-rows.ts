// The rows of a Vietnamese passport's data page: labels in both languages, fields, and where they stand.
import type { Dice } from '../../person/dice.ts'
import type { Passport } from '../facts/record.ts'

type Front = Passport['front']

/** A label in two languages, its value below it, and where they stand. */
export interface Row {
  readonly label: readonly [vietnamese: string, english: string]
  readonly value: (front: Front) => string
  readonly field: string
  readonly x: number
  readonly y: number
  /** The value stands about this distance right of x. */
  readonly middle?: number
  readonly room?: number
}

const row = (
  label: Row['label'],
  field: string,
  value: Row['value'],
  x: number,
  y: number,
  more: Pick<Row, 'middle' | 'room'> = {},
): Row => ({ label, field, value, x, y, ...more })

const nationals = ({ national, nationalEnglish }: Front): string =>
  `${national} / ${nationalEnglish}`.toUpperCase()
export const [LEFT, RIGHT] = [44.7, 83.5]
const sexes = ({ sex, sexLetter }: Front): string => `${sex.toUpperCase()} / ${sexLetter}`

export const OLD: readonly Row[] = [
  row(['Loại', 'Type'], 'passport_type', (front) => front.passportType, LEFT, 14.6, { middle: 6 }),
  row(['Mã số', 'Code'], 'country', (front) => front.country, 65.5, 14.6, { middle: 8.5 }),
  row(['Số hộ chiếu', 'Passport N°'], 'passport_id', (front) => front.passportId, 87, 14.6, { middle: 15 }),
  row(['Họ và tên', 'Full name'], 'name', (front) => front.name, LEFT, 23, { room: 76 }),
  row(['Ngày sinh', 'Date of birth'], 'birthday', (front) => front.birthday, LEFT, 35.4),
  row(['Nơi sinh', 'Place of birth'], 'hometown', ({ hometown = '' }) => hometown, RIGHT, 35.4, { room: 38 }),
  row(['Giới tính', 'Sex'], 'sex', sexes, LEFT, 43.5),
  row(['Số GCMND', 'ID card N°'], 'id', (front) => front.id, RIGHT, 43.5),
  row(['Ngày cấp', 'Date of issue'], 'issue_date', (front) => front.issueDate, LEFT, 51.6),
  row(['Có giá trị đến', 'Date of expiry'], 'expiry', (front) => front.expiry, RIGHT, 51.6),
]

export const NEAR = 43
const FAR = 84
export const NEW: readonly Row[] = [
  row(['Loại', 'Type'], 'passport_type', (front) => front.passportType, NEAR, 16.2),
  row(['Mã số', 'Code'], 'country', (front) => front.country, 60, 16.2),
  row(['Số hộ chiếu', 'Passport No.'], 'passport_id', (front) => front.passportId, FAR, 16.2),
  row(['Họ', 'Surname'], 'name', (front) => front.surname, NEAR, 24),
  row(['Chữ đệm và tên', 'Given names'], 'name', (front) => front.givenNames, NEAR, 31.2, { room: 60 }),
  row(['Ngày sinh', 'Date of birth'], 'birthday', (front) => front.birthday, NEAR, 38.4),
  row(['Giới tính', 'Sex'], 'sex', sexes, 66.5, 38.4),
  row(['Quốc tịch', 'Nationality'], 'national', nationals, NEAR, 45.6),
  row(['Số ĐDCN/CMND', 'Personal No.'], 'id', (front) => front.id, FAR, 45.6),
  row(['Nơi sinh', 'Place of birth'], 'hometown', ({ hometown = '' }) => hometown, FAR, 38.4, { room: 39 }),
  row(['Ngày cấp', 'Date of issue'], 'issue_date', (front) => front.issueDate, NEAR, 52.8),
  row(['Có giá trị đến', 'Date of expiry'], 'expiry', (front) => front.expiry, FAR, 52.8),
]

/** Words that changed from print run to print run. */
const VARIANTS: Readonly<Record<string, readonly Row['label'][]>> = {
  'Số hộ chiếu': [
    ['Số hộ chiếu', 'Passport N°'],
    ['Hộ chiếu số', 'Passport No.'],
  ],
  'Số GCMND': [
    ['Số GCMND', 'ID card N°'],
    ['Số CMND', 'ID card No.'],
    ['Số CMND/CCCD', 'ID card No.'],
  ],
  'Số ĐDCN/CMND': [
    ['Số ĐDCN/CMND', 'Personal No.'],
    ['Số GCMND', 'ID card No.'],
    ['Số định danh cá nhân', 'ID No.'],
  ],
}

export const varied = (rows: readonly Row[], dice: Dice): Row[] =>
  rows.map((each) => {
    const others = VARIANTS[each.label[0]]
    return others === undefined ? each : { ...each, label: dice.pick(others) }
  })
