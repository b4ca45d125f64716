// Tests that fields are found by their labels wherever the values stand, and that unreadable ones are not made up.
import { describe, expect, test } from 'vitest'
import { readingsOfPage } from '../../../src/documents/fields/read-fields.ts'
import type { BlindRun } from '../../../src/documents/pages/blind.ts'
import type { Page } from '../../../src/documents/pages/page.ts'
import { pageOf, type Written } from './drawn-up.ts'

const valuesOf = (page: Page) =>
  Object.fromEntries(readingsOfPage(page).map(({ field, value }) => [field, value]))
const readingOf = (page: Page, field: string) => readingsOfPage(page).find((one) => one.field === field)

const CHIP_FRONT: readonly Written[] = [
  [298, 33, 'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM'],
  [383, 68, 'Độc lập - Tự do - Hạnh phúc'],
  [314, 155, 'CĂN CƯỚC CÔNG DÂN', 41],
  [318, 218, 'Citizen Identity Card'],
  [316, 267, 'Số / No.: 001091056214', 33],
  [318, 322, 'Họ và tên / Full name:'],
  [316, 358, 'HỒ TẤN PHÁT', 34],
  [318, 406, 'Ngày sinh / Date of birth: 24/08/1991'],
  [318, 446, 'Giới tính / Sex: Nam   Quốc tịch / Nationality: Việt Nam'],
  [318, 486, 'Quê quán / Place of origin:'],
  [317, 522, 'Thổ Quan, Đống Đa, Hà Nội'],
  [25, 567, 'Có giá trị đến: 24/08/2031', 20],
  [318, 558, 'Nơi thường trú / Place of residence: Đội 4'],
  [26, 594, 'Date of expiry', 18],
  [317, 597, 'Đại Yên, Chương Mỹ, Hà Nội'],
]
const CHIP_VALUES = {
  id: '001091056214',
  name: 'HỒ TẤN PHÁT',
  birthday: '24/08/1991',
  sex: 'Nam',
  national: 'Việt Nam',
  hometown: 'Thổ Quan, Đống Đa, Hà Nội',
  address: 'Đội 4, Đại Yên, Chương Mỹ, Hà Nội',
  expiry: '24/08/2031',
}

describe('the front of a chip card', () => {
  test('values after their labels, below them and over two lines', () => {
    expect(valuesOf(pageOf('cccd-chip', 'front', CHIP_FRONT))).toEqual(CHIP_VALUES)
  })

  test.each([0.02, -0.025])('a page straightened badly, by %d', (tilt) => {
    expect(valuesOf(pageOf('cccd-chip', 'front', CHIP_FRONT, tilt))).toEqual(CHIP_VALUES)
  })

  test('an address has a confidence and a place for each line', () => {
    const address = readingOf(pageOf('cccd-chip', 'front', CHIP_FRONT), 'address')
    expect(address?.lines).toEqual(['Đội 4', 'Đại Yên, Chương Mỹ, Hà Nội'])
    expect(address?.confidences).toHaveLength(2)
    expect(address?.places).toHaveLength(2)
  })

  test('labels misread, without tones or split in two lines', () => {
    const lines = CHIP_FRONT.flatMap(([x, y, text, height]): Written[] => {
      if (text.startsWith('Họ và tên')) return [[x, y, 'Ho va ten/ Fuil narne:']]
      if (text.startsWith('Ngày sinh')) return [[x, y, 'Ngay sinn I Date of birth: 24/08/1991']]
      if (text.startsWith('Quê quán'))
        return [
          [x, y - 6, 'Quê quán', 16],
          [x, y + 12, 'Place of origin:', 16],
        ]
      return [[x, y, text, height ?? 26]]
    })
    expect(valuesOf(pageOf('cccd-chip', 'front', lines))).toEqual(CHIP_VALUES)
  })

  test('the doubt is that of the value, not of its label', () => {
    const name = (text: string) =>
      readingOf(pageOf('cccd-12', 'front', [[323, 291, text]]), 'name')?.confidences[0] ?? 0
    expect(name('H~ọ và t~ê~n: NGUYỄN VĂN MINH')).toBeGreaterThan(0.95)
    expect(name('Họ và tên: NGUYỄN VĂN M~INH')).toBeCloseTo(0.5, 1)
  })

  test('a value that is covered is not there, and no other takes its place', () => {
    const lines = CHIP_FRONT.filter(([, , text]) => !text.startsWith('Số /') && !text.startsWith('HỒ'))
    const { id: _, name: __, ...rest } = CHIP_VALUES
    expect(valuesOf(pageOf('cccd-chip', 'front', lines))).toEqual(rest)
  })

  test('a label that is covered costs trust, not the value', () => {
    const lines = CHIP_FRONT.map(
      ([x, y, text, height]): Written => [
        x,
        y,
        text.startsWith('Ngày sinh') ? 'xxxx xxxx / xxx xx xxxx: 24/08/1991' : text,
        height ?? 26,
      ],
    )
    const birthday = readingOf(pageOf('cccd-chip', 'front', lines), 'birthday')
    expect(birthday?.value).toBe('24/08/1991')
    expect(birthday?.confidences[0]).toBeLessThan(0.8)
  })

  test('an address without its end is trusted less', () => {
    const sureness = (page: Page) => readingOf(page, 'address')?.confidences[0] ?? 0
    const whole = pageOf('cccd-chip', 'front', CHIP_FRONT)
    const cut = pageOf('cccd-chip', 'front', CHIP_FRONT.slice(0, -1))
    expect(sureness(cut)).toBeLessThan(0.7 * sureness(whole))
  })
})

