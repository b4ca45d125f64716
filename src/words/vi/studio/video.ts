// Words of the video check, in Vietnamese.
import type * as en from '../../en/studio/video.ts'

export const video: Record<keyof typeof en.video, string> = {
  title: 'Kiểm tra video',
  lead: 'Vài giây video đủ để biết khuôn mặt có phải người thật không. Chỉ giữ các dấu ảnh nhỏ đã niêm phong để nhận ra khi video được gửi lại.',
  record: 'Quay bằng camera',
  recordHint: '{seconds} giây. Nhìn vào camera, quay đầu sang hai bên và nói vài lời.',
  choose: 'Chọn video',
  chooseHint: 'MP4, MOV, WebM, 3GP hoặc AVI; từ 1 đến 60 giây, tối đa 64 MiB',
  go: 'Bắt đầu quay',
  stop: 'Dừng',
  recording: 'Đang quay',
  recordingHint: 'Nhìn vào camera, quay đầu sang hai bên và nói vài lời',
  ready: 'Sẵn sàng khi bạn muốn',
  sending: 'Đang gửi video',
  reading: 'Máy chủ đang xem video',
  noRecorder: 'Trình duyệt này không quay video được. Hãy chọn một tệp.',
  genuine: 'Người thật',
  probability: 'Xác suất là người thật: {percent} %',
  again: 'Video khác',
}
