// The old driving licence: yellow laminated paper, typed values over dotted leaders, a seal over the photograph.
import { seededDice } from '../../person/dice.ts'
import { seal } from '../drawing/marks.ts'
import { leader } from '../drawing/pattern.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { pathOf, rectangle, strokes } from '../drawing/svg.ts'
import { brokenText, centred, endOf, inline, type Making } from '../drawing/words.ts'
import type { Licence } from '../facts/record.ts'
import type { Sheet, TypefaceRole } from '../sheet.ts'
import { closing, dateWords, paperGround, ringWords } from './licence-parts.ts'
import { hand, type Paper, paper } from './paper.ts'
import { photograph } from './photograph.ts'

const FORM = { kind: 'licence-paper', widthMm: 95, heightMm: 65, cornerMm: 2 } as const
const BOX = { x: 0, y: 0, width: FORM.widthMm, height: FORM.heightMm }
const [INK, RED] = ['#2a251e', '#c2262c']
const [FROM, TO] = [33, 91]

type Role = 'title' | 'label' | 'value' | 'other'
const pen = (typeface: TypefaceRole, sizeMm: number, role: Role, colour = INK) =>
  hand({ typeface, sizeMm, role, colour })

export function licencePaper(facts: Licence, making: Making): Sheet[] {
  return [front(facts, making), back(facts, making)]
}

function front(facts: Licence, making: Making): Sheet {
  const page = paper({ ...FORM, side: 'front' })
  const dice = seededDice(making.seed, 0x11ce)
  const { cast, seed } = making
  page.draw(paperGround(BOX, seed))
  const photo = { x: 5 + dice.about(0, 0.5), y: 21 + dice.about(0, 0.6), width: 23, height: 30.6 }
  page.draw(rectangle(photo, { fill: '#fff' }), photograph(facts.person, seed, photo))
  page.portrait(photo)
  page.draw(
    seal(photo.x + 19, photo.y + 27, 7, { words: ringWords(facts.front.authority.lines), seed: seed + 3 }),
  )
  page.put(centred(cast, 16.5, 7.4, [pen('serif-bold', 2.3, 'other')('BỘ GIAO THÔNG VẬN TẢI')], 27))
  page.put(
    centred(cast, 61, 6.6, [pen('serif-bold', 2.75, 'title')('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM')], 60),
  )
  page.put(centred(cast, 61, 10.3, [pen('serif-bold', 2.65, 'title')('Độc lập - Tự do - Hạnh phúc')], 50))
  page.draw(
    strokes(
      [
        pathOf([
          [47, 11.4],
          [75, 11.4],
        ]),
      ],
      INK,
      0.2,
    ),
  )
  page.put(centred(cast, 61, 17, [pen('serif-bold', 4.6, 'title', RED)('GIẤY PHÉP LÁI XE')], 60))
  const typed = dice.pick(['typewriter', 'typewriter', 'serif-bold', 'sans'] as const)
  const valueInk = dice.pick(['#1c1d2a', '#23356b', '#1a1a1a'])
  const value = pen(typed, dice.between(2.7, 3), 'value', valueInk)
  const label = pen('serif', 2.75, 'label')
  page.put(
    centred(
      cast,
      61,
      21.6,
      [pen('serif', 3, 'label')('Số:'), pen(typed, 3.2, 'value', RED)(facts.front.id, 'id')],
      50,
    ),
  )
  const lower = dice.about(0, 0.25)
  const line = (baseline: number, name: string, text: string, field: string) => {
    const end = Math.max(FROM - 1, endOf(cast, inline(cast, FROM, baseline, [label(name)])))
    page.draw(leader(end + 0.8, TO, baseline + 0.3, '#5d5138'))
    page.put(inline(cast, FROM, baseline, [label(name)]))
    page.put(inline(cast, end + 2, baseline - 0.15 + lower, [value(text, field)], TO - end - 2.5))
  }
  const { name, birthday, nationality, address, classType, expiry } = facts.front
  const old = dice.next() < 0.5
  line(26, 'Họ tên:', name, 'name')
  line(30, old ? 'Sinh ngày:' : 'Ngày sinh:', birthday, 'birthday')
  line(34, 'Quốc tịch:', nationality, 'nationality')
  const [first = '', second] = brokenText(address.text, typed, 2.85, [38, 56])
  line(38, old ? 'Nơi cư trú:' : 'Nơi thường trú:', first, 'address')
  if (second !== undefined) line(42, '', second, 'address')
  page.put(
    centred(
      cast,
      16.5,
      56.4,
      [label('Hạng:'), pen('serif-bold', 4, 'value', RED)(classType, 'class_type', 0.4)],
      26,
    ),
  )
  page.put(
    inline(
      cast,
      5,
      61,
      [pen('serif', 2.3, 'label')('Có giá trị đến:'), pen(typed, 2.4, 'value', valueInk)(expiry, 'expiry')],
      34,
    ),
  )
  closing(
    page,
    facts,
    making,
    { middle: 66, top: 46, width: 50, sizeMm: 2.45, sealMm: 6.6, nameAt: 62 },
    { place: facts.front.issuePlace, text: dateWords(facts, false), offices: facts.front.authority.lines },
  )
  page.put([specimenMark(92, 62.6, 1.4, 'end')])
  return page.sheet()
}

