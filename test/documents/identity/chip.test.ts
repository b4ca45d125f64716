// Tests a chip beside the pictures of its document: it wins, sources name it, and contradictions beyond misreadings warn.
import { describe, expect, test } from 'vitest'
import {
  checkOf,
  chipBack,
  chipFront,
  coded,
  codeless,
  failures,
  printed,
  recordOf,
  said,
} from '../../../specimens/kit/readings/identity.ts'
import type { FieldReading } from '../../../src/documents/fields/reading.ts'

const inChip = {
  ...coded,
  national: 'Việt Nam',
  hometown: 'Nghi Lộc, Nghệ An',
  expiry: '05/03/2030',
  religion: 'Không',
} as const
const chipSays = (values: object = {}): FieldReading[] => said('chip', { ...inChip, ...values }, 1)
const sides = [chipFront(), chipBack()]

test('a chip that says the same stands first among the sources, raises no warning, and adds what only it has', () => {
  const record = recordOf(sides, false, chipSays())
  expect(record.warning_code).toEqual([])
  expect(failures(record)).toEqual([])
  expect(record.source.id?.[0]).toBe('chip')
  expect(record.source.name).toEqual(expect.arrayContaining(['chip', 'ocr', 'qr', 'mrz']))
  expect([record.religion, record.source.religion]).toEqual(['Không', ['chip']])
  expect(checkOf(record, 'chip-against-print', 'name')?.outcome).toBe('passed')
  expect(checkOf(record, 'chip-against-qr', 'id')?.outcome).toBe('passed')
  expect(checkOf(record, 'chip-against-mrz', 'birthday')?.outcome).toBe('passed')
})

describe('the chip wins', () => {
  test('over a print that was misread, without a warning', () => {
    const misread = codeless({ name: 'NGUYỄN THỊ HƯONG', id: '040190001284' }, 0.7)
    const record = recordOf([misread], false, chipSays())
    expect([record.name, record.id]).toEqual(['NGUYỄN THỊ HƯƠNG', inChip.id])
    expect(record.warning_code).toEqual([])
  })

  test('over print, code and zone that agree with each other', () => {
    const record = recordOf(sides, false, chipSays({ name: 'TRẦN VĂN BÌNH', id: '001085004321' }))
    expect([record.name, record.id]).toEqual(['TRẦN VĂN BÌNH', '001085004321'])
    expect(checkOf(record, 'one-identity')?.values?.used).toMatch(/^chip/)
    expect(checkOf(record, 'one-identity')?.values?.['not-used']).toContain('print front')
  })

  test('but gives no name without tones where the print has them', () => {
    const zoned = chipSays({ name: 'NGUYEN THI HUONG' }).map((reading) =>
      reading.field === 'name' ? { ...reading, isZoneSpelling: true as const } : reading,
    )
    const record = recordOf(sides, false, zoned)
    expect(record.name).toBe('NGUYỄN THỊ HƯƠNG')
    expect(record.source.name).toContain('chip')
    expect(record.warning_code).toEqual([])
  })
})

describe('warnings', () => {
  test('the chip of another person is reported as such', () => {
    const { warning_code } = recordOf(
      sides,
      false,
      chipSays({ name: 'TRẦN VĂN BÌNH', id: '001085004321', sex: 'Nam' }),
    )
    expect(warning_code).toEqual(expect.arrayContaining([109, 125]))
    expect(warning_code).not.toContain(196)
  })

  test('one fact that was changed on the print is a contradiction, and not another person', () => {
    const forged = chipFront({ birthday: '05/03/1980' }, { birthday: '05/03/1980' })
    const { warning_code, birthday } = recordOf([forged], false, chipSays())
    expect(birthday).toBe(printed.birthday)
    expect(warning_code).toContain(125)
    expect(warning_code).not.toContain(109)
  })
})
