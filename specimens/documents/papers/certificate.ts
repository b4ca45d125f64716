// Business-registration certificates: what stands on them, block by block, over one to four pages.
import { type Dice, seededDice } from '../../person/dice.ts'
import type { Making } from '../drawing/words.ts'
import type { Company, CompanyPerson, Member } from '../facts/record.ts'
import type { Sheet } from '../sheet.ts'
import { certificateClosing, certificateHead, dressOf } from './certificate-dress.ts'
import { PERSON_WORDS, SUBJECTS } from './certificate-words.ts'
import type { Piece } from './flow.ts'
import { INDUSTRIES } from './industries.ts'
import { A4, type Block, laidOut, type Margins, type Paragraph, type Setting } from './pages.ts'

const [INK, RED] = ['#1b1a1c', '#c31f2a']
const MM_PER_POINT = 0.3528

/** The hands of one certificate: some print values in bold, some do not. */
interface Style {
  readonly bold: boolean
  readonly facts: Company
}

const label = (text: string, tabMm?: number): Piece => ({
  text,
  typeface: 'serif',
  role: 'label',
  ...(tabMm === undefined ? {} : { tabMm }),
})

const value = ({ bold }: Style, text: string, field?: string, always = false): Piece => ({
  text,
  typeface: bold || always ? 'serif-bold' : 'serif',
  role: 'value',
  ...(field === undefined ? {} : { field }),
})

const line = (...pieces: readonly Piece[]): Paragraph => ({ pieces })
const said = (
  style: Style,
  name: string,
  text: string | undefined,
  field?: string,
  always = false,
): Paragraph[] => (text === undefined ? [] : [line(label(name), value(style, text, field, always))])

function titles({ facts }: Style, dice: Dice): Block[] {
  const title = (text: string, points: number, above = 0): Paragraph => ({
    pieces: [{ text, typeface: 'serif-bold', role: 'title', colour: RED }],
    sizeMm: points * MM_PER_POINT,
    align: 'middle',
    above,
  })
  const { code } = SUBJECTS[facts.form]
  const middle = (...pieces: readonly Piece[]): Paragraph => ({ pieces, align: 'middle' })
  const bold = (text: string, field?: string): Piece => value({ bold: true, facts }, text, field)
  const changed =
    facts.changeDate === undefined
      ? []
      : [
          middle(
            { ...label('Đăng ký thay đổi lần thứ:'), typeface: 'serif-italic' },
            {
              ...label(`${facts.changeCount}, ${facts.changeDate}`),
              typeface: 'serif-italic',
              role: 'value',
            },
          ),
        ]
  return [
    title(facts.title, dice.between(14, 16), 0.6),
    title(facts.subtitle, dice.between(12.5, 14)),
    middle({ ...label(`${code}:`), typeface: 'serif-bold' }, bold(facts.businessCode, 'business_code')),
    middle(
      { ...label('Đăng ký lần đầu:'), typeface: 'serif-italic' },
      { ...bold(facts.firstRegister, 'first_register'), typeface: 'serif-italic' },
    ),
    ...changed,
  ]
}

function person(style: Style, one: CompanyPerson, field: (name: string) => string | undefined): Block[] {
  const words = PERSON_WORDS[style.facts.era]
  const of = (text: string, name: string, always = false) => value(style, text, field(name), always)
  return [
    line(
      label('* Họ và tên:'),
      of(one.name, 'name', true),
      label('Giới tính:', 105),
      of(one.gender, 'gender'),
    ),
    ...(one.title === '' ? [] : [line(label('Chức danh:'), of(one.title, 'title'))]),
    line(
      label('Sinh ngày:'),
      of(one.birthday, 'birthday'),
      label('Dân tộc:', 60),
      of(one.ethnicity, 'ethnicity'),
      label('Quốc tịch:', 105),
      of(one.nationality, 'nationality'),
    ),
    line(label(words.idType), of(one.idType, 'id_type')),
    line(label(words.idNumber), of(one.idNumber, 'id_number')),
    line(
      label('Ngày cấp:'),
      of(one.idIssueDate, 'id_issue_date'),
      label('Nơi cấp:', 60),
      of(one.idIssueAt, 'id_issue_at'),
    ),
    line(label(words.idAddress), of(one.idAddress, 'id_address')),
    line(label(words.contactAddress), of(one.contactAddress, 'contact_address')),
  ]
}

function memberTable(members: readonly Member[], sizeMm: number): Block {
  const cell = (text: string): Piece => ({ text, typeface: 'serif', role: 'value' })
  return {
    sizeMm,
    columns: [
      { head: 'STT', share: 0.06, middle: true },
      { head: 'Tên thành viên', share: 0.19 },
      { head: 'Quốc tịch', share: 0.1 },
      { head: 'Địa chỉ liên lạc', share: 0.25 },
      { head: 'Giá trị phần vốn góp (VNĐ)', share: 0.15, middle: true },
      { head: 'Tỷ lệ (%)', share: 0.08, middle: true },
      { head: 'Số giấy tờ pháp lý', share: 0.17, middle: true },
    ],
    rows: members.map((one, index) =>
      [String(index + 1), one.name, one.nationality, one.address, one.capital, one.share, one.idNumber].map(
        cell,
      ),
    ),
  }
}

