// What is printed on a business-registration certificate: its titles by company form, and its labels.
import type { Label } from './labels.ts'

export type CompanyForm =
  | 'joint-stock'
  | 'one-member'
  | 'two-members'
  | 'partnership'
  | 'private'
  | 'branch'
  | 'office'

export interface CompanyTitle {
  readonly form: CompanyForm
  readonly title: string
  /** The line under the title. */
  readonly subtitle: string
  /** How such a company's own name begins. */
  readonly prefix: string
}

const ENTERPRISE = 'GIẤY CHỨNG NHẬN ĐĂNG KÝ DOANH NGHIỆP'

export const COMPANY_TITLES: readonly CompanyTitle[] = [
  { form: 'joint-stock', title: ENTERPRISE, subtitle: 'CÔNG TY CỔ PHẦN', prefix: 'CÔNG TY CỔ PHẦN' },
  {
    form: 'one-member',
    title: ENTERPRISE,
    subtitle: 'CÔNG TY TRÁCH NHIỆM HỮU HẠN MỘT THÀNH VIÊN',
    prefix: 'CÔNG TY TNHH MỘT THÀNH VIÊN',
  },
  {
    form: 'two-members',
    title: ENTERPRISE,
    subtitle: 'CÔNG TY TRÁCH NHIỆM HỮU HẠN HAI THÀNH VIÊN TRỞ LÊN',
    prefix: 'CÔNG TY TNHH',
  },
  { form: 'partnership', title: ENTERPRISE, subtitle: 'CÔNG TY HỢP DANH', prefix: 'CÔNG TY HỢP DANH' },
  { form: 'private', title: ENTERPRISE, subtitle: 'DOANH NGHIỆP TƯ NHÂN', prefix: 'DOANH NGHIỆP TƯ NHÂN' },
  {
    form: 'branch',
    title: 'GIẤY CHỨNG NHẬN ĐĂNG KÝ HOẠT ĐỘNG',
    subtitle: 'CHI NHÁNH',
    prefix: 'CHI NHÁNH',
  },
  {
    form: 'office',
    title: 'GIẤY CHỨNG NHẬN ĐĂNG KÝ HOẠT ĐỘNG',
    subtitle: 'VĂN PHÒNG ĐẠI DIỆN',
    prefix: 'VĂN PHÒNG ĐẠI DIỆN',
  },
]

const label = (field: string, text: string): Label => ({ field, text })

export const COMPANY_LABELS: readonly Label[] = [
  label('business_code', 'Mã số doanh nghiệp'),
  label('first_register', 'Đăng ký lần đầu'),
  { text: 'Đăng ký thay đổi lần thứ' },
  label('company_name', 'Tên công ty viết bằng tiếng Việt'),
  label('company_foreign_name', 'Tên công ty viết bằng tiếng nước ngoài'),
  label('company_short_name', 'Tên công ty viết tắt'),
  label('company_address', 'Địa chỉ trụ sở chính'),
  label('company_phone', 'Điện thoại'),
  label('fax', 'Fax'),
  label('email', 'Email'),
  label('website', 'Website'),
  label('authorized_capital', 'Vốn điều lệ'),
  { text: 'Bằng chữ' },
  label('par_value', 'Mệnh giá cổ phần'),
  label('total_shares', 'Tổng số cổ phần'),
  { text: 'Người đại diện theo pháp luật của công ty' },
  label('name', 'Họ và tên'),
  label('gender', 'Giới tính'),
  label('title', 'Chức danh'),
  label('birthday', 'Sinh ngày'),
  label('ethnicity', 'Dân tộc'),
  label('nationality', 'Quốc tịch'),
  label('id_type', 'Loại giấy tờ pháp lý của cá nhân'),
  label('id_number', 'Số giấy tờ pháp lý của cá nhân'),
  label('id_issue_date', 'Ngày cấp'),
  label('id_issue_at', 'Nơi cấp'),
  label('id_address', 'Địa chỉ thường trú'),
  label('contact_address', 'Địa chỉ liên lạc'),
]

/** The same fields on certificates before 2021. */
export const OLD_COMPANY_LABELS: readonly Label[] = [
  label('id_type', 'Loại giấy tờ chứng thực cá nhân'),
  label('id_number', 'Số giấy chứng thực cá nhân'),
  label('id_address', 'Nơi đăng ký hộ khẩu thường trú'),
  label('contact_address', 'Chỗ ở hiện tại'),
]
