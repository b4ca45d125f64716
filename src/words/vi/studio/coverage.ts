// Words for what a check of a living person looked at, and what it did not, in Vietnamese.
import type * as en from '../../en/studio/coverage.ts'

export const coverage: Record<keyof typeof en.coverage, string> = {
  title: 'Đã kiểm tra gì và chưa kiểm tra gì',
  checked: 'Đã kiểm tra',
  unchecked: 'Chưa kiểm tra',
  prints: 'Dấu hiệu của ảnh in hoặc màn hình trong hình',
  turns: 'Đầu có cử động đúng theo yêu cầu ngẫu nhiên vừa đưa ra không',
  depth: 'Khuôn mặt có chiều sâu của đầu người không',
  onePerson: 'Có phải luôn là một người, với những ảnh chưa từng xuất hiện không',
  film: 'Khuôn mặt có tự cử động và video có bị lặp lại không',
  light: 'Khuôn mặt có đáp lại ánh sáng của chính màn hình này không',
  drawing:
    'Khuôn mặt có phải là hình vẽ hay do máy tính tạo ra không: hình vẽ đẹp không có dấu hiệu của ảnh in nên vẫn có thể được điểm cao ở đây',
  moving: 'Người đó có cử động không: một tấm ảnh không cho biết điều này',
  injected:
    'Camera có phải camera thật không: có thể đưa video vào thay camera. Chỉ điện thoại có khóa được chứng thực mới cho biết',
  who: 'Người đó là ai: hãy so sánh khuôn mặt để biết',
  masks: 'Mặt nạ được làm rất công phu',
}
