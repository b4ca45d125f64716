// What a person is asked to do in each task of a challenge, in Vietnamese: page and studio say the same.
import type * as en from '../en/tasks.ts'

export const tasks: Readonly<Record<keyof typeof en.tasks, string>> = {
  'far-distance': 'Giữ cách camera một cánh tay',
  'normal-distance': 'Giữ gần hơn một cánh tay một chút',
  'close-distance': 'Lại gần camera',
  nose: 'Quay đầu cho đến khi mũi chạm chấm tròn',
  light: 'Đưa khuôn mặt vào hình bầu dục và nhìn vào màn hình',
  'keep-face-ahead': 'Nhìn thẳng vào camera',
  'turn-face-left': 'Quay đầu sang bên trái của bạn',
  'turn-face-right': 'Quay đầu sang bên phải của bạn',
  'tilt-face-up': 'Ngẩng mặt lên',
  'tilt-face-down': 'Cúi mặt xuống',
  smile: 'Hãy cười',
  wink: 'Nháy một mắt',
}
