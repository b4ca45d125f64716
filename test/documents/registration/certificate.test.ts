// Tests certificates read from their lines: specimens of every form, papers of other years, and papers that are none.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Company, CompanyPerson } from '../../../specimens/documents/facts/record.ts'
import {
  type RegistrationCertificate,
  type Representative,
  readCertificate,
} from '../../../src/documents/registration/certificate.ts'
import { formatDay, parseDate } from '../../../src/documents/text/dates.ts'
import { HOUSEHOLD, OLD_COMPANY } from './papers.ts'
import { type Drawn, drawnCertificate, writtenSheet } from './sheets.ts'

const textsOf = (values: Readonly<Record<string, { readonly text: string }>>) =>
  Object.fromEntries(Object.entries(values).map(([name, { text }]) => [name, text]))

function read(sheets: Parameters<typeof readCertificate>[0]): RegistrationCertificate {
  const certificate = readCertificate(sheets)
  if (!certificate) throw new Error('no certificate')
  return certificate
}

const personOf = (one: CompanyPerson) => ({
  name: one.name,
  gender: one.gender,
  title: one.title,
  birthday: one.birthday,
  ethnicity: one.ethnicity,
  nationality: one.nationality,
  id_type: one.idType,
  id_number: one.idNumber,
  id_issue_date: one.idIssueDate,
  id_issue_at: one.idIssueAt,
  id_address: one.idAddress,
  contact_address: one.contactAddress,
})

const companyOf = (facts: Company) => ({
  authorized_capital: facts.capital?.figures ?? '',
  business_code: facts.businessCode,
  company_address: facts.companyAddress,
  company_foreign_name: facts.foreignName ?? '',
  company_name: facts.companyName,
  company_phone: facts.phone ?? '',
  company_short_name: facts.shortName ?? '',
  email: facts.email ?? '',
  fax: facts.fax ?? '',
  first_register: formatDay(parseDate(facts.firstRegister) ?? { day: 0, month: 0, year: 0 }),
  header: [...facts.header.left, ...facts.header.right].join(' '),
  issuing_office: facts.header.left.join(' '),
  par_value: facts.parValue ?? '',
  total_shares: facts.totalShares ?? '',
  website: facts.website ?? '',
})

describe('specimens', () => {
  /** There is one seed of each form, and one of four pages. */
  const SEEDS = [2, 3, 5, 6, 8, 9, 12, 13]
  const drawn = new Map<number, Drawn>()
  beforeAll(async () => {
    for (const seed of SEEDS) drawn.set(seed, await drawnCertificate(seed))
  })

  test.each(SEEDS)('of seed %i say all that they hold', (seed) => {
    const { facts, sheets } = drawn.get(seed) as Drawn
    const certificate = read(sheets)
    expect(certificate.kind.form).toBe(facts.form)
    expect(textsOf(certificate.company)).toEqual(companyOf(facts))
    expect(certificate.representatives.map(textsOf)).toEqual(facts.representatives.map(personOf))
    expect(certificate.owners.map(({ name }) => name.text)).toEqual(
      facts.form === 'one-member' ? [facts.owner?.name] : [],
    )
  })

  test('are of more than one form, and of more than one page', () => {
    const all = [...drawn.values()]
    expect(new Set(all.map(({ facts }) => facts.form)).size).toBeGreaterThan(3)
    expect(Math.max(...all.map(({ sheets }) => sheets.length))).toBeGreaterThan(1)
  })

  test.each(SEEDS)('of seed %i say the same from the last page to the first', (seed) => {
    const { sheets } = drawn.get(seed) as Drawn
    const [one, other] = [read(sheets), read(sheets.toReversed())]
    expect(textsOf(other.company)).toEqual(textsOf(one.company))
    expect(other.representatives.map(textsOf)).toEqual(one.representatives.map(textsOf))
  })
})