function back(facts: Licence, making: Making): Sheet {
  const page = paper({ ...FORM, side: 'back' })
  const { cast, seed } = making
  page.draw(paperGround(BOX, seed + 1))
  page.put(
    centred(
      cast,
      47.5,
      7.4,
      [pen('serif-bold', 2.8, 'title')('CÁC LOẠI XE CƠ GIỚI ĐƯỜNG BỘ ĐƯỢC ĐIỀU KHIỂN')],
      86,
    ),
  )
  const [top, bottom] = [10, 49]
  const edges = [4, 15, 71, 91]
  const upright = edges.map((x) =>
    pathOf([
      [x, top],
      [x, bottom],
    ]),
  )
  const flat = [top, 16, bottom].map((y) =>
    pathOf([
      [4, y],
      [91, y],
    ]),
  )
  page.draw(strokes([...upright, ...flat], INK, 0.18))
  for (const [index, head] of ['HẠNG', 'LOẠI XE', 'NGÀY TRÚNG TUYỂN'].entries()) {
    const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    page.put(centred(cast, (from + to) / 2, 13.9, [pen('serif-bold', 2.1, 'label')(head)], to - from - 1))
  }
  const step = Math.min(10, (bottom - 16) / Math.max(1, facts.back.rows.length))
  for (const [index, row] of facts.back.rows.entries()) {
    const y = 16 + (index + 0.5) * step
    const field = `back_side_info.${index}`
    page.put(
      centred(cast, 9.5, y + 1, [pen('serif-bold', 3, 'value')(row.className, `${field}.class_name`)], 10),
    )
    page.put(
      centred(cast, 81, y + 1, [pen('typewriter', 2.5, 'value')(row.classDate, `${field}.class_date`)], 19),
    )
    writeVehicles(page, making, row.vehicles, y)
    if (index > 0)
      page.draw(
        strokes(
          [
            pathOf([
              [4, y - step / 2],
              [91, y - step / 2],
            ]),
          ],
          INK,
          0.12,
          0.7,
        ),
      )
  }
  const rules = [
    'Giấy phép lái xe chỉ cấp cho người có tên trong giấy này.',
    'Phải mang theo khi lái xe và xuất trình khi được kiểm tra.',
  ]
  for (const [index, rule] of rules.entries()) {
    page.put(inline(cast, 5, 53.5 + index * 3.4, [pen('serif-italic', 2.4, 'other')(rule)], 84))
  }
  page.put(
    inline(cast, 5, 61.4, [
      pen('serif', 2.6, 'label')('Số seri:'),
      pen('serif-bold', 3, 'value', RED)(facts.back.seriId, 'seri_id'),
    ]),
  )
  page.put([specimenMark(92, 62.6, 1.4, 'end')])
  return page.sheet()
}

function writeVehicles(page: Paper, { cast }: Making, text: string, middle: number): void {
  const lines = brokenText(text, 'serif', 2.3, [54, 54])
  for (const [index, words] of lines.entries()) {
    const baseline = middle + 0.9 + (index - (lines.length - 1) / 2) * 2.9
    page.put(inline(cast, 16.2, baseline, [pen('serif', 2.3, 'other')(words)], 54))
  }
}
