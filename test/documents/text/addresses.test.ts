// Tests that addresses of specimens are joined again wherever a card cut them, and that their provinces are found.
import { describe, expect, test } from 'vitest'
import { addressLines, type RowLook } from '../../../specimens/documents/cards/layout.ts'
import { brokenText } from '../../../specimens/documents/drawing/words.ts'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import type { Address } from '../../../specimens/documents/facts/record.ts'
import { MERGE_ADDRESSES } from '../../../src/documents/merge/merge-rules.ts'
import { isProvinceSure, joinAddress, provinceOf } from '../../../src/documents/text/addresses.ts'
import { FORMER_PROVINCES, PROVINCE_ALIASES } from '../../../src/documents/text/knowledge/province-aliases.ts'
import { PROVINCES, PROVINCES_2025, provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import { sameAddress } from '../../../src/documents/text/same-address.ts'

const SEEDS = Array.from({ length: 25 }, (_, seed) => seed)
const LOOK: RowLook = {
  label: 'sans',
  english: 'sans',
  value: 'sans',
  labelMm: 2,
  valueMm: 2.5,
  labelColour: '#000',
  valueColour: '#000',
}
const bare = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D')

const ADDRESSES: readonly Address[] = SEEDS.flatMap((seed) => {
  const [old, chip, card, licence] = [
    facts('cmnd-9', seed),
    facts('cccd-chip', seed + 1000),
    facts('can-cuoc', seed + 2000),
    facts('licence-2025', seed + 3000),
  ]
  return [old.front, chip.front, card.back]
    .flatMap(({ address, hometown }) => [address, hometown])
    .concat(licence.front.address)
})

/** Cuts the address as cards do, and at any word. */
function* cuts(address: Address): Iterable<readonly string[]> {
  yield address.lines
  for (const width of [18, 26, 34, 44]) {
    yield addressLines(address, [width, 56], LOOK, width < 30)
    yield brokenText(address.text, 'sans', 2.5, [width, 56])
  }
  yield brokenText(address.text, 'sans', 2.5, [20, 26, 56])
}

describe('lines of an address', () => {
  test('are joined by the dash that licences part units with, where it was lost at the break', () => {
    const lines = ['Khu 6 - Xã Phương Hải', 'Huyện Ninh Hải - Tỉnh Ninh Thuận']
    expect(joinAddress(lines)).toBe('Khu 6 - Xã Phương Hải - Huyện Ninh Hải - Tỉnh Ninh Thuận')
    expect(joinAddress(['Thôn 5 - Hưng Vũ - Bắc Sơn', 'Lạng Sơn'])).toBe(
      'Thôn 5 - Hưng Vũ - Bắc Sơn - Lạng Sơn',
    )
  })

  test.each([
    [
      'Tổ 6. Ấp Hòa Bình, Long Hòa, Châu Thành, Trà Vinh',
      'Tổ 6, Ấp Hòa Bình, Long Hòa, Châu Thành, Trà Vinh',
    ],
    ['Phường 02. Quận 8, TP. Hồ Chí Minh', 'Phường 02, Quận 8, TP. Hồ Chí Minh'],
    ['Khul, Cảm Ân, H. Yên Bình, Yên Bái', 'Khu 1, Cảm Ân, H. Yên Bình, Yên Bái'],
    ['Khu l, Vạn Yên, Mê Linh, Hà Nội', 'Khu 1, Vạn Yên, Mê Linh, Hà Nội'],
    ['Xóm1, Vĩnh Hồng, Bình Giang, Hải Dương', 'Xóm 1, Vĩnh Hồng, Bình Giang, Hải Dương'],
    ['- Phường 11, Quận 8, TP. Hồ Chí Minh', 'Phường 11, Quận 8, TP. Hồ Chí Minh'],
    ['H. Xuyên Mộc, Bà Rịa Vũng Tàu', 'H. Xuyên Mộc, Bà Rịa - Vũng Tàu'],
    ['Tu Mơ Rông, Gia Lai Kon Tum', 'Tu Mơ Rông, Gia Lai - Kon Tum'],
    ['Ấp Bình I, Long Sơn, Tân Châu, An Giang', 'Ấp Bình I, Long Sơn, Tân Châu, An Giang'],
    ['Chư Prông, Gia Lai', 'Chư Prông, Gia Lai'],
    [', Xóm 8 - Điềm Thụy - Phú Bình - Thái Nguyên', 'Xóm 8 - Điềm Thụy - Phú Bình - Thái Nguyên'],
    ['ị Khóm 6 - Bưởi - Tây Hồ - Hà Nội', 'Khóm 6 - Bưởi - Tây Hồ - Hà Nội'],
    [
      '1. Ngõ 141 Sư Vạn Hạnh - P. Quảng An - Q. Tây Hồ - Hà Nội',
      'Ngõ 141 Sư Vạn Hạnh - P. Quảng An - Q. Tây Hồ - Hà Nội',
    ],
    ['Khu 3 - Quỳnh Đôi-H. Quỳnh Lưu - Nghệ An', 'Khu 3 - Quỳnh Đôi - H. Quỳnh Lưu - Nghệ An'],
    ['Tổ4- Khu phố 2 - Hưng Lợi - Ninh Kiều - Cần Thơ', 'Tổ 4 - Khu phố 2 - Hưng Lợi - Ninh Kiều - Cần Thơ'],
    ['Số 14 Phan Đình Phùng, - P. Thạch Khôi, Hải Dương', 'Số 14 Phan Đình Phùng, P. Thạch Khôi, Hải Dương'],
    ['12-14 Lê Lợi, P. Bến Nghé, Quận 1', '12-14 Lê Lợi, P. Bến Nghé, Quận 1'],
    ['12B. Lý Thường Kiệt, Quận 10', '12B. Lý Thường Kiệt, Quận 10'],
  ])('are read as they were typed: %s', (read, meant) => {
    expect(joinAddress([read])).toBe(meant)
  })

  test('are joined as they were before', () => {
    for (const address of ADDRESSES)
      for (const lines of cuts(address)) expect(joinAddress(lines)).toBe(address.text)
  })

  test('are joined without tones, with the comma at the break lost, with dots and ends around', () => {
    for (const address of ADDRESSES) {
      for (const lines of cuts(address)) {
        expect(joinAddress(lines.map(bare))).toBe(bare(address.text))
        const lost = lines.map((line, k) => (k < lines.length - 1 ? line.replace(/,$/, '') : line))
        expect(joinAddress(lost)).toBe(address.text)
        expect(joinAddress(lines.map((line) => `.... ${line} ....`))).toBe(address.text)
      }
    }
  })

  test.each([
    [['Thôn 3,', 'Đại Thịnh,Mê Linh ,Hà Nội.'], 'Thôn 3, Đại Thịnh, Mê Linh, Hà Nội'],
    [['Thôn 3', ', Đại Thịnh, Mê Linh, Hà Nội'], 'Thôn 3, Đại Thịnh, Mê Linh, Hà Nội'],
    [['Phước Trung, Bà Rịa, Bà Rịa -', 'Vũng Tàu'], 'Phước Trung, Bà Rịa, Bà Rịa - Vũng Tàu'],
    [['Phước Trung, Bà Rịa, Bà Rịa-', 'Vũng Tàu'], 'Phước Trung, Bà Rịa, Bà Rịa-Vũng Tàu'],
    [['12 Lê Lợi', 'P. Bến Nghé, Q.1, TP. Hồ Chí Minh'], '12 Lê Lợi, P. Bến Nghé, Q.1, TP. Hồ Chí Minh'],
    [['12 Lê', 'Lợi, Bến Nghé, Quận 1, TP. Hồ Chí Minh'], '12 Lê Lợi, Bến Nghé, Quận 1, TP. Hồ Chí Minh'],
    [['Khóm 1, Phường', '12, Quận 3, TP. Hồ Chí Minh'], 'Khóm 1, Phường 12, Quận 3, TP. Hồ Chí Minh'],
    [['Đội 2, Hà Lộc, Thị', 'xã Phú Thọ, Phú Thọ'], 'Đội 2, Hà Lộc, Thị xã Phú Thọ, Phú Thọ'],
    [['Xóm 3', 'Thanh Lâm, Mê Linh, Hà Nộl'], 'Xóm 3, Thanh Lâm, Mê Linh, Hà Nộl'],
    [['Ấp. 2', 'Mỹ Hòa, Bình Minh, Vĩnh Long'], 'Ấp 2, Mỹ Hòa, Bình Minh, Vĩnh Long'],
    [
      ['Tổ. 20, P. Khuê Mỹ,', 'Q. Ngũ Hành Sơn, TP. Đà Nẵng'],
      'Tổ 20, P. Khuê Mỹ, Q. Ngũ Hành Sơn, TP. Đà Nẵng',
    ],
    [['Khu 6., Cán Khê, Như Thanh, Thanh Hóa'], 'Khu 6, Cán Khê, Như Thanh, Thanh Hóa'],
    [['', 'Hà Nội', ''], 'Hà Nội'],
    [['Một nơi nào', 'đó xa lạ'], 'Một nơi nào đó xa lạ'],
    [['......'], ''],
    [[], ''],
  ])('%o', (lines, text) => {
    expect(joinAddress(lines)).toBe(text)
  })
})

describe('the province of an address', () => {
  test('is that of the specimen, under its old name or its new', () => {
    for (const seed of SEEDS) {
      const { front, person } = facts('cccd-chip', seed)
      expect(provinceOf(front.address.text)?.codes).toContain(person.provinces.residence)
      const { back, backPerson } = facts('can-cuoc', seed)
      const home = provinceByCode(backPerson.provinces.residence)
      expect(provinceOf(back.address.text)?.codes2025).toContain(home?.code2025)
    }
  })

  test('is known by every name', () => {
    for (const { name, code } of PROVINCES) {
      for (const text of [
        name,
        `Tỉnh ${name}`,
        `Xã A, Huyện B, ${name.toUpperCase()}`,
        `Xã A, ${bare(name)}.`,
        `B, ${name}, Việt Nam`,
      ])
        expect(provinceOf(text)?.codes).toContain(code)
    }
    for (const { name, code } of PROVINCES_2025)
      expect(provinceOf(`Phường A, Thành phố ${name}`)?.codes2025).toContain(code)
    for (const [name, ...codes] of [...PROVINCE_ALIASES, ...FORMER_PROVINCES])
      expect(provinceOf(`Xã A, ${name}`)?.codes).toEqual(codes)
  })

  test.each([
    ['Số 5, Bến Nghé, Quận 1, Tp Hồ Chí Minh', ['079']],
    ['Phú Hội, Huế, Thừa Thiên – Huế', ['046']],
    ['Tân Lập, Buôn Ma Thuột, Đăk Lăk', ['066']],
    ['Đà Loan, Đức Trọng, Lâx Đồng', ['068']],
    ['Lý Trạch, Bố Trạch, Quxng Bình', ['044']],
    ['Đại Thịnh, Mê Linh Hà Nội', ['001']],
    ['An Ngãi, Huyện Long Điền Tỉnh Bà Rịa - Vũng Tàu', ['077']],
  ])('%s', (text, codes) => {
    expect(provinceOf(text)?.codes).toEqual(codes)
  })

  test.each([
    [''],
    ['Hoa Kỳ'],
    ['Guinea Xích Đạo (Ghi-nê Xích Đạo)'],
    ['Tổ 5, Phường Hòa Bình'],
    ['12 Điện Biên Phủ'],
    ['Số 7, Ấp Long An'],
    ['Xã Tân Hòa Bình'],
    ['Hát Môn, Phúc Thọ'],
    ['Quảng'],
    ['Hà Nam Nội'],
    ['Quảng Nxxx'],
    ['Cộng hòa xã hội chủ nghĩa'],
  ])('%s has none', (text) => {
    expect(provinceOf(text)).toBeUndefined()
  })
})

test.each([
  ['Xã Yên Tiến, Huyện Ý Yên, Nam Định', true],
  ['X. Yên Tiến, H. Ý Yên, T. Nam Định', true],
  ['Yên Tiến - Ý Yên - Nam Định', true],
  ['Phường Bến Nghé, TP. Hồ Chí Minh', false],
  ['Thôn 3, Hòa Bình', false],
  ['Nam Định', false],
])('the province of %s is sure by the unit before it: %s', (text, isSure) => {
  expect(isProvinceSure(text)).toBe(isSure)
})

const isInOneProvince = (one: string, other: string): boolean =>
  provinceOf(one)?.codes2025.some((code) => provinceOf(other)?.codes2025.includes(code)) !== false

const likeness = (one: string, other: string): number => {
  expect(sameAddress(one, other)).toBeCloseTo(sameAddress(other, one), 9)
  return sameAddress(one, other)
}
/** From here on, print and code say the same; below `NEAR` no misreading of a sure line explains the difference. */
const { same: SAME, near: NEAR } = MERGE_ADDRESSES

describe('two addresses', () => {
  test('are the same however they are written', () => {
    for (const { text } of ADDRESSES) {
      expect(sameAddress(text, text)).toBe(1)
      expect(sameAddress(text, bare(text).toUpperCase().replaceAll(',', ' ,'))).toBe(1)
    }
    const short = '12 Lê Lợi, P. Bến Nghé, Q.1, TP.HCM'
    expect(sameAddress(short, '12 Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh')).toBe(1)
    expect(sameAddress(short, '12 Lê Lợi, Bến Nghé, 1, Sài Gòn')).toBe(1)
  })

  test.each([
    [
      'Tổ 5, KP 3, P. 12, Q. Gò Vấp, TP.HCM',
      'Tổ 5, Khu phố 3, Phường 12, Quận Gò Vấp, Thành phố Hồ Chí Minh',
    ],
    ['Tổ 5 KP3, P12, Gò Vấp', 'Tổ 5, Khu phố 3, Phường 12, Quận Gò Vấp, Thành phố Hồ Chí Minh'],
    ['X. Yên Tiến, H. Ý Yên, T. Nam Định', 'Thôn 3, Yên Tiến, Ý Yên, Nam Định'],
    ['Yên Tiến - Ý Yên - Nam Định', 'Thôn 3, Xã Yên Tiến, Huyện Ý Yên, Tỉnh Nam Định'],
    ['P. Phước Trung - TP. Bà Rịa - Bà Rịa - Vũng Tàu', 'Phước Trung, Bà Rịa, BR-VT'],
    ['Số nhà 59, Ngõ 139 Phan Bội Châu, Hòa Bình', '59 Ngõ 139 Phan Bội Châu, Hòa Bình, Ayun Pa, Gia Lai'],
    ['12 đường Lê Lợi, Phường 3, TX. Gò Công', 'Số 12 Lê Lợi, P.3, Thị xã Gò Công, Tiền Giang'],
    ['Thôn 3, Đại Thịnh, Hà Nội', 'Đại Thịnh, Mê Linh, Hà Nội'],
    ['12 N. Trãi, Bến Nghé, Quận 1, TP. Hồ Chí Minh', '12 Nguyễn Trãi, Bến Nghé, Quận 1, TP. Hồ Chí Minh'],
    ['Ấp Hạ, Yên Luông, H. Gò Công Tây, Tiền Giang', 'Ấp Hạ, Hồng Ngự, Đồng Tháp'],
    ['Số 5, Thuận Giao, Thuận An, Bình Dương', 'Số 5, Phường Thuận Giao, TP. Hồ Chí Minh'],
    ['ThônĐông, ĐạiThịnh, MêLinh, Hà Nội', 'Thôn Đông, Đại Thịnh, Mê Linh, Hà Nội'],
  ])('%s is %s', (one, other) => {
    expect(likeness(one, other)).toBeGreaterThanOrEqual(SAME)
  })

  test.each([
    ['another province', 'Thôn 3, Đại Thịnh, Mê Linh, Hà Nội', 'Thôn 3, Yên Tiến, Ý Yên, Nam Định'],
    [
      'another province alone',
      'Thôn 3, Tân Lập, Vũ Thư, Thái Bình',
      'Thôn 3, Tân Lập, Hàm Thuận Nam, Bình Thuận',
    ],
    ['another district', 'Tổ 9, Yên Hòa, Cầu Giấy, Hà Nội', 'Tổ 9, Thanh Trì, Hoàng Mai, Hà Nội'],
    ['another commune', 'Thôn 3, Đại Thịnh, Mê Linh, Hà Nội', 'Thôn 3, Tiền Phong, Mê Linh, Hà Nội'],
    ['another street', '12 Lê Lợi, Bến Nghé, Quận 1, TP.HCM', '45 Hàm Nghi, Bến Nghé, Quận 1, TP.HCM'],
    [
      'units of 2025, and another house',
      'Ấp Hạ, Yên Luông, Gò Công Tây, Tiền Giang',
      '12 Lê Lợi, Hồng Ngự, Đồng Tháp',
    ],
  ])('%s is another place', (_, one, other) => {
    expect(likeness(one, other)).toBeLessThan(NEAR)
  })

  test('another number in the street is near, and not the same', () => {
    const [one, other] = ['12 Lê Lợi, Bến Nghé, Quận 1, TP.HCM', '17 Lê Lợi, Bến Nghé, Quận 1, TP.HCM']
    expect(likeness(one, other)).toBeLessThan(SAME)
    expect(likeness(one, other)).toBeGreaterThan(NEAR)
  })

  test('are a little less alike where a letter is misread, and much less elsewhere', () => {
    for (const [k, { text }] of ADDRESSES.entries()) {
      const near = sameAddress(text, text.replace(/\p{L}(?=\p{L}*,)/u, 'x'))
      const far = sameAddress(text, ADDRESSES[(k + 7) % ADDRESSES.length]?.text ?? '')
      expect(near).toBeGreaterThan(0.8)
      // Units of before 2025 and of today cannot be compared without a house.
      if (!isInOneProvince(text, ADDRESSES[(k + 7) % ADDRESSES.length]?.text ?? ''))
        expect(far).toBeLessThan(near)
    }
    expect(
      sameAddress('Thôn 3, Đại Thịnh, Mê Linh, Hà Nội', 'Tổ 9, An Hòa, Rạch Giá, Kiên Giang'),
    ).toBeLessThan(0.5)
    expect(sameAddress('', '')).toBe(0)
    expect(sameAddress('Hà Nội', '')).toBe(0)
  })
})