describe('a paper of 2010', () => {
  const certificate = read([writtenSheet(OLD_COMPANY)])
  const [person] = certificate.representatives

  test('has its company', () => {
    expect(textsOf(certificate.company)).toMatchObject({
      business_code: '0100109106',
      first_register: '25/05/2010',
      company_name: 'CÔNG TY CỔ PHẦN THƯƠNG MẠI SAO MAI',
      company_foreign_name: 'SAO MAI VIET TRADING JOINT STOCK COMPANY',
      company_short_name: 'SMV., JSC',
      company_address:
        'Số 12, ngõ 34 phố Chùa Bộc, phường Quang Trung, quận Đống Đa, thành phố Hà Nội, Việt Nam',
      company_phone: '024.3555.1234',
      fax: '024.3555.1235',
      email: 'lienhe@saomai.example',
      website: '',
      authorized_capital: '1.500.000.000 đồng',
      par_value: '10.000 đồng',
      total_shares: '150.000',
    })
    expect(certificate.kind).toMatchObject({ docType: 'ENTERPRISE', form: 'joint-stock' })
  })

  test('has the person who signs for it, and no person of its tables', () => {
    expect(certificate.representatives).toHaveLength(1)
    expect(textsOf(person as Representative)).toEqual({
      name: 'TRẦN VĂN MINH',
      gender: 'Nam',
      title: 'Giám đốc',
      birthday: '01/02/1975',
      ethnicity: 'Kinh',
      nationality: 'Việt Nam',
      id_type: 'Giấy chứng minh nhân dân',
      id_number: '011234567',
      id_issue_date: '05/06/2004',
      id_issue_at: 'Công an thành phố Hà Nội',
      id_address: 'Số 5 phố Huế, quận Hai Bà Trưng, thành phố Hà Nội, Việt Nam',
      contact_address: 'Số 5 phố Huế, quận Hai Bà Trưng, thành phố Hà Nội, Việt Nam',
    })
  })
})

test('a household is recognised by its title, and has a number of its own', () => {
  const { kind, company, representatives } = read([writtenSheet(HOUSEHOLD)])
  expect(kind.docType).toBe('HOUSEHOLD BUSINESS')
  expect(textsOf(company)).toMatchObject({
    business_code: '41C8012345',
    first_register: '14/09/2021',
    company_name: 'QUÁN CƠM BÀ BẢY',
    company_address: '45/6 Võ Văn Tần, Phường 6, Quận 3, Thành phố Hồ Chí Minh',
    authorized_capital: '50.000.000 đồng',
  })
  expect(textsOf(representatives[0] as Representative)).toMatchObject({
    name: 'NGUYỄN THỊ BẢY',
    gender: 'Nữ',
    id_number: '079168001234',
  })
})

test.each([
  ['is read as it stands', 'THÀNH PHỐ HÀ NỘI | Độc lập - Tự do - Hạnh phúc'],
  ['is misread', 'THÀNH PHỐ HÀ NỘI | Bộc tấp Ta bo Hành phát'],
  ['is not there', 'THÀNH PHỐ HÀ NỘI'],
])('the office stands without country and motto where the motto %s', (_, second) => {
  const { company } = read([writtenSheet(OLD_COMPANY.with(1, second))])
  expect(company.issuing_office.text).toBe('SỞ KẾ HOẠCH VÀ ĐẦU TƯ THÀNH PHỐ HÀ NỘI PHÒNG ĐĂNG KÝ KINH DOANH')
  expect(company.header.text).toContain('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM')
})

test('a value goes on over the end of a page, though a number stands there', () => {
  const at = OLD_COMPANY.findIndex((row) => row.startsWith('quận Đống Đa'))
  const { company } = read([writtenSheet(OLD_COMPANY.slice(0, at)), writtenSheet(OLD_COMPANY.slice(at))])
  expect(company.company_address.text).toBe(
    'Số 12, ngõ 34 phố Chùa Bộc, phường Quang Trung, quận Đống Đa, thành phố Hà Nội, Việt Nam',
  )
})

test('confidence is that of the lines a value was read from', () => {
  const { company } = read([writtenSheet(OLD_COMPANY, 0.9)])
  expect(company.business_code.confidence).toBeGreaterThan(0.9)
  expect(company.business_code.confidence).toBeLessThan(1)
  // The value is two lines without their label.
  expect(company.company_address.confidence).toBeLessThan(company.business_code.confidence)
  expect(company.website).toMatchObject({ text: '', confidence: 0 })
})

test.each([
  ['nothing', []],
  ['a letter', ['Kính gửi ông Nguyễn Văn A', 'Chúng tôi xin thông báo như sau:', 'Trân trọng']],
  ['a licence', ['GIẤY PHÉP LÁI XE', 'Họ tên: NGUYỄN VĂN A', 'Ngày sinh: 01/01/1990']],
])('%s is no certificate', (_, rows) => {
  expect(readCertificate([writtenSheet(rows)])).toBeUndefined()
})
