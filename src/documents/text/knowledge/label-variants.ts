// Other wordings of printed labels, by family of documents: print runs, years and offices differ.
import type { Kind } from '../../kinds.ts'
import type { Label } from './labels.ts'

/** Documents whose labels mean the same. */
export type Family = 'identity' | 'passport' | 'licence'

const FAMILIES: Readonly<Partial<Record<Kind, Family>>> = {
  'cmnd-9': 'identity',
  'cmnd-12': 'identity',
  'cccd-12': 'identity',
  'cccd-chip': 'identity',
  'can-cuoc': 'identity',
  'passport-old': 'passport',
  'passport-new': 'passport',
  'licence-paper': 'licence',
  'licence-pet': 'licence',
  'licence-2025': 'licence',
}

export const familyOf = (kind: Kind): Family | undefined => FAMILIES[kind]

const row = (field: string, text: string, english?: string): Label =>
  english === undefined ? { field, text } : { field, text, english }

/** Announces nothing that is answered, but ends what stands before it. */
const heading = (text: string, english?: string): Label =>
  english === undefined ? { text } : { text, english }

export const LABEL_VARIANTS: Readonly<Record<Family, readonly Label[]>> = {
  identity: [
    row('name', 'Họ và tên'),
    row('name', 'Họ tên khai sinh'),
    row('name', 'Họ, chữ đệm và tên', 'Full name'),
    row('birthday', 'Sinh ngày'),
    row('sex', 'Giới tính', 'Gender'),
    row('hometown', 'Nơi sinh', 'Place of birth'),
    row('hometown', 'Nơi đăng ký khai sinh', 'Place of birth registration'),
    row('address', 'Nơi đăng ký hộ khẩu thường trú'),
    row('address', 'Nơi ĐKNK thường trú'),
    row('address', 'Địa chỉ thường trú'),
    row('expiry', 'Có giá trị đến ngày', 'Valid until'),
    row('expiry', 'Ngày hết hạn', 'Date of expiry'),
    row('issue_date', 'Ngày cấp', 'Date of issue'),
    row('characteristics', 'Đặc điểm nhân dạng', 'Personal identification'),
    row('characteristics', 'Dấu vết riêng và dị hình'),
    row('id', 'Số CCCD'),
    row('id', 'Số CMND'),
    heading('Tên gọi khác'),
    heading('Họ tên cha'),
    heading('Họ tên mẹ'),
    heading('Họ tên vợ (chồng)'),
    heading('Họ và tên vợ (chồng)'),
    heading('Nhóm máu', 'Blood type'),
  ],
  passport: [
    row('surname', 'Họ', 'Surname'),
    row('given_names', 'Chữ đệm và tên', 'Given names'),
    row('given_names', 'Tên', 'Given names'),
    row('passport_id', 'Số hộ chiếu', 'Passport No.'),
    row('id', 'Số ĐDCN/CMND', 'Personal No.'),
    row('id', 'Số CMND/CCCD', 'ID card No.'),
    row('id', 'Số CMND', 'ID card No.'),
    row('id', 'Số định danh cá nhân', 'ID No.'),
    row('issue_by', 'Cơ quan cấp', 'Issuing authority'),
    row('issue_by', 'Nơi cấp', 'Authority'),
    row('expiry', 'Ngày hết hạn', 'Date of expiry'),
    heading('Chữ ký người mang hộ chiếu', 'Signature of bearer'),
    heading('Chữ ký của người mang hộ chiếu', "Holder's signature"),
  ],
  licence: [
    row('name', 'Họ tên', 'Full name'),
    row('birthday', 'Sinh ngày'),
    row('address', 'Nơi thường trú'),
    row('address', 'Nơi cư trú', 'Place of residence'),
    row('address', 'Nơi cư trú', 'Residence'),
    row('expiry', 'Có giá trị đến', 'Date of expiry'),
    row('expiry', 'Giá trị đến', 'Valid until'),
    row('issue_place', 'Nơi cấp', 'Place of issue'),
    row('issue_date', 'Ngày cấp', 'Date of issue'),
    row('seri_id', 'Số seri'),
    row('seri_id', 'Số sê ri'),
    row('class_date', 'Ngày trúng tuyển', 'Date of passing'),
    heading('Loại xe', 'Vehicles'),
    heading('Loại xe được điều khiển', 'Vehicles permitted to drive'),
    heading('Loại xe cơ giới đường bộ được điều khiển', 'Classification of motor vehicles'),
    heading('Mã hạn chế', 'Restriction'),
    heading('Điều kiện hạn chế', 'Restrictions'),
  ],
}
