// Printed phrases that tell documents apart, and on which pages each stands.
import { type Kind, PAGE_CLASSES, type Side } from '../../kinds.ts'
import { COMPANY_LABELS, COMPANY_TITLES } from './company-words.ts'
import { LABELS } from './labels.ts'

/** `cmnd-9 front` */
export type ClassName = `${Kind} ${Side}`

export const classNames: readonly ClassName[] = PAGE_CLASSES.map(
  ({ kind, side }): ClassName => `${kind} ${side}`,
)

export interface Cue {
  readonly phrase: string
  readonly on: readonly ClassName[]
  /** How many e-folds less likely a page is that should not have it. */
  readonly weight: number
  /** The same for a document that we do not know: it may well have a label of ours, hardly a title. */
  readonly elsewhere: number
  /** Counts only as a line of its own, in capitals where it is so printed. */
  readonly title: boolean
  readonly english?: true
}

const TITLE = { weight: 4, elsewhere: 4, title: true } as const
/** Foreign documents are titled in English too. */
const ENGLISH_TITLE = { weight: 1.5, elsewhere: 0.3, title: true, english: true } as const
const LABEL = { weight: 1.2, elsewhere: 0.6, title: false } as const
const ENGLISH_LABEL = { weight: 0.7, elsewhere: 0.2, title: false, english: true } as const
/** Words that no other page has. */
const SURE = { weight: 3, elsewhere: 1.5, title: false } as const

const cmnd: readonly ClassName[] = ['cmnd-9 front', 'cmnd-12 front']
const backs: readonly ClassName[] = ['cmnd-12 back', 'cccd-12 back', 'cccd-chip back']
const passports: readonly ClassName[] = ['passport-old front', 'passport-new front']
const foreign: readonly ClassName[] = ['foreign-td1 front', 'foreign-td1 back', 'foreign-td3 front']
const company: readonly ClassName[] = ['business-registration front']
const licences: readonly ClassName[] = ['licence-paper front', 'licence-pet front', 'licence-2025 front']

const cue = (phrase: string, on: readonly ClassName[], how: Omit<Cue, 'phrase' | 'on'>): Cue => ({
  phrase,
  on,
  ...how,
})

/** Papers that people take for one of ours, or photograph instead of it. */
const STRANGERS: readonly string[] = [
  ...[
    'GIẤY KHAI SINH',
    'GIẤY CHỨNG NHẬN KẾT HÔN',
    'GIẤY XÁC NHẬN',
    'GIẤY CHỨNG TỬ',
    'SỔ HỘ KHẨU',
    'HỢP ĐỒNG',
  ],
  ...['GIẤY CHỨNG NHẬN QUYỀN SỬ DỤNG ĐẤT', 'CHỨNG NHẬN ĐĂNG KÝ XE', 'GIẤY CHỨNG NHẬN ĐĂNG KÝ XE'],
  ...[
    'CHỨNG NHẬN ĐĂNG KÝ XE MÔ TÔ, XE MÁY',
    'CHỨNG NHẬN ĐĂNG KÝ XE Ô TÔ',
    'THẺ BẢO HIỂM Y TẾ',
    'SỔ BẢO HIỂM XÃ HỘI',
  ],
  ...[
    'BẰNG TỐT NGHIỆP',
    'BẰNG CỬ NHÂN',
    'GIẤY KHEN',
    'BẰNG KHEN',
    'THẺ SINH VIÊN',
    'THẺ HỌC SINH',
    'THẺ NHÂN VIÊN',
  ],
  ...[
    'THẺ THƯ VIỆN',
    'THẺ HỘI VIÊN',
    'THẺ THÀNH VIÊN',
    'HÓA ĐƠN',
    'PHIẾU THU',
    'LÝ LỊCH TƯ PHÁP',
    'PHIẾU LÝ LỊCH TƯ PHÁP',
  ],
  ...['THẺ THƯỜNG TRÚ', 'THẺ TẠM TRÚ', 'THẺ ĐẢNG VIÊN', 'CHỨNG MINH QUÂN NHÂN', 'GIẤY CHỨNG NHẬN KIỂM ĐỊNH'],
  ...['CHỨNG CHỈ HÀNH NGHỀ', 'GIẤY RA VIỆN', 'ĐƠN THUỐC', 'SAO KÊ TÀI KHOẢN'],
]

