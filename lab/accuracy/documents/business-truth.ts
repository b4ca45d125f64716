// Lists what is printed on a certificate, by the specification's field names, as a right answer gives it.
import type { Company } from '../../../specimens/documents/facts/record.ts'
import { formatDay, parseDate } from '../../../src/documents/text/dates.ts'

/** Each group of fields has one bound in the issue. */
export const GROUPS = [
  {
    name: 'codes, dates, capital',
    key: 'codes',
    bound: 99,
    fields: [
      'business_code',
      'first_register',
      'authorized_capital',
      'par_value',
      'total_shares',
      'birthday',
      'id_issue_date',
      'id_number',
    ],
  },
  {
    name: 'names',
    key: 'names',
    bound: 97,
    fields: ['company_name', 'company_foreign_name', 'company_short_name', 'name'],
  },
  {
    name: 'addresses',
    key: 'addresses',
    bound: 94,
    fields: ['company_address', 'id_address', 'contact_address'],
  },
  {
    name: 'other fields',
    key: 'others',
    bound: undefined,
    fields: [
      'company_phone',
      'fax',
      'email',
      'website',
      'header',
      'gender',
      'title',
      'ethnicity',
      'nationality',
      'id_type',
      'id_issue_at',
    ],
  },
] as const

export function truthOf(facts: Company): Readonly<Record<string, string>> {
  const [person] = facts.representatives
  const day = parseDate(facts.firstRegister)
  return {
    business_code: facts.businessCode,
    first_register: day ? formatDay(day) : '',
    authorized_capital: facts.capital?.figures ?? '',
    par_value: facts.parValue ?? '',
    total_shares: facts.totalShares ?? '',
    company_name: facts.companyName,
    company_foreign_name: facts.foreignName ?? '',
    company_short_name: facts.shortName ?? '',
    company_address: facts.companyAddress,
    company_phone: facts.phone ?? '',
    fax: facts.fax ?? '',
    email: facts.email ?? '',
    website: facts.website ?? '',
    header: [...facts.header.left, ...facts.header.right].join(' '),
    name: person?.name ?? '',
    gender: person?.gender ?? '',
    title: person?.title ?? '',
    birthday: person?.birthday ?? '',
    ethnicity: person?.ethnicity ?? '',
    nationality: person?.nationality ?? '',
    id_type: person?.idType ?? '',
    id_number: person?.idNumber ?? '',
    id_issue_date: person?.idIssueDate ?? '',
    id_issue_at: person?.idIssueAt ?? '',
    id_address: person?.idAddress ?? '',
    contact_address: person?.contactAddress ?? '',
  }
}
