// Tests the parts of personal numbers by the register's rules, and old numbers by the blocks of their provinces.
import { expect, test } from 'vitest'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import { PROVINCES } from '../../../src/documents/text/knowledge/units.ts'
import { parsePersonalNumber, provincesOfCmnd9 } from '../../../src/documents/text/personal-number.ts'

const SEEDS = Array.from({ length: 400 }, (_, seed) => seed)

test('numbers of specimens say who their holders are', () => {
  let abroad = 0
  for (const seed of SEEDS) {
    const { front, person } = facts('can-cuoc', seed)
    const parsed = parsePersonalNumber(front.id)
    expect(parsed).toMatchObject({ sex: person.sex, birthYear: person.birth.year })
    expect((parsed?.province ?? parsed?.country)?.code).toBe(person.provinces.birth)
    if (parsed?.country !== undefined) abroad += 1
  }
  expect(abroad).toBeGreaterThan(0)
})

test('a broken rule is seen', () => {
  for (const seed of SEEDS.slice(0, 50)) {
    const [sex, year] = [
      facts('cccd-chip', seed, { breaks: 'sex-digit' }),
      facts('cccd-chip', seed, { breaks: 'birth-year' }),
    ]
    expect(parsePersonalNumber(sex.front.id)?.sex).not.toBe(sex.person.sex)
    expect(parsePersonalNumber(year.front.id)?.birthYear).not.toBe(year.person.birth.year)
  }
})

test.each([
  ['001090000001', { sex: 'Nam', birthYear: 1990 }],
  ['079160000002', { sex: 'Nữ', birthYear: 1960 }],
  ['096299000002', { sex: 'Nam', birthYear: 2099 }],
  ['295305123456', { sex: 'Nữ', birthYear: 2005 }],
])('%s is sound', (id, said) => {
  expect(parsePersonalNumber(id)).toMatchObject(said)
})

test.each([
  ['003090000001'],
  ['000090000001'],
  ['100090000001'],
  ['296090000001'],
  ['999090000001'],
  ['001490000001'],
  ['001990000001'],
  ['00109000000'],
  ['0010900000011'],
  ['00109000000O'],
  ['001 090 000 001'],
  [''],
])('%s is none', (id) => {
  expect(parsePersonalNumber(id)).toBeUndefined()
})

test('old numbers begin with a block of the province that gave them', () => {
  for (const seed of SEEDS) {
    const { front, person } = facts('cmnd-9', seed)
    expect(provincesOfCmnd9(front.id)).toContain(person.provinces.residence)
  }
})

test('every province has a block, and a block no other than provinces', () => {
  const all = Array.from({ length: 1000 }, (_, k) =>
    provincesOfCmnd9(`${String(k).padStart(3, '0')}000000`),
  ).flat()
  expect(new Set(all)).toEqual(new Set(PROVINCES.map(({ code }) => code)))
})

test.each([
  ['000000000'],
  ['390000000'],
  ['990000000'],
  ['01234567'],
  ['0123456789'],
  ['01234567O'],
  ['001090000001'],
  [''],
])('%s is of no province', (id) => {
  expect(provincesOfCmnd9(id)).toEqual([])
})
