// The front of the PET driving licence: Times throughout, values centred beside their labels, office, stamp and date on each other.
import { districtsOf, provinceByCode, type UnitType } from '../../../src/documents/text/knowledge/units.ts'
import { type Dice, seededDice } from '../../person/dice.ts'
import { hologram, seal, signature } from '../drawing/marks.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { clipped, glow, group, type Point, pathOf, rectangle, strokes, wash } from '../drawing/svg.ts'
import { textWidth } from '../drawing/typefaces.ts'
import { centred, endOf, inline, type Making, type Words } from '../drawing/words.ts'
import type { Address, Licence } from '../facts/record.ts'
import type { Run, Sheet } from '../sheet.ts'
import { brokenAtUnits, CARD, CARD_BOX, dateWords, ringWords } from './licence-parts.ts'
import { hsl } from './motifs.ts'
import { paper } from './paper.ts'
import { photograph } from './photograph.ts'

/** Places on the card are known as shares of its width and height. */
const across = (share: number): number => share * CARD.widthMm
const down = (share: number): number => share * CARD.heightMm

const LEFT = across(0.305)
const RIGHT = across(0.975)

export function petFront(facts: Licence, { cast, seed }: Making): Sheet {
  const page = paper({ kind: 'licence-pet', side: 'front', ...CARD })
  const dice = seededDice(seed, 0x9e7f1)
  const { front } = facts
  page.draw(petGround(dice))
  const photo = { x: across(0.009), y: down(0.247), width: across(0.288), height: down(0.546) }
  page.draw(photograph(facts.person, seed, photo))
  page.portrait(photo)
  const ink = dice.pick(['#2b2722', '#383229', '#211f1d', '#433c2c'])
  const red = hsl(dice.between(352, 364), dice.between(0.55, 0.75), dice.between(0.42, 0.54))
  const words = (
    typeface: Words['typeface'],
    sizeMm: number,
    role: Words['role'],
    text: string,
    more: Partial<Words> = {},
  ): Words => ({ typeface, sizeMm, role, text, colour: ink, ...more })

  page.put(centred(cast, across(0.155), down(0.078), [words('serif-bold', 2.75, 'other', 'BỘ GTVT')], 18))
  page.put(centred(cast, across(0.155), down(0.134), [words('serif-bold', 2.5, 'other', 'MOT')], 18))
  page.draw(rule(across(0.116), across(0.194), down(0.15), ink))
  const state = words('serif-bold', 2.62, 'title', 'CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM')
  page.put(centred(cast, across(0.637), down(0.072), [state], 51.5))
  page.put(
    centred(
      cast,
      across(0.643),
      down(0.133),
      [
        words(
          'serif-bold',
          2.62,
          'title',
          dice.pick(['Độc lập - Tự do - Hạnh phúc', 'Độc lập  - Tự do - Hạnh phúc']),
        ),
      ],
      35,
    ),
  )
  page.draw(rule(across(0.47), across(0.815), down(0.153), ink))
  writeTitle()

  const labelMm = dice.between(2.24, 2.42)
  // The printer sets all values a little off, and nearly glues the English word to the Vietnamese.
  const [shiftX, shiftY] = [dice.about(0, 0.35), dice.about(0, 0.14)]
  const number = inline(cast, LEFT + across(0.2) + dice.about(0, 0.4), down(0.294), [
    words('serif-bold', dice.between(3.1, 3.35), 'label', dice.pick(['Số/No:', 'Số/ No:']), { colour: red }),
    words('serif-bold', dice.between(3.2, 3.4), 'value', front.id, {
      colour: red,
      field: 'id',
      gapEm: dice.between(0.35, 1),
    }),
  ])
  page.put(number)
  const valueMm = dice.between(2.5, 2.8)
  row(0.369, ['Họ tên', 'Full name'], front.name, 'name', 0.745)
  row(0.44, ['Ngày sinh', 'Date of Birth'], front.birthday, 'birthday', 0.76)
  const national = dice.next() < 0.6 ? front.nationality.toUpperCase() : front.nationality
  row(0.511, ['Quốc tịch', 'Nationality'], national, 'nationality', 0.765)
  page.state('nationality', front.nationality)
  page.put(labelled(LEFT, down(0.581), ['Nơi cư trú', 'Address']))
  writeAddress()

  besides(
    0.853,
    ['Hạng', 'Class'],
    0.168,
    words('serif-bold', dice.between(2.7, 3.1), 'value', front.classType, { field: 'class_type' }),
  )
  besides(
    0.945,
    ['Có giá trị đến', 'Expires'],
    0.28,
    words('serif-bold', valueMm, 'value', front.expiry, { field: 'expiry' }),
  )
  close()
  page.put([specimenMark(across(0.975), down(0.986), 1.15, 'end')])
  return page.sheet()

  /** Its words stand unevenly far apart, some without a space. */
  function writeTitle(): void {
    const title = { typeface: 'serif-bold', sizeMm: 3.3, role: 'title', colour: red } as const
    const gap = () => (dice.next() < 0.35 ? dice.between(0, 0.1) : dice.between(0.16, 0.3))
    const parts = ['GIẤY', 'PHÉP', 'LÁI', 'XE/', "DRIVER'S", 'LICENSE']
    page.put(
      centred(
        cast,
        across(0.64),
        down(0.211),
        parts.map((text, k) => ({
          ...title,
          text,
          gapEm: k === 4 ? dice.between(0, 0.14) : k === 5 ? 0.26 : gap(),
        })),
        across(0.67),
      ),
    )
  }

  function labelled(x: number, baseline: number, [vietnamese, english]: readonly [string, string]): Run[] {
    return inline(cast, x, baseline, [
      words('serif', labelMm, 'label', `${vietnamese}/`),
      words('serif', labelMm * 0.92, 'label', `${english}:`, { gapEm: dice.between(0, 0.08) }),
    ])
  }

  /** Centred on its own place, but never before the label's end. */
  function row(
    share: number,
    label: readonly [string, string],
    text: string,
    field: string,
    middle: number,
  ): void {
    const labels = labelled(LEFT, down(share), label)
    page.put(labels)
    const end = endOf(cast, labels)
    const value = words('serif-bold', valueMm, 'value', text, { field })
    const room = RIGHT - end - 0.9
    const half = Math.min(room, textWidth(cast, value.typeface, text, valueMm)) / 2
    const at = Math.min(RIGHT - half, Math.max(end + 0.9 + half, across(middle) + shiftX))
    page.put(centred(cast, at, down(share - 0.004) + shiftY, [value], room))
  }

  /** Class and expiry begin at their own place, and at times on the colon of the label. */
  function besides(share: number, label: readonly [string, string], from: number, value: Words): void {
    const labels = labelled(across(0.027), down(share), label)
    const x = Math.max(across(from) + shiftX, endOf(cast, labels) + dice.between(-0.1, 0.5))
    page.put(labels)
    page.put(inline(cast, x, down(share) + shiftY, [value], across(0.515) - x))
  }

  function writeAddress(): void {
    const size = dice.between(2.15, 2.4)
    const said =
      dice.next() < 0.6 ? abbreviated(front.address, facts.person.provinces.residence) : front.address.text
    page.state('address', said)
    const room = RIGHT - LEFT - 1
    const lines = brokenAtUnits(said, room * dice.between(0.72, 0.98), { typeface: 'serif', sizeMm: size })
    const face = dice.next() < 0.8 ? 'serif' : 'serif-bold'
    for (const [index, text] of lines.entries()) {
      const baseline = down(lines.length === 1 ? 0.63 : 0.625 + index * 0.041) + shiftY
      page.put(
        centred(
          cast,
          across(0.645) + shiftX * 0.5,
          baseline,
          [words(face, size, 'value', text, { field: 'address' })],
          room,
        ),
      )
    }
  }

  /** Date, office, stamp, signature and name; the stamp lies over all of them. */
  function close(): void {
    const date = dice.between(2.2, 2.42)
    page.state('issue_place', front.issuePlace)
    page.state('issue_date', front.issueDate)
    const dated = (text: string, field: string) => words('serif-bold-italic', date, 'value', text, { field })
    const line = inline(
      cast,
      0,
      down(0.712),
      [dated(`${front.issuePlace},`, 'issue_place'), dated(dateWords(facts, true), 'issue_date')],
      across(0.65),
    )
    const end = endOf(cast, line)
    page.put(line.map((run) => ({ ...run, x: run.x + RIGHT - end })))
    const middle = across(0.71) + dice.about(0, 0.5)
    for (const [index, text] of front.authority.lines.entries()) {
      page.put(
        centred(cast, middle, down(0.758 + index * 0.043), [words('serif-bold', 2.2, 'other', text)], 38),
      )
    }
    const lines = ringWords(front.authority.lines)
    page.draw(
      seal(
        across(0.65) + dice.about(0, 0.8),
        down(0.795) + dice.about(0, 0.6),
        across(dice.between(0.074, 0.082)),
        {
          words: lines,
          ...(front.authority.lines.length > 1 ? { centre: ['SỞ', 'GIAO THÔNG', 'VẬN TẢI'] } : {}),
          colour: hsl(dice.between(350, 364), 0.62, dice.between(0.55, 0.68)),
          seed,
        },
      ),
      signature(across(0.655), down(0.845), across(0.13), seed, '#3a3f58'),
    )
    page.put(centred(cast, middle, down(0.962), [words('serif-bold', 2.3, 'other', front.signer)], 26))
  }
}

