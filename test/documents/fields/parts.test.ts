// Tests the parts of reading fields: phrases, numbers, corrected places, rows of classes.
import { describe, expect, test } from 'vitest'
import { classRowsOf } from '../../../src/documents/fields/class-rows.ts'
import { correctAddress, correctName, correctNumber } from '../../../src/documents/fields/corrections.ts'
import { findNumber, type NumberShape } from '../../../src/documents/fields/numbers.ts'
import { findPhrase, foldCharacters, foldPhrase } from '../../../src/documents/fields/phrases.ts'
import { FIELD_PARTS, FIELDS } from '../../../src/documents/fields/rows.ts'
import { vocabularyOf } from '../../../src/documents/fields/vocabulary.ts'
import { PAGE_CLASSES, pageDefinition } from '../../../src/documents/kinds/kinds.ts'
import { pageOf } from './drawn-up.ts'

describe('a phrase', () => {
  const find = (text: string, phrase: string) => {
    const characters = [...text.normalize('NFC')]
    const folded = foldCharacters(characters)
    const match = findPhrase(folded, foldPhrase(phrase))
    return match && characters.slice(folded.at[match.from], (folded.at[match.to - 1] ?? 0) + 1).join('')
  }

  test.each([
    ['Nơi thường trú: Đội 4', 'Nơi thường trú', 'Nơi thường trú'],
    ['NGUYEN QUAN', 'Nguyên quán', 'NGUYEN QUAN'],
    ['Giới tína / Sex', 'Giới tính', 'Giới tína'],
    ['ày sinh / Date', 'Ngày sinh', 'ày sinh'],
    ['Họvàtên:', 'Họ và tên', 'Họvàtên'],
  ])('in %s', (text, phrase, found) => {
    expect(find(text, phrase)).toBe(found)
  })

  test.each([
    ['Hà Nội', 'Quê quán'],
    ['Thượng Sơn', 'Số'],
    ['', 'Họ và tên'],
  ])('not in %s', (text, phrase) => {
    expect(find(text, phrase)).toBeUndefined()
  })
})

describe('a number', () => {
  test.each<[string, NumberShape, string | undefined, number]>([
    ['Số: 001091056214', 'personal', '001091056214', 0],
    ['001 091 056 214', 'personal', '001091056214', 0],
    ['O01O91056214', 'personal', '001091056214', 2],
    ['l2O381022', 'personal', undefined, 0],
    ['1200010910562144', 'personal', undefined, 0],
    ['B12345678', 'personal', undefined, 0],
    ['OOOlOIlSSOlB', 'personal', undefined, 0],
    ['Số 120381022', 'cmnd', '120381022', 0],
    ['C845S5171', 'passport', 'C84555171', 1],
    ['845551711', 'passport', undefined, 0],
    ['Số seri: AC275690', 'serial', 'AC275690', 0],
    ['BC678632', 'licence', 'BC678632', 0],
    ['24/08/1991', 'personal', undefined, 0],
  ])('%s as %s', (text, shape, value, corrected) => {
    const found = findNumber([...text], shape)
    expect(found?.value).toBe(value)
    if (value !== undefined) expect(found?.corrected).toBe(corrected)
  })
})

/** Every character as sure as this, and every other so many times less likely. */
const seen = (confidence: number, odds = 0) => ({ least: () => confidence, odds: () => odds })
const clearly = seen(1)

describe('tones of an address', () => {
  const everything = seen(0.5, 0.2)
  test.each([
    ['Đội 12, Mường Lựm, Yến Châu, Sơn La', 'Đội 12, Mường Lựm, Yên Châu, Sơn La'],
    ['Khu 3, Hạng Chú, Bắc Yên, Sơn La', 'Khu 3, Hang Chú, Bắc Yên, Sơn La'],
    [
      'Số 133 Nguyễn Du, Thạnh Xuân, Quân 12, TP. Hồ Chí Minh',
      'Số 133 Nguyễn Du, Thạnh Xuân, Quận 12, TP. Hồ Chí Minh',
    ],
    ['Thụy Điền', 'Thụy Điển'],
    ['Xuân Phú, Xuân Trường, Nạm Định', 'Xuân Phú, Xuân Trường, Nam Định'],
    [
      'Phường Hàng Gai, Quân Hoàn Kiếm, Thành phố Hà Nội',
      'Phường Hàng Gai, Quận Hoàn Kiếm, Thành phố Hà Nội',
    ],
    ['Tổ 15, Ập Trung, Tân Phú, Cai Lậy, Tiền Giang', 'Tổ 15, Ấp Trung, Tân Phú, Cai Lậy, Tiền Giang'],
  ])('%s, in doubt', (read, meant) => {
    expect(correctAddress(read, everything)).toBe(meant)
    expect(correctAddress(read, clearly)).toBe(read)
  })

  test.each([
    'Xã Hoà Bình, Huyện Vũ Thư, Tỉnh Thái Bình',
    'Xóm Mới, Nơi Khác, Không Đâu',
    'Số 5 Yến Châu, Phường 16, Gò Vấp, TP. Hồ Chí Minh',
    // It is as near to Mỏ Cày Nam as to Mỏ Cày Bắc.
    'Tân Thành Bình, Mỏ Cày Nac, Bến Tre',
  ])('%s stays, being right or unknown', (address) => {
    expect(correctAddress(address, everything)).toBe(address)
  })

  test.each([
    ['Xã Lụo Hồn, Huyện Bình Liêu, Tỉnh Quảng Ninh', 'Xã Lục Hồn, Huyện Bình Liêu, Tỉnh Quảng Ninh'],
    ['Phước Hiệp, H. Mỏ Cày Nam, Bến Tra', 'Phước Hiệp, H. Mỏ Cày Nam, Bến Tre'],
    ['Thôn 5 - Hưnq Vũ - Bắc Sơn - Lạng Sơn', 'Thôn 5 - Hưng Vũ - Bắc Sơn - Lạng Sơn'],
  ])('%s has a letter that was hardly seen', (read, meant) => {
    expect(correctAddress(read, seen(0.8))).toBe(meant)
    expect(correctAddress(read, seen(0.95))).toBe(read)
  })

  test.each([
    ['Cảm Bình, Cẩm Thủy', 'Cẩm Bình, Cẩm Thủy'],
    ['Tam Kỹ', 'Tam Kỳ'],
    ["Đắk R'lâp, Đắk Nông", "Đắk R'lấp, Đắk Nông"],
    ['Phú Lộc, Thừa Thiện -Huế', 'Phú Lộc, Thừa Thiên -Huế'],
  ])('%s takes the marks of places beside their parents, if they were seen at all', (read, meant) => {
    expect(correctAddress(read, seen(0.98, 0.01))).toBe(meant)
    expect(correctAddress(read, seen(0.6, 0.001))).toBe(read)
  })

  test('a leaf of the rosette is no word of a province', () => {
    expect(correctAddress('Mỹ Thạnh, Ba Tri, Bến V Tre', clearly)).toBe('Mỹ Thạnh, Ba Tri, Bến Tre')
    expect(correctAddress('Hưng Khánh Trung B, Chợ Lách, Bến Tre', clearly)).toBe(
      'Hưng Khánh Trung B, Chợ Lách, Bến Tre',
    )
  })
})

