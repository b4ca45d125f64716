// Words for what a check of a living person looked at, and what it did not.
import { words } from './words.ts'

export const coverage = words({
  en: {
    title: 'What was checked, and what was not',
    checked: 'Checked',
    unchecked: 'Not checked',
    prints: 'Signs of a print or a screen in the picture',
    turns: 'Whether the head moved as it was asked to, at random, just now',
    depth: 'Whether the face has the depth of a head',
    onePerson: 'Whether it was one person throughout, in pictures never seen before',
    film: 'Whether the face moves of itself, and the film does not repeat',
    light: 'Whether the face answers the light of this very screen',
    drawing:
      'Whether the face is drawn or made by a computer: a good drawing has no signs of a print, and may get a high score here',
    moving: 'Whether the person moves: one picture cannot tell',
    injected:
      'Whether the camera itself is real: a film can be fed in its place. Only phones with attested keys tell',
    who: 'Who the person is: compare the face for that',
    masks: 'Masks made with great effort',
  },
  vi: {
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
  },
})