test('the back of a barcode card: date in words, authority without signer', () => {
  const page = pageOf('cccd-12', 'back', [
    [445, 166, 'Đặc điểm nhận dạng:'],
    [446, 196, 'Sẹo chấm C: 1cm dưới mắt phải'],
    [491, 328, 'Ngày 20 tháng 06 năm 2016'],
    [529, 365, 'CỤC TRƯỞNG CỤC CẢNH SÁT'],
    [503, 391, 'ĐKQL CƯ TRÚ VÀ DLQG VỀ DÂN CƯ'],
    [606, 582, 'Nguyễn Hoàn Triều'],
    [898, 629, 'SPECIMEN', 13],
  ])
  expect(valuesOf(page)).toEqual({
    characteristics: 'Sẹo chấm C: 1cm dưới mắt phải',
    issue_date: '20/06/2016',
    issue_by: 'Cục Cảnh sát ĐKQL cư trú và DLQG về dân cư',
  })
})

test('an old card: number in the middle, a name in capitals over two lines, typed places', () => {
  const page = pageOf('cmnd-9', 'front', [
    [339, 131, 'GIẤY CHỨNG MINH NHÂN DÂN', 43],
    [448, 207, 'SỐ 12O381022', 41],
    [327, 275, 'Họ tên: CÔNG TẰNG TÔN NỮ', 36],
    [330, 325, 'PHƯƠNG THẢO', 36],
    [328, 378, 'Sinh ngày: 18/10/1974', 36],
    [328, 432, 'Nguyên quán: Tiền Phong, H. Yên Dũng, Hà', 36],
    [343, 485, 'Bắc', 36],
    [328, 533, 'Nơi ĐKHK thường trú: Khu phố 7', 36],
    [341, 585, 'P. Trần Phú, TP. Bắc Giang, Bắc Giang', 36],
    [47, 613, 'SPECIMEN', 12],
  ])
  expect(valuesOf(page)).toEqual({
    id: '120381022',
    name: 'CÔNG TẰNG TÔN NỮ PHƯƠNG THẢO',
    birthday: '18/10/1974',
    hometown: 'Tiền Phong, H. Yên Dũng, Hà Bắc',
    address: 'Khu phố 7, P. Trần Phú, TP. Bắc Giang, Bắc Giang',
  })
  // One of its digits had to be corrected.
  expect(readingOf(page, 'id')?.confidences[0]).toBeLessThan(0.85)
})

test('a passport: values below labels in two columns, surname apart, nationality beside its label', () => {
  const page = pageOf('passport-new', 'front', [
    [62, 149, 'HỘ CHIẾU / PASSPORT', 40],
    [513, 173, 'Loại / Type'],
    [718, 172, 'Mã số / Code'],
    [997, 172, 'Số hộ chiếu / Passport N°'],
    [520, 214, 'P', 30],
    [707, 214, 'VNM', 31],
    [996, 215, 'C84555171', 30],
    [515, 268, 'Họ / Surname'],
    [512, 308, 'MAI', 30],
    [515, 355, 'Chữ đệm và tên / Given names'],
    [511, 393, 'TRỌNG DUY THẠCH', 32],
    [513, 438, 'Ngày sinh / Date of birth Giới tính / Sex'],
    [511, 478, '10/10/1995', 33],
    [790, 479, 'NAM / M', 33],
    [514, 525, 'Quốc tịch / Nationality'],
    [997, 525, 'VIỆT NAM / VIETNAMESE', 33],
    [514, 611, 'Ngày cấp / Date of issue', 23],
    [998, 609, 'Có giá trị đến / Date of expiry', 23],
    [512, 651, '02/07/2022', 31],
    [995, 653, '02/07/2032', 29],
    [514, 697, 'Nơi cấp / Place of issue', 23],
    [511, 733, 'Cục Quản lý xuất nhập cảnh', 33],
    [74, 869, 'P<VNMMAI<<TRONG<DUY<THACH<<<<<<<<<<<<<<<<<<<', 31],
  ])
  expect(valuesOf(page)).toEqual({
    passport_type: 'P',
    country: 'VNM',
    passport_id: 'C84555171',
    name: 'MAI TRỌNG DUY THẠCH',
    birthday: '10/10/1995',
    sex: 'Nam',
    national: 'Việt Nam',
    issue_date: '02/07/2022',
    expiry: '02/07/2032',
    issue_by: 'Cục Quản lý xuất nhập cảnh',
  })
})

