// The fields of a certificate, one row each: the labels that announce it, how its text is parsed, how it is described.
import { cleanName } from '../text/names.ts'
import {
  type Parse,
  parseAddress,
  parseBusinessCode,
  parseDay,
  parseEmail,
  parseEthnicGroup,
  parseGender,
  parseIdNumber,
  parseLine,
  parseMoney,
  parseNationality,
  parsePhone,
  parseText,
  parseWebsite,
} from './parse.ts'

interface FieldRow {
  /** Texts that announce the value on a certificate. */
  readonly labels: readonly string[]
  readonly parse: Parse
  /** The value may go on in the next row of the sheet. */
  readonly isLong?: true
  /** Where a PDF writes its letters, this value is compared with what the page shows. */
  readonly isDecisive?: true
  /** Description in the OpenAPI. */
  readonly about?: string
}

const table = <Name extends string>(rows: Readonly<Record<Name, FieldRow>>) => rows

/** What a certificate is about, as its labels call it. */
const NOUNS = [
  'công ty',
  'doanh nghiệp',
  'chi nhánh',
  'văn phòng đại diện',
  'địa điểm kinh doanh',
  'hộ kinh doanh',
  'hợp tác xã',
  'quỹ tín dụng',
]
const ofAll = (text: (noun: string) => string): string[] => NOUNS.map(text)

/** Company fields, by the specification's names. */
const COMPANY_ROWS = table({
  header: {
    labels: [],
    parse: parseText,
    about: 'Head of the certificate: the office, the country and its motto.',
  },
  issuing_office: {
    labels: [],
    parse: parseText,
    about: 'Office that issued the certificate, as its head names it, without the country and its motto.',
  },
  business_code: {
    labels: [...ofAll((noun) => `Mã số ${noun}`), 'Mã số đăng ký hộ kinh doanh', 'Mã số thuế', 'Mã số'],
    parse: parseBusinessCode,
    isDecisive: true,
    about:
      'Number of the business: ten digits, or thirteen as `0123456789-001`; of a household the number of its certificate.',
  },
  first_register: {
    labels: [
      'Đăng ký lần đầu',
      'Cấp lần đầu',
      'Chứng nhận lần đầu',
      'Ngày đăng ký lần đầu',
      'Đăng ký lần đầu ngày',
    ],
    parse: parseDay,
    isDecisive: true,
    about: 'Date of the first registration, DD/MM/YYYY.',
  },
  company_name: {
    labels: [
      ...ofAll((noun) => `Tên ${noun} viết bằng tiếng Việt`),
      ...ofAll((noun) => `Tên ${noun} bằng tiếng Việt`),
      ...ofAll((noun) => `Tên ${noun} (ghi bằng chữ in hoa)`),
      ...ofAll((noun) => `Tên ${noun}`),
    ],
    parse: parseText,
    isLong: true,
    isDecisive: true,
    about: 'Name of the business in Vietnamese.',
  },
  company_foreign_name: {
    labels: [
      ...ofAll((noun) => `Tên ${noun} viết bằng tiếng nước ngoài`),
      ...ofAll((noun) => `Tên ${noun} bằng tiếng nước ngoài`),
      ...ofAll((noun) => `Tên ${noun} viết bằng tiếng Anh`),
      'Tên giao dịch',
    ],
    parse: parseText,
    isLong: true,
    about: 'Name of the business in a foreign language.',
  },
  company_short_name: {
    labels: [...ofAll((noun) => `Tên ${noun} viết tắt`), 'Tên viết tắt'],
    parse: parseLine,
    isLong: true,
    about: 'Short name of the business.',
  },
  company_address: {
    labels: [
      'Địa chỉ trụ sở chính',
      'Địa chỉ trụ sở hộ kinh doanh',
      'Địa chỉ trụ sở',
      ...ofAll((noun) => `Địa chỉ ${noun}`),
      'Địa điểm kinh doanh',
      'Địa chỉ',
    ],
    parse: parseAddress,
    isLong: true,
    about: 'Address of the head office.',
  },
  company_phone: {
    labels: ['Điện thoại', 'Số điện thoại', 'Telephone'],
    parse: parsePhone,
    about: 'Telephone number of the business.',
  },
  fax: { labels: ['Fax', 'Số fax'], parse: parsePhone, about: 'Fax number of the business.' },
  email: {
    labels: ['Email', 'E-mail', 'Thư điện tử'],
    parse: parseEmail,
    isLong: true,
    about: 'E-mail address of the business.',
  },
  website: {
    labels: ['Website', 'Web site', 'Trang thông tin điện tử'],
    parse: parseWebsite,
    isLong: true,
    about: 'Website of the business.',
  },
  authorized_capital: {
    labels: ['Vốn điều lệ', 'Vốn đầu tư', 'Vốn kinh doanh', 'Vốn đăng ký'],
    parse: parseMoney,
    isDecisive: true,
    about: 'Charter capital in figures, as printed: `1.000.000.000 đồng`.',
  },
  par_value: {
    labels: ['Mệnh giá cổ phần', 'Mệnh giá'],
    parse: parseMoney,
    about: 'Par value of a share, as printed.',
  },
  total_shares: {
    labels: ['Tổng số cổ phần', 'Số cổ phần'],
    parse: parseMoney,
    about: 'Number of all shares, as printed.',
  },
})

