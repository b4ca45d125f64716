// Tests that words of closed lists are read as documents print them, and that words on no list are refused.
import { describe, expect, test } from 'vitest'
import { policeOf } from '../../../specimens/documents/facts/cards.ts'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import { PROVINCES } from '../../../src/documents/text/knowledge/units.ts'
import { AUTHORITIES, ETHNIC_GROUPS, RELIGIONS } from '../../../src/documents/text/knowledge/words.ts'
import { nations } from '../../../src/documents/text/nations.ts'
import {
  nationOfCode,
  parseAuthority,
  parseEthnicity,
  parseNational,
  parseReligion,
  parseSex,
} from '../../../src/documents/text/words.ts'

const bare = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D')

test.each([
  ['Nam', 'Nam'],
  ['NAM / M', 'Nam'],
  ['NAM/M', 'Nam'],
  ['M', 'Nam'],
  ['Nữ', 'Nữ'],
  ['NỮ / F', 'Nữ'],
  ['Nử', 'Nữ'],
  ['nu', 'Nữ'],
  ['F', 'Nữ'],
  ['Giới tính / Sex: Nữ', 'Nữ'],
  ['Việt Nam', undefined],
  ['Nam Nữ', undefined],
  ['NAM / F', undefined],
  ['X', undefined],
  ['<', undefined],
  ['', undefined],
  ['Giới tính', undefined],
  ['Nam Định', undefined],
])('the sex in %s is %s', (text, sex) => {
  expect(parseSex(text)).toBe(sex)
})

