// The words printed on business-registration certificates, by company form and by the law they were printed under.
import type { Company } from '../facts/record.ts'

/** How a certificate speaks of the thing it registers. */
interface Subject {
  readonly noun: string
  readonly code: string
  readonly addressHeading: string
  readonly capital: string
  readonly members?: string
  readonly owner?: string
  readonly lead: string
}

const company = (more: Partial<Subject>): Subject => ({
  noun: 'công ty',
  code: 'Mã số doanh nghiệp',
  addressHeading: 'Địa chỉ trụ sở chính',
  capital: 'Vốn điều lệ',
  lead: 'Người đại diện theo pháp luật của công ty',
  ...more,
})

export const SUBJECTS: Readonly<Record<Company['form'], Subject>> = {
  'joint-stock': company({}),
  'one-member': company({ owner: 'Thông tin về chủ sở hữu' }),
  'two-members': company({ members: 'Danh sách thành viên góp vốn' }),
  partnership: company({ members: 'Danh sách thành viên hợp danh' }),
  private: company({ noun: 'doanh nghiệp', capital: 'Vốn đầu tư', lead: 'Thông tin về chủ doanh nghiệp' }),
  branch: company({
    noun: 'chi nhánh',
    code: 'Mã số chi nhánh',
    addressHeading: 'Địa chỉ',
    lead: 'Thông tin về người đứng đầu',
  }),
  office: company({
    noun: 'văn phòng đại diện',
    code: 'Mã số văn phòng đại diện',
    addressHeading: 'Địa chỉ',
    lead: 'Thông tin về người đứng đầu',
  }),
}

/** Labels that the enterprise law of 2020 renamed. */
interface PersonWords {
  readonly idType: string
  readonly idNumber: string
  readonly idAddress: string
  readonly contactAddress: string
}

export const PERSON_WORDS: Readonly<Record<Company['era'], PersonWords>> = {
  'before-2021': {
    idType: 'Loại giấy tờ chứng thực cá nhân:',
    idNumber: 'Số giấy chứng thực cá nhân:',
    idAddress: 'Nơi đăng ký hộ khẩu thường trú:',
    contactAddress: 'Chỗ ở hiện tại:',
  },
  'since-2021': {
    idType: 'Loại giấy tờ pháp lý của cá nhân:',
    idNumber: 'Số giấy tờ pháp lý của cá nhân:',
    idAddress: 'Địa chỉ thường trú:',
    contactAddress: 'Địa chỉ liên lạc:',
  },
}
