// Tests the record of a document whose sources agree: every field with its name, its confidence and its sources.
import { describe, expect, test } from 'vitest'
import {
  chipBack,
  chipFront,
  codeless,
  failures,
  id,
  numbersIn,
  recordOf,
  said,
  sideOf,
} from '../../../specimens/kit/readings/identity.ts'
import { confidenceText } from '../../../src/documents/confidence-text.ts'
import { emptyData, multipleData } from '../../../src/documents/identity/record.ts'

describe('a chip card, front and back', () => {
  const record = recordOf([chipFront(), chipBack()])

  test('has every field of the specification, and none that was not read', () => {
    expect(record).toMatchObject({
      document: 'CHIP ID',
      document_version: 'cccd-chip',
      id_type: '0',
      id,
      name: 'NGUYỄN THỊ HƯƠNG',
      birthday: '05/03/1990',
      sex: 'Nữ',
      national: 'Việt Nam',
      hometown: 'Nghi Lộc, Nghệ An',
      address: 'Số 12, Phường Trung Hòa, Cầu Giấy, Hà Nội',
      expiry: '05/03/2030',
      issue_date: '20/08/2021',
      issue_by: 'Cục Cảnh sát quản lý hành chính về trật tự xã hội',
      characteristic: 'Nốt ruồi C: 1cm dưới mắt phải',
      characteristics: 'Nốt ruồi C: 1cm dưới mắt phải',
      optional_data: '182345678',
      country: 'VNM',
      religion: '',
      religionconf: '[]',
      ethnicity: '',
      ethnicityconf: '[]',
      passport_type: '',
      warning: [],
      warning_code: [],
      server_tag: 'test',
    })
    expect(failures(record)).toEqual([])
    expect(failures(record, 'noted')).toEqual([])
  })

  test('lists the sources, the one of the value first', () => {
    expect(record.source).toMatchObject({
      id: ['mrz', 'qr', 'ocr'],
      name: ['qr', 'ocr', 'mrz'],
      address: ['qr', 'ocr'],
      hometown: ['ocr'],
      issue_date: ['qr', 'ocr'],
      country: ['mrz'],
    })
    expect(record.source).not.toHaveProperty('religion')
  })

  test('is surer where sources agree, with a number for each line that is printed', () => {
    const [front] = [recordOf([codeless()])]
    expect(numbersIn(record.addressconf)).toHaveLength(2)
    expect(numbersIn(record.idconf)).toHaveLength(1)
    for (const field of ['idconf', 'nameconf', 'birthdayconf', 'addressconf'] as const)
      expect(numbersIn(record[field])[0], field).toBeGreaterThan(numbersIn(front[field])[0] ?? 1)
    expect(numbersIn(record.hometownconf)).toEqual(numbersIn(front.hometownconf))
    for (const sure of numbersIn(record.idconf)) expect(sure).toBeLessThan(1)
  })
})

test('a back alone is 1, and its name has no tones', () => {
  const record = recordOf([chipBack()])
  expect(record).toMatchObject({ id_type: '1', id, name: 'NGUYEN THI HUONG', address: '', addressconf: '[]' })
})

test('the number of a passport is its own, and the personal number is additional', () => {
  const page = { name: 'TRẦN VĂN AN', id: 'C1234567', optional_data: '001090000001', passport_type: 'P' }
  const record = recordOf([
    sideOf('passport-old', 'front', [
      ...said('ocr', page),
      ...said('mrz', { ...page, name: 'TRAN VAN AN' }, 0.99),
    ]),
  ])
  expect(record).toMatchObject({
    document: 'PASSPORT',
    id: 'C1234567',
    optional_data: '001090000001',
    passport_type: 'P',
    name: 'TRẦN VĂN AN',
  })
  expect(record.source).toMatchObject({ id: ['mrz', 'ocr'], optional_data: ['mrz', 'ocr'] })
})

test.each([
  ['cmnd-9', 'CMND', '182345678'],
  ['cmnd-12', 'CMND', id],
  ['cccd-12', 'CCCD', id],
  ['can-cuoc', 'CC', id],
] as const)('%s is labelled %s', (kind, label, number) => {
  const record = recordOf([sideOf(kind, 'front', said('ocr', { id: number }))])
  expect([record.document, record.document_version, record.id]).toEqual([label, kind, number])
})

test('confidences are texts, and never more than what was found', () => {
  expect(confidenceText([0.98, 0.97])).toBe('[0.98, 0.97]')
  expect(confidenceText([1, -1, 0])).toBe('[1.0, -1.0, 0.0]')
  expect(confidenceText([0.99999, 0.57])).toBe('[0.9999, 0.57]')
  expect(confidenceText([])).toBe('[]')
})

test('nothing found is empty texts, and several documents say so', () => {
  expect(emptyData('t')).toMatchObject({
    id: '',
    idconf: '[]',
    document: '',
    id_type: '',
    warning: [],
    warning_code: [],
  })
  expect(multipleData('t')).toMatchObject({
    id: '',
    document: 'MULTIPLE',
    id_type: 'UNIDENTIFIED',
    warning: ['Information was not on the same card'],
    warning_code: [109],
  })
})