const STATED: readonly Cue[] = [
  ...STRANGERS.map((title) => cue(title, ['other front'], { weight: 6, elsewhere: 0, title: true })),
  cue('GIẤY CHỨNG MINH NHÂN DÂN', cmnd, TITLE),
  cue('CHỨNG MINH NHÂN DÂN', cmnd, TITLE),
  cue('CĂN CƯỚC CÔNG DÂN', ['cccd-12 front', 'cccd-chip front'], TITLE),
  cue('Citizen Identity Card', ['cccd-chip front'], { ...ENGLISH_TITLE, weight: 3 }),
  cue('CĂN CƯỚC', ['can-cuoc front'], TITLE),
  cue('IDENTITY CARD', ['can-cuoc front', 'foreign-td1 front'], ENGLISH_TITLE),
  cue('HỘ CHIẾU', passports, TITLE),
  cue('PASSPORT', [...passports, 'foreign-td3 front'], ENGLISH_TITLE),
  cue('GIẤY PHÉP LÁI XE', licences, TITLE),
  cue("DRIVER'S LICENSE", ['licence-pet front', 'licence-2025 front'], ENGLISH_TITLE),
  cue('DRIVING LICENSE', ['licence-pet front', 'licence-2025 front'], ENGLISH_TITLE),
  cue('BỘ GIAO THÔNG VẬN TẢI', ['licence-paper front'], { ...LABEL, weight: 2 }),
  cue('CÁC LOẠI XE CƠ GIỚI ĐƯỜNG BỘ ĐƯỢC ĐIỀU KHIỂN', ['licence-paper back', 'licence-pet back'], TITLE),
  cue('CLASSIFICATION OF MOTOR VEHICLES', ['licence-pet back'], ENGLISH_TITLE),
  cue('LOẠI XE ĐƯỢC ĐIỀU KHIỂN', ['licence-2025 back'], TITLE),
  cue('VEHICLES PERMITTED TO DRIVE', ['licence-2025 back'], ENGLISH_TITLE),
  cue('Mã hạn chế', ['licence-2025 back'], SURE),
  cue('Số seri', ['licence-paper back'], LABEL),
  cue('BỘ GTVT', ['licence-pet front'], { ...LABEL, weight: 2 }),
  cue('SỞ GIAO THÔNG VẬN TẢI', ['licence-paper front', 'licence-pet front'], { ...LABEL, weight: 2 }),
  cue('TỔNG CỤC ĐƯỜNG BỘ VIỆT NAM', ['licence-paper front', 'licence-pet front'], { ...LABEL, weight: 2 }),
  cue('PHÒNG CSGT', ['licence-2025 front'], { ...LABEL, weight: 2 }),
  cue('CỤC CẢNH SÁT GIAO THÔNG', ['licence-2025 front'], { ...LABEL, weight: 2 }),
  cue('BỘ CÔNG AN', ['licence-2025 front', 'can-cuoc back'], LABEL),
  cue('Place of issue', [...passports, 'licence-2025 front', ...foreign], ENGLISH_LABEL),
  cue(
    'Date of expiry',
    ['cccd-chip front', 'can-cuoc back', ...passports, 'licence-2025 front', ...foreign],
    ENGLISH_LABEL,
  ),
  cue('DẤU VẾT RIÊNG VÀ DỊ HÌNH', ['cmnd-9 back'], { weight: 4, elsewhere: 4.5, title: false }),
  cue('Tôn giáo', ['cmnd-9 back', 'cmnd-12 back'], LABEL),
  cue('Đặc điểm nhận dạng', backs, { ...SURE, weight: 2.5 }),
  cue('Personal identification', ['cccd-chip back'], { ...ENGLISH_LABEL, weight: 2 }),
  cue('CỤC TRƯỞNG CỤC CẢNH SÁT', backs, { ...SURE, weight: 2 }),
  cue('ĐKQL CƯ TRÚ VÀ DLQG VỀ DÂN CƯ', ['cmnd-12 back', 'cccd-12 back'], SURE),
  cue('QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI', ['cccd-12 back', 'cccd-chip back'], SURE),
  cue('MINISTRY OF PUBLIC SECURITY', ['can-cuoc back'], { ...ENGLISH_LABEL, weight: 2 }),
  cue('Nơi đăng ký khai sinh', ['can-cuoc back'], SURE),
  cue('Ngày, tháng, năm hết hạn', ['can-cuoc back'], SURE),
  cue('Số định danh cá nhân', ['can-cuoc front', 'passport-new front'], SURE),
  cue('Họ, chữ đệm và tên khai sinh', ['can-cuoc front'], SURE),
  cue('Họ và tên gọi khác', ['cmnd-12 front'], { ...LABEL, weight: 2 }),
  cue('Họ và tên cha', ['cmnd-12 back'], { ...LABEL, weight: 2 }),
  cue('Họ và tên mẹ', ['cmnd-12 back'], { ...LABEL, weight: 2 }),
  cue('Nơi ĐKHK thường trú', ['cmnd-9 front'], { ...LABEL, weight: 2 }),
  cue('Nguyên quán', ['cmnd-9 front'], { ...LABEL, weight: 2 }),
  cue('Chữ đệm và tên', ['passport-new front'], SURE),
  cue(
    'Full name',
    ['cccd-chip front', 'can-cuoc front', 'passport-old front', 'licence-pet front', 'licence-2025 front'],
    { ...ENGLISH_LABEL, weight: 2.5 },
  ),
  cue('Surname', ['passport-new front', ...foreign], ENGLISH_LABEL),
  cue('Given names', ['passport-new front', ...foreign], ENGLISH_LABEL),
  ...COMPANY_TITLES.map(({ title }) => cue(title, company, TITLE)),
  cue('GIẤY CHỨNG NHẬN ĐĂNG KÝ HỘ KINH DOANH', company, TITLE),
  ...COMPANY_LABELS.filter(({ text }) => text.length >= 12).map(({ text }) =>
    cue(text, company, { ...LABEL, weight: 1.5 }),
  ),
]

