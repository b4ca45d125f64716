// Tests the answer about a driving licence: values, confidences and rows under the specification's names.
import { describe, expect, test } from 'vitest'
import { ANSWER_FIELDS } from '../../../src/documents/fields/rows.ts'
import { codeOf } from '../../../src/documents/licence/read.ts'
import { emptyData } from '../../../src/documents/licence/record.ts'
import {
  failures,
  goodQuality,
  petBack,
  petFront,
  policeBack,
  policeFront,
  printed,
  recordOf,
  rowOf,
  said,
  sideOf,
} from './hand-written.ts'

describe('a front', () => {
  test('has its values with a number for each line', () => {
    const data = recordOf([petFront()])
    expect(data).toMatchObject({
      ...printed,
      address: 'Số 12, Phường Trung Hòa, Cầu Giấy, Hà Nội',
      addressconf: '[0.97, 0.97]',
      idconf: '[0.97]',
      nameconf: '[0.97]',
      birthdayconf: '[0.97]',
      class_type_conf: '[0.97]',
      issue_date_conf: '[0.97]',
      issue_place_conf: '[0.97]',
      nationalityconf: '[0.97]',
      expiryconf: '[0.97]',
      seri_id: '',
      seri_id_conf: '[]',
      back_side_info: [],
      document: 'GPLX PET',
      documentconf: '[0.99]',
      document_version: 'licence-pet',
      id_type: '0',
      reliability: '[0.9]',
      server_tag: 'test',
    })
    expect(data.source).toEqual(Object.fromEntries(Object.keys(printed).map((name) => [name, ['ocr']])))
    expect(failures(data)).toEqual([])
    expect(codeOf(data).code).toBe(200)
  })

  test.each([
    ['licence-paper', 'GPLX'],
    ['licence-pet', 'GPLX PET'],
    ['licence-2025', 'GPLX PET'],
  ] as const)('of %s is called %s', (kind, label) => {
    const data = recordOf([sideOf(kind, 'front', said(printed))])
    expect([data.document, data.document_version]).toEqual([label, kind])
  })

  test('without a number is 103, without a name 105, without both 103', () => {
    const without = (...fields: string[]) =>
      recordOf([
        sideOf(
          'licence-pet',
          'front',
          said(printed).filter(({ field }) => !fields.includes(field)),
        ),
      ])
    expect(codeOf(without('id')).code).toBe(103)
    expect(codeOf(without('name')).code).toBe(105)
    expect(codeOf(without('id', 'name')).code).toBe(103)
    expect(without('id')).toMatchObject({ id: '', idconf: '[]', name: printed.name })
  })
})

describe('a back', () => {
  test('has a row for each class, its confidence a number as text', () => {
    const data = recordOf([petBack([rowOf('A1', '01/02/2011', 1), rowOf('', '20/01/2020', 0)])])
    expect(data).toMatchObject({
      seri_id: 'AB123456',
      seri_id_conf: '[0.97]',
      id_type: '1',
      id: '',
      back_side_info: [
        { class_name: 'A1', class_date: '01/02/2011', class_conf: '1.0' },
        { class_name: '', class_date: '20/01/2020', class_conf: '0.0' },
      ],
      source: { seri_id: ['ocr'], back_side_info: ['ocr'] },
    })
    expect(codeOf(data).code).toBe(200)
  })

  test('of 2025 also says what its code says', () => {
    const data = recordOf([policeBack()])
    expect(data).toMatchObject({
      id: '010251234567',
      name: 'NGUYỄN VĂN AN',
      birthday: '05/03/1990',
      class_type: 'A1, C1',
      issue_date: '10/04/2025',
      source: { id: ['qr'], name: ['qr'], seri_id: ['ocr'] },
    })
    expect(failures(data)).toEqual([])
  })
})

describe('both sides in one picture', () => {
  test('are one licence, surer where the code says the same', () => {
    const data = recordOf([policeFront(), policeBack()])
    expect(data).toMatchObject({ id_type: '0', seri_id: 'CA654321', source: { id: ['qr', 'ocr'] } })
    expect(data.back_side_info).toHaveLength(2)
    expect(Number(JSON.parse(data.idconf)[0])).toBeGreaterThan(0.999)
    expect(failures(data)).toEqual([])
    expect(failures(data, 'passed')).toContain('qr-against-print id')
  })

  test('whose code has another number keep the printed one, and say so', () => {
    const data = recordOf([policeFront(), policeBack('010259999999|Nguyễn Văn An|05031990|A1,C1|10042025')])
    expect(data).toMatchObject({ id: '010251234567', source: { id: ['ocr'], name: ['ocr'] } })
    expect(failures(data)).toEqual(['qr-against-print id', 'one-identity'])
    expect([data.warning, data.warning_code]).toEqual([['Code not match print'], [196]])
    expect(data.checks.find(({ outcome }) => outcome === 'failed')?.values).toEqual({
      ocr: '010251234567',
      qr: '010259999999',
    })
  })

  test('has the warnings that cards share, in the order of their codes', () => {
    const readings = said(printed).map((one) =>
      one.field === 'name' ? { ...one, isHidden: true as const } : one,
    )
    const quality = { ...goodQuality, photocopy: 0.99 }
    const data = recordOf([sideOf('licence-pet', 'front', readings, { quality })])
    expect(data.warning_code).toEqual([191, 195])
  })
})

test('of nothing every field is there, and empty', () => {
  const data: Record<string, unknown> = { ...emptyData('test') }
  for (const { name, confidence } of ANSWER_FIELDS.licence)
    expect([data[name], data[confidence]]).toEqual(['', '[]'])
  expect(data).toMatchObject({ document: '', id_type: '', reliability: '[]', back_side_info: [] })
})
