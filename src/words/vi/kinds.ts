// The kinds of documents in Vietnamese.
import type { Kind } from '../../documents/kinds/kinds.ts'
import type { CertificateKindName, CommonName } from '../shapes.ts'

export const kinds: Readonly<Record<Kind, string>> = {
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
  'business-registration': 'Giấy đăng ký kinh doanh',
  'foreign-td1': 'Thẻ căn cước nước ngoài',
  'foreign-td3': 'Hộ chiếu nước ngoài',
  other: 'Giấy tờ khác',
}

/** What was seen in place of the document that was asked for; it stands within a sentence. */
export const commonNames: Readonly<Record<CommonName, string>> = {
  'IDENTITY CARD': 'thẻ căn cước, CCCD hoặc CMND',
  PASSPORT: 'hộ chiếu',
  'DRIVER LICENCE': 'giấy phép lái xe',
  'BUSINESS REGISTRATION': 'giấy đăng ký kinh doanh',
  'FOREIGN IDENTITY CARD': 'thẻ căn cước nước ngoài',
  'FOREIGN PASSPORT': 'hộ chiếu nước ngoài',
}

/** What a certificate of business registration registers. */
export const certificateKinds: Readonly<Record<CertificateKindName, string>> = {
  ENTERPRISE: 'Doanh nghiệp',
  BRANCH: 'Chi nhánh',
  'REPRESENTATIVE OFFICE': 'Văn phòng đại diện',
  'BUSINESS LOCATION': 'Địa điểm kinh doanh',
  'HOUSEHOLD BUSINESS': 'Hộ kinh doanh',
  COOPERATIVE: 'Hợp tác xã',
}
