// Tests fields on lines as photographs of worn cards give them: glued, off their row, among dots, rosettes and dates.
import { describe, expect, test } from 'vitest'
import { readingsOfPage } from '../../../src/documents/fields/read-fields.ts'
import type { Page } from '../../../src/documents/pages/page.ts'
import { pageOf, type Written } from './drawn-up.ts'

const valuesOf = (page: Page) =>
  Object.fromEntries(readingsOfPage(page).map(({ field, value }) => [field, value]))

/** The places are those of a card of nine digits: labels at the left, values centred on the leaders. */
const TITLE: Written = [375, 115, 'GIẤY CHỨNG MINH NHÂN DÂN', 34]
const OLD_FRONT: readonly Written[] = [
  TITLE,
  [427, 178, 'SỐ'],
  [530, 172, '012345678', 34],
  [323, 250, 'Họ tên:'],
  [540, 236, 'ĐÀO THỊ HỒNG', 34],
  [325, 365, 'Sinh ngày'],
  [640, 358, '3-5-1971', 34],
  [327, 423, 'Nguyên quán:'],
  [560, 414, 'Xã Thanh Lâm', 34],
  [500, 472, 'Mê Linh, Hà Nội', 34],
  [329, 537, 'Nơi ĐKHK thường trú:'],
  [660, 526, 'Thôn 3', 34],
  [480, 580, 'Xã Đại Thịnh, Mê Linh, Hà Nội', 34],
]
const OLD_VALUES = {
  id: '012345678',
  name: 'ĐÀO THỊ HỒNG',
  birthday: '03/05/1971',
  hometown: 'Xã Thanh Lâm, Mê Linh, Hà Nội',
  address: 'Thôn 3, Xã Đại Thịnh, Mê Linh, Hà Nội',
}

const oldFront = (change: (line: Written) => readonly Written[], more: readonly Written[] = []): Page =>
  pageOf('cmnd-9', 'front', [...OLD_FRONT.flatMap(change), ...more])
const replaced = (from: string, ...to: readonly Written[]): Page =>
  oldFront((line) => (line[2] === from ? to : [line]))
const withMore = (...more: readonly Written[]): Page => oldFront((line) => [line], more)

test('a card of nine digits as it is filled in', () => {
  expect(valuesOf(withMore())).toEqual(OLD_VALUES)
})

describe('a number glued to its label', () => {
  test.each([
    ['cmnd-9', 'SỐ012345678', '012345678'],
    ['cmnd-9', 'SÓ012345678', '012345678'],
    ['cmnd-9', 'SO012345678', '012345678'],
    ['cmnd-9', 'Sô01234 5678', '012345678'],
    ['cccd-12', 'Số001091056214', '001091056214'],
    ['cccd-chip', 'Số/No001091056214', '001091056214'],
    ['licence-pet', 'Số/No360229429772', '360229429772'],
    ['licence-paper', 'SốAB 123456', 'AB123456'],
    ['licence-paper', 'SO123456', 'SO123456'],
  ] as const)('%s %s', (kind, text, number) => {
    expect(valuesOf(pageOf(kind, 'front', [[427, 178, text, 34]])).id).toBe(number)
  })

  test.each([
    ['cmnd-9', 'ABC012345678'],
    ['cmnd-9', 'C01234567'],
    ['cmnd-9', 'SỐ0123456789'],
    ['cccd-12', 'Xã001091056214'],
  ] as const)('no number: %s %s', (kind, text) => {
    expect(valuesOf(pageOf(kind, 'front', [[427, 178, text, 34]])).id).toBeUndefined()
  })

  test('other values too', () => {
    const page = pageOf('licence-pet', 'front', [
      [312, 215, 'Họ tên/Full nameVŨ THỊ PHƯƠNG'],
      [312, 260, 'Ngày sinh/Date of Birth23/02/1997'],
      [28, 528, 'Hạng/ClassA2'],
    ])
    expect(valuesOf(page)).toEqual({ name: 'VŨ THỊ PHƯƠNG', birthday: '23/02/1997', class_type: 'A2' })
  })
})