/** What is read and not answered under its own name: the number of an old or a household's paper, the last change, the capital in words. */
const NOTED_ROWS = table({
  paper_number: { labels: ['Số', 'Số giấy chứng nhận', 'Số đăng ký'], parse: parseText },
  change: {
    labels: ['Đăng ký thay đổi lần thứ', 'Đăng ký lại lần thứ', 'Thay đổi lần thứ', 'Đăng ký thay đổi lần'],
    parse: parseLine,
  },
  capital_words: { labels: ['Bằng chữ', 'Viết bằng chữ', 'Ghi bằng chữ'], parse: parseText, isLong: true },
})

/** Fields of a legal representative, in the order in which a certificate prints them: sheets are put in order by it. */
const PERSON_ROWS = table({
  name: {
    labels: [
      'Họ và tên',
      'Họ tên',
      'Họ, chữ đệm và tên',
      'Họ và tên (ghi bằng chữ in hoa)',
      'Họ và tên chủ hộ kinh doanh',
      'Họ và tên đại diện hộ kinh doanh',
    ],
    parse: cleanName,
    isLong: true,
    isDecisive: true,
    about: 'Full name of the legal representative.',
  },
  gender: {
    labels: ['Giới tính', 'Nam/Nữ'],
    parse: parseGender,
    about: 'Sex of the representative: `Nam` or `Nữ`.',
  },
  title: {
    labels: ['Chức danh', 'Chức vụ'],
    parse: parseText,
    isLong: true,
    about: 'Position of the representative, such as `Giám đốc`.',
  },
  birthday: {
    labels: ['Sinh ngày', 'Ngày sinh', 'Ngày, tháng, năm sinh', 'Ngày tháng năm sinh'],
    parse: parseDay,
    about: 'Birth date of the representative, DD/MM/YYYY.',
  },
  ethnicity: { labels: ['Dân tộc'], parse: parseEthnicGroup, about: 'Ethnic group of the representative.' },
  nationality: {
    labels: ['Quốc tịch'],
    parse: parseNationality,
    about: 'Nationality of the representative.',
  },
  id_type: {
    labels: [
      'Loại giấy tờ pháp lý của cá nhân',
      'Loại giấy tờ chứng thực cá nhân',
      'Loại giấy chứng thực cá nhân',
      'Loại giấy tờ pháp lý',
      'Giấy tờ pháp lý của cá nhân',
      'Loại giấy tờ',
    ],
    parse: parseText,
    isLong: true,
    about: 'Kind of the identity document of the representative.',
  },
  id_number: {
    labels: [
      'Số giấy tờ pháp lý của cá nhân',
      'Số giấy tờ chứng thực cá nhân',
      'Số giấy chứng thực cá nhân',
      'Số giấy tờ pháp lý',
      'Số định danh cá nhân',
      'Giấy chứng minh nhân dân số',
      'Chứng minh nhân dân số',
      'Thẻ căn cước công dân số',
      'Căn cước công dân số',
      'Số CMND',
      'Số',
    ],
    parse: parseIdNumber,
    isDecisive: true,
    about: 'Number of the identity document of the representative.',
  },
  id_issue_date: {
    labels: ['Ngày cấp', 'Cấp ngày'],
    parse: parseDay,
    about: 'Issue date of the identity document, DD/MM/YYYY.',
  },
  id_issue_at: {
    labels: ['Nơi cấp', 'Cơ quan cấp'],
    parse: parseText,
    isLong: true,
    about: 'Authority that issued the identity document.',
  },
  id_address: {
    labels: [
      'Địa chỉ thường trú',
      'Nơi đăng ký hộ khẩu thường trú',
      'Nơi đăng ký HKTT',
      'Hộ khẩu thường trú',
      'Nơi thường trú',
    ],
    parse: parseAddress,
    isLong: true,
    about: 'Permanent residence of the representative.',
  },
  contact_address: {
    labels: ['Địa chỉ liên lạc', 'Địa chỉ liên hệ', 'Chỗ ở hiện tại', 'Nơi ở hiện tại', 'Nơi ở hiện nay'],
    parse: parseAddress,
    isLong: true,
    about: 'Current contact address of the representative.',
  },
})

