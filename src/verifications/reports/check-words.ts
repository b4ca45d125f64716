// The checks of the API in words, for reports and the studio: exact names, and patterns for those made of parts.
import { checkNames } from './check-names.ts'
import type { ReportLanguage } from './report-words.ts'

const patterns: Record<ReportLanguage, readonly (readonly [pattern: RegExp, text: string])[]> = {
  en: [
    [/^mrz-check-digit-(.+)$/, 'Check digit: {part}'],
    [/^image([12])-(.+)$/, 'Picture {1}: {2}'],
    [/^expected-.+$/, 'As you expect it'],
    [/^frames-(.+)$/, 'Pictures: {part}'],
    [/^face-area-share-not-over-(.+)$/, 'Face not too large: {part}'],
    [/^face-area-share-(.+)$/, 'Face large enough: {part}'],
    [/^growth-.+$/, 'Face grew as the person came closer'],
    [/^transition-(\d+)$/, 'Change {part} of the light'],
    [/^(.+)-degrees$/, 'Angle: {part}'],
    [/^(.+)-covered$/, 'Not covered: {part}'],
  ],
  vi: [
    [/^mrz-check-digit-(.+)$/, 'Chữ số kiểm tra: {part}'],
    [/^image([12])-(.+)$/, 'Ảnh {1}: {2}'],
    [/^expected-.+$/, 'Đúng như bạn cung cấp'],
    [/^frames-(.+)$/, 'Số ảnh: {part}'],
    [/^face-area-share-not-over-(.+)$/, 'Khuôn mặt không quá lớn: {part}'],
    [/^face-area-share-(.+)$/, 'Khuôn mặt đủ lớn: {part}'],
    [/^growth-.+$/, 'Khuôn mặt lớn dần khi lại gần'],
    [/^transition-(\d+)$/, 'Lần đổi màu {part}'],
    [/^(.+)-degrees$/, 'Góc: {part}'],
    [/^(.+)-covered$/, 'Không bị che: {part}'],
  ],
}

/** What a pattern's part is called, where its own name is not plain enough. */
const partsVi: Record<string, string> = {
  'far-distance': 'xa',
  'normal-distance': 'vừa',
  'close-distance': 'gần',
  'keep-face-ahead': 'nhìn thẳng',
  'turn-face-left': 'quay trái',
  'turn-face-right': 'quay phải',
  'straight-yaw': 'quay ngang khi nhìn thẳng',
  'straight-pitch': 'ngẩng hoặc cúi khi nhìn thẳng',
  'straight-roll': 'nghiêng khi nhìn thẳng',
  'tilt-face-up': 'ngẩng lên',
  'tilt-face-down': 'cúi xuống',
  smile: 'cười',
  wink: 'nháy mắt',
  forehead: 'trán',
  eyes: 'mắt',
  nose: 'mũi',
  mouth: 'miệng',
  number: 'số',
  'document-number': 'số giấy tờ',
  optional: 'dữ liệu tùy chọn',
  birth: 'ngày sinh',
  expiry: 'ngày hết hạn',
  personal: 'số cá nhân',
  composite: 'tổng hợp',
}

const partsEn: Record<string, string> = { optional: 'optional data', personal: 'personal number' }

const partWords = (part: string, language: ReportLanguage): string =>
  (language === 'vi' ? partsVi : partsEn)[part] ?? part.replaceAll('-', ' ')

/** A name that is in no table is shown as it is. */
export function checkWordsIn(name: string, language: ReportLanguage): string {
  const exact = checkNames[language][name]
  if (exact) return exact
  for (const [pattern, text] of patterns[language]) {
    const found = pattern.exec(name)
    if (!found) continue
    const [, first = '', second = ''] = found
    return text
      .replace('{part}', partWords(first, language))
      .replace('{1}', first)
      .replace('{2}', checkWordsIn(second, language))
  }
  return name.replaceAll('-', ' ')
}