describe('the bar that a number is stamped on', () => {
  test.each([
    ['~7012345678', '012345678'],
    ['~7~7~7012345678', '012345678'],
    ['012345678~1', '012345678'],
    ['~7012345678~1', '012345678'],
    ['7012345678', '012345678'],
    ['~S012345678', '012345678'],
    ['S7012345678', '012345678'],
    ['~1012345678', '012345678'],
  ])('%s', (text, number) => {
    expect(valuesOf(replaced('012345678', [480, 172, text, 34])).id).toBe(number)
  })

  test('is not taken off where a figure of the number is no surer', () => {
    for (const text of ['1012345678', '~101234~5678', 'S012345678'])
      expect(valuesOf(replaced('012345678', [480, 172, text, 34]))).not.toHaveProperty('id')
  })

  test('a number that no province had is read, and doubted', () => {
    const sure = (text: string): number => {
      const read = readingsOfPage(replaced('012345678', [530, 172, text, 34]))
      return Math.min(...(read.find(({ field }) => field === 'id')?.confidences ?? [0]))
    }
    expect(sure('331678294')).toBeGreaterThan(0.9)
    expect(sure('831678294')).toBeLessThan(0.5)
  })
})

test('letters and figures of a number that stand apart are one number, and no name', () => {
  const page = pageOf('licence-paper', 'front', [
    [410, 215, 'Số'],
    [520, 215, 'AM'],
    [600, 215, '835599'],
    [288, 274, 'Họ và tên'],
    [290, 326, 'Năm sinh 1955'],
  ])
  expect(valuesOf(page)).toMatchObject({ id: 'AM835599' })
  expect(valuesOf(page)).not.toHaveProperty('name')
})

test('the pieces of a line are joined from left to right, whichever lies higher', () => {
  const page = replaced(
    'Xã Đại Thịnh, Mê Linh, Hà Nội',
    [380, 582, 'Xã Đại Thịnh', 30],
    [620, 580, 'Mê Linh', 30],
    [780, 577, 'Hà Nội', 30],
  )
  expect(valuesOf(page)).toEqual(OLD_VALUES)
})

describe('a day with one figure', () => {
  const sure = (kind: 'cccd-12' | 'cmnd-9', text: string): number => {
    const label = kind === 'cccd-12' ? 'Ngày, tháng, năm sinh' : 'Sinh ngày'
    const read = readingsOfPage(pageOf(kind, 'front', [[323, 352, `${label}: ${text}`]]))
    return Math.min(...(read.find(({ field }) => field === 'birthday')?.confidences ?? [0]))
  }

  test('has lost the other where the month has two, or a machine printed it', () => {
    for (const [kind, text] of [
      ['cccd-12', '7/04/1979'],
      ['cccd-12', '7/11/1979'],
      ['cmnd-9', '7-04-1979'],
    ] as const)
      expect(sure(kind, text)).toBeLessThan(0.5)
  })

  test('is a day where a clerk wrote it', () => {
    expect(sure('cmnd-9', '7-4-1979')).toBeGreaterThan(0.9)
    expect(sure('cmnd-9', '7-11-1979')).toBeGreaterThan(0.9)
    expect(sure('cccd-12', '27/04/1979')).toBeGreaterThan(0.9)
  })
})

test('a day printed over its label, whose first figure is read as two, is answered and doubted where only one can be', () => {
  const expiryOf = (text: string) =>
    readingsOfPage(pageOf('cccd-chip', 'front', [[43, 560, `Có giá trị đến:${text}`]])).find(
      ({ field }) => field === 'expiry',
    )
  const found = expiryOf('038/01/2040')
  expect(found?.value).toBe('08/01/2040')
  expect(Math.min(...(found?.confidences ?? [1]))).toBeLessThan(0.5)
  expect(expiryOf('128/01/2040')).toBeUndefined()
})

