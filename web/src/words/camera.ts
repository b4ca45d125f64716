// Words about the camera: asking for it, choosing one, and why there is none.
import { words } from './words.ts'

export const camera = words({
  en: {
    preview: 'What the camera sees',
    asking: 'Please allow the camera when your browser asks.',
    choose: 'Camera',
    front: 'Front camera',
    back: 'Back camera',
    numbered: 'Camera {number}',
    take: 'Take the picture',
    close: 'Close the camera',
    denied: 'The camera is not allowed',
    deniedHelp:
      'Your browser blocks the camera for this page. Open the page settings beside the address, allow the camera and try again.',
    unsupported: 'This browser cannot use a camera',
    unsupportedHelp: 'Open the studio in an up-to-date Chrome, Edge, Firefox or Safari.',
    none: 'No camera was found',
    noneHelp: 'Connect a camera, or open the studio on a phone.',
    inUse: 'The camera is busy',
    inUseHelp: 'Another program is using it. Close video calls and other tabs, then try again.',
    insecure: 'Cameras need HTTPS',
    insecureHelp:
      'Browsers give no camera to a page that came over plain HTTP from another machine. Open the studio over HTTPS, or on the server itself as http://localhost.',
    failed: 'The camera could not be started',
    failedHelp: 'Unplug and plug it in again, or choose another one, then try again.',
    ended: 'The camera was switched off',
    endedHelp: 'It was unplugged, or taken by another program. Try again when it is back.',
  },
  vi: {
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
    inUseHelp:
      'Một chương trình khác đang dùng máy ảnh. Hãy đóng cuộc gọi video và các tab khác rồi thử lại.',
    insecure: 'Máy ảnh cần HTTPS',
    insecureHelp:
      'Trình duyệt không cho dùng máy ảnh khi trang được mở qua HTTP thường từ máy khác. Hãy mở studio qua HTTPS, hoặc ngay trên máy chủ bằng http://localhost.',
    failed: 'Không khởi động được máy ảnh',
    failedHelp: 'Hãy rút ra cắm lại, hoặc chọn máy ảnh khác rồi thử lại.',
    ended: 'Máy ảnh đã bị tắt',
    endedHelp: 'Máy ảnh bị rút ra hoặc chương trình khác đã chiếm dụng. Hãy thử lại khi máy ảnh sẵn sàng.',
  },
})