export type CompanyField = keyof typeof COMPANY_ROWS
export type NotedField = keyof typeof NOTED_ROWS
export type PersonField = keyof typeof PERSON_ROWS
export type RegistrationField = CompanyField | NotedField | PersonField

export const FIELD_ROWS: Readonly<Record<RegistrationField, FieldRow>> = {
  ...COMPANY_ROWS,
  ...NOTED_ROWS,
  ...PERSON_ROWS,
}

const namesOf = <Name extends string>(rows: Readonly<Record<Name, FieldRow>>) => Object.keys(rows) as Name[]
const printedCompanyFields = [...namesOf(COMPANY_ROWS), ...namesOf(NOTED_ROWS)]
export const printedPersonFields: readonly PersonField[] = namesOf(PERSON_ROWS)

/** An answer lists its fields by name. */
export const COMPANY_FIELDS: readonly CompanyField[] = namesOf(COMPANY_ROWS).toSorted()
export const PERSON_FIELDS: readonly PersonField[] = printedPersonFields.toSorted()

/** The specification spells one name in two ways, and both are answered. */
export const OTHER_SPELLINGS = { id_issued_at: 'id_issue_at' } as const

/** Whose value a label announces. */
export type LabelTarget =
  | { readonly of: 'company'; readonly field: CompanyField | NotedField }
  | { readonly of: 'person'; readonly field: PersonField }
  | { readonly of: 'unrelated' }

/** The text after these labels is the value of no field. */
const OTHER_LABELS = [
  'Tên tổ chức',
  'Số quyết định thành lập',
  'Chữ ký',
  'Ghi chú',
  'Ngày hoạt động',
  'Giá trị phần vốn góp',
  'Tỷ lệ',
  'Số cổ phần được quyền chào bán',
]

export const LABELS: readonly { readonly target: LabelTarget; readonly texts: readonly string[] }[] = [
  ...printedCompanyFields.map((field) => ({
    target: { of: 'company', field } as const,
    texts: FIELD_ROWS[field].labels,
  })),
  ...printedPersonFields.map((field) => ({
    target: { of: 'person', field } as const,
    texts: FIELD_ROWS[field].labels,
  })),
  { target: { of: 'unrelated' }, texts: OTHER_LABELS },
]