/** Shorter labels are found by chance. */
const LEAST_LETTERS = 8

function labelCues(): Cue[] {
  const on = new Map<string, { readonly cue: Omit<Cue, 'on'>; readonly names: ClassName[] }>()
  const add = (phrase: string, name: ClassName, how: typeof LABEL | typeof ENGLISH_LABEL): void => {
    if (phrase.replaceAll(/[^\p{L}]/gu, '').length < LEAST_LETTERS) return
    const row = on.get(phrase) ?? { cue: { phrase, ...how }, names: [] }
    row.names.push(name)
    on.set(phrase, row)
  }
  for (const { kind, side, labels } of LABELS)
    for (const { text, english } of labels) {
      add(text, `${kind} ${side}`, LABEL)
      if (english !== undefined) add(english, `${kind} ${side}`, ENGLISH_LABEL)
    }
  // Foreign documents have the same English words.
  return [...on.values()].map(({ cue, names }) => ({
    ...cue,
    on: cue.weight === ENGLISH_LABEL.weight ? [...names, ...foreign] : names,
  }))
}

export const CUES: readonly Cue[] = [
  ...STATED,
  ...labelCues().filter(({ phrase }) => !STATED.some((stated) => stated.phrase === phrase)),
]

/** Pages that say everything in English too. */
export const BILINGUAL: readonly ClassName[] = [
  ...(['cccd-chip front', 'cccd-chip back', 'can-cuoc front', 'can-cuoc back'] as const),
  ...passports,
  ...(['licence-pet front', 'licence-pet back', 'licence-2025 front', 'licence-2025 back'] as const),
]
