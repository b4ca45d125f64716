// Titles and labels printed on each kind of document, by side, with the field each label announces.
import type { Kind, Side } from '../../kinds.ts'

export interface Label {
  /** The specification's name of the field; missing for a heading that announces none. */
  readonly field?: string
  readonly text: string
  readonly english?: string
}

export interface LabelSet {
  readonly kind: Kind
  readonly side: Side
  readonly titles: readonly string[]
  readonly labels: readonly Label[]
}

export const MOTTO: readonly string[] = ['CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM', 'Độc lập - Tự do - Hạnh phúc']
export const MOTTO_ENGLISH: readonly string[] = [
  'SOCIALIST REPUBLIC OF VIET NAM',
  'Independence - Freedom - Happiness',
]

const label = (field: string, text: string, english?: string): Label =>
  english === undefined ? { field, text } : { field, text, english }

const NUMBER = label('id', 'Số', 'No.')
const NAME = label('name', 'Họ và tên', 'Full name')
const BIRTH = label('birthday', 'Ngày sinh', 'Date of birth')
const SEX = label('sex', 'Giới tính', 'Sex')
const NATIONAL = label('national', 'Quốc tịch', 'Nationality')
const UNTIL = label('expiry', 'Có giá trị đến', 'Date of expiry')

const CMND = ['GIẤY CHỨNG MINH NHÂN DÂN']
const PASSPORT_LABELS: readonly Label[] = [
  label('passport_type', 'Loại', 'Type'),
  label('country', 'Mã số', 'Code'),
  label('passport_id', 'Hộ chiếu số', 'Passport No.'),
  NAME,
  NATIONAL,
  BIRTH,
  label('hometown', 'Nơi sinh', 'Place of birth'),
  SEX,
  label('id', 'Số GCMND', 'ID card No.'),
  label('issue_date', 'Ngày cấp', 'Date of issue'),
  UNTIL,
  label('issue_by', 'Nơi cấp', 'Place of issue'),
]
const LICENCE_FRONT: readonly Label[] = [
  NUMBER,
  NAME,
  BIRTH,
  label('nationality', 'Quốc tịch', 'Nationality'),
  label('address', 'Nơi cư trú', 'Address'),
  label('class_type', 'Hạng', 'Class'),
  label('expiry', 'Có giá trị đến', 'Expires'),
]
const LICENCE_BACK: readonly Label[] = [
  label('class_name', 'Hạng', 'Class'),
  label('class_date', 'Ngày trúng tuyển', 'Beginning date'),
  { text: 'CÁC LOẠI XE CƠ GIỚI ĐƯỜNG BỘ ĐƯỢC ĐIỀU KHIỂN', english: 'CLASSIFICATION OF MOTOR VEHICLES' },
]
const LICENCE = ['GIẤY PHÉP LÁI XE', "DRIVER'S LICENSE"]

