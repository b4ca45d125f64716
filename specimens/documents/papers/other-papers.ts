// Papers that are none of the documents we read: letters, invoices, receipts.
import { seal, signature } from '../drawing/marks.ts'
import { rectangle } from '../drawing/svg.ts'
import { centred, inline } from '../drawing/words.ts'
import type { Piece } from './flow.ts'
import { hsl } from './motifs.ts'
import { birthOf, digits, FIRM, type OtherDraw, type OtherInput, pen, someDay, two } from './other-parts.ts'
import { type Block, flowOnto, type Paragraph } from './pages.ts'

const piece = (
  text: string,
  role: Piece['role'] = 'other',
  typeface: Piece['typeface'] = 'serif',
): Piece => ({
  text,
  role,
  typeface,
})
const paragraph = (...pieces: readonly Piece[]): Paragraph => ({ pieces, above: 0.4 })
const middle = (text: string, sizeMm: number, colour?: string): Paragraph => ({
  pieces: [{ ...piece(text, 'title', 'serif-bold'), ...(colour === undefined ? {} : { colour }) }],
  sizeMm,
  align: 'middle',
  above: 0.3,
})

const SUBJECTS = [
  'V/v: thông báo lịch họp cư dân quý này',
  'V/v: xác nhận thời gian công tác',
  'V/v: mời dự lễ khai giảng',
  'V/v: báo giá dịch vụ bảo trì thang máy',
]
const SENTENCES = [
  'Chúng tôi xin trân trọng cảm ơn sự quan tâm và hợp tác của Quý vị trong suốt thời gian vừa qua.',
  'Kính đề nghị Ông/Bà kiểm tra lại thông tin nêu trên và phản hồi bằng văn bản trước ngày đã hẹn.',
  'Mọi thắc mắc xin liên hệ bộ phận chăm sóc khách hàng trong giờ hành chính để được hướng dẫn cụ thể.',
  'Buổi họp sẽ diễn ra tại hội trường tầng hai, bắt đầu lúc tám giờ sáng, đề nghị mọi người có mặt đúng giờ.',
  'Phí dịch vụ được điều chỉnh theo hợp đồng đã ký giữa hai bên và không bao gồm thuế giá trị gia tăng.',
  'Trong trường hợp có thay đổi, chúng tôi sẽ thông báo đến Quý vị ít nhất bảy ngày làm việc.',
]

const flow = ({ page, making }: OtherInput, blocks: readonly Block[], top: number, sizeMm: number): number =>
  flowOnto(page, blocks, {
    making,
    margins: { left: page.form.widthMm * 0.12, right: page.form.widthMm * 0.1, top, bottom: 20 },
    sizeMm,
    leading: 1.4,
    ink: '#1d1d20',
  })

const letter: OtherDraw = (input) => {
  const { page, making, person, dice, hue } = input
  page.draw(
    rectangle({ x: 0, y: 0, width: page.form.widthMm, height: page.form.heightMm }, { fill: '#fdfdfc' }),
  )
  const firm = FIRM(dice)
  page.put(inline(making.cast, 26, 24, [pen('sans-bold', 5, 'title', hsl(hue, 0.6, 0.35))(firm)], 150))
  page.draw(rectangle({ x: 26, y: 28, width: 160, height: 0.6 }, { fill: hsl(hue, 0.6, 0.45) }))
  const paragraphs = Array.from({ length: 3 + Math.floor(dice.next() * 5) }, () =>
    paragraph(piece(Array.from({ length: 2 }, () => dice.pick(SENTENCES)).join(' '))),
  )
  const end = flow(
    input,
    [
      paragraph(
        piece(`Số: ${digits(dice, 2)}/TB`),
        piece(`Ngày ${someDay(dice, 2014, 2026)}`, 'other', 'serif-italic'),
      ),
      middle(dice.pick(['THÔNG BÁO', 'THƯ MỜI', 'GIẤY XÁC NHẬN', 'CÔNG VĂN']), 5.6),
      middle(dice.pick(SUBJECTS), 4.2),
      paragraph(piece('Kính gửi:', 'label', 'serif-bold'), piece(`Ông/Bà ${person.name}`, 'value')),
      paragraph(piece('Địa chỉ:', 'label'), piece(person.residence.text, 'value')),
      ...paragraphs,
      paragraph(piece('Trân trọng,')),
    ],
    34,
    4.4,
  )
  page.draw(signature(140, end + 16, 32, making.seed))
  if (dice.next() < 0.6) page.draw(seal(142, end + 16, 17, { words: `${firm} * ${firm}`, seed: making.seed }))
  page.put(centred(making.cast, 152, end + 36, [pen('serif-bold', 4.4, 'other')(person.father)], 60))
}

