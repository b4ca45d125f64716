// The fields of certificates of business registration in Vietnamese; what a person has there as on a card stands in fields.ts.
import type { CertificateField } from '../shapes.ts'

export const certificateFields: Readonly<Record<CertificateField, string>> = {
  title: 'Chức danh',
  gender: 'Giới tính',
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
