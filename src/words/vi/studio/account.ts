// Words of the screen of a member's own account: password, passkeys and sessions, in Vietnamese.
import type * as en from '../../en/studio/account.ts'

export const account: Record<keyof typeof en.account, string> = {
  title: 'Tài khoản của bạn',
  lead: 'Bạn đăng nhập bằng gì, và đang đăng nhập ở đâu.',
  password: 'Mật khẩu',
  current: 'Mật khẩu hiện tại',
  currentHint: 'Để trống nếu bạn chưa có mật khẩu.',
  wanted: 'Mật khẩu mới',
  change: 'Đổi mật khẩu',
  changed: 'Đã đổi mật khẩu. Mọi phiên khác đã kết thúc.',
  passkeys: 'Khóa truy cập',
  noPasskeys: 'Bạn chưa có khóa truy cập nào.',
  passkeyName: 'Bạn gọi khóa này là gì, ví dụ tên thiết bị',
  addPasskey: 'Thêm khóa truy cập',
  removePasskey: 'Xóa',
  madeAt: 'tạo lúc {time}',
  usedAt: 'dùng lúc {time}',
  usedNever: 'chưa dùng',
  noPasskeysHere: 'Trình duyệt hoặc địa chỉ này không tạo được khóa truy cập.',
  sessions: 'Phiên đăng nhập',
  thisOne: 'phiên này',
  since: 'từ {time}, dùng lần cuối {used}',
  end: 'Kết thúc',
}