test('a driving licence: place before the date in words, languages run together', () => {
  const page = pageOf('licence-pet', 'front', [
    [334, 120, "GIẤY PHÉP LÁI XE/DRIVER'S LICENSE", 36],
    [465, 178, 'Số/No: 791211646282'],
    [304, 226, 'Họ tên/Full name: VŨ THỊ PHƯƠNG'],
    [306, 274, 'Ngày sinh/Date of Birth: 23/02/1997'],
    [311, 313, 'Quốc tịch/Nationality: VIỆT NAM'],
    [311, 360, 'Nơi cư trú/Address: 18/12C Ngô Quyền, Hiệp Tân, Tân'],
    [305, 394, 'Phú, TP. Hồ Chí Minh'],
    [485, 440, 'Hồ Chí Minh, ngày/date 15 tháng month 11 nămyear 2021', 20],
    [29, 469, 'Hạng/Class: A2, FD'],
    [684, 465, 'GIÁM ĐỐC'],
    [50, 566, 'Có giá trị đến/Expires: Không thời hạn', 24],
  ])
  expect(valuesOf(page)).toEqual({
    id: '791211646282',
    name: 'VŨ THỊ PHƯƠNG',
    birthday: '23/02/1997',
    nationality: 'Việt Nam',
    address: '18/12C Ngô Quyền, Hiệp Tân, Tân Phú, TP. Hồ Chí Minh',
    issue_place: 'Hồ Chí Minh',
    issue_date: '15/11/2021',
    class_type: 'A2, FD',
    expiry: 'Không thời hạn',
  })
})

test.each(['other', 'business-registration', 'foreign-td3'] as const)('%s has no fields here', (kind) => {
  expect(readingsOfPage(pageOf(kind, 'front', CHIP_FRONT))).toEqual([])
})

describe('where the picture does not show all of a line', () => {
  const front = pageOf('cccd-chip', 'front', CHIP_FRONT)
  const withBlind = (text: string, ...blind: readonly BlindRun[]): Page => ({
    ...front,
    lines: front.lines.map((line) => (line.text === text ? { ...line, blind } : line)),
  })
  const name = (...blind: readonly BlindRun[]) => readingOf(withBlind('HỒ TẤN PHÁT', ...blind), 'name')
  const seen = name()

  test.each([
    ['on it', { what: 'light', from: 0.4, to: 0.6 }],
    ['just before it', { what: 'edge', from: -0.5, to: -0.1 }],
    ['just behind it', { what: 'cover', from: 1.2, to: 1.4 }],
  ] as const)(
    'a field with something %s is trusted at most half as much, and keeps its value',
    (_where, run) => {
      const half = (seen?.confidences[0] ?? 0) / 2
      expect(name(run)).toMatchObject({ value: 'HỒ TẤN PHÁT', isHidden: true })
      expect(name(run)?.confidences[0]).toBeCloseTo(half, 6)
    },
  )

  test('a field far from it is as sure as without', () => {
    expect(name({ what: 'light', from: 1.9, to: 2.2 })).toEqual(seen)
  })

  test('a day that is whole cannot lack anything, a year alone can', () => {
    const birthday = (text: string) => {
      const front = pageOf('cmnd-9', 'front', [
        [330, 180, 'SỐ 012345678', 36],
        [330, 300, 'Họ tên: HỒ TẤN PHÁT'],
        [330, 360, text],
      ])
      const blind = [{ what: 'cover', from: 1.02, to: 1.2 }] as const
      const lines = front.lines.map((line) => (line.text === text ? { ...line, blind } : line))
      return readingOf({ ...front, lines }, 'birthday')
    }
    expect(birthday('Sinh ngày: 24-08-1991')).toMatchObject({ value: '24/08/1991' })
    expect(birthday('Sinh ngày: 24-08-1991')?.isHidden).toBeUndefined()
    expect(birthday('Sinh ngày: 1991')).toMatchObject({ value: '1991', isHidden: true })
  })

  test('on a line of two fields only the one it lies at', () => {
    const text = 'Dân tộc: Kinh   Tôn giáo: Không'
    const back = pageOf('cmnd-9', 'back', [[30, 60, text]])
    const blind = [{ what: 'light', from: 1.02, to: 1.1 }] as const
    const page = { ...back, lines: back.lines.map((line) => ({ ...line, blind })) }
    const [ethnicity, religion] = ['ethnicity', 'religion'].map((field) => readingOf(page, field))
    expect([ethnicity?.value, ethnicity?.isHidden]).toEqual(['Kinh', undefined])
    expect([religion?.value, religion?.isHidden]).toEqual(['Không', true])
  })
})