const GOODS = [
  'Giấy in A4',
  'Bút bi Thiên Long',
  'Dịch vụ vận chuyển',
  'Máy bơm nước',
  'Xi măng PCB40',
  'Cà phê rang xay',
  'Phí bảo trì',
]
const money = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/gu, '.')

const invoice: OtherDraw = (input) => {
  const { page, person, dice, hue } = input
  page.draw(
    rectangle(
      { x: 0, y: 0, width: page.form.widthMm, height: page.form.heightMm },
      { fill: hsl(hue, 0.4, 0.97) },
    ),
  )
  const cell = (text: string): Piece => piece(text, 'value')
  const rows = Array.from({ length: 3 + Math.floor(dice.next() * 8) }, (_, index) => {
    const [count, price] = [1 + Math.floor(dice.next() * 40), 1000 * (5 + Math.floor(dice.next() * 900))]
    return [
      String(index + 1),
      dice.pick(GOODS),
      dice.pick(['cái', 'kg', 'thùng', 'lần']),
      String(count),
      money(price),
      money(count * price),
    ]
  })
  const said = (name: string, text: string) =>
    paragraph(piece(name, 'label'), piece(text, 'value', 'serif-bold'))
  flow(
    input,
    [
      middle(dice.pick(['HÓA ĐƠN GIÁ TRỊ GIA TĂNG', 'HÓA ĐƠN BÁN HÀNG', 'PHIẾU XUẤT KHO']), 5.4, '#c3222b'),
      middle(`Ngày ${someDay(dice, 2014, 2026)}`, 3.9),
      said('Ký hiệu:', `${digits(dice, 2)}C${digits(dice, 2)}TAA`),
      said('Số:', digits(dice, 8)),
      said('Đơn vị bán hàng:', FIRM(dice)),
      said('Họ tên người mua hàng:', person.name),
      said('Địa chỉ:', person.residence.text),
      said('Hình thức thanh toán:', dice.pick(['Tiền mặt', 'Chuyển khoản', 'TM/CK'])),
      {
        sizeMm: 3.6,
        columns: [
          { head: 'STT', share: 0.08, middle: true },
          { head: 'Tên hàng hóa, dịch vụ', share: 0.36 },
          { head: 'ĐVT', share: 0.1, middle: true },
          { head: 'Số lượng', share: 0.12, middle: true },
          { head: 'Đơn giá', share: 0.16, middle: true },
          { head: 'Thành tiền', share: 0.18, middle: true },
        ],
        rows: rows.map((row) => row.map(cell)),
      },
      said('Thuế suất GTGT:', dice.pick(['5%', '8%', '10%'])),
      paragraph(piece('Người mua hàng', 'other', 'serif-bold'), {
        ...piece('Người bán hàng', 'other', 'serif-bold'),
        tabMm: page.form.widthMm * 0.5,
      }),
    ],
    16,
    4.1,
  )
}

const receipt: OtherDraw = (input) => {
  const { page, making, person, dice } = input
  const { cast } = making
  page.draw(
    rectangle({ x: 0, y: 0, width: page.form.widthMm, height: page.form.heightMm }, { fill: '#f8f7f4' }),
  )
  const half = page.form.widthMm / 2
  const put = (y: number, text: string, size = 3, face: Piece['typeface'] = 'typewriter') =>
    page.put(centred(cast, half, y, [pen(face, size, 'other')(text)], 70))
  put(9, FIRM(dice), 3.4, 'sans-bold')
  put(14, person.residence.lines[0] ?? '')
  put(21, dice.pick(['PHIẾU THANH TOÁN', 'HÓA ĐƠN TÍNH TIỀN', 'BIÊN LAI THU TIỀN']), 4, 'sans-bold')
  put(
    26,
    `${someDay(dice, 2016, 2026)} ${two(Math.floor(dice.next() * 24))}:${two(Math.floor(dice.next() * 60))}`,
  )
  let [y, total] = [34, 0]
  const count = 3 + Math.floor(dice.next() * 7)
  for (let k = 0; k < count; k++, y += 5) {
    const price = 1000 * (3 + Math.floor(dice.next() * 400))
    total += price
    page.put(inline(cast, 5, y, [pen('typewriter', 3, 'value')(dice.pick(GOODS))], 44))
    page.write(
      money(price),
      page.form.widthMm - 5,
      y,
      { typeface: 'typewriter', sizeMm: 3, colour: '#1c1e22', role: 'value' },
      { anchor: 'end' },
    )
  }
  put(y + 4, `TỔNG CỘNG: ${money(total)} đ`, 4, 'sans-bold')
  put(y + 11, `Khách hàng: ${person.name} (${birthOf(person).slice(6)})`)
  put(y + 17, 'Cảm ơn quý khách. Hẹn gặp lại!')
}

export const OTHER_PAPERS: Readonly<Record<string, OtherDraw>> = { letter, invoice, receipt }
