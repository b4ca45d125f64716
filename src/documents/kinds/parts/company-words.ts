// What is printed on a business-registration certificate: its titles by company form, and its labels.

/** The `doc_type` of an answer. */
export type DocType =
  | 'ENTERPRISE'
  | 'BRANCH'
  | 'REPRESENTATIVE OFFICE'
  | 'BUSINESS LOCATION'
  | 'HOUSEHOLD BUSINESS'
  | 'COOPERATIVE'

export type CompanyForm =
  | 'joint-stock'
  | 'one-member'
  | 'two-members'
  | 'partnership'
  | 'private'
  | 'branch'
  | 'office'

interface CompanyTitle {
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

export const COMPANY_LABELS: readonly string[] = [
  'Mã số doanh nghiệp',
  'Đăng ký lần đầu',
  'Đăng ký thay đổi lần thứ',
  'Tên công ty viết bằng tiếng Việt',
  'Tên công ty viết bằng tiếng nước ngoài',
  'Tên công ty viết tắt',
  'Địa chỉ trụ sở chính',
  'Điện thoại',
  'Fax',
  'Email',
  'Website',
  'Vốn điều lệ',
  'Bằng chữ',
  'Mệnh giá cổ phần',
  'Tổng số cổ phần',
  'Người đại diện theo pháp luật của công ty',
  'Họ và tên',
  'Giới tính',
  'Chức danh',
  'Sinh ngày',
  'Dân tộc',
  'Quốc tịch',
  'Loại giấy tờ pháp lý của cá nhân',
  'Số giấy tờ pháp lý của cá nhân',
  'Ngày cấp',
  'Nơi cấp',
  'Địa chỉ thường trú',
  'Địa chỉ liên lạc',
]
