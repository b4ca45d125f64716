// Tests the specification's warnings: each is raised by its own cause, and by nothing else.
import { describe, expect, test } from 'vitest'
import {
  chipBack,
  chipFront,
  codeless,
  failures,
  goodQuality,
  id,
  printed,
  recordOf,
  said,
  sideOf,
} from '../../../specimens/kit/readings/identity.ts'
import type { SideReading } from '../../../src/documents/cards/side-reading.ts'
import type { FieldReading } from '../../../src/documents/fields/reading.ts'
import type { Quality } from '../../../src/models/page-judge.ts'

const front = (values: object, confidence = 0.97): SideReading =>
  sideOf('cccd-12', 'front', said('ocr', { ...printed, ...values }, confidence))
const warnings = (...sides: SideReading[]) => recordOf(sides).warning_code

test('a sound card has none', () => {
  expect(warnings(front({}))).toEqual([])
  expect(failures(recordOf([front({})]))).toEqual([])
})

describe('110, sex against the number', () => {
  test('is raised, with its text', () => {
    const record = recordOf([front({ sex: 'Nam' })])
    expect([record.warning, record.warning_code]).toEqual([['Sex code not match'], [110]])
    expect(failures(record)).toEqual(['number-sex sex'])
  })

  test('is not raised where the sex was hardly read', () => {
    const unsure: FieldReading[] = [...said('ocr', { id }), ...said('ocr', { sex: 'Nam' }, 0.4)]
    const record = recordOf([sideOf('cccd-12', 'front', unsure)])
    expect(record.warning_code).toEqual([])
    expect(failures(record, 'noted')).toEqual(['number-sex sex'])
  })
})

describe('our own', () => {
  test('192, a code that is painted over, and not one that was merely not read', () => {
    const card = (codeContrast: number) => ({ ...codeless(), codeContrast })
    const record = recordOf([card(0.08)])
    expect([record.warning, record.warning_code]).toEqual([['Code not in sight'], [192]])
    expect(failures(record)).toEqual(['code-in-sight'])
    expect(warnings(card(0.3))).toEqual([])
  })

  test('193, an expiry that no rule gives', () => {
    const record = recordOf([codeless({ expiry: '05/03/2033' })])
    expect([record.warning, record.warning_code]).toEqual([['Expiry not by rule'], [193]])
  })

  test('194, a number of which a character is in doubt; it is answered all the same', () => {
    const { id: _, ...others } = printed
    const card = (confidence: number) =>
      recordOf([
        sideOf('cmnd-9', 'front', [...said('ocr', others), ...said('ocr', { id: '012345678' }, confidence)]),
      ])
    expect(card(0.5)).toMatchObject({ id: '012345678', warning: ['Number not certain'], warning_code: [194] })
    expect(card(0.7).warning_code).toEqual([])
  })

  test('195, a field of which letters may be hidden, with its name', () => {
    const readings = said('ocr', printed).map((one) =>
      one.field === 'name' ? { ...one, isHidden: true as const } : one,
    )
    const record = recordOf([sideOf('cccd-12', 'front', readings)])
    expect([record.warning, record.warning_code]).toEqual([['Part of a field not in sight'], [195]])
    expect(record.checks.find(({ name }) => name === 'hidden-fields')?.values).toEqual({ fields: 'name' })
  })

  test('190, a field that did not go through the compressions of its card, with its name; a code that was drawn in is noted', () => {
    const written = (field: string, history: number) =>
      said('ocr', printed).map((one) => ({ ...one, history: one.field === field ? history : 0.1 }))
    const record = recordOf([sideOf('cccd-12', 'front', written('name', 0.8))])
    expect([record.warning, record.warning_code]).toEqual([['Print not in place'], [190]])
    expect(record.checks.find(({ name }) => name === 'print-in-place')).toMatchObject({
      score: 0.8,
      values: { altered: 'name' },
    })
    expect(warnings(sideOf('cccd-12', 'front', written('name', 0.4)))).toEqual([])
    const coded = (codePurity: number) => recordOf([{ ...codeless(), codeContrast: 0.3, codePurity }])
    expect([coded(0.08).warning_code, failures(coded(0.08), 'noted')]).toEqual([
      [],
      expect.arrayContaining(['code-photographed']),
    ])
    expect(failures(coded(0.01), 'noted')).not.toContain('code-photographed')
    expect(coded(0.08).reliability).not.toBe(coded(0.01).reliability)
  })

  test('190 stays where a second picture of the side has nothing written in', () => {
    const side = (history: number) =>
      sideOf(
        'cccd-12',
        'front',
        said('ocr', printed).map((one) => ({ ...one, history })),
      )
    expect(warnings(side(0.8), side(0))).toContain(190)
  })

  test('stand in the order of their codes', () => {
    expect(warnings({ ...codeless({ expiry: '05/03/2033', sex: 'Nam' }), codeContrast: 0.05 })).toEqual([
      110, 192, 193,
    ])
  })
})

test('112, the year of birth against the number', () => {
  expect(warnings(front({ birthday: '05/03/1991' }))).toEqual([112, 193])
  expect(warnings(front({ birthday: '1991' }))).toEqual([112])
  expect(warnings(front({ birthday: '1990' }))).toEqual([])
  expect(warnings(front({ id: '040390001234', birthday: '05/03/2090', expiry: '05/03/2130' }))).toEqual([])
})

