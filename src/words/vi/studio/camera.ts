// Words about the camera: asking for it, choosing one, and why there is none, in Vietnamese.
import type * as en from '../../en/studio/camera.ts'

export const camera: Record<keyof typeof en.camera, string> = {
  preview: 'Hình từ máy ảnh',
  asking: 'Hãy cho phép dùng máy ảnh khi trình duyệt hỏi.',
  choose: 'Máy ảnh',
  front: 'Máy ảnh trước',
  back: 'Máy ảnh sau',
  numbered: 'Máy ảnh {number}',
  take: 'Chụp ảnh',
  close: 'Đóng máy ảnh',
  denied: 'Chưa được phép dùng máy ảnh',
  deniedHelp:
    'Trình duyệt đang chặn máy ảnh với trang này. Hãy mở phần cài đặt của trang bên cạnh địa chỉ, cho phép máy ảnh rồi thử lại.',
  unsupported: 'Trình duyệt này không cho trang web dùng máy ảnh',
  unsupportedHelp: 'Hãy mở studio bằng Chrome, Edge, Firefox hoặc Safari phiên bản mới.',
  none: 'Không tìm thấy máy ảnh',
  noneHelp: 'Hãy kết nối máy ảnh, hoặc mở studio trên điện thoại.',
  inUse: 'Máy ảnh đang bận',
  inUseHelp: 'Một chương trình khác đang dùng máy ảnh. Hãy đóng cuộc gọi video và các tab khác rồi thử lại.',
  insecure: 'Máy ảnh cần HTTPS',
  insecureHelp:
    'Trình duyệt không cho dùng máy ảnh khi trang được mở qua HTTP thường từ máy khác. Hãy mở studio qua HTTPS, hoặc ngay trên máy chủ bằng http://localhost.',
  failed: 'Không khởi động được máy ảnh',
  failedHelp: 'Hãy rút ra cắm lại, hoặc chọn máy ảnh khác rồi thử lại.',
  ended: 'Máy ảnh đã bị tắt',
  endedHelp: 'Máy ảnh bị rút ra hoặc chương trình khác đã chiếm dụng. Hãy thử lại khi máy ảnh sẵn sàng.',
}
