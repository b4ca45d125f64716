// Tests forged cards by their readings: contradictions are reported, misreadings are not, and no record mixes two people.
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
  printed,
  recordOf,
  said,
  sideOf,
  zoned,
} from '../../../specimens/kit/readings/identity.ts'
import type { SideReading } from '../../../src/documents/cards/side-reading.ts'

const other = { id: '001085007777', name: 'TRẦN VĂN BÌNH', birthday: '01/02/1985', sex: 'Nam' } as const
const otherCode = { ...other, address: 'Thọ Xuân, Thanh Hóa', issue_date: '11/11/2022', optional_data: '' }
const identityOf = (sides: readonly SideReading[]) => {
  const { id, name, birthday, sex } = recordOf(sides)
  return { id, name, birthday, sex }
}
const ofCard = { id, name: printed.name, birthday: printed.birthday, sex: printed.sex }
const used = (sides: readonly SideReading[]) => checkOf(recordOf(sides), 'one-identity')?.values

describe('the code of another on a card', () => {
  test('gives nothing to the record, and is reported', () => {
    const record = recordOf([chipFront({}, otherCode)])
    expect(record).toMatchObject({ ...ofCard, address: coded.address, issue_date: '', optional_data: '' })
    expect(Object.values(record.source).flat()).not.toContain('qr')
    expect([record.warning, record.warning_code]).toEqual([['Code not match print'], [196]])
    expect(used([chipFront({}, otherCode)])).toEqual({ used: 'print front', 'not-used': 'qr front' })
  })

  test('lowers the reliability', () => {
    const [honest, forged] = [recordOf([chipFront()]), recordOf([chipFront({}, otherCode)])]
    expect(numbersIn(forged.reliability)[0]).toBeLessThan(0.5 * (numbersIn(honest.reliability)[0] ?? 0))
  })

  test('is outvoted by print and zone, front and back', () => {
    expect(identityOf([chipFront({}, otherCode), chipBack()])).toEqual(ofCard)
    expect(used([chipFront({}, otherCode), chipBack()])?.['not-used']).toBe('qr front')
  })

  test('on the back of a card of 2024 is reported without its front', () => {
    const back = sideOf('can-cuoc', 'back', [
      ...said('ocr', { issue_date: '20/08/2021', expiry: zoned.expiry }),
      ...said('qr', otherCode, 1),
      ...said('mrz', zoned, 0.99),
    ])
    const record = recordOf([back])
    expect(record).toMatchObject({ id, name: zoned.name, address: '', issue_date: '20/08/2021' })
    expect(record.warning_code).toEqual([196])
  })
})

describe('a print that was changed', () => {
  test.each([
    ['name', { name: 'NGUYỄN THỊ LAN' }],
    ['birthday', { birthday: '17/09/1990' }],
    ['number', { id: '040190005678' }],
    ['sex', { sex: 'Nam' }],
  ])('in its %s is told', (_, change) => {
    expect(recordOf([chipFront(change, {}, 0.99)]).warning_code).toContain(196)
  })

  test('against code and zone is outvoted, and gives the record nothing', () => {
    const sides = [chipFront({ name: 'NGUYỄN THỊ LAN', hometown: 'Quận 1, TP.HCM' }), chipBack()]
    expect(identityOf(sides)).toEqual(ofCard)
    expect(recordOf(sides).hometown).toBe('')
    expect(used(sides)).toEqual({
      used: expect.stringContaining('qr front'),
      'not-used': 'print front',
    })
  })

  test('on a passport is recognised by its zone, and stays as it is printed', () => {
    const page = { name: 'TRẦN VĂN AN', id: 'C1234567', birthday: '05/03/1990' }
    const forged = { ...page, name: 'LÊ QUANG HẢI' }
    const record = recordOf([
      sideOf('passport-old', 'front', [
        ...said('ocr', forged),
        ...said('mrz', { ...page, name: 'TRAN VAN AN', expiry: '01/01/2030' }, 0.99),
      ]),
    ])
    expect(record).toMatchObject({ name: forged.name, expiry: '', warning_code: [196] })
  })

  test('is reported where sides come one by one and their number is the same', () => {
    const front = codeless({ name: 'LÊ QUANG HẢI' })
    expect(recordOf([front, chipBack()], false).warning_code).toEqual([196])
    expect(recordOf([front, chipBack()], true).warning_code).toEqual([109])
  })
})

