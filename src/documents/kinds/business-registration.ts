// The certificate of business registration, a sheet of A4; its values are read by registration/.
import type { KindDefinition } from './kind.ts'
import { COMPANY_LABELS, COMPANY_TITLES } from './parts/company-words.ts'
import { labelCue, titleCue } from './parts/cues.ts'

/** Shorter labels stand on other documents too. */
const LEAST_CHARACTERS = 12

export const businessRegistration: KindDefinition<'business-registration'> = {
  kind: 'business-registration',
  family: 'registration',
  commonName: 'BUSINESS REGISTRATION',
  widthMm: 210,
  heightMm: 297,
  language: 'vietnamese',
  front: {
    titles: [],
    labels: [],
    cues: [
      ...COMPANY_TITLES.map((row) => titleCue(row.title)),
      titleCue('GIẤY CHỨNG NHẬN ĐĂNG KÝ HỘ KINH DOANH'),
      ...COMPANY_LABELS.filter((text) => text.length >= LEAST_CHARACTERS).map((text) => labelCue(text, 1.5)),
    ],
    code: { region: { x: 0, y: 0, width: 1, height: 0.3 }, effort: 'plain' },
  },
}
