// Tests names against the printed letters, and against the ways in which an MRZ writes and cuts them.
import { describe, expect, test } from 'vitest'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import { mrzNames } from '../../../specimens/documents/facts/mrz-names.ts'
import { cleanName, mrzNameOf, sameName } from '../../../src/documents/text/names.ts'

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed)

test('names of specimens stay as they are, whatever stands around them', () => {
  for (const seed of SEEDS) {
    const { name } = facts('cccd-chip', seed).front
    for (const text of [
      name,
      `${name}.`,
      `..... ${name} .....`,
      `: ${name}`,
      name.normalize('NFD'),
      ` ${name.replaceAll(' ', '  ')}\n`,
    ])
      expect(cleanName(text)).toBe(name)
  }
})

test.each([
  ['H’MƠ NIÊ', "H'MƠ NIÊ"],
  ['Y - BIH ÊBAN', 'Y BIH ÊBAN'],
  ['Y-BIH ÊBAN', 'Y-BIH ÊBAN'],
  ["VAN 'T HOF", "VAN 'T HOF"],
  ['|NGUYỄN_VĂN*AN|', 'NGUYỄN VĂN AN'],
  ['- LÊ VĂN AN -', 'LÊ VĂN AN'],
  ['Nguyễn Văn An', 'Nguyễn Văn An'],
  ['12345', ''],
  ['.....', ''],
  ['', ''],
])('%s is %s', (text, name) => {
  expect(cleanName(text)).toBe(name)
})

describe('the name in an MRZ', () => {
  test('is the one printed, on cards and passports and cut at any width', () => {
    for (const seed of SEEDS) {
      const { person } = facts('cccd-chip', seed)
      const { surname, middle, given, name } = person
      for (const width of [30, 31, 39]) {
        const zone = mrzNames(surname, `${middle} ${given}`, width)
        expect(sameName(name, zone)).toBe(true)
        expect(sameName(name.toUpperCase(), zone.replace(/<+/g, ' ').trim())).toBe(true)
      }
      expect(
        `${mrzNameOf(surname)}<<${mrzNameOf(`${middle} ${given}`).replaceAll(' ', '<')}`.padEnd(39, '<'),
      ).toBe(mrzNames(surname, `${middle} ${given}`, 39))
    }
  })

  test('is the one printed on foreign documents', () => {
    for (const seed of SEEDS.slice(0, 120)) {
      const { front, mrz } = facts('foreign-td1', seed)
      expect(sameName(`${front.surname} ${front.givenNames}`, mrz[2] ?? '')).toBe(true)
    }
    expect(sameName('MÜLLER JÜRGEN', 'MULLER<<JURGEN')).toBe(true)
  })

  test('is not that of someone else', () => {
    let met = 0
    for (const seed of SEEDS.slice(1)) {
      const [one, other] = [facts('cccd-chip', seed), facts('cccd-chip', seed - 1)]
      if (mrzNameOf(one.front.name) === mrzNameOf(other.front.name)) continue
      met += 1
      expect(sameName(one.front.name, other.back.mrz[2] ?? '')).toBe(false)
    }
    expect(met).toBeGreaterThan(250)
  })

  test.each([
    ['Nguyễn Văn Đạt', 'NGUYEN<<VAN<DAT<<<<<<<<<<<<<<<', true],
    ['Nguyễn Văn Đạt', 'NGUYEN>>VAN>DAT>>>>', true],
    ['NGUYỄN VĂN ĐẠT', 'NGUYEN VAN DAT', true],
    ["H'MƠ NIÊ", 'HMO NIE', true],
    ['Nguyễn Văn Đạt', 'NGUYEN<<VAN', false],
    ['Nguyễn Văn Đạt', 'NGUYEN<<VAN<DA', false],
    ['Nguyễn Văn Đạt', '', false],
    ['Nguyễn Văn Đạt', '<<<<<<', false],
    ['', '', false],
    ['Nguyễn Thị Hoàng Phương Khánh Quỳnh', 'NGUYEN<<THI<HOANG<PHUONG<KHANH', true],
    ['Nguyễn Thị Hoàng Phương Khánh Quỳnh', 'NGUYEN<<THI<HOANG<PHUONG<KHANG', false],
  ])('%s against %s', (name, zone, same) => {
    expect(sameName(name, zone)).toBe(same)
  })
})