export const LABELS: readonly LabelSet[] = [
  {
    kind: 'cmnd-9',
    side: 'front',
    titles: CMND,
    labels: [
      label('id', 'SỐ'),
      label('name', 'Họ tên'),
      label('birthday', 'Sinh ngày'),
      label('hometown', 'Nguyên quán'),
      label('address', 'Nơi ĐKHK thường trú'),
    ],
  },
  {
    kind: 'cmnd-9',
    side: 'back',
    titles: [],
    labels: [
      label('ethnicity', 'Dân tộc'),
      label('religion', 'Tôn giáo'),
      label('characteristics', 'DẤU VẾT RIÊNG VÀ DỊ HÌNH'),
      { text: 'NGÓN TRỎ TRÁI' },
      { text: 'NGÓN TRỎ PHẢI' },
    ],
  },
  {
    kind: 'cmnd-12',
    side: 'front',
    titles: [...CMND, 'CHỨNG MINH NHÂN DÂN'],
    labels: [
      label('id', 'Số'),
      label('name', 'Họ và tên khai sinh'),
      { text: 'Họ và tên gọi khác' },
      label('birthday', 'Ngày, tháng, năm sinh'),
      label('sex', 'Giới tính'),
      label('ethnicity', 'Dân tộc'),
      label('hometown', 'Quê quán'),
      label('address', 'Nơi thường trú'),
      label('expiry', 'Có giá trị đến'),
    ],
  },
  {
    kind: 'cmnd-12',
    side: 'back',
    titles: [],
    labels: [
      { text: 'Họ và tên cha' },
      { text: 'Họ và tên mẹ' },
      label('religion', 'Tôn giáo'),
      label('characteristics', 'Đặc điểm nhận dạng'),
      { text: 'Ngón trỏ trái' },
      { text: 'Ngón trỏ phải' },
    ],
  },
  {
    kind: 'cccd-12',
    side: 'front',
    titles: ['CĂN CƯỚC CÔNG DÂN'],
    labels: [
      label('id', 'Số'),
      label('name', 'Họ và tên'),
      label('birthday', 'Ngày, tháng, năm sinh'),
      label('sex', 'Giới tính'),
      label('national', 'Quốc tịch'),
      label('hometown', 'Quê quán'),
      label('address', 'Nơi thường trú'),
      label('expiry', 'Có giá trị đến'),
    ],
  },
  {
    kind: 'cccd-12',
    side: 'back',
    titles: [],
    labels: [
      label('characteristics', 'Đặc điểm nhận dạng'),
      { text: 'Ngón trỏ trái' },
      { text: 'Ngón trỏ phải' },
    ],
  },
  {
    kind: 'cccd-chip',
    side: 'front',
    titles: ['CĂN CƯỚC CÔNG DÂN', 'Citizen Identity Card'],
    labels: [
      NUMBER,
      NAME,
      BIRTH,
      SEX,
      NATIONAL,
      label('hometown', 'Quê quán', 'Place of origin'),
      label('address', 'Nơi thường trú', 'Place of residence'),
      UNTIL,
    ],
  },
  {
    kind: 'cccd-chip',
    side: 'back',
    titles: [],
    labels: [
      label('characteristics', 'Đặc điểm nhận dạng', 'Personal identification'),
      label('issue_date', 'Ngày, tháng, năm', 'Date, month, year'),
      { text: 'Ngón trỏ trái', english: 'Left index finger' },
      { text: 'Ngón trỏ phải', english: 'Right index finger' },
    ],
  },
  {
    kind: 'can-cuoc',
    side: 'front',
    titles: ['CĂN CƯỚC', 'IDENTITY CARD'],
    labels: [
      label('id', 'Số định danh cá nhân', 'Personal identification number'),
      label('name', 'Họ, chữ đệm và tên khai sinh', 'Full name'),
      label('birthday', 'Ngày, tháng, năm sinh', 'Date of birth'),
      SEX,
      NATIONAL,
    ],
  },
  {
    kind: 'can-cuoc',
    side: 'back',
    titles: [],
    labels: [
      label('address', 'Nơi cư trú', 'Place of residence'),
      label('hometown', 'Nơi đăng ký khai sinh', 'Place of birth'),
      label('issue_date', 'Ngày, tháng, năm cấp', 'Date of issue'),
      label('expiry', 'Ngày, tháng, năm hết hạn', 'Date of expiry'),
    ],
  },
  { kind: 'passport-old', side: 'front', titles: ['HỘ CHIẾU', 'PASSPORT'], labels: PASSPORT_LABELS },
  { kind: 'passport-new', side: 'front', titles: ['HỘ CHIẾU', 'PASSPORT'], labels: PASSPORT_LABELS },
  { kind: 'licence-paper', side: 'front', titles: LICENCE, labels: LICENCE_FRONT },
  { kind: 'licence-paper', side: 'back', titles: [], labels: LICENCE_BACK },
  { kind: 'licence-pet', side: 'front', titles: LICENCE, labels: LICENCE_FRONT },
  { kind: 'licence-pet', side: 'back', titles: [], labels: LICENCE_BACK },
  { kind: 'licence-2025', side: 'front', titles: LICENCE, labels: LICENCE_FRONT },
  { kind: 'licence-2025', side: 'back', titles: [], labels: LICENCE_BACK },
]

export const labelsOf = (kind: Kind, side: Side): LabelSet | undefined =>
  LABELS.find((set) => set.kind === kind && set.side === side)