describe('111, the province of the number', () => {
  const places = (number: string, hometown: string, address: string) =>
    warnings(front({ id: `${number}190001234`, hometown, address }))

  test('is raised where no place on the card is in it', () => {
    expect(places('040', 'Thọ Xuân, Thanh Hóa', 'Cầu Giấy, Hà Nội')).toEqual([111])
  })

  test.each([
    ['who moved', '040', 'Nghi Lộc, Nghệ An', 'Cầu Giấy, Hà Nội'],
    [
      'who was born where they live, of parents from elsewhere',
      '001',
      'Nghi Lộc, Nghệ An',
      'Cầu Giấy, Hà Nội',
    ],
    ['whose province was merged into another', '052', 'Phường Quy Nhơn, Gia Lai', 'Cầu Giấy, Hà Nội'],
    ['whose province gave its name to the merger', '064', 'Pleiku, Gia Lai', 'Cầu Giấy, Hà Nội'],
    ['whose province was merged long ago', '001', 'Thường Tín, Hà Tây', 'Pleiku, Gia Lai'],
    ['of a city under another name', '079', 'Quận 1, TP.HCM', 'Cầu Giấy, Hà Nội'],
    ['born abroad', '122', 'Thọ Xuân, Thanh Hóa', 'Cầu Giấy, Hà Nội'],
  ])('is not for people %s', (_who, number, hometown, address) => {
    expect(places(number, hometown, address)).toEqual([])
  })

  test('is not where the hometown was not surely read, or a place is none we know', () => {
    const elsewhere = { hometown: 'Thọ Xuân, Thanh Hóa', address: 'Cầu Giấy, Hà Nội' }
    const { hometown, ...others } = { ...printed, ...elsewhere }
    const reading = (confidence: number) =>
      sideOf('cccd-12', 'front', [...said('ocr', others), ...said('ocr', { hometown }, confidence)])
    expect(warnings(reading(0.25))).toEqual([])
    expect(warnings(reading(0.6))).toEqual([111])
    expect(warnings(front({ ...elsewhere, address: 'Thôn 3' }))).toEqual([])
    const { hometown: _, ...addressOnly } = { ...printed, address: 'Pleiku, Gia Lai' }
    expect(warnings(sideOf('cccd-12', 'front', said('ocr', addressOnly)))).toEqual([])
  })

  test('is never for a number of nine digits', () => {
    const card = sideOf(
      'cmnd-9',
      'front',
      said('ocr', { ...printed, id: '012345678', address: 'Pleiku, Gia Lai' }),
    )
    expect(warnings(card)).toEqual([])
  })
})

describe('113 and 109, front against back', () => {
  const other = { id: '001085007777', name: 'TRAN VAN BINH', birthday: '01/02/1985', sex: 'Nam' }

  test('are raised by the card of another, 109 only where both came in one call', () => {
    const sides = [chipFront(), chipBack(other)]
    expect(recordOf(sides, true).warning_code).toEqual([109, 113])
    const attached = recordOf(sides, false)
    expect([attached.warning, attached.warning_code]).toEqual([['ID front-back not match'], [113]])
    expect(failures(attached)).toEqual(
      expect.arrayContaining(['id', 'name', 'birthday', 'sex'].map((field) => `front-against-back ${field}`)),
    )
  })

  test('leave the front as it was read', () => {
    const record = recordOf([codeless(), chipBack(other)])
    expect([record.id, record.name, record.birthday, record.sex]).toEqual([
      id,
      printed.name,
      printed.birthday,
      'Nữ',
    ])
  })

  test('are raised by a number alone, where the code of a back holds no more', () => {
    const back = sideOf('cccd-12', 'back', said('qr', { id: other.id }, 1))
    expect(warnings(front({}), back)).toEqual([113])
    expect(warnings(front({}), sideOf('cccd-12', 'back', said('qr', { id }, 1)))).toEqual([])
  })

  test('are not raised by a printed number that was hardly read', () => {
    expect(warnings(front({ id: '040190001284' }, 0.7), chipLike())).toEqual([])
  })

  const chipLike = () => sideOf('cccd-12', 'back', said('qr', { id }, 1))
})

describe('115, too far or too dark', () => {
  const taken = (quality: Partial<Quality>, pixelsPerMm = 12) =>
    recordOf([{ ...front({}), quality: { ...goodQuality, ...quality }, pixelsPerMm }])

  const outcomeOf = ({ checks }: ReturnType<typeof taken>, name: string) =>
    checks.find((check) => check.name === name)?.outcome

  test.each([
    ['darkness', taken({ darkness: 0.95 })],
    ['pixels-per-millimetre', taken({}, 2.5)],
  ])('by %s', (check, record) => {
    expect([record.warning, record.warning_code]).toEqual([['Image does not reach requirements'], [115]])
    expect(failures(record)).toEqual([check])
  })

  test('and not by blur, glare or a screen, which lower the reliability', () => {
    expect(taken({}).reliability).toBe('[0.9]')
    for (const fault of ['recapture', 'blur', 'glare'] as const) {
      const record = taken({ [fault]: 0.93 })
      expect(record.warning_code).toEqual([])
      expect(record.reliability).toBe('[0.07]')
      expect(outcomeOf(record, fault)).toBe(fault === 'recapture' ? 'noted' : 'failed')
    }
  })

  test('a photocopy is -1', () => {
    const record = taken({ photocopy: 0.9 })
    expect(record.reliability).toBe('[0.9, -1.0]')
    expect(failures(record)).toEqual(['photocopy'])
  })

  test('the worse side counts', () => {
    const dark = { ...chipBack(), quality: { ...goodQuality, darkness: 0.9, glare: 0.6 } }
    const record = recordOf([chipFront(), dark])
    expect(record.warning_code).toEqual([115])
    expect(record.reliability).toBe('[0.4]')
  })
})
