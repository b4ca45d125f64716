// Checks the tables of units, names and words against the facts they were built from.
import { describe, expect, test } from 'vitest'
import { KINDS, pagesOf } from '../../../src/documents/kinds/kinds.ts'
import { COMPANY_TITLES } from '../../../src/documents/kinds/parts/company-words.ts'
import { foldName, placeTones } from '../../../src/documents/text/knowledge/fold.ts'
import { nameCounts, nameTokens } from '../../../src/documents/text/knowledge/names.ts'
import {
  communes2025Of,
  countryByCode,
  districtsOf,
  foldedProvince,
  PROVINCES,
  PROVINCES_2025,
  province2025ByCode,
  provinceByCode,
  unitNames,
} from '../../../src/documents/text/knowledge/units.ts'
import { ETHNIC_GROUPS } from '../../../src/documents/text/knowledge/words.ts'

const VIETNAMESE = /^[A-ZÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝĂĐĨŨƠƯẠ-ỹa-zàáâãèéêìíòóôõùúýăđĩũơư0-9 .'’()-]+$/u

describe('units', () => {
  test('are all there, before and since July 2025', () => {
    const districts = PROVINCES.flatMap(({ code }) => districtsOf(code))
    expect(PROVINCES).toHaveLength(63)
    expect(districts).toHaveLength(705)
    expect(districts.flatMap(({ communes }) => communes)).toHaveLength(10_599)
    expect(PROVINCES_2025).toHaveLength(34)
    expect(PROVINCES_2025.flatMap(({ code }) => communes2025Of(code))).toHaveLength(3321)
  })

  test('each of the 63 lies in one of the 34, and each of the 34 holds one at least', () => {
    expect(PROVINCES.filter(({ code2025 }) => province2025ByCode(code2025) === undefined)).toEqual([])
    const filled = new Set(PROVINCES.map(({ code2025 }) => code2025))
    expect(PROVINCES_2025.filter(({ code }) => !filled.has(code))).toEqual([])
  })

  test('are found by code, with their types', () => {
    expect(provinceByCode('001')).toMatchObject({ name: 'Hà Nội', city: true, code2025: '01' })
    expect(provinceByCode('077')).toMatchObject({ name: 'Bà Rịa - Vũng Tàu', code2025: '79' })
    expect(provinceByCode('003')).toBeUndefined()
    const baDinh = districtsOf('001').find(({ name }) => name === 'Ba Đình')
    expect(baDinh?.type).toBe('Quận')
    expect(baDinh?.communes).toContainEqual({ type: 'Phường', name: 'Phúc Xá' })
    expect(communes2025Of('01')).toContainEqual({ type: 'Phường', name: 'Ba Đình' })
    expect(communes2025Of('91')).toContainEqual({ type: 'Đặc khu', name: 'Phú Quốc' })
    expect(districtsOf('003')).toEqual([])
  })

  test('have names of Vietnamese letters in one normal form', () => {
    const odd = [...unitNames().keys()].filter(
      (name) => !VIETNAMESE.test(name) || name !== name.normalize('NFC'),
    )
    expect(odd).toEqual([])
    expect(unitNames().get('Tân Lập')).toBeGreaterThan(20)
  })

  test('name the countries of births abroad', () => {
    expect(countryByCode('101')).toEqual({ code: '101', iso2: 'AF', name: 'Afghanistan' })
    expect(countryByCode('295')?.iso2).toMatch(/^[A-Z]{2}$/)
    expect(countryByCode('296')).toBeUndefined()
  })
})

describe('a province as printed', () => {
  const rows: readonly (readonly [
    printed: string,
    codes: readonly string[],
    codes2025: readonly string[],
  ])[] = [
    ['TP. Hồ Chí Minh', ['079'], ['79']],
    ['TP.HCM', ['079'], ['79']],
    ['Tp Hồ Chí Minh', ['079'], ['79']],
    ['thành phố hồ chí minh', ['079'], ['79']],
    ['Sài Gòn', ['079'], ['79']],
    ['Thừa Thiên - Huế', ['046'], ['46']],
    ['Thành phố Huế', ['046'], ['46']],
    ['Bà Rịa – Vũng Tàu', ['077'], ['79']],
    ['Đăk Lăk', ['066'], ['66']],
    ['Đắc Lắc', ['066'], ['66']],
    ['Daklak', ['066'], ['66']],
    ['Đăk Nông', ['067'], ['68']],
    ['Hoà Bình', ['017'], ['25']],
    ['TỈNH THANH HOÁ', ['038'], ['38']],
    ['Hà Tây', ['001'], ['01']],
    ['Hà Bắc', ['024', '027'], ['24']],
    ['Sông Bé', ['070', '074'], ['75', '79']],
    ['Hà Nam Ninh', ['035', '036', '037'], ['37']],
    ['Gia Lai - Kon Tum', ['062', '064'], ['51', '52']],
    ['Hậu Giang', ['093', '092', '094'], ['92']],
    ['Đà Lạt', ['068'], ['68']],
  ]
  test.each(rows)('%s', (printed, codes, codes2025) => {
    expect(foldedProvince(printed)).toEqual({ codes, codes2025 })
  })

  test('is known by every name of the tables, and by no other', () => {
    for (const { name, code, code2025 } of PROVINCES) {
      expect(foldedProvince(name)?.codes).toContain(code)
      expect(foldedProvince(`Tỉnh ${name}`)?.codes2025).toContain(code2025)
    }
    for (const { name, code } of PROVINCES_2025) expect(foldedProvince(name)?.codes2025).toContain(code)
    expect(foldedProvince('Atlantis')).toBeUndefined()
    expect(foldedProvince('')).toBeUndefined()
  })
})

describe('folding', () => {
  test('drops tones, case and marks', () => {
    expect(foldName('  Đắk-Lắk – Nguyễn ')).toBe('dak lak nguyen')
  })

  test('sets the tone of oa, oe, uy where it stands today, and touches nothing else', () => {
    expect(placeTones('Hoà Bình, Khoẻ, Thuý, HOÁ')).toBe('Hòa Bình, Khỏe, Thúy, HÓA')
    expect(placeTones('Quý Hoàng Toàn Huỳnh Khuyến')).toBe('Quý Hoàng Toàn Huỳnh Khuyến')
  })
})

describe('names', () => {
  test('are common ones first and spelt in Vietnamese', () => {
    expect([...nameCounts('surname').keys()].slice(0, 3)).toEqual(['Nguyễn', 'Trần', 'Lê'])
    const odd = [...nameTokens().keys()].filter((name) => !VIETNAMESE.test(name) || /a[âùá]|oâ|uõ/.test(name))
    expect(odd).toEqual([])
    expect(nameTokens().get('Thị')).toBeGreaterThan(300)
  })
})

describe('words', () => {
  test('know the fifty-four peoples', () => {
    expect(new Set(ETHNIC_GROUPS).size).toBe(54)
  })

  test('label every side of every Vietnamese card, each with a title in front', () => {
    const cards = KINDS.filter(({ kind }) => !/foreign|other|business/.test(kind))
    for (const card of cards) {
      for (const { labels } of pagesOf(card)) expect(labels.length, card.kind).toBeGreaterThan(1)
      expect(card.front.titles.length, card.kind).toBeGreaterThan(0)
    }
    const labelled = KINDS.flatMap(pagesOf).filter(({ labels }) => labels.length > 0)
    expect(labelled).toHaveLength(cards.flatMap(pagesOf).length)
    expect(COMPANY_TITLES).toHaveLength(7)
  })
})
