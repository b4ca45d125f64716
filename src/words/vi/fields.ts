// The fields of documents in Vietnamese; lists show them in the order of these tables.
import type { AnsweredField } from '../shapes.ts'

/** Of identity documents, travel documents and driving licences. */
export const fields: Readonly<Record<AnsweredField, string>> = {
  mrz_type: 'Loại vùng đọc máy',
  passport_id: 'Số hộ chiếu',
  id: 'Số',
  name: 'Họ và tên',
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
}
