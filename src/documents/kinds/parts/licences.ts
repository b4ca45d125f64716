// What Vietnamese driving licences have in common: labels, fields, cues, numbers.
import type { KindDefinition, Label, PageDefinition } from '../kind.ts'
import { englishTitleCue, labelCue, titleCue } from './cues.ts'
import { BIRTHDAY, heading, label, NAME, NUMBER } from './labels.ts'

const LABEL_VARIANTS: readonly Label[] = [
  label('name', 'Họ tên', 'Full name'),
  label('birthday', 'Sinh ngày'),
  label('birthday', 'Năm sinh'),
  label('birthday', 'Sinh năm'),
  label('address', 'Nơi thường trú'),
  label('address', 'Nơi cư trú', 'Place of residence'),
  label('address', 'Nơi cư trú', 'Residence'),
  label('expiry', 'Có giá trị đến', 'Date of expiry'),
  label('expiry', 'Giá trị đến', 'Valid until'),
  label('issue_place', 'Nơi cấp', 'Place of issue'),
  label('issue_date', 'Ngày cấp', 'Date of issue'),
  label('seri_id', 'Số seri'),
  label('seri_id', 'Số sê ri'),
  heading('Ngày trúng tuyển', 'Date of passing'),
  heading('Loại xe', 'Vehicles'),
  heading('Loại xe được điều khiển', 'Vehicles permitted to drive'),
  heading('Loại xe cơ giới đường bộ được điều khiển', 'Classification of motor vehicles'),
  heading('Mã hạn chế', 'Restriction'),
  heading('Điều kiện hạn chế', 'Restrictions'),
]

export const LICENCE = {
  family: 'licence',
  commonName: 'DRIVER LICENCE',
  labelVariants: LABEL_VARIANTS,
  designs: ['licence'],
} as const satisfies Partial<KindDefinition>

export const LICENCE_NUMBER = { pattern: /^\d{12}$/, shape: 'licence' } as const

export const LICENCE_FRONT = {
  titles: ['GIẤY PHÉP LÁI XE', "DRIVER'S LICENSE"],
  labels: [
    NUMBER,
    NAME,
    BIRTHDAY,
    label('nationality', 'Quốc tịch', 'Nationality'),
    label('address', 'Nơi cư trú', 'Address'),
    label('class_type', 'Hạng', 'Class'),
    label('expiry', 'Có giá trị đến', 'Expires'),
  ],
  lines: {
    id: 1,
    name: 1,
    birthday: 1,
    nationality: 1,
    address: 2,
    class_type: 1,
    issue_date: 1,
    issue_place: 2,
    expiry: 1,
  },
  unlabelled: ['number', 'date-in-words'],
} as const satisfies Partial<PageDefinition>

/** The columns of the table of classes are read as rows; see fields/class-rows.ts. */
export const LICENCE_BACK = {
  titles: [],
  labels: [
    heading('Hạng', 'Class'),
    heading('Ngày trúng tuyển', 'Beginning date'),
    heading('CÁC LOẠI XE CƠ GIỚI ĐƯỜNG BỘ ĐƯỢC ĐIỀU KHIỂN', 'CLASSIFICATION OF MOTOR VEHICLES'),
  ],
  lines: { seri_id: 1 },
  unlabelled: ['serial'],
} as const satisfies Partial<PageDefinition>

export const LICENCE_CUE = titleCue('GIẤY PHÉP LÁI XE')
export const LICENCE_ENGLISH_CUES = [
  englishTitleCue("DRIVER'S LICENSE"),
  englishTitleCue('DRIVING LICENSE'),
] as const
export const VEHICLES_CUE = titleCue('CÁC LOẠI XE CƠ GIỚI ĐƯỜNG BỘ ĐƯỢC ĐIỀU KHIỂN')
/** The offices that issued licences before 2025. */
export const TRANSPORT_OFFICE_CUES = [
  labelCue('SỞ GIAO THÔNG VẬN TẢI', 2),
  labelCue('TỔNG CỤC ĐƯỜNG BỘ VIỆT NAM', 2),
] as const
