// The fields and kinds of documents in words.
import type { components } from '../../../client/src/index.ts'
import { type Language, language } from './words.ts'

type Schemas = components['schemas']

/** The fields of an answer are the values that have a confidence beside them. */
type FieldIn<Data> = {
  [Name in keyof Data & string]: `${Name}conf` extends keyof Data
    ? Name
    : `${Name}_conf` extends keyof Data
      ? Name
      : never
}[keyof Data & string]

type AnsweredField =
  | FieldIn<Schemas['IdentityData']>
  | FieldIn<Schemas['LicenceData']>
  | FieldIn<Schemas['TravelData']>
  | FieldIn<Schemas['BusinessData']>

/** The kind of document stands above the fields. Of two spellings of a name one is shown. */
type NotShown = 'document' | 'doc_type' | 'characteristic' | 'id_issued_at' | 'mrz_lines'
/** These have no confidence of their own. */
type WithoutConfidence = 'mrz_type' | 'back_side_info'

export type FieldName = Exclude<AnsweredField, NotShown> | WithoutConfidence

/** Fields are shown in the order of this table. */
const en: Record<FieldName, string> = {
  mrz_type: 'Type of zone',
  passport_id: 'Passport number',
  id: 'Number',
  name: 'Full name',
  title: 'Title',
  gender: 'Sex',
  birthday: 'Date of birth',
  sex: 'Sex',
  national: 'Nationality',
  nationality: 'Nationality',
  hometown: 'Place of origin',
  address: 'Address',
  ethnicity: 'Ethnic group',
  religion: 'Religion',
  characteristics: 'Identifying marks',
  class_type: 'Class',
  issue_place: 'Place of issue',
  issue_date: 'Date of issue',
  issue_by: 'Issued by',
  expiry: 'Valid until',
  optional_data: 'Earlier or personal number',
  passport_type: 'Type of passport',
  country: 'Country',
  seri_id: 'Serial number',
  back_side_info: 'Class rows',
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

const vi: Record<FieldName, string> = {
  mrz_type: 'Loại vùng đọc máy',
  passport_id: 'Số hộ chiếu',
  id: 'Số',
  name: 'Họ và tên',
  title: 'Chức danh',
  gender: 'Giới tính',
  birthday: 'Ngày sinh',
  sex: 'Giới tính',
  national: 'Quốc tịch',
  nationality: 'Quốc tịch',
  hometown: 'Quê quán',
  address: 'Nơi thường trú',
  ethnicity: 'Dân tộc',
  religion: 'Tôn giáo',
  characteristics: 'Đặc điểm nhận dạng',
  class_type: 'Hạng',
  issue_place: 'Nơi cấp',
  issue_date: 'Ngày cấp',
  issue_by: 'Nơi cấp',
  expiry: 'Có giá trị đến',
  optional_data: 'Số cũ hoặc số định danh',
  passport_type: 'Loại hộ chiếu',
  country: 'Quốc gia',
  seri_id: 'Số seri',
  back_side_info: 'Các hạng',
  business_code: 'Mã số doanh nghiệp',
  company_name: 'Tên doanh nghiệp',
  company_foreign_name: 'Tên nước ngoài',
  company_short_name: 'Tên viết tắt',
  company_address: 'Trụ sở chính',
  company_phone: 'Điện thoại',
  fax: 'Fax',
  email: 'Email',
  website: 'Website',
  authorized_capital: 'Vốn điều lệ',
  par_value: 'Mệnh giá cổ phần',
  total_shares: 'Số cổ phần',
  first_register: 'Đăng ký lần đầu',
  date_of_change: 'Thay đổi gần nhất',
  issuing_office: 'Cơ quan cấp',
  header: 'Phần đầu giấy chứng nhận',
  id_type: 'Loại giấy tờ',
  id_number: 'Số giấy tờ',
  id_issue_date: 'Ngày cấp giấy tờ',
  id_issue_at: 'Nơi cấp giấy tờ',
  id_address: 'Địa chỉ thường trú',
  contact_address: 'Địa chỉ liên lạc',
}

export const fieldNames = Object.keys(en) as readonly FieldName[]

const fields: Record<Language, Record<string, string>> = { en, vi }

export const fieldWords = (name: string): string => fields[language.value][name] ?? name.replaceAll('_', ' ')

const kinds: Record<Language, Record<string, string>> = {
  en: {
    'cmnd-9': 'CMND of 9 digits',
    'cmnd-12': 'CMND of 12 digits',
    'cccd-12': 'CCCD with barcode',
    'cccd-chip': 'CCCD with chip',
    'can-cuoc': 'Căn cước of 2024',
    'passport-old': 'Passport',
    'passport-new': 'Passport of 2022',
    'licence-paper': 'Driving licence on paper',
    'licence-pet': 'Driving licence of PET',
    'licence-2025': 'Driving licence of 2025',
    'IDENTITY CARD': 'identity card',
    PASSPORT: 'passport',
    'DRIVER LICENCE': 'driving licence',
    'BUSINESS REGISTRATION': 'business registration',
    'FOREIGN IDENTITY CARD': 'identity card of another country',
    'FOREIGN PASSPORT': 'passport of another country',
    ENTERPRISE: 'Enterprise',
    BRANCH: 'Branch',
    'REPRESENTATIVE OFFICE': 'Representative office',
    'BUSINESS LOCATION': 'Business location',
    'HOUSEHOLD BUSINESS': 'Household business',
    COOPERATIVE: 'Cooperative',
  },
  vi: {
    'cmnd-9': 'CMND 9 số',
    'cmnd-12': 'CMND 12 số',
    'cccd-12': 'CCCD mã vạch',
    'cccd-chip': 'CCCD gắn chip',
    'can-cuoc': 'Căn cước 2024',
    'passport-old': 'Hộ chiếu',
    'passport-new': 'Hộ chiếu mẫu 2022',
    'licence-paper': 'Giấy phép lái xe giấy',
    'licence-pet': 'Giấy phép lái xe PET',
    'licence-2025': 'Giấy phép lái xe 2025',
    'IDENTITY CARD': 'thẻ căn cước, CCCD hoặc CMND',
    PASSPORT: 'hộ chiếu',
    'DRIVER LICENCE': 'giấy phép lái xe',
    'BUSINESS REGISTRATION': 'giấy đăng ký kinh doanh',
    'FOREIGN IDENTITY CARD': 'thẻ căn cước nước ngoài',
    'FOREIGN PASSPORT': 'hộ chiếu nước ngoài',
    ENTERPRISE: 'Doanh nghiệp',
    BRANCH: 'Chi nhánh',
    'REPRESENTATIVE OFFICE': 'Văn phòng đại diện',
    'BUSINESS LOCATION': 'Địa điểm kinh doanh',
    'HOUSEHOLD BUSINESS': 'Hộ kinh doanh',
    COOPERATIVE: 'Hợp tác xã',
  },
}

export const kindWords = (kind: string): string => kinds[language.value][kind] ?? kind
