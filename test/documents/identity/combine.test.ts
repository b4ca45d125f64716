// Tests sources that differ: which one is used, how its confidence falls, and what the checks report.
import { describe, expect, test } from 'vitest'
import {
  checkOf,
  chipBack,
  chipFront,
  coded,
  codeless,
  failures,
  id,
  numbersIn,
  recordOf,
  said,
  sideOf,
} from '../../../specimens/kit/readings/identity.ts'

describe('the QR code', () => {
  test('gives the tones where the letters are the same', () => {
    const record = recordOf([chipFront({ name: 'NGUYỄN THI HƯỜNG' })])
    expect(record.name).toBe('NGUYỄN THỊ HƯƠNG')
    expect(checkOf(record, 'qr-against-print', 'name')?.outcome).toBe('passed')
  })

  test('does not replace a name that is surely another', () => {
    const record = recordOf([chipFront({ name: 'TRẦN VĂN BÌNH' })])
    expect(record.name).toBe('TRẦN VĂN BÌNH')
    expect(record.source.name).toEqual(['ocr'])
    expect(numbersIn(record.nameconf)[0]).toBeLessThan(0.1)
    expect(checkOf(record, 'qr-against-print', 'name')).toMatchObject({
      outcome: 'failed',
      values: { ocr: 'TRẦN VĂN BÌNH', qr: 'NGUYỄN THỊ HƯƠNG' },
    })
  })

  test('gives both marks of a letter that lost one, or got another', () => {
    for (const read of ['NGUYỄN THÁNG', 'NGUYỄN THẲNG', 'NGUYỄN THẴNG', 'NGUYỄN THĂNG'])
      expect(recordOf([chipFront({ name: read }, { name: 'NGUYỄN THẮNG' })]).name).toBe('NGUYỄN THẮNG')
  })

  test('gives the day of a birth of which the print has the year', () => {
    const record = recordOf([chipFront({ birthday: '1990' })])
    expect(record.birthday).toBe(coded.birthday)
    expect(checkOf(record, 'qr-against-print', 'birthday')?.outcome).toBe('passed')
    const other = recordOf([chipFront({ birthday: '1976' })])
    expect(checkOf(other, 'qr-against-print', 'birthday')?.outcome).toBe('failed')
  })

  test('explains a letter that was read unsurely', () => {
    const record = recordOf([chipFront({ name: 'NGUYÊN THI HUONC' }, {}, 0.6)])
    expect(record.name).toBe('NGUYỄN THỊ HƯƠNG')
    expect(checkOf(record, 'qr-against-print', 'name')?.outcome).toBe('noted')
    expect(numbersIn(record.nameconf)[0]).toBeGreaterThan(0.9)
  })

  test('gives the digits where the print is misread, and not where it surely has others', () => {
    expect(recordOf([chipFront({ id: '040190001284' }, {}, 0.8)]).id).toBe(id)
    const record = recordOf([chipFront({ id: '040190009999' })])
    expect(record.id).toBe('040190009999')
    expect(checkOf(record, 'qr-against-print', 'id')).toMatchObject({
      outcome: 'failed',
      field: 'id',
      values: { ocr: '040190009999', qr: id },
    })
  })

  test('is outvoted by print and zone', () => {
    const record = recordOf([chipFront({}, { id: '040190009999' }), chipBack()])
    expect(record.id).toBe(id)
    expect(record.source.id).toEqual(['mrz', 'ocr'])
    expect(failures(record)).toEqual(['mrz-against-qr id', 'qr-against-print id', 'one-identity'])
    expect(record.warning_code).toEqual([196])
  })

  test('has the address as it is printed, whatever the commas', () => {
    const record = recordOf([chipFront({}, { address: 'Số 12 Phường Trung Hòa, Cầu Giấy, Hà Nội' })])
    expect(checkOf(record, 'qr-against-print', 'address')?.outcome).toBe('passed')
    expect(numbersIn(record.addressconf)).toHaveLength(2)
  })
})

describe('the machine-readable zone', () => {
  test('never takes the tones from a name', () => {
    const record = recordOf([codeless({}, 0.85), chipBack()])
    expect(record.name).toBe('NGUYỄN THỊ HƯƠNG')
    expect(record.source.name).toEqual(['ocr', 'mrz'])
  })

  test('shows which word beside a printed name does not belong to it', () => {
    const nameOf = (name: string) => recordOf([codeless({ name }, 0.7), chipBack()]).name
    expect(nameOf('NGUYỄN THỊ HƯƠNG N')).toBe('NGUYỄN THỊ HƯƠNG')
    expect(nameOf('NGUYỄN HƯƠNG')).toBe('NGUYỄN HƯƠNG')
  })

  test('corrects digits that print shows badly', () => {
    const record = recordOf([codeless({ id: '040190001284', birthday: '05/08/1990' }, 0.8), chipBack()])
    expect([record.id, record.birthday]).toEqual([id, '05/03/1990'])
    expect(record.warning_code).toEqual([])
    expect(failures(record)).toEqual([])
    expect(failures(record, 'noted')).toContain('mrz-against-print id')
  })

  test('with another birthday is reported, and still counts as the same card', () => {
    const record = recordOf([chipFront(), chipBack({ birthday: '14/03/1990' })])
    expect(failures(record)).toEqual([
      'mrz-against-qr birthday',
      'mrz-against-print birthday',
      'one-identity',
      'front-against-back birthday',
    ])
    expect(record.warning_code).toEqual([196])
  })

  test('has each of its check digits reported', () => {
    const wrong = {
      ...chipBack(),
      mrzChecks: [
        { name: 'documentNumber', isRight: false } as const,
        { name: 'birth', isRight: true } as const,
      ],
    }
    const record = recordOf([wrong])
    expect(failures(record)).toEqual(['mrz-check-digit-document-number'])
    expect(checkOf(record, 'mrz-check-digit-birth')?.outcome).toBe('passed')
  })
})

test('what one source alone says is as sure as it was read', () => {
  const record = recordOf([sideOf('cccd-12', 'front', said('ocr', { id, name: 'LÊ AN' }, 0.91))])
  expect(record.nameconf).toBe('[0.91]')
})

test('a source of low confidence is used last', () => {
  const record = recordOf([
    sideOf('cccd-chip', 'back', [
      ...said('ocr', { issue_date: '20/08/2021' }, 0.95),
      ...said('mrz', { expiry: '05/08/2030' }, 0.3),
    ]),
    sideOf('cccd-chip', 'front', said('ocr', { id, expiry: '05/03/2030' }, 0.95)),
  ])
  expect(record.expiry).toBe('05/03/2030')
})

test('the old number is the code’s alone', () => {
  expect(recordOf([chipFront()]).optional_data).toBe(coded.optional_data)
})
