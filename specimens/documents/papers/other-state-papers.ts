// Papers of the state that we do not read and that look much like those we do: vehicle registration, birth, marriage, diploma.
import { emblem } from '../drawing/emblem.ts'
import { seal, signature } from '../drawing/marks.ts'
import { leader } from '../drawing/pattern.ts'
import { rectangle } from '../drawing/svg.ts'
import { brokenText, centred, endOf, inline } from '../drawing/words.ts'
import { frame } from './certificate-dress.ts'
import { paperGround } from './licence-parts.ts'
import { hsl } from './motifs.ts'
import { birthOf, boxOf, digits, type OtherDraw, type OtherInput, pen, someDay } from './other-parts.ts'

const RED = '#c3222b'
const REPUBLIC = 'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM'
const MOTTO = 'Độc lập - Tự do - Hạnh phúc'

type Said = readonly (readonly [label: string, value: string])[]

/** A label, dots to write on, and the value over them. */
function forms(
  { page, making }: OtherInput,
  at: {
    readonly x: number
    readonly y: number
    readonly step: number
    readonly right: number
    readonly sizeMm: number
  },
  said: Said,
): number {
  let y = at.y
  for (const [name, text] of said) {
    const label = inline(making.cast, at.x, y, [pen('serif', at.sizeMm, 'label')(name)])
    const end = endOf(making.cast, label)
    const [first = '', second = ''] = brokenText(text, 'serif-bold', at.sizeMm, [
      at.right - end - 2,
      at.right - at.x,
    ])
    page.draw(leader(end + 1, at.right, y + 0.4, '#6b6250'))
    page.put([
      ...label,
      ...inline(
        making.cast,
        end + 1.5,
        y - 0.1,
        [pen('serif-bold', at.sizeMm, 'value')(first)],
        at.right - end - 2,
      ),
    ])
    y += at.step
    if (second === '') continue
    page.put(inline(making.cast, at.x, y, [pen('serif-bold', at.sizeMm, 'value')(second)], at.right - at.x))
    y += at.step
  }
  return y
}

const MAKES = ['HONDA', 'YAMAHA', 'SYM', 'TOYOTA', 'KIA', 'VINFAST', 'PIAGGIO']

const vehicle: OtherDraw = (input) => {
  const { page, making, person, dice } = input
  const { cast, seed } = making
  page.draw(paperGround(boxOf(page), seed))
  page.draw(seal(78, 46, 8, { words: 'CÔNG AN - PHÒNG CSGT', seed }), signature(70, 47, 14, seed))
  page.put(centred(cast, 47.5, 6.4, [pen('serif-bold', 2.6, 'title')(REPUBLIC)], 80))
  page.put(centred(cast, 47.5, 9.8, [pen('serif-bold', 2.4, 'title')(MOTTO)], 60))
  const what = dice.next() < 0.6 ? 'CHỨNG NHẬN ĐĂNG KÝ MÔ TÔ, XE MÁY' : 'CHỨNG NHẬN ĐĂNG KÝ XE Ô TÔ'
  page.put(centred(cast, 47.5, 15.4, [pen('serif-bold', 3.4, 'title', RED)(what)], 80))
  const plate = `${Math.floor(dice.between(11, 99))}-${dice.pick(['B1', 'H2', 'K1', 'A', 'F9'])} ${digits(dice, 3)}.${digits(dice, 2)}`
  const y = forms(input, { x: 5, y: 20.6, step: 4, right: 90, sizeMm: 2.5 }, [
    ['Tên chủ xe (Owner):', person.name.toUpperCase()],
    ['Địa chỉ (Address):', person.residence.text],
    ['Nhãn hiệu (Brand):', dice.pick(MAKES)],
    ['Số máy (Engine No):', `JF${digits(dice, 8)}`],
  ])
  forms(input, { x: 5, y, step: 4, right: 58, sizeMm: 2.5 }, [
    ['Số khung (Chassis No):', `RLH${digits(dice, 9)}`],
    ['Màu sơn (Color):', dice.pick(['Đỏ đen', 'Trắng', 'Xanh', 'Nâu', 'Bạc'])],
    ['Đăng ký lần đầu:', someDay(dice, 2008, 2025)],
  ])
  page.put(
    inline(
      cast,
      5,
      60.6,
      [pen('serif', 2.8, 'label')('Biển số đăng ký:'), pen('sans-bold', 4, 'value')(plate)],
      54,
    ),
  )
}

