// Tests business certificates: every form, all fields of the facts over one to four pages, and the same as PDF.
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { REFERENCE } from '../../specimens/documents/drawing/casts.ts'
import { facts } from '../../specimens/documents/facts/facts.ts'
import type { Company } from '../../specimens/documents/facts/record.ts'
import { scannedPdf, textPdf } from '../../specimens/documents/pdf.ts'
import type { Sheet } from '../../specimens/documents/sheet.ts'
import { sheetsOf } from '../../specimens/documents/sheets.ts'

const made = (seed: number): { company: Company; sheets: readonly Sheet[] } => {
  const company = facts('business-registration', seed)
  return { company, sheets: sheetsOf(company, { cast: REFERENCE, seed }) }
}

/** The last ones have long lists. */
const SEEDS = [...Array.from({ length: 20 }, (_, index) => index + 1), 51, 60, 66]

/** Gives the specification's fields with their printed values. */
function expected(company: Company): Record<string, string> {
  const [lead] = company.representatives
  const all: Record<string, string | undefined> = {
    header: [...company.header.left, ...company.header.right].join(' '),
    business_code: company.businessCode,
    first_register: company.firstRegister,
    company_name: company.companyName,
    company_foreign_name: company.foreignName,
    company_short_name: company.shortName,
    company_address: company.companyAddress,
    company_phone: company.phone,
    fax: company.fax,
    email: company.email,
    website: company.website,
    authorized_capital: company.capital?.figures,
    par_value: company.parValue,
    total_shares: company.totalShares,
    name: lead?.name,
    gender: lead?.gender,
    title: lead?.title,
    birthday: lead?.birthday,
    ethnicity: lead?.ethnicity,
    nationality: lead?.nationality,
    id_type: lead?.idType,
    id_number: lead?.idNumber,
    id_issue_date: lead?.idIssueDate,
    id_issue_at: lead?.idIssueAt,
    id_address: lead?.idAddress,
    contact_address: lead?.contactAddress,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
}

test('every form prints all its fields, each whole on one page', () => {
  const [forms, counts] = [new Set<string>(), new Set<number>()]
  for (const seed of SEEDS) {
    const { company, sheets } = made(seed)
    forms.add(company.form)
    counts.add(sheets.length)
    expect(sheets.map(({ page }) => page)).toEqual(sheets.map((_, index) => index + 1))
    const names = sheets.flatMap(({ fields }) => Object.keys(fields))
    expect(names, `seed ${seed}`).toHaveLength(new Set(names).size)
    expect(Object.assign({}, ...sheets.map(({ fields }) => fields)), `seed ${seed}`).toEqual(
      expected(company),
    )
  }
  expect([...forms].sort()).toEqual(
    ['branch', 'joint-stock', 'office', 'one-member', 'partnership', 'private', 'two-members'].sort(),
  )
  expect([...counts].sort()).toEqual([1, 2, 3, 4])
})

test('no page is left to the signature alone', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { sheets } = made(seed)
    const last = sheets.at(-1)
    expect(
      last?.runs.filter(({ role }) => role === 'value' || role === 'label').length,
      `seed ${seed}`,
    ).toBeGreaterThan(0)
  }
})

test('capital in words and members stand on the certificate though no field names them', () => {
  const seed = Array.from({ length: 60 }, (_, index) => index + 1).find(
    (each) => made(each).company.members.length > 1,
  )
  const { company, sheets } = made(seed ?? 0)
  const text = sheets.flatMap(({ runs }) => runs.map((run) => run.text)).join(' ')
  expect(text).toContain(company.capital?.words)
  for (const member of company.members) expect(text).toContain(member.idNumber)
})

/** Extracts the texts of a PDF by the tables that map glyphs back to letters. */
function textsOf(pdf: Buffer): string[] {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/gu)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const letters = streams
    .filter((stream) => stream.includes('beginbfrange'))
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]{4,8})>(?=[ \]\n])/gu)].map(([, code = '']) => code))
    .map((code) => Buffer.from(code, 'hex').swap16().toString('utf16le'))
  return [...new Set(letters)]
}

test('the text PDF holds letters and typefaces, the scan holds pictures only', async () => {
  const { sheets } = made(6)
  const written = await textPdf(sheets, REFERENCE)
  const scanned = await scannedPdf(sheets, REFERENCE, { dpi: 50, quality: 60, grey: true })
  const [text, scan] = [written.toString('latin1'), scanned.toString('latin1')]
  const count = (source: string, part: RegExp) => [...source.matchAll(part)].length
  expect(count(text, /\/Type \/Page\b/gu)).toBe(sheets.length)
  expect(count(scan, /\/Type \/Page\b/gu)).toBe(sheets.length)
  expect(count(text, /\/FontFile[23]/gu)).toBeGreaterThanOrEqual(3)
  expect(count(scan, /\/FontFile[23]/gu)).toBe(0)
  expect(count(scan, /\/DCTDecode/gu)).toBe(sheets.length)
  expect(textsOf(written).join('')).toMatch(/[ẤẬĐ]/u)
  expect(textsOf(scanned)).toEqual([])
})

test('the same certificate gives the same PDF', async () => {
  const { sheets } = made(8)
  expect((await textPdf(sheets, REFERENCE, 40)).equals(await textPdf(sheets, REFERENCE, 40))).toBe(true)
})
