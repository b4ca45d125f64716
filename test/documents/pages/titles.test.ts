// Tests that a page is classified by its printed title where that is clear, and by the network where it is not.
import { describe, expect, test } from 'vitest'
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'
import type { PageLine } from '../../../src/documents/pages/page.ts'
import { reclassifyByTitle } from '../../../src/documents/pages/titles.ts'
import { pageOf } from '../fields/drawn-up.ts'

function named(guess: readonly [Kind, Side, number], texts: readonly string[]): string {
  const page = pageOf(
    guess[0],
    guess[1],
    texts.map((text, i) => [40, 40 * i, text]),
  )
  const { kind, side } = reclassifyByTitle(
    { ...page, confidences: { ...page.confidences, kind: guess[2], side: 1 } },
    page.lines,
  )
  return `${kind} ${side}`
}

const BARCODE_BACK = [
  'Đặc điểm nhận dạng:',
  'Sẹo chấm C: 1cm dưới mắt phải',
  'CỤC TRƯỞNG CỤC CẢNH SÁT',
  'Nguyễn Văn An',
]

describe('named by its text', () => {
  test.each<[string, readonly [Kind, Side, number], readonly string[]]>([
    [
      'can-cuoc front',
      ['cccd-chip', 'front', 0.9],
      ['CĂN CƯỚC', 'IDENTITY CARD', 'Số định danh cá nhân / Personal identification number:', '001091056214'],
    ],
    [
      'cccd-chip front',
      ['can-cuoc', 'front', 0.9],
      ['CĂN CƯỚC CÔNG DÂN', 'Citizen Identity Card', 'Số / No.: 001091056214', 'Quê quán / Place of origin:'],
    ],
    ['cccd-12 back', ['cmnd-12', 'back', 0.9], [...BARCODE_BACK, 'Ngày 20 tháng 06 năm 2016']],
    ['cmnd-12 back', ['cccd-12', 'back', 0.9], [...BARCODE_BACK, 'Ngày 20 tháng 06 năm 2015']],
    [
      'cmnd-12 front',
      ['cmnd-9', 'front', 0.9],
      ['GIẤY CHỨNG MINH NHÂN DÂN', 'Số: 036191217304', 'Họ và tên khai sinh: AN', 'Giới tính: Nữ'],
    ],
    [
      'cmnd-9 front',
      ['cmnd-12', 'front', 0.9],
      ['GIẤY CHỨNG MINH NHÂN DÂN', 'SỐ 120381022', 'Nguyên quán: Hà Bắc', 'Nơi ĐKHK thường trú: Bắc Giang'],
    ],
    [
      'passport-old front',
      ['business-registration', 'front', 0.8],
      [
        'HỘ CHIẾU / PASSPORT',
        'Họ và tên / Full name',
        'Ngày cấp / Date of issue',
        'P<VNMVO<<QUE<THU<<<<<<<<<<<<<<<<<<<<<<<<<<<',
      ],
    ],
    [
      'can-cuoc back',
      ['cccd-chip', 'front', 0.8],
      [
        'Nơi cư trú / Place of residence:',
        'Nơi đăng ký khai sinh / Place of birth:',
        'Ngày, tháng, năm hết hạn / Date of expiry:',
      ],
    ],
    [
      'other front',
      ['business-registration', 'front', 0.9],
      [
        'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM',
        'GIẤY KHAI SINH',
        'Họ và tên: TRẦN MINH AN',
        'Quê quán: Thanh Hóa',
        'Nơi sinh: Thanh Hóa',
        'Họ và tên mẹ: Hồ Thị Anh',
      ],
    ],
    [
      'other front',
      ['licence-pet', 'front', 0.7],
      [
        'DRIVING LICENCE',
        'FEDERAL REPUBLIC',
        'MUSTERMANN',
        'ERIKA MARIA',
        'Landratsamt Musterstadt',
        'valid until further notice',
      ],
    ],
  ])('%s where the network said %s', (right, guess, texts) => {
    expect(named(guess, texts)).toBe(right)
  })
})

describe('left as it was', () => {
  test.each<[string, readonly [Kind, Side, number], readonly string[]]>([
    ['a page on which nothing can be read', ['cccd-chip', 'front', 0.6], []],
    ['a blank sheet', ['other', 'front', 0.9], []],
    [
      'a credit card',
      ['other', 'front', 0.9],
      ['VISA', '4111 1111 1111 1111', 'VALID THRU 12/27', 'NGUYEN VAN AN', 'Platinum'],
    ],
    [
      'a contract that only mentions a card',
      ['other', 'front', 0.9],
      [
        'HỢP ĐỒNG',
        'Số căn cước công dân: 001091056214',
        'Nơi thường trú: Hà Nội',
        'Quốc tịch: Việt Nam',
        'Điều 1. Đối tượng',
      ],
    ],
    [
      'a foreign passport',
      ['foreign-td3', 'front', 0.9],
      ['PASSPORT', 'Surname / Nom', 'Given names / Prénoms', 'P<USAMCALLISTER<<LATISHA<<<<<<<<<<<<<<<<<<<<'],
    ],
  ])('%s', (_what, guess, texts) => {
    expect(named(guess, texts)).toBe(`${guess[0]} ${guess[1]}`)
  })

  test('with its confidences where there is no text', () => {
    const page = pageOf('cccd-12', 'back', [])
    expect(reclassifyByTitle(page, page.lines as readonly PageLine[])).toEqual(page)
  })
})

test('clear text raises the confidence', () => {
  const page = pageOf('can-cuoc', 'front', [
    [40, 40, 'CĂN CƯỚC'],
    [40, 80, 'IDENTITY CARD'],
    [40, 120, 'Số định danh cá nhân / Personal identification number:'],
  ])
  expect(reclassifyByTitle(page, page.lines).confidences.kind).toBeGreaterThan(page.confidences.kind)
})