/** A4 with a frame, like a certificate of business; only the words say what it is. */
function framed(input: OtherInput, title: string, office: string, said: Said): void {
  const { page, making, dice, hue } = input
  const { cast, seed } = making
  const head = dice.next() < 0.5
  page.draw(rectangle(boxOf(page), { fill: hsl(hue, 0.35, 0.965) }), ...frame(10, hue))
  page.draw(seal(140, 232, 17, { words: office, seed }), signature(134, 233, 34, seed))
  if (head) page.draw(emblem(105, 32, 22))
  const top = head ? 52 : 30
  page.put(centred(cast, 105, top, [pen('serif-bold', 4.6, 'title')(REPUBLIC)], 150))
  page.put(centred(cast, 105, top + 6.4, [pen('serif-bold', 4.4, 'title')(MOTTO)], 120))
  page.put(centred(cast, 105, top + 24, [pen('serif-bold', 8, 'title', RED)(title)], 165))
  page.put(
    centred(
      cast,
      105,
      top + 31,
      [
        pen('serif', 4.2, 'label')('Số:'),
        pen('serif', 4.2, 'value')(`${digits(dice, 3)}/${Math.floor(dice.between(2005, 2026))}`),
      ],
      60,
    ),
  )
  forms(input, { x: 28, y: top + 44, step: 8.4, right: 186, sizeMm: 4.3 }, said)
  page.put(
    centred(
      cast,
      148,
      216,
      [pen('serif-bold', 4.3, 'other')(dice.pick(['CHỦ TỊCH', 'HIỆU TRƯỞNG', 'PHÓ CHỦ TỊCH']))],
      70,
    ),
  )
  page.put(centred(cast, 148, 252, [pen('serif-bold', 4.3, 'other')(input.person.father)], 70))
}

const birth: OtherDraw = (input) => {
  const { person, dice } = input
  framed(input, 'GIẤY KHAI SINH', 'ỦY BAN NHÂN DÂN XÃ', [
    ['Họ và tên:', person.name.toUpperCase()],
    ['Ngày, tháng, năm sinh:', birthOf(person)],
    ['Giới tính:', person.sex],
    ['Dân tộc:', person.ethnicity],
    ['Nơi sinh:', person.birthplace.text],
    ['Quê quán:', person.hometown.text],
    ['Họ và tên mẹ:', person.mother],
    ['Họ và tên cha:', person.father],
    ['Ngày đăng ký:', someDay(dice, 1990, 2025)],
  ])
}

const marriage: OtherDraw = (input) => {
  const { person, dice } = input
  framed(input, 'GIẤY CHỨNG NHẬN KẾT HÔN', 'ỦY BAN NHÂN DÂN PHƯỜNG', [
    ['Họ và tên chồng:', person.father],
    ['Họ và tên vợ:', person.mother],
    ['Dân tộc:', person.ethnicity],
    ['Nơi cư trú:', person.residence.text],
    ['Giấy tờ tùy thân:', `CMND ${digits(dice, 9)}`],
    ['Ngày đăng ký:', someDay(dice, 1990, 2025)],
  ])
}

const diploma: OtherDraw = (input) => {
  const { person, dice } = input
  framed(input, dice.pick(['BẰNG TỐT NGHIỆP', 'CHỨNG CHỈ', 'GIẤY KHEN']), 'BỘ GIÁO DỤC VÀ ĐÀO TẠO', [
    ['Cấp cho:', person.name],
    ['Ngày sinh:', birthOf(person)],
    ['Ngành đào tạo:', dice.pick(['Kế toán', 'Cơ khí', 'Sư phạm Toán', 'Nông học'])],
    ['Xếp loại:', dice.pick(['Giỏi', 'Khá', 'Trung bình khá'])],
    ['Năm tốt nghiệp:', String(Math.floor(dice.between(1995, 2025)))],
    ['Số hiệu:', `A${digits(dice, 6)}`],
  ])
}

export const STATE_PAPERS: Readonly<Record<string, OtherDraw>> = { vehicle, birth, marriage, diploma }
