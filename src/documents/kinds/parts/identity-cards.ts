// What Vietnamese identity cards have in common: rules of their numbers and validity, wordings of labels, cues.
import type { ExpiryRule, Label, Unlabelled, Zone } from '../kind.ts'
import { rareCue, titleCue } from './cues.ts'
import { heading, label } from './labels.ts'

export const TWELVE_DIGITS = { pattern: /^\d{12}$/, shape: 'personal' } as const

export const FIFTEEN_YEARS: ExpiryRule = { by: 'issue', years: 15 }
/** Law on Identification 2023, article 46. */
export const END_OF_CMND = { day: 31, month: 12, year: 2024 } as const
/** The ages at which a card must be changed. */
export const BY_AGE: ExpiryRule = { by: 'birthdays', ages: [14, 25, 40, 60], graceYears: 2 }

export const CMND_TITLE = 'GIẤY CHỨNG MINH NHÂN DÂN'
export const CMND_CUES = [titleCue(CMND_TITLE), titleCue('CHỨNG MINH NHÂN DÂN')] as const
export const CCCD_CUE = titleCue('CĂN CƯỚC CÔNG DÂN')
export const MARKS_CUE = rareCue('Đặc điểm nhận dạng', 2.5)
export const DIRECTOR_CUE = rareCue('CỤC TRƯỞNG CỤC CẢNH SÁT', 2)
export const RESIDENCE_OFFICE_CUE = rareCue('ĐKQL CƯ TRÚ VÀ DLQG VỀ DÂN CƯ')
export const SOCIAL_ORDER_OFFICE_CUE = rareCue('QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI')

export const PERSON = { name: 1, birthday: 1, sex: 1 } as const
export const HOME = { hometown: 2, address: 3 } as const
/** The date and the authority above the signature. */
export const SIGNED: readonly Unlabelled[] = ['date-in-words', 'authority']

export const CARD_ZONE: Zone = { begins: /^[I1LC][DC0O<]VNM/, isExpected: true }

export const CARD_LABEL_VARIANTS: readonly Label[] = [
  label('name', 'Họ và tên'),
  label('name', 'Họ tên khai sinh'),
  label('name', 'Họ, chữ đệm và tên', 'Full name'),
  label('birthday', 'Sinh ngày'),
  label('birthday', 'Năm sinh'),
  label('birthday', 'Sinh năm'),
  label('sex', 'Giới tính', 'Gender'),
  label('hometown', 'Nơi sinh', 'Place of birth'),
  label('hometown', 'Nơi đăng ký khai sinh', 'Place of birth registration'),
  label('address', 'Nơi đăng ký hộ khẩu thường trú'),
  label('address', 'Nơi ĐKNK thường trú'),
  label('address', 'Địa chỉ thường trú'),
  label('expiry', 'Có giá trị đến ngày', 'Valid until'),
  label('expiry', 'Ngày hết hạn', 'Date of expiry'),
  label('issue_date', 'Ngày cấp', 'Date of issue'),
  label('characteristics', 'Đặc điểm nhân dạng', 'Personal identification'),
  label('characteristics', 'Dấu vết riêng và dị hình'),
  label('id', 'Số CCCD'),
  label('id', 'Số CMND'),
  heading('Tên gọi khác'),
  heading('Họ tên cha'),
  heading('Họ tên mẹ'),
  heading('Họ tên vợ (chồng)'),
  heading('Họ và tên vợ (chồng)'),
  heading('Nhóm máu', 'Blood type'),
]
