// Tests that passports, licences, certificates and foreign documents show the sides, words, fields and codes of their facts.
import { expect, test } from 'vitest'
import { REFERENCE } from '../../specimens/documents/drawing/casts.ts'
import { linesOf } from '../../specimens/documents/drawing/lines.ts'
import { facts } from '../../specimens/documents/facts/facts.ts'
import { OTHER_DESIGNS, other } from '../../specimens/documents/papers/other.ts'
import type { Sheet } from '../../specimens/documents/sheet.ts'
import { specimen } from '../../specimens/documents/specimen.ts'
import { type Kind, kindDefinition, sidesOf } from '../../src/documents/kinds/kinds.ts'

const PAPERS: readonly Kind[] = [
  'passport-old',
  'passport-new',
  'licence-paper',
  'licence-pet',
  'licence-2025',
  'business-registration',
  'foreign-td1',
  'foreign-td3',
]
const SEEDS = [1, 2, 3, 4, 5, 6]
const sheetsOf = (kind: Kind, seed: number) => specimen({ kind, seed, cast: REFERENCE }).sheets
const mrzOf = (sheet: Sheet | undefined) =>
  sheet?.runs.filter(({ role }) => role === 'mrz').map(({ text }) => text)

test.each(PAPERS)('%s has its sides and size, and says SPECIMEN on each', (kind) => {
  const row = kindDefinition(kind)
  for (const seed of SEEDS) {
    const sheets = sheetsOf(kind, seed)
    expect([...new Set(sheets.map(({ side }) => side))]).toEqual(sidesOf(row))
    for (const sheet of sheets) {
      expect(sheet).toMatchObject({ kind, widthMm: row.widthMm, heightMm: row.heightMm })
      expect(sheet.runs.filter(({ text }) => text === 'SPECIMEN')).toHaveLength(1)
    }
  }
})

test.each([...PAPERS, 'other' as const])('%s keeps its lines apart and on the paper', (kind) => {
  for (const seed of SEEDS) {
    for (const sheet of sheetsOf(kind, seed)) {
      const lines = linesOf(sheet, REFERENCE)
      for (const [index, { box, text }] of lines.entries()) {
        const where = `${kind} ${sheet.side} ${seed}: ${text}`
        expect(Math.min(box.x, box.y), where).toBeGreaterThan(0)
        expect(box.x + box.width, where).toBeLessThan(sheet.widthMm)
        expect(box.y + box.height, where).toBeLessThan(sheet.heightMm)
        for (const { box: next, text: other } of lines.slice(index + 1)) {
          const across = Math.min(box.x + box.width, next.x + next.width) - Math.max(box.x, next.x)
          const down = Math.min(box.y + box.height, next.y + next.height) - Math.max(box.y, next.y)
          const share = across > 0 ? down / Math.min(box.height, next.height) : 0
          expect(share, `${where} over ${other}`).toBeLessThan(0.4)
        }
      }
    }
  }
})

test.each(['passport-old', 'passport-new'] as const)('%s prints every fact of its page', (kind) => {
  for (const seed of SEEDS) {
    const { front } = facts(kind, seed)
    const [sheet] = sheetsOf(kind, seed)
    expect(sheet?.fields).toEqual({
      passport_type: front.passportType,
      country: front.country,
      passport_id: front.passportId,
      id: front.id,
      name: front.name,
      national: front.national,
      birthday: front.birthday,
      sex: front.sex,
      issue_date: front.issueDate,
      expiry: front.expiry,
      issue_by: front.issueBy,
      ...(front.hometown === undefined ? {} : { hometown: front.hometown }),
    })
    expect(mrzOf(sheet)).toEqual(front.mrz)
    expect(sheet?.portrait).toBeDefined()
  }
})

test.each(['licence-paper', 'licence-pet', 'licence-2025'] as const)(
  '%s prints both sides from its facts',
  (kind) => {
    for (const seed of SEEDS) {
      const { front, back } = facts(kind, seed)
      const [one, other] = sheetsOf(kind, seed)
      const onPaper = kind === 'licence-paper'
      const { address = '', ...fields } = one?.fields ?? {}
      // Offices abbreviate units, or join them by dashes: the names are the same.
      expect(placesOf(address)).toEqual(placesOf(front.address.text))
      expect(fields).toEqual({
        id: front.id,
        name: front.name,
        // Paper licences say the year alone, and no class on the front.
        birthday: onPaper ? front.birthday.slice(-4) : front.birthday,
        nationality: front.nationality,
        ...(onPaper ? {} : { class_type: front.classType }),
        issue_place: front.issuePlace,
        issue_date: front.issueDate,
        expiry: front.expiry,
      })
      expect(other?.fields).toEqual({
        seri_id: back.seriId,
        ...Object.fromEntries(
          back.rows.flatMap(({ className, classDate }, index) => [
            [`back_side_info.${index}.class_name`, className],
            [`back_side_info.${index}.class_date`, classDate],
          ]),
        ),
      })
      expect(other?.codes.map(({ text }) => text)).toEqual(back.qr === undefined ? [] : [back.qr])
    }
  },
)

const placesOf = (address: string): string[] =>
  address
    .split(/, | - /u)
    .map((unit) =>
      unit.replace(
        /^(?:Xã|Phường|Thị trấn|Huyện|Quận|Thị xã|Thành phố|Tỉnh|Đặc khu|(?:[XPHQT]|TT|TX|TP|ĐK)\.) ?/u,
        '',
      ),
    )

test('foreign documents print dates in their own form, and the truth has them in ours', () => {
  const styles = new Set<string>()
  for (let seed = 1; seed <= 20; seed++) {
    const { front, mrz } = facts('foreign-td3', seed)
    const [sheet] = sheetsOf('foreign-td3', seed)
    expect(sheet?.fields).toMatchObject({
      name: `${front.surname} ${front.givenNames}`,
      passport_id: front.documentNumber,
      birthday: front.birthday,
      expiry: front.expiry,
      sex: front.sexLetter,
    })
    expect(mrzOf(sheet)).toEqual(mrz)
    const printed = sheet?.runs.find(({ field }) => field === 'birthday')?.text ?? ''
    styles.add(printed.replaceAll(/\d/gu, '9').replaceAll(/[A-Z]/gu, 'A'))
  }
  expect(styles.size).toBeGreaterThan(3)
})

test('foreign cards carry the zone on the back and the number on the front', () => {
  for (const seed of SEEDS) {
    const { front, mrz } = facts('foreign-td1', seed)
    const [one, other] = sheetsOf('foreign-td1', seed)
    expect(one?.fields.id).toBe(front.documentNumber)
    expect(mrzOf(one)).toEqual([])
    expect(mrzOf(other)).toEqual(mrz)
  }
})

test('an unknown document has ten designs and no field', () => {
  expect(OTHER_DESIGNS.length).toBeGreaterThanOrEqual(10)
  for (const design of OTHER_DESIGNS) {
    const [sheet] = other({ cast: REFERENCE, seed: 5 }, design)
    expect(sheet?.fields).toEqual({})
    expect(sheet?.runs.length).toBeGreaterThan(5)
  }
})

test.each([...PAPERS, 'other' as const])(
  '%s is the same for the same seed and another for another',
  (kind) => {
    expect(sheetsOf(kind, 9)).toEqual(sheetsOf(kind, 9))
    expect(sheetsOf(kind, 9)).not.toEqual(sheetsOf(kind, 10))
  },
)
