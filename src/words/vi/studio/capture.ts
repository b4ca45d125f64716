// Words of what frames prove about the camera that took them: level, what keeps the key, and why, in Vietnamese.
import type * as en from '../../en/studio/capture.ts'

export const captureLevels: Record<keyof typeof en.captureLevels, string> = {
  attested: 'Điện thoại chứng thực camera',
  signed: 'Ảnh được ký bằng một khóa',
  unattested: 'Không có gì chứng thực camera',
}

export const captureDevices: Record<keyof typeof en.captureDevices, string> = {
  strongbox: 'chip riêng trong điện thoại (StrongBox)',
  'trusted-environment': 'vùng tin cậy của bộ xử lý điện thoại',
  'secure-enclave': 'Secure Enclave của Apple',
  browser: 'trình duyệt',
}

export const captureReasons: Record<keyof typeof en.captureReasons, string> = {
  'attested-key': 'Mọi khung hình được ký bằng khóa nằm trong phần cứng và được nhà sản xuất bảo đảm.',
  'own-key':
    'Mọi khung hình được ký bằng một khóa không ai bảo đảm. Điều đó chứng tỏ một người gửi, không chứng tỏ camera.',
  'no-key': 'Lần kiểm tra bắt đầu mà không có khóa.',
  'key-ended': 'Khóa đã bị thu hồi, hết hạn, hoặc nhà sản xuất đã thu hồi chứng thư.',
  'frames-unsigned': 'Có khung hình không có chữ ký.',
  'frames-out-of-order': 'Số thứ tự khung hình và thời gian đã ký không khớp nhau.',
  'frames-not-fresh': 'Thời gian đã ký không nằm trong lần kiểm tra.',
  'counter-went-back': 'Bộ đếm của khóa không tăng giữa các khung hình.',
  'video-not-signed': 'Video được đánh giá không có thử thách nên không có gì được ký.',
}
