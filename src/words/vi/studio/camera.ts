// Words about the camera: asking for it, choosing one, and why there is none, in Vietnamese.
import type * as en from '../../en/studio/camera.ts'

export const camera: Record<keyof typeof en.camera, string> = {
  preview: 'Hình từ camera',
  asking: 'Hãy cho phép dùng camera khi trình duyệt hỏi.',
  choose: 'Camera',
  front: 'Camera trước',
  back: 'Camera sau',
  numbered: 'Camera {number}',
  take: 'Chụp ảnh',
  close: 'Đóng camera',
  denied: 'Chưa được phép dùng camera',
  deniedHelp:
    'Trình duyệt đang chặn camera với trang này. Hãy mở phần cài đặt của trang bên cạnh địa chỉ, cho phép camera rồi thử lại.',
  unsupported: 'Trình duyệt này không cho trang web dùng camera',
  unsupportedHelp: 'Hãy mở studio bằng Chrome, Edge, Firefox hoặc Safari phiên bản mới.',
  none: 'Không tìm thấy camera',
  noneHelp: 'Hãy kết nối camera, hoặc mở studio trên điện thoại.',
  inUse: 'Camera đang bận',
  inUseHelp: 'Một chương trình khác đang dùng camera. Hãy đóng cuộc gọi video và các tab khác rồi thử lại.',
  insecure: 'Camera cần HTTPS',
  insecureHelp:
    'Trình duyệt không cho dùng camera khi trang được mở qua HTTP thường từ máy khác. Hãy mở studio qua HTTPS, hoặc ngay trên máy chủ bằng http://localhost.',
  failed: 'Không khởi động được camera',
  failedHelp: 'Hãy rút ra cắm lại, hoặc chọn camera khác rồi thử lại.',
  ended: 'Camera đã bị tắt',
  endedHelp: 'Camera bị rút ra hoặc chương trình khác đã chiếm dụng. Hãy thử lại khi camera sẵn sàng.',
}
