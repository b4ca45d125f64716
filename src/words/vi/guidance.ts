// What the page says while the camera looks: one short sentence for each word of guidance, in Vietnamese.
// Left and right are the person's own, and so those of the mirror on the screen; the ways of the nose are those of the picture.
import type { Guidance } from '../../liveness/guidance.ts'

export const guidance: Readonly<Record<Guidance, string>> = {
  ok: 'Tốt lắm, giữ yên nhé',
  'show-face': 'Đưa khuôn mặt vào trước camera',
  'one-person-only': 'Chỉ một mình bạn trong khung hình',
  'more-light': 'Cần thêm ánh sáng trên khuôn mặt',
  'less-light': 'Quá sáng: hãy quay tránh nguồn sáng',
  'hold-still': 'Giữ yên, hình đang bị mờ',
  'come-closer': 'Lại gần thêm một chút',
  'move-back': 'Lùi ra một chút',
  'move-into-area': 'Đưa khuôn mặt vào trong khung',
  'look-ahead': 'Nhìn thẳng về phía trước',
  'turn-left': 'Quay đầu thêm về bên trái của bạn',
  'turn-right': 'Quay đầu thêm về bên phải của bạn',
  'look-up': 'Ngẩng cằm lên thêm',
  'look-down': 'Cúi cằm xuống thêm',
  'relax-face': 'Thả lỏng khuôn mặt, chưa cười vội',
  smile: 'Cười tươi lên nào',
  wink: 'Nhắm một mắt, mắt kia vẫn mở',
  'uncover-face': 'Đừng che mặt: bỏ khẩu trang, tay hoặc kính đen',
  'nose-left': 'Quay đầu sang bên phải của bạn, về phía chấm tròn',
  'nose-right': 'Quay đầu sang bên trái của bạn, về phía chấm tròn',
  'nose-up': 'Ngẩng cằm lên, về phía chấm tròn',
  'nose-down': 'Cúi cằm xuống, về phía chấm tròn',
  'darker-room': 'Phòng quá sáng: hãy giảm bớt đèn hoặc tránh xa cửa sổ',
  'screen-brighter': 'Gần như không thấy ánh sáng của màn hình: hãy tăng độ sáng màn hình',
}