/** A line of letters too small to read. */
const rule = (from: number, to: number, y: number, colour: string): string =>
  `<path d="M${from.toFixed(2)} ${y.toFixed(2)}H${to.toFixed(2)}" stroke="${colour}" stroke-width="0.22" stroke-opacity="0.7" stroke-dasharray="0.28 0.09"/>`

const SHORT: Readonly<Record<UnitType, string>> = {
  Quận: 'Q.',
  Huyện: 'H.',
  'Thành phố': 'TP.',
  'Thị xã': 'TX.',
  Phường: 'P.',
  Xã: 'X.',
  'Thị trấn': 'TT.',
  'Đặc khu': 'ĐK.',
}

/** `X. An Phú, H. Hoài Nhơn, T. Bình Định`, as most offices wrote it; an unknown unit stays as it is. */
function abbreviated({ text, lines }: Address, province: string): string {
  const house = lines.length > 1 ? `${lines[0]}, ` : ''
  const named = (lines.at(-1) ?? text).split(', ')
  const districts = districtsOf(province)
  const district = districts.find(({ name }) => named.at(-2)?.endsWith(name))
  const communes = (district === undefined ? districts : [district]).flatMap((each) => each.communes)
  const units = named.map((unit, index) => {
    const isProvince = index === named.length - 1
    if (isProvince) {
      const bare = unit.replace(/^Tỉnh |^Thành phố |^TP\. /u, '')
      return `${provinceByCode(province)?.city ? 'TP.' : 'T.'} ${bare}`
    }
    const known = (index === named.length - 2 && district !== undefined ? [district] : communes).find(
      ({ name }) => unit.endsWith(name),
    )
    return known === undefined ? unit : `${SHORT[known.type]} ${known.name}`
  })
  return house + units.join(', ')
}