describe('rosette and leaders', () => {
  const NEAR_ZERO = 0.2

  test.each([
    ['between the rows of the origin', [500, 445, 'Ôo ĐÔ ôĐo', 30, NEAR_ZERO]],
    ['as a further line of the name', [520, 290, 'ÔÔ ĐỘ', 34, NEAR_ZERO]],
    ['beside a value', [820, 414, 'oĐ ôn', 34, NEAR_ZERO]],
    ['below the birth', [600, 395, 'Ồ Nội Nổi', 30, 0.4]],
  ] as const)('are joined to nothing: %s', (_, line) => {
    expect(valuesOf(withMore(line))).toEqual(OLD_VALUES)
  })

  test('dots read as strokes', () => {
    expect(valuesOf(withMore([440, 300, '. . i . l . . i i . . l'], [340, 445, 'iiilliiil..il']))).toEqual(
      OLD_VALUES,
    )
  })

  test('dots around a value, and what is hardly read at its end', () => {
    const page = replaced('Mê Linh, Hà Nội', [400, 472, '.....Mê Linh, Hà Nội....~o~~n~~', 34])
    expect(valuesOf(page).hometown).toContain('Xã Thanh Lâm, Mê Linh, Hà Nội')
    const faint = replaced('Mê Linh, Hà Nội', [500, 472, 'Mê Linh, Hà Nội', 34], [790, 472, 'ôn', 34, 0.1])
    expect(valuesOf(faint)).toEqual(OLD_VALUES)
  })
})

describe('a year of birth alone', () => {
  test.each([
    ['cmnd-9', [325, 365, 'Sinh ngày'], [640, 358, '1988', 34]],
    ['cmnd-9', [325, 365, 'Sinh ngày ........1988......'], [60, 60, 'x']],
    ['licence-paper', [261, 270, 'Năm sinh'], [450, 262, '1988']],
    ['licence-paper', [261, 270, 'Năm sinh: 1988'], [60, 60, 'x']],
    ['cccd-12', [345, 350, 'Ngày, tháng, năm sinh: 1988'], [60, 60, 'x']],
  ] as const)('%s %o', (kind, label, value) => {
    expect(valuesOf(pageOf(kind, 'front', [label, value])).birthday).toBe('1988')
  })

  test('is no year where it is the end of a date in pieces, or no year of a birth', () => {
    const label: Written = [325, 365, 'Sinh ngày']
    const pieces = (...more: readonly Written[]) => valuesOf(pageOf('cmnd-9', 'front', [label, ...more]))
    expect(pieces([560, 362, '24-08-'], [680, 362, '1991']).birthday).toBe('24/08/1991')
    expect(pieces([560, 362, '24 8?'], [680, 362, '1991']).birthday).toBeUndefined()
    expect(pieces([680, 362, '3021']).birthday).toBeUndefined()
    expect(pieces([615, 359, '~~~S~~~ố 2 1994', 20, 0.2]).birthday).toBeUndefined()
    expect(pieces([615, 359, '~3 ~2 1994']).birthday).not.toBe('1994')
    expect(pieces([680, 362, '19881']).birthday).toBeUndefined()
  })

  test.each(['12-03-1988', '12 - 03 - 1988', '12.03.1988', '12-3-1988'])('a whole date, %s', (text) => {
    const page = pageOf('cmnd-9', 'front', [
      [325, 365, 'Sinh ngày'],
      [640, 358, text, 34],
    ])
    expect(valuesOf(page).birthday).toBe('12/03/1988')
  })
})

