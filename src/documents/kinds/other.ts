// A document with edges and text that is none of the kinds we know; its size is a guess.
import type { Cue, KindDefinition } from './kind.ts'
import { ID1 } from './parts/sizes.ts'

/** The titles of papers that people take for one of ours, or photograph instead of it. */
const TITLES: readonly string[] = [
  'GIẤY KHAI SINH',
  'GIẤY CHỨNG NHẬN KẾT HÔN',
  'GIẤY XÁC NHẬN',
  'GIẤY CHỨNG TỬ',
  'SỔ HỘ KHẨU',
  'HỢP ĐỒNG',
  'GIẤY CHỨNG NHẬN QUYỀN SỬ DỤNG ĐẤT',
  'CHỨNG NHẬN ĐĂNG KÝ XE',
  'GIẤY CHỨNG NHẬN ĐĂNG KÝ XE',
  'CHỨNG NHẬN ĐĂNG KÝ XE MÔ TÔ, XE MÁY',
  'CHỨNG NHẬN ĐĂNG KÝ XE Ô TÔ',
  'THẺ BẢO HIỂM Y TẾ',
  'SỔ BẢO HIỂM XÃ HỘI',
  'BẰNG TỐT NGHIỆP',
  'BẰNG CỬ NHÂN',
  'GIẤY KHEN',
  'BẰNG KHEN',
  'THẺ SINH VIÊN',
  'THẺ HỌC SINH',
  'THẺ NHÂN VIÊN',
  'THẺ THƯ VIỆN',
  'THẺ HỘI VIÊN',
  'THẺ THÀNH VIÊN',
  'HÓA ĐƠN',
  'PHIẾU THU',
  'LÝ LỊCH TƯ PHÁP',
  'PHIẾU LÝ LỊCH TƯ PHÁP',
  'THẺ THƯỜNG TRÚ',
  'THẺ TẠM TRÚ',
  'THẺ ĐẢNG VIÊN',
  'CHỨNG MINH QUÂN NHÂN',
  'GIẤY CHỨNG NHẬN KIỂM ĐỊNH',
  'CHỨNG CHỈ HÀNH NGHỀ',
  'GIẤY RA VIỆN',
  'ĐƠN THUỐC',
  'SAO KÊ TÀI KHOẢN',
]

export const other: KindDefinition<'other'> = {
  kind: 'other',
  family: 'unknown',
  ...ID1,
  language: 'any',
  front: {
    titles: [],
    labels: [],
    cues: TITLES.map((phrase): Cue => ({ phrase, weight: 6, elsewhere: 0, isTitle: true })),
  },
}
