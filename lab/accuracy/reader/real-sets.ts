// Opens the sets of real pictures of documents: machine-readable zones typed by eye, and the fields of Vietnamese passports.
import { join } from 'node:path'
import { readLabels, textOf } from '../../kit/datasets/labels.ts'

export interface MrzPicture {
  readonly file: string
  /** The type is TD1, TD3, MRVA or MRVB. */
  readonly type: string
  readonly lines: readonly string[]
}

export async function readMrzPictures(data: string): Promise<MrzPicture[]> {
  const rows = await readLabels(data, 'documents/mrz')
  return rows.map((row) => ({
    file: join(data, 'documents/mrz', textOf(row, 'file')),
    type: textOf(row, 'type'),
    lines: [row.line1, row.line2, row.line3].flatMap((line) => (line ? [line] : [])),
  }))
}

export const passportFields = [
  'full_name',
  'number',
  'dob',
  'sex',
  'place_of_birth',
  'issue',
  'expiry',
] as const
export type PassportField = (typeof passportFields)[number]

interface PassportPicture {
  readonly file: string
  readonly fields: Readonly<Record<PassportField, string>>
}

export async function readPassports(data: string): Promise<PassportPicture[]> {
  const rows = await readLabels(data, 'documents/vn-passports')
  return rows.map((row) => ({
    file: join(data, 'documents/vn-passports', textOf(row, 'file')),
    fields: Object.fromEntries(passportFields.map((field) => [field, textOf(row, field)])) as Record<
      PassportField,
      string
    >,
  }))
}