describe('values off the line of their label', () => {
  test.each([-16, -10, 16, 24])('by %i pixels, all of them', (off) => {
    const page = oldFront(([x, y, text, height]) =>
      height === 34 && text !== TITLE[2] ? [[x, y + off, text, height]] : [[x, y, text, height ?? 26]],
    )
    expect(valuesOf(page)).toEqual(OLD_VALUES)
  })

  test('a name on the second leader, the first left empty', () => {
    expect(valuesOf(replaced('ĐÀO THỊ HỒNG', [540, 292, 'ĐÀO THỊ HỒNG', 34]))).toEqual(OLD_VALUES)
  })

  test('a name centred below its label', () => {
    const page = pageOf('cccd-12', 'front', [
      [344, 268, 'Họ và tên:'],
      [600, 287, 'ĐÀO THỊ HỒNG', 34],
      [345, 350, 'Ngày, tháng, năm sinh: 03/05/1971'],
    ])
    expect(valuesOf(page)).toEqual({ name: 'ĐÀO THỊ HỒNG', birthday: '03/05/1971' })
  })

  test('day, month and year filled in above their words', () => {
    const page = pageOf('cmnd-9', 'back', [
      [426, 332, 'Ngày'],
      [525, 313, '12'],
      [606, 332, 'tháng'],
      [706, 313, '03'],
      [777, 332, 'năm'],
      [865, 313, '2008'],
      [430, 384, 'GIÁM ĐỐC CA TỈNH HÀ NAM'],
    ])
    expect(valuesOf(page).issue_date).toBe('12/03/2008')
  })
})

describe('what was filled in on a form', () => {
  /** The date and whoever signed, as the back of a card of nine digits has them. */
  const FILLED_IN: readonly Written[] = [
    [477, 351, '22', 27],
    [610, 351, '03', 27],
    [745, 350, '2010', 27],
    [397, 375, 'Ngày', 28],
    [542, 375, 'tháng', 28],
    [680, 375, 'năm', 22],
    [400, 425, 'GIÁM ĐỐC CA', 28],
    [610, 418, 'Hồ Chí Minh', 30],
  ]
  const MARKS: readonly Written[] = [
    [465, 135, 'DẤU VẾT RIÊNG VÀ DỊ HÌNH', 34],
    [388, 222, 'Sẹo lõm c: 3cm dưới sau thái', 26],
    [385, 285, 'dương trái', 26],
  ]
  const back = (...lines: readonly Written[]) => valuesOf(pageOf('cmnd-9', 'back', lines))

  test('a date whose figures stand as high as the words below them, and marks on wide lines', () => {
    expect(back(...MARKS, ...FILLED_IN)).toEqual({
      characteristics: 'Sẹo lõm c: 3cm dưới sau thái dương trái',
      issue_date: '22/03/2010',
      issue_by: 'Công an thành phố Hồ Chí Minh',
    })
  })

  test('a day of which a figure was read as a letter', () => {
    const lines = FILLED_IN.map((line): Written => (line[2] === '22' ? [480, 351, 'l1', 27] : line))
    expect(back(...lines).issue_date).toBe('11/03/2010')
  })

  test('a word whose dots reach under the year', () => {
    const lines = FILLED_IN.map((line): Written => (line[2] === 'năm' ? [670, 372, 'năm .-.-', 22] : line))
    expect(back(...lines).issue_date).toBe('22/03/2010')
  })

  test('a date above a province that ends in a word like a year', () => {
    const province: Written = [590, 405, 'Quảng Nam', 35]
    expect(back(...FILLED_IN.slice(0, -1), province)).toEqual({
      issue_date: '22/03/2010',
      issue_by: 'Công an tỉnh Quảng Nam',
    })
  })

  test('marks whose last line reaches over the date below', () => {
    const page = pageOf('cmnd-12', 'back', [
      [446, 241, 'Đặc điểm nhận dạng:'],
      [445, 277, 'Sẹo thẳng C:0,3cm trên ngoài thái', 32],
      [440, 317, 'dương trái', 28],
      [516, 332, 'Ngày 05 tháng 09 năm 2013', 28],
    ])
    expect(valuesOf(page)).toEqual({
      characteristics: 'Sẹo thẳng C:0,3cm trên ngoài thái dương trái',
      issue_date: '05/09/2013',
    })
  })

  test('a province far from the title before it', () => {
    const province: Written = [690, 421, 'Yên Bái', 28]
    expect(back(...FILLED_IN.slice(0, -1), province).issue_by).toBe('Công an tỉnh Yên Bái')
  })

  test('a place apart from its date, which is no part of the address', () => {
    const paper = (place: Written) =>
      valuesOf(
        pageOf('licence-paper', 'front', [
          [60, 375, 'Nơi cư trú Tổ dân phố 3, P. Thịnh Liệt,'],
          [60, 425, 'Q. Hoàng Mai, Hà Nội'],
          place,
          [503, 475, 'ngày'],
          [608, 475, '19'],
          [686, 475, 'tháng 12'],
          [868, 475, 'năm'],
          [983, 475, '2004'],
        ]),
      )
    expect(paper([320, 475, 'Hà Nội'])).toMatchObject({ issue_place: 'Hà Nội', issue_date: '19/12/2004' })
    expect(paper([320, 475, 'Hà Nội']).address).toMatch(/Thịnh Liệt, Q. Hoàng Mai, Hà Nội$/)
    expect(paper([20, 475, 'Hà Nội']).issue_place).toBeUndefined()
  })

  test('a year nearer to the name above than to its own label', () => {
    const lines: readonly Written[] = [
      TITLE,
      [323, 250, 'Họ tên:'],
      [525, 290, 'NGUYỄN THỊ TÚ', 49],
      [325, 365, 'Sinh ngày'],
      [672, 362, '1954', 25],
    ]
    expect(valuesOf(pageOf('cmnd-9', 'front', lines))).toEqual({ name: 'NGUYỄN THỊ TÚ', birthday: '1954' })
  })
})

