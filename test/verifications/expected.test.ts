// Tests how what an organisation said of a person is compared with what was read: what is tolerated, what is reported, and what is not tolerated.
import { expect, test } from 'vitest'
import { documentWords } from '../../src/documents/evidence.ts'
import { type ComparisonOutcome, compareExpected } from '../../src/verifications/expected.ts'
import type { ExpectedField } from '../../src/verifications/policies/policy.ts'

const words = documentWords(() => Date.UTC(2026, 10, 17))

// biome-ignore format: one case a row
const cases: readonly (readonly [ExpectedField, given: string, read: string, ComparisonOutcome])[] = [
  ['name', 'Nguyễn Thị Hương', 'NGUYỄN THỊ HƯƠNG', 'same'],
  ['name', '  nguyễn  thị hương ', 'NGUYỄN THỊ HƯƠNG', 'same'],
  ['name', 'Nguyen Thi Huong', 'NGUYỄN THỊ HƯƠNG', 'without-tones'],
  ['name', 'Hoà', 'HÒA', 'same'],
  ['name', 'Dang Dinh Duc', 'ĐẶNG ĐÌNH ĐỨC', 'without-tones'],
  ['name', 'Huong Nguyen Thi', 'NGUYỄN THỊ HƯƠNG', 'other-order'],
  ['name', 'NguyenThi Huong', 'NGUYỄN THỊ HƯƠNG', 'without-tones'],
  ['name', 'Nguyễn Thị Hường', 'NGUYỄN THỊ HƯƠNG', 'without-tones'],
  ['name', 'Nguyễn Thị Hoa', 'NGUYỄN THỊ HƯƠNG', 'differs'],
  ['name', 'Nguyễn Hương', 'NGUYỄN THỊ HƯƠNG', 'differs'],
  ['name', '...', 'NGUYỄN THỊ HƯƠNG', 'differs'],
  ['number', '001 190 000 123', '001190000123', 'same'],
  ['number', '001190000124', '001190000123', 'differs'],
  ['number', '-', '001190000123', 'differs'],
  ['birthday', '20/05/1990', '20/05/1990', 'same'],
  ['birthday', '1990-05-20', '20/05/1990', 'other-notation'],
  ['birthday', '20.5.1990', '20/05/1990', 'other-notation'],
  ['birthday', '1990-05-20', '1990', 'other-notation'],
  ['birthday', '1991-05-20', '1990', 'differs'],
  ['birthday', '21/05/1990', '20/05/1990', 'differs'],
  ['birthday', 'yesterday', '20/05/1990', 'differs'],
  ['sex', 'Nữ', 'Nữ', 'same'],
  ['sex', 'F', 'Nữ', 'other-notation'],
  ['sex', 'nu', 'Nữ', 'without-tones'],
  ['sex', 'M', 'Nữ', 'differs'],
  ['nationality', 'VNM', 'Việt Nam', 'other-notation'],
  ['nationality', 'Viet Nam', 'Việt Nam', 'without-tones'],
  ['nationality', 'FRA', 'Việt Nam', 'differs'],
  ['address', '12 Trần Phú, Phường 4, Quận 5, TP Hồ Chí Minh', '12 Trần Phú, P.4, Q.5, Thành phố Hồ Chí Minh', 'other-notation'],
  ['address', '14 Trần Phú, Phường 4, Quận 5, TP Hồ Chí Minh', '12 Trần Phú, Phường 4, Quận 5, TP Hồ Chí Minh', 'differs'],
]

test.for(cases)('%s: %s against %s is %s', ([field, given, read, outcome]) => {
  const [compared] = compareExpected({ [field]: given }, { [field]: [read] }, words)
  expect(compared).toMatchObject({ field, outcome, given, read })
  expect(compared?.check?.outcome).toBe(outcome === 'differs' ? 'failed' : 'passed')
})

test('of several numbers the one that comes nearest counts', () => {
  const [compared] = compareExpected(
    { number: '001190000123' },
    { number: ['C1234567', '001190000123'] },
    words,
  )
  expect(compared).toMatchObject({ outcome: 'same', read: '001190000123' })
})

test('what was not read is reported, and has no check', () => {
  expect(compareExpected({ name: 'Anna', sex: 'F' }, { name: [''] }, words)).toEqual([
    { field: 'name', outcome: 'not-read', given: 'Anna', read: '' },
    { field: 'sex', outcome: 'not-read', given: 'F', read: '' },
  ])
})
