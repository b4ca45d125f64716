// The fields of certificates of business registration in English; what a person has there as on a card stands in fields.ts.
import type { CertificateField } from '../shapes.ts'

export const certificateFields: Readonly<Record<CertificateField, string>> = {
  title: 'Title',
  gender: 'Sex',
  business_code: 'Business code',
  company_name: 'Company',
  company_foreign_name: 'Foreign name',
  company_short_name: 'Short name',
  company_address: 'Head office',
  company_phone: 'Phone',
  fax: 'Fax',
  email: 'Email',
  website: 'Website',
  authorized_capital: 'Charter capital',
  par_value: 'Par value of a share',
  total_shares: 'Shares',
  first_register: 'First registered',
  date_of_change: 'Last changed',
  issuing_office: 'Issuing office',
  header: 'Head of the certificate',
  id_type: 'Identity document',
  id_number: 'Its number',
  id_issue_date: 'Its date of issue',
  id_issue_at: 'Issued at',
  id_address: 'Permanent address',
  contact_address: 'Contact address',
}