test('a label that lost a mark is one at the start of a line', () => {
  const page = pageOf('licence-paper', 'front', [
    [285, 369, 'Nơi cự trú Ấp 3 - Trường Long - Phong Điền', 34],
  ])
  expect(valuesOf(page).address).toBe('Ấp 3 - Trường Long - Phong Điền')
})

test('a class whose figure stands apart', () => {
  const classOf = (text: string) => valuesOf(pageOf('licence-pet', 'front', [[30, 531, text]])).class_type
  expect(classOf('Hạng/Class:A 1')).toBe('A1')
  expect(classOf('Hạng/Class: B 2, C')).toBe('B2, C')
  expect(classOf('Hạng/Class: A 14')).toBeUndefined()
})

describe('units of an address that stand apart', () => {
  const address = (kind: 'licence-paper' | 'cmnd-9', gap: number) =>
    valuesOf(
      pageOf(kind, 'front', [
        [283, 381, kind === 'cmnd-9' ? 'Nơi ĐKHK thường trú:' : 'Nơi cư trú', 26],
        [560, 378, 'Ấp Phú Thọ', 30],
        [560 + 144 + gap, 378, 'Thuận Lợi', 30],
        [339, 424, 'Đồng Phú', 30],
        [339 + 115 + gap, 424, 'Bình Phước', 30],
      ]),
    ).address

  test('are parted by dashes on a licence of paper, where there is room for one', () => {
    expect(address('licence-paper', 50)).toBe('Ấp Phú Thọ - Thuận Lợi - Đồng Phú - Bình Phước')
    expect(address('licence-paper', 20)).toBe('Ấp Phú Thọ, Thuận Lợi, Đồng Phú, Bình Phước')
  })

  test('are parted by commas elsewhere', () => {
    expect(address('cmnd-9', 50)).toBe('Ấp Phú Thọ, Thuận Lợi, Đồng Phú, Bình Phước')
  })
})