/** `most` keeps a certificate with many members from growing over four pages. */
function industryTable(dice: Dice, sizeMm: number, most: number): Block {
  const drawn = dice.pick([dice.between(3, 10), dice.between(8, 25), dice.between(30, 60)])
  const count = Math.min(most, Math.floor(drawn))
  const first = Math.floor(dice.next() * (INDUSTRIES.length - count))
  const chosen = INDUSTRIES.slice(first, first + count)
  const cell = (text: string): Piece => ({ text, typeface: 'serif', role: 'other' })
  return {
    sizeMm,
    columns: [
      { head: 'STT', share: 0.08, middle: true },
      { head: 'Tên ngành', share: 0.74 },
      { head: 'Mã ngành', share: 0.18, middle: true },
    ],
    rows: chosen.map(([code, name], index) => [String(index + 1), name, code].map(cell)),
  }
}

function sections(style: Style, dice: Dice, sizeMm: number): Block[] {
  const { facts } = style
  const subject = SUBJECTS[facts.form]
  let count = 0
  const heading = (text: string): Paragraph => ({
    pieces: [{ text: `${++count}. ${text}`, typeface: 'serif-bold', role: 'label' }],
    above: 0.25,
    leads: true,
  })
  const { noun } = subject
  const blocks: Block[] = [
    heading(`Tên ${noun}`),
    ...said(style, `Tên ${noun} viết bằng tiếng Việt:`, facts.companyName, 'company_name', true),
    ...said(style, `Tên ${noun} viết bằng tiếng nước ngoài:`, facts.foreignName, 'company_foreign_name'),
    ...said(style, `Tên ${noun} viết tắt:`, facts.shortName, 'company_short_name'),
    heading(subject.addressHeading),
    line(value(style, facts.companyAddress, 'company_address')),
    line(
      label('Điện thoại:'),
      value(style, facts.phone ?? '', 'company_phone'),
      label('Fax:', 80),
      value(style, facts.fax ?? '', 'fax'),
    ),
    line(
      label('Email:'),
      value(style, facts.email ?? '', 'email'),
      label('Website:', 80),
      value(style, facts.website ?? '', 'website'),
    ),
  ]
  if (facts.era === 'before-2021' && facts.parent === undefined && dice.next() < 0.45) {
    blocks.push(
      heading('Ngành, nghề kinh doanh'),
      industryTable(dice, sizeMm * 0.92, facts.members.length > 8 ? 10 : 60),
    )
  }
  if (facts.capital !== undefined) {
    blocks.push(
      heading(subject.capital),
      ...said(style, `${subject.capital}:`, facts.capital.figures, 'authorized_capital'),
      ...said(style, 'Bằng chữ:', facts.capital.words),
      ...said(style, 'Mệnh giá cổ phần:', facts.parValue, 'par_value'),
      ...said(style, 'Tổng số cổ phần:', facts.totalShares, 'total_shares'),
    )
  }
  const nothing = () => undefined
  if (subject.owner !== undefined && facts.owner !== undefined) {
    blocks.push(heading(subject.owner), ...person(style, { ...facts.owner, title: '' }, nothing))
  }
  if (subject.members !== undefined)
    blocks.push(heading(subject.members), memberTable(facts.members, sizeMm * 0.84))
  blocks.push(heading(subject.lead))
  // The specification knows one representative: the first.
  for (const [index, one] of facts.representatives.entries()) {
    blocks.push(...person(style, one, index === 0 ? (name) => name : nothing))
  }
  if (facts.parent !== undefined) {
    blocks.push(
      heading('Hoạt động theo ủy quyền của doanh nghiệp'),
      ...said(style, 'Tên doanh nghiệp:', facts.parent.name, undefined, true),
      ...said(style, 'Mã số doanh nghiệp:', facts.parent.businessCode),
      ...said(style, 'Địa chỉ trụ sở chính:', facts.parent.address),
    )
  }
  return blocks
}

export function certificate(facts: Company, making: Making): Sheet[] {
  const dice = seededDice(making.seed, 0xce27)
  const sizeMm = dice.between(12, 13) * MM_PER_POINT
  const margins: Margins = { left: dice.between(26, 31), right: dice.between(17, 22), top: 20, bottom: 24 }
  const style: Style = { bold: dice.next() < 0.3, facts }
  const dress = dressOf(making)
  const setting = (leading: number, dressed = false): Setting => ({
    form: { kind: 'business-registration', side: 'front', ...A4, cornerMm: 0 },
    making,
    margins,
    sizeMm,
    leading,
    ink: INK,
    dress: dressed ? dress : () => {},
  })
  const closing = certificateClosing(facts, making, sizeMm)
  const text = [
    certificateHead(facts, making, sizeMm),
    ...titles(style, dice),
    ...sections(style, dice, sizeMm),
  ]
  let leading = dice.between(1.26, 1.48)
  // No office sends a signature alone on a page: it sets the text closer.
  while (
    leading > 1.15 &&
    laidOut(text, setting(leading)).length < laidOut([...text, closing], setting(leading)).length
  ) {
    leading -= 0.05
  }
  return laidOut([...text, closing], setting(leading, true)).map((page) => page.sheet())
}