describe('what a student tries', () => {
  const born = { id: '040196001234', birthday: '05/03/1996' }
  test.each<[string, SideReading[]]>([
    ['another year of birth and the number that goes with it', [chipFront(born)]],
    ['the same over a painted code', [codeless(born), chipBack()]],
    ['a word more in the name', [chipFront({ name: 'NGUYỄN THỊ HƯƠNG LAN' }, {}, 0.99)]],
    ['an address in another province', [chipFront({ address: ['Phường Bến Nghé', 'Quận 1, TP.HCM'] })]],
    [
      'print and zone alike, and the code left',
      [chipFront({ name: 'LÊ THỊ LAN' }), chipBack({ name: 'LE THI LAN' })],
    ],
    ['no end to a card that has one', [chipFront({ expiry: 'Không thời hạn' }), chipBack()]],
  ])('is told: %s', (_, sides) => {
    expect(recordOf(sides, false).warning_code).toEqual([196])
  })

  test.each<[string, SideReading[], number[]]>([
    [
      'another sex in all three',
      [chipFront({ sex: 'Nam' }, { sex: 'Nam' }), chipBack({ sex: 'Nam' })],
      [110],
    ],
    [
      'another number in all three',
      [chipFront({ id: '079190001234' }, { id: '079190001234' }), chipBack({ id: '079190001234' })],
      [111],
    ],
    [
      'another year of birth in all three',
      [
        chipFront({ birthday: born.birthday }, { birthday: born.birthday }),
        chipBack({ birthday: born.birthday }),
      ],
      [112, 193],
    ],
  ])('is told by the number: %s', (_, sides, codes) => {
    expect(recordOf(sides).warning_code).toEqual(codes)
  })

  test('lowers the reliability where only a rule is broken', () => {
    const reliability = (...sides: SideReading[]) => numbersIn(recordOf(sides).reliability)[0] ?? 0
    const honest = reliability(chipFront(), chipBack())
    expect(reliability(chipFront({ expiry: '05/03/2035' }))).toBeCloseTo(0.7 * honest)
    const issued = (issue_date: string) => [chipFront({}, { issue_date }), chipBack({}, { issue_date })]
    for (const day of ['20/08/2028', '20/08/1985'])
      expect(reliability(...issued(day))).toBeLessThan(0.6 * honest)
    expect(checkOf(recordOf(issued('20/08/2028')), 'dates-in-order')).toMatchObject({
      score: 1,
      outcome: 'failed',
    })
  })
})

describe('a misreading is no contradiction', () => {
  test.each([
    ['lost tones', { name: 'NGUYEN THI HUONG' }, 0.99],
    ['a wrong tone', { name: 'NGUYỄN THỊ HƯỜNG' }, 0.99],
    ['a letter that was not sure', { name: 'NGUYỄN THỊ HƯƠNC' }, 0.9],
    ['a word that was lost at the end', { name: 'NGUYỄN THỊ' }, 0.97],
    ['a digit of the date that was not sure', { birthday: '05/08/1990' }, 0.95],
    ['two digits of the number that were hardly read', { id: '040190001284' }, 0.7],
    ['a digit of the number and one of the date', { id: '040190001284', birthday: '05/08/1990' }, 0.9],
    ['a word beside the name that was not sure', { name: 'NGUYỄN THỊ HƯƠNG N' }, 0.9],
    ['an address that was hardly read', { address: ['Phường Bến Nghé', 'Quận 1, TP.HCM'] }, 0.45],
  ])('%s', (_, change, confidence) => {
    const record = recordOf([chipFront(change, {}, confidence)])
    expect([record.warning_code, failures(record)]).toEqual([[], []])
    expect(record.id).toBe(id)
  })

  test('but two digits that were surely read are', () => {
    expect(recordOf([chipFront({ birthday: '17/03/1990' })]).warning_code).toEqual([196])
  })
})

describe('a code that was not read', () => {
  test('is noted, lowers the reliability a little and warns of nothing', () => {
    const record = recordOf([codeless()])
    expect(checkOf(record, 'code-expected')).toMatchObject({
      outcome: 'noted',
      values: { missing: 'qr front' },
    })
    expect([record.reliability, record.warning_code]).toEqual(['[0.81]', []])
  })

  test('is asked for of each side that has one', () => {
    const of = (...sides: SideReading[]) => checkOf(recordOf(sides), 'code-expected')
    expect(of(chipFront(), chipBack())).toMatchObject({ score: 2, threshold: 2, outcome: 'passed' })
    expect(of(sideOf('can-cuoc', 'back', said('mrz', zoned)))?.values).toEqual({ missing: 'qr back' })
    expect(of(sideOf('cmnd-9', 'front', said('ocr', { id: '182345678' })))).toBeUndefined()
  })
})

describe('one side for both', () => {
  const at = (x: number): Partial<SideReading> => ({
    place: {
      width: 1000,
      height: 800,
      corners: [
        { x, y: 100 },
        { x: x + 700, y: 100 },
        { x: x + 700, y: 540 },
        { x, y: 540 },
      ],
    },
  })
  const front = (file: number, x: number): SideReading => ({ ...chipFront(), ...at(x), file })

  test('is reported where both were asked for', () => {
    const record = recordOf([front(0, 100), front(1, 160)], true)
    expect([record.warning, record.warning_code]).toEqual([['Same side twice'], [198]])
    expect(record.reliability).toBe('[0.81]')
  })

  test('may come again where sides come one by one, but not as the same picture', () => {
    const again = recordOf([front(0, 100), front(1, 160)], false)
    expect([again.warning_code, failures(again, 'noted')]).toEqual([[], ['same-side-twice']])
    expect(recordOf([front(0, 100), front(1, 100.4)], false).warning_code).toEqual([198])
  })
})