test.each([
  ['NGUYÊN VĂN AN', 'NGUYỄN VĂN AN'],
  ['TỔNG HUỲNH VINH', 'TỐNG HUỲNH VINH'],
  ['LÊ THỊ THÁO', 'LÊ THỊ THÁO'],
  ['KPĂ HƠ', 'KPĂ HƠ'],
])('the surname of %s, in doubt', (read, meant) => {
  expect(correctName(read, seen(0.5, 0.2))).toBe(meant)
  expect(correctName(read, clearly)).toBe(read)
})

test('a number that no province had takes the beginning that was seen most, and one that was not seen stays', () => {
  const odds = (_: string, other: string) => ({ '081640879': 0.02, '281640879': 0.3 })[other] ?? 0
  const figures = { least: () => 0.5, odds }
  expect(correctNumber('881640879', figures)).toBe('281640879')
  expect(correctNumber('881640879', clearly)).toBe('881640879')
  expect(correctNumber('081640879', figures)).toBe('081640879')
  expect(correctNumber('881640879012', figures)).toBe('881640879012')
})

test('a common surname needs little doubt, a rare one more', () => {
  const slight = seen(0.99, 0.005)
  expect(correctName('TRÂN VĂN QUANG', slight)).toBe('TRẦN VĂN QUANG')
  expect(correctName('TỔNG HUỲNH VINH', slight)).toBe('TỔNG HUỲNH VINH')
})

test.each([
  ['Sẹo chấm C.4cm trên trước tai trái', 'Sẹo chấm C:4cm trên trước tai trái'],
  ['Sẹo lõm C.:1,5cm dưới trán', 'Sẹo lõm C:1,5cm dưới trán'],
  ['Nốt ruồi c. 2cm sau mép', 'Nốt ruồi c: 2cm sau mép'],
  ['Vết bỏng ở cổ tay. Sẹo C:1cm', 'Vết bỏng ở cổ tay. Sẹo C:1cm'],
])('the distance in %s', (read, meant) => {
  expect(FIELDS.characteristics.value.parse([read], 'personal')?.value).toBe(meant)
})

test('rows on the back of a licence go by their dates, and a class that was not seen is empty', () => {
  const rows = classRowsOf(
    pageOf('licence-pet', 'back', [
      [58, 128, 'Hạng'],
      [807, 130, 'Ngày trúng tuyển'],
      [141, 222, 'Xe mô tô hai bánh dung tích xi lanh từ 50 đến dưới 175 cm3', 20],
      [70, 235, 'AI'],
      [826, 239, '17/09/2016'],
      [141, 322, 'Ô tô tải từ 3.500 kg trở lên', 20],
      [826, 339, '20/01/2020'],
      [51, 584, 'AC253111'],
    ]),
  )
  expect(rows.map(({ className, classDate }) => [className, classDate])).toEqual([
    ['A1', '17/09/2016'],
    ['', '20/01/2020'],
  ])
  expect(rows[0]?.confidence).toBeGreaterThan(0.9)
  expect(rows[1]?.confidence).toBe(0)
})

test('every field of a table has a rule, and a label or a way of its own to be found', () => {
  const unlabelled: readonly string[] = ['id', 'issue_by', 'issue_date', 'issue_place', 'seri_id']
  for (const { kind, side } of PAGE_CLASSES) {
    const vocabulary = vocabularyOf(kind, side)
    for (const field of Object.keys(pageDefinition({ kind, side })?.lines ?? {})) {
      expect({ ...FIELDS, ...FIELD_PARTS }).toHaveProperty(field)
      const hasLabel = vocabulary?.wordings.some((wording) => wording.field === field)
      expect(hasLabel || unlabelled.includes(field), `${kind} ${side} ${field}`).toBe(true)
    }
  }
})
