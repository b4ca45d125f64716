// Cards of firms that are none of the documents we read: banks, staff, visiting cards.
import { chipPlate } from '../drawing/chip.ts'
import { code } from '../drawing/codes.ts'
import { waves } from '../drawing/pattern.ts'
import { rectangle, wash } from '../drawing/svg.ts'
import { brokenText, centred, inline } from '../drawing/words.ts'
import type { TypefaceRole } from '../sheet.ts'
import { hsl, motif } from './motifs.ts'
import { boxOf, digits, FIRM, MOTIFS, type OtherDraw, pen, two } from './other-parts.ts'
import { photograph } from './photograph.ts'

const BANKS = ['NGÂN HÀNG SÔNG HỒNG', 'LOTUS BANK', 'NGÂN HÀNG THUẬN AN', 'DELTA BANK']
const TITLES = ['Kế toán trưởng', 'Kỹ sư phần mềm', 'Nhân viên kinh doanh', 'Trưởng phòng nhân sự', 'Thủ kho']

const bank: OtherDraw = ({ page, making, person, dice, hue }) => {
  const box = boxOf(page)
  page.draw(
    wash(box, [hsl(hue, 0.55, 0.3), hsl(hue + 30, 0.6, 0.5), hsl(hue - 20, 0.5, 0.25)], dice.between(0, 70)),
  )
  page.draw(
    waves(box, {
      colours: ['#ffffff'],
      pitchMm: 2.4,
      amplitudeMm: 3,
      lengthMm: 40,
      opacity: 0.16,
      widthMm: 0.2,
      seed: making.seed,
    }),
  )
  page.draw(
    chipPlate({ x: 9, y: 18.5, width: 12, height: 9.6 }),
    motif(dice.pick(MOTIFS), 73, 42, 7, '#f4f4f0', '#f4f4f0'),
  )
  const white = (face: TypefaceRole, size: number, role: 'title' | 'value' | 'label') =>
    pen(face, size, role, '#f4f4f0')
  page.put(inline(making.cast, 8, 10.5, [white('sans-bold', 4, 'title')(dice.pick(BANKS))], 66))
  page.put(
    inline(making.cast, 64, 15, [white('sans', 2.4, 'title')(dice.pick(['DEBIT', 'CREDIT', 'NỘI ĐỊA']))], 18),
  )
  const number = digits(dice, 16).replace(/(.{4})(?=.)/gu, '$1 ')
  page.put(inline(making.cast, 8, 35, [white(dice.pick(['ocr-b', 'typewriter']), 4.6, 'value')(number)], 70))
  const until = `${two(1 + Math.floor(dice.next() * 12))}/${Math.floor(dice.between(25, 34))}`
  page.put(
    inline(
      making.cast,
      40,
      41,
      [white('sans', 1.7, 'label')('VALID THRU'), white('typewriter', 3, 'value')(until)],
      26,
    ),
  )
  page.put(
    inline(making.cast, 8, 48, [white('sans-bold', 3, 'value')(folded(person.name).toUpperCase())], 54),
  )
}

/** Without marks, as banks write names. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D')

const employee: OtherDraw = ({ page, making, person, dice, hue }) => {
  const box = boxOf(page)
  page.draw(
    rectangle(box, { fill: '#ffffff' }),
    wash({ ...box, height: 26 }, [hsl(hue, 0.7, 0.35), hsl(hue + 25, 0.7, 0.5)], 40),
  )
  page.draw(rectangle({ x: 20, y: 3, width: 14, height: 3 }, { fill: '#ffffff', radius: 1.5 }))
  const photo = { x: 14.5, y: 17, width: 25, height: 32 }
  page.draw(photograph(person, making.seed, photo))
  page.portrait(photo)
  const lines = brokenText(FIRM(dice), 'sans-bold', 2.8, [46, 46])
  for (const [index, line] of lines.entries()) {
    page.put(
      centred(making.cast, 27, 10.5 + index * 3.5, [pen('sans-bold', 2.8, 'title', '#ffffff')(line)], 50),
    )
  }
  page.put(centred(making.cast, 27, 56, [pen('sans-bold', 3.4, 'value')(person.name)], 50))
  page.put(
    centred(making.cast, 27, 61, [pen('sans', 2.7, 'value', hsl(hue, 0.7, 0.35))(dice.pick(TITLES))], 48),
  )
  page.put(
    centred(
      making.cast,
      27,
      66,
      [pen('sans', 2.3, 'label')('Mã NV:'), pen('sans-bold', 2.5, 'value')(`NV${digits(dice, 5)}`)],
      48,
    ),
  )
  page.mark(code('qr', `NV${digits(dice, 8)}`, { x: 21, y: 69, width: 12, height: 12 }))
}

const visiting: OtherDraw = ({ page, making, person, dice, hue }) => {
  const box = boxOf(page)
  const ink = hsl(hue, 0.6, 0.3)
  page.draw(
    rectangle(box, { fill: '#fcfcfa' }),
    rectangle({ ...box, width: 4 }, { fill: ink }),
    motif(dice.pick(MOTIFS), 76, 14, 8, ink, ink),
  )
  page.put(inline(making.cast, 9, 14, [pen('serif-bold', 4.6, 'value', ink)(person.name)], 56))
  page.put(inline(making.cast, 9, 19.4, [pen('serif-italic', 2.9, 'value')(dice.pick(TITLES))], 56))
  page.put(inline(making.cast, 9, 29, [pen('sans-bold', 2.8, 'value')(FIRM(dice))], 74))
  const [first = '', second = ''] = brokenText(person.residence.text, 'sans', 2.4, [70, 74])
  const said = [
    first,
    second,
    `Tel: 0${digits(dice, 9)}`,
    `Email: ${folded(person.given).toLowerCase()}${digits(dice, 2)}@congty.example`,
  ]
  for (const [index, text] of said.filter((each) => each !== '').entries()) {
    page.put(inline(making.cast, 9, 34.5 + index * 4, [pen('sans', 2.4, 'other')(text)], 74))
  }
}

export const FIRM_CARDS: Readonly<Record<string, OtherDraw>> = { bank, employee, visiting }