describe('a nationality', () => {
  test.each([
    ['Việt Nam', 'Việt Nam'],
    ['VIỆT NAM / VIETNAMESE', 'Việt Nam'],
    ['VIỆT NAM/VIETNAMESE', 'Việt Nam'],
    ['Viet Nam', 'Việt Nam'],
    ['Vietnam', 'Việt Nam'],
    ['VNM', 'Việt Nam'],
    ['Vlệt Nam', 'Việt Nam'],
    ['Quốc tịch / Nationality: Việt Nam', 'Việt Nam'],
    ['Hoa Kỳ', 'Hoa Kỳ'],
    ['UNITED STATES OF AMERICA', 'Hoa Kỳ'],
    ['USA', 'Hoa Kỳ'],
    ['Mỹ', 'Hoa Kỳ'],
    ['D', 'Đức'],
    ['DEU', 'Đức'],
    ['Germany', 'Đức'],
    ['KOR', 'Hàn Quốc'],
    ['REPUBLIC OF KOREA', 'Hàn Quốc'],
    ['BRITISH CITIZEN', 'Vương quốc Liên hiệp Anh và Bắc Ireland'],
    ['Trung Quốc', 'Trung Quốc'],
    ['CHN', 'Trung Quốc'],
    ['Lào', 'Lào'],
  ])('%s is %s', (text, country) => {
    expect(parseNational(text)).toBe(country)
  })

  test('every country of the annex is known by its Vietnamese and its English name and its code', () => {
    const { names, codes } = nations()
    // The annex has two of its 195 twice, and no Việt Nam.
    const countries = new Set(names.values())
    expect(countries.size).toBe(194)
    expect(new Set(codes.values())).toEqual(countries)
    for (const country of countries) expect(parseNational(country)).toBe(country)
    expect(nationOfCode('D<<')).toBe('Đức')
    expect([nationOfCode('NGA'), parseNational('Nga')]).toEqual(['Nigeria', 'Nga'])
    expect([nationOfCode('UTO'), nationOfCode('XXA'), nationOfCode('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([
    [''],
    ['Kinh'],
    ['XYZ'],
    ['UTO'],
    ['XXA'],
    ['Việt Nam / Hoa Kỳ'],
    ['Nam'],
    ['NAM'],
    ['NAM / M'],
    ['NGA'],
    ['01/01/1990'],
    ['Hà Nội'],
    ['Quốc tịch'],
  ])('%s is none', (text) => {
    expect(parseNational(text)).toBeUndefined()
  })
})

describe('a people', () => {
  test.each(ETHNIC_GROUPS.map((people) => [people]))('%s is known, also without tones', (people) => {
    for (const text of [
      people,
      people.toUpperCase(),
      bare(people),
      people.replaceAll('-', ' '),
      ` ${people}.`,
    ])
      expect(parseEthnicity(text)).toBe(people)
  })

  test.each([
    ["H'Mông", 'Mông'],
    ['Khmer', 'Khơ-me'],
    ['Gia Rai', 'Gia-rai'],
    ['Êđê', 'Ê-đê'],
    ["K'Ho", 'Cơ-ho'],
    ['Bru - Vân Kiều', 'Bru-Vân Kiều'],
    ['Vân Kiều', 'Bru-Vân Kiều'],
    ['Cao Lan', 'Sán Chay'],
    ['Kinh (Việt)', 'Kinh'],
    ['Xơ-đãnq', 'Xơ-đăng'],
    ['Ra-g1ai', 'Ra-glai'],
  ])('%s is %s', (text, people) => {
    expect(parseEthnicity(text)).toBe(people)
  })

  test.each([
    [''],
    ['Không'],
    ['Kính mắt'],
    ['Xuong'],
    ['Thó Mo'],
    ['K'],
    ['Việt Nam'],
    ['Nuong'],
    ['123'],
    ['Lan'],
  ])('%s is none', (text) => {
    expect(parseEthnicity(text)).toBeUndefined()
  })
})

describe('a religion', () => {
  test.each(RELIGIONS.map((religion) => [religion]))('%s is known, also without tones', (religion) => {
    for (const text of [religion, religion.toUpperCase(), bare(religion), `${religion}.`])
      expect(parseReligion(text)).toBe(religion)
  })

  test.each([
    ['Phậl giáo', 'Phật giáo'],
    ['Thiên Chúa giáo', 'Thiên chúa giáo'],
    ['', undefined],
    ['Kinh', undefined],
    ['giáo', undefined],
    ['Không thời hạn', undefined],
    ['Tôn giáo', undefined],
  ])('%s is %s', (text, religion) => {
    expect(parseReligion(text)).toBe(religion)
  })
})

describe('an issuing authority', () => {
  test('is that of the specimen, without title and signer', () => {
    for (let seed = 0; seed < 120; seed++) {
      for (const kind of ['cmnd-9', 'cmnd-12', 'cccd-12', 'cccd-chip'] as const) {
        const { authority, issueBy, signer } = facts(kind, seed).back
        const { lines, english = [] } = authority
        for (const printed of [
          lines,
          [...lines, signer],
          [...lines, ...english, signer],
          lines.map(bare),
          [lines.join(' ')],
          [issueBy],
        ])
          expect(parseAuthority(printed)).toBe(issueBy)
      }
      const licence = facts('licence-2025', seed).front
      expect(parseAuthority([...licence.authority.lines, licence.signer])).toBe(licence.issuePlace)
      expect(parseAuthority([licence.issuePlace])).toBe(licence.issuePlace)
    }
  })

  test('is known of every province, on one line or two', () => {
    for (const { code, name } of PROVINCES) {
      const { lines, value } = policeOf(code)
      expect(parseAuthority([...lines, 'Đại tá Nguyễn Văn Hùng'])).toBe(value)
      expect(parseAuthority(['GIÁM ĐỐC CÔNG AN TỈNH', name.toUpperCase(), 'Trần Văn Nam'])).toBe(value)
      expect(parseAuthority([`CA Tỉnh ${name}`])).toBe(value)
      expect(parseAuthority(['GIÁM ĐỐC', `SỞ GIAO THÔNG VẬN TẢI ${name.toUpperCase()}`])).toBe(
        `Sở Giao thông vận tải ${name}`,
      )
    }
  })

  test.each([
    [['BỘ CÔNG AN / MINISTRY OF PUBLIC SECURITY'], AUTHORITIES['public-security'].value],
    [['B0 CONG AN', 'MINISTRY OF PUBLIC SECURlTY'], AUTHORITIES['public-security'].value],
    [['CỤC TRƯỞNG CỤC CẢNH SÁT', 'QUẢN LÝ HÀNH CHÍNH VẾ TRẬT TỤ XÃ HỘl'], AUTHORITIES['social-order'].value],
    [['Cục Cảnh sát QLHC về TTXH'], AUTHORITIES['social-order'].value],
    [['CỤC QUẢN LÝ XUẤT NHẬP CẢNH'], AUTHORITIES.immigration.value],
    [['Immigration Department'], AUTHORITIES.immigration.value],
    [['GIÁM ĐỐC CA TỈNH HÀ TÂY'], 'Công an tỉnh Hà Tây'],
    [['GIÁM ĐỐC CA TỈNH THANH HOÁ'], 'Công an tỉnh Thanh Hóa'],
    [['GIÁM ĐỐC CA TP.HCM'], 'Công an thành phố Hồ Chí Minh'],
    // A seal lies over the middle of the line.
    [['GIÁM ĐỐC CA Sa tỉnh Nam Định'], 'Công an tỉnh Nam Định'],
    [['GIÁM ĐỐC CÁO Tỉnh Kon Tum'], 'Công an tỉnh Kon Tum'],
    [['GIÁM ĐỐC CA Hà Tĩnh Nam Định'], 'Công an tỉnh Hà Tĩnh'],
    [['PHÒNG ĐĂNG KÝ KINH DOANH', 'SỞ KẾ HOẠCH VÀ ĐẦU TƯ HÀ NỘI'], 'Sở Kế hoạch và Đầu tư Hà Nội'],
  ])('%o', (lines, value) => {
    expect(parseAuthority(lines)).toBe(value)
  })

  test.each([
    [[]],
    [['']],
    [['CỤC TRƯỞNG']],
    [['GIÁM ĐỐC']],
    [['Nguyễn Văn Hùng']],
    [['Đỗ Công An']],
    [['Nguyễn Công An', 'Hà Văn Nội']],
    [['GIÁM ĐỐC CA TỈNH', 'Xyz Abc']],
    [['STADT KÖLN']],
    [['Nốt ruồi cách 1cm trên sau cánh mũi trái']],
    [['CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM']],
  ])('%o is none', (lines) => {
    expect(parseAuthority(lines)).toBeUndefined()
  })
})
