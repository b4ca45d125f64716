// Words of what frames prove about the camera that took them: level, what keeps the key, and why.
import type { components } from '../../../client/src/index.ts'
import { words } from './words.ts'

type Schemas = components['schemas']
type Level = Schemas['Capture']
type Reason = Schemas['CaptureReason']

const levels = words({
  en: {
    attested: 'Camera attested by the phone',
    signed: 'Frames signed by one key',
    unattested: 'Nobody vouches for the camera',
  } satisfies Record<Level, string>,
  vi: {
    attested: 'Điện thoại chứng thực máy ảnh',
    signed: 'Ảnh được ký bằng một khóa',
    unattested: 'Không có gì chứng thực máy ảnh',
  } satisfies Record<Level, string>,
})

const devices = words({
  en: {
    strongbox: 'a chip of its own in the phone (StrongBox)',
    'trusted-environment': 'the trusted part of the phone’s processor',
    'secure-enclave': 'the Secure Enclave of Apple',
    browser: 'a browser',
  },
  vi: {
    strongbox: 'chip riêng trong điện thoại (StrongBox)',
    'trusted-environment': 'vùng tin cậy của bộ xử lý điện thoại',
    'secure-enclave': 'Secure Enclave của Apple',
    browser: 'trình duyệt',
  },
})

const reasons = words({
  en: {
    'attested-key': 'Every frame was signed by a key in hardware, and its maker vouches for it.',
    'own-key':
      'Every frame was signed by one key that nobody vouches for. That proves one sender, and no camera.',
    'no-key': 'The check was started without a key.',
    'key-ended': 'The key was revoked, is over, or its maker took its certificate back.',
    'frames-unsigned': 'A frame came without a signature.',
    'frames-out-of-order': 'The numbers of frames and the times signed with them disagree.',
    'frames-not-fresh': 'The signed times do not fit into the time of the check.',
    'counter-went-back': 'The counter of the key did not go up from frame to frame.',
    'video-not-signed': 'A video is judged without a challenge, and nothing in it is signed.',
  } satisfies Record<Reason, string>,
  vi: {
    'attested-key': 'Mọi khung hình được ký bằng khóa nằm trong phần cứng và được nhà sản xuất bảo đảm.',
    'own-key':
      'Mọi khung hình được ký bằng một khóa không ai bảo đảm. Điều đó chứng tỏ một người gửi, không chứng tỏ máy ảnh.',
    'no-key': 'Lần kiểm tra bắt đầu mà không có khóa.',
    'key-ended': 'Khóa đã bị thu hồi, hết hạn, hoặc nhà sản xuất đã thu hồi chứng thư.',
    'frames-unsigned': 'Có khung hình không có chữ ký.',
    'frames-out-of-order': 'Số thứ tự khung hình và thời gian đã ký không khớp nhau.',
    'frames-not-fresh': 'Thời gian đã ký không nằm trong lần kiểm tra.',
    'counter-went-back': 'Bộ đếm của khóa không tăng giữa các khung hình.',
    'video-not-signed': 'Video được đánh giá không có thử thách nên không có gì được ký.',
  } satisfies Record<Reason, string>,
})

/** A word of a newer server is shown as it is. */
const known = (table: Readonly<Record<string, string>>, name: string): string => table[name] ?? name

export const levelWords = (level: string): string => known(levels(), level)
export const deviceWords = (device: string): string => known(devices(), device)
export const captureReasonWords = (reason: string): string => known(reasons(), reason)