describe('an expiry found as one line with the address beside it', () => {
  const front = (text: string) =>
    valuesOf(
      pageOf('cmnd-12', 'front', [
        [342, 535, 'Nơi thường trú: Bản Tân Thành', 31],
        [29, 585, text, 30],
      ]),
    )
  const address = 'Bản Tân Thành, Phình Hồ, H. Trạm Tấu, Yên Bái'

  test('is parted from it', () => {
    expect(front('Có giá trị đến: 21/11/2030 Phình Hồ, H. Trạm Tấu, Yên Bái')).toEqual({
      expiry: '21/11/2030',
      address,
    })
  })

  test('is parted from it where the dots between them were read', () => {
    expect(front('Có giá trị đến: 21/11/2030 . - Phình Hồ, H. Trạm Tấu, Yên Bái')).toEqual({
      expiry: '21/11/2030',
      address,
    })
  })

  test('is lost without it where a figure is', () => {
    expect(front('Có giá trị đến: 21/11/203Phình Hồ, H. Trạm Tấu, Yên Bái')).toEqual({ address })
  })

  test('is whole where nothing stands beside it', () => {
    expect(front('Có giá trị đến: Không thời hạn').expiry).toBe('Không thời hạn')
    expect(front('Có giá trị đến: 21/11/2030 V').expiry).toBe('21/11/2030')
  })
})

describe('the line of the date on a plastic licence', () => {
  const ADDRESS: readonly Written[] = [
    [312, 352, 'Nơi cư trú/Address:'],
    [400, 383, 'X. Yên Tiến, H. Ý Yên, T. Nam Định', 27],
  ]
  test.each([
    [[420, 438, 'Nam Định, ngày/date 20 tháng/month 09 năm/year 2022', 26]],
    [[420, 438, 'Nam Định, ngày/datc 2O tháng/rnonth 0? năm/ycar 2O2Z', 26]],
    [
      [420, 438, 'Nam Định,', 26],
      [560, 438, 'ngày/date 20 tháng/month', 26],
      [880, 438, '09 năm/year 20', 26],
    ],
    [[420, 438, 'Nam Đinh, ngàyldatc ?? thảngmonth ?? năm 2022', 26]],
    [[420, 438, 'Nam Định, ng~ày d~a~te 2~0 t~h~á~n~g', 26, 0.55]],
  ] as const)('is no part of the address: %o', (...date) => {
    const values = valuesOf(pageOf('licence-pet', 'front', [...ADDRESS, ...date]))
    expect(values.address).toBe('X. Yên Tiến, H. Ý Yên, T. Nam Định')
  })

  test('an address that is not at its end goes on', () => {
    const page = pageOf('licence-pet', 'front', [
      [312, 352, 'Nơi cư trú/Address: 18/12C Ngô Quyền,'],
      [400, 383, 'P. Hiệp Tân, Q. Tân Phú, TP. Hồ Chí Minh', 27],
      [420, 438, 'Hồ Chí Minh, ngày/date 20 tháng/month 09 năm/year 2022', 26],
    ])
    expect(valuesOf(page)).toMatchObject({
      address: '18/12C Ngô Quyền, P. Hiệp Tân, Q. Tân Phú, TP. Hồ Chí Minh',
      issue_place: 'Hồ Chí Minh',
      issue_date: '20/09/2022',
    })
  })
})

describe('tones that cannot be', () => {
  const nameOf = (text: string) =>
    valuesOf(pageOf('cccd-12', 'front', [[323, 291, `Họ và tên: ${text}`]])).name
  test('a stop at the end takes the acute, where the letter is in doubt', () => {
    expect(nameOf('TRẦN Đ~ẲC B~ẰC')).toBe('TRẦN ĐẮC BẮC')
    expect(nameOf('LÊ VĂN TU~ẪT')).toBe('LÊ VĂN TUẤT')
  })
  test('a letter that is sure stays, and so does every tone that can be', () => {
    expect(nameOf('TRẦN ĐẲC')).toBe('TRẦN ĐẲC')
    expect(nameOf('TRẦN TH~ẲNG')).toBe('TRẦN THẲNG')
    expect(nameOf('TRẦN Đ~ẶC')).toBe('TRẦN ĐẶC')
    expect(nameOf('TRẦN V~ÁN')).toBe('TRẦN VÁN')
  })
})