/** Cream running into yellow, a few thin white and gold lines, now and then the yellow shine of the foil. */
function petGround(dice: Dice): string {
  const hue = dice.between(42, 54)
  const deep = dice.between(0.76, 0.9)
  const base = hsl(hue, dice.between(0.45, 0.85), deep)
  const line = (colour: string, opacity: number) => {
    const paths: string[] = []
    const [lean, curve] = [dice.between(-0.35, 0.35), dice.between(-7, 7)]
    for (let k = 0; k < 9; k++) {
      const points: Point[] = []
      for (let x = -2; x <= CARD.widthMm + 2; x += 3)
        points.push([x, k * 8 - 8 + lean * x + curve * Math.sin(x / 19 + k * 0.7)])
      paths.push(pathOf(points))
    }
    return strokes(paths, colour, 0.14, opacity)
  }
  const shine = dice.next() < 0.45
  return clipped(
    wash(
      CARD_BOX,
      [base, hsl(hue - 3, 0.6, deep + 0.03), hsl(hue - 8, 0.5, deep - 0.02)],
      dice.between(-20, 40),
    ) +
      line('#ffffff', dice.between(0.4, 0.9)) +
      line(hsl(hue - 6, 0.6, 0.62), dice.between(0.15, 0.45)) +
      (shine
        ? glow(
            dice.between(35, 62),
            dice.between(18, 34),
            dice.between(9, 16),
            hsl(50, 0.95, 0.66),
            dice.between(0.3, 0.6),
          )
        : '') +
      (dice.next() < 0.4 ? group(hologram({ x: 61, y: 27, width: 9, height: 8 }), 'opacity="0.14"') : '') +
      rectangle(CARD_BOX, { stroke: hsl(hue - 10, 0.4, 0.7), widthMm: 0.2, radius: 3 }),
    CARD_BOX,
  )
}
