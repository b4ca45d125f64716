// The plastic driving licences: the PET card of the transport offices and the card of the police since March 2025.
import { seededDice } from '../../person/dice.ts'
import { COLOURED, emblem } from '../drawing/emblem.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { brokenText, centred, inline, type Making, type Words } from '../drawing/words.ts'
import type { Licence } from '../facts/record.ts'
import type { Sheet } from '../sheet.ts'
import { INK, LOOKS, pen, RED } from './licence-looks.ts'
import { CARD, closing, dateWords, plasticGround } from './licence-parts.ts'
import { petFront } from './licence-pet.ts'
import { plasticBack } from './licence-plastic-back.ts'
import { type Paper, paper } from './paper.ts'
import { photograph } from './photograph.ts'

export function licencePlastic(facts: Licence, making: Making): Sheet[] {
  return facts.kind === 'licence-2025'
    ? [policeFront(facts, making), plasticBack(facts, making, 'licence-2025')]
    : [petFront(facts, making), plasticBack(facts, making, 'licence-pet')]
}

function policeFront(facts: Licence, making: Making): Sheet {
  const page = paper({ kind: 'licence-2025', side: 'front', ...CARD })
  const [dice, look] = [seededDice(making.seed, 0x9e7), LOOKS['licence-2025']]
  const { cast, seed } = making
  const shift = dice.about(0, 0.3)
  page.draw(plasticGround(seed, 'front', look.hues))
  const photo = { x: 4.4 + shift, y: 12.6 + dice.about(0, 0.3), width: 18.6, height: 24.8 }
  page.draw(photograph(facts.person, seed, photo))
  page.portrait(photo)
  for (const [index, text] of look.corner.entries()) {
    page.put(centred(cast, 19, 5.6 + index * 2.9, [pen('sans-bold', 2.1, 'other')(text)], 20))
  }
  page.draw(emblem(7.2, 6.4, 7, COLOURED))
  const middle = 57.5
  page.put(
    centred(cast, middle, 4.9, [pen('sans-bold', 2.35, 'title')('CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM')], 50),
  )
  page.put(centred(cast, middle, 7.9, [pen('sans-bold', 2.2, 'title')('Độc lập - Tự do - Hạnh phúc')], 50))
  page.put(centred(cast, 54, 12.3, [pen('sans-bold', 3, 'title', RED)(dice.pick(look.titles))], 60))
  const [label, value] = [pen('sans', 2.15, 'label'), pen('sans-bold', 2.4, 'value')]
  const number = pen('sans-bold', 3, 'value', dice.next() < 0.75 ? RED : INK)
  page.put(
    centred(
      cast,
      54,
      16.4,
      [pen('sans', 2.6, 'label', RED)(look.labels.id), number(facts.front.id, 'id')],
      58,
    ),
  )
  const { labels } = look
  const line = (baseline: number, text: string, said: string, field: string) =>
    page.put(inline(cast, 25.6, baseline + shift * 0.4, [label(text), value(said, field, 0.35)], 58))
  const { name, birthday, nationality, nationalityEnglish, address } = facts.front
  line(20.7, labels.name, name, 'name')
  line(24.3, labels.birthday, birthday, 'birthday')
  const national = dice.next() < 0.5 ? `${nationality}/${nationalityEnglish}` : nationality
  line(27.9, labels.nationality, dice.next() < 0.6 ? national.toUpperCase() : national, 'nationality')
  writeAddress(page, making, [labels.address, address.text], label, pen('sans-bold', 2.25, 'value'))
  page.put(
    centred(
      cast,
      13.6,
      41.2,
      [
        pen('sans', 2.3, 'label')(labels.class),
        pen('sans-bold', 2.9, 'value', RED)(facts.front.classType, 'class_type'),
      ],
      22,
    ),
  )
  const expiry = [
    pen('sans', 1.95, 'label')(labels.expiry),
    pen('sans-bold', 2.2, 'value')(facts.front.expiry, 'expiry'),
  ]
  for (const [index, words] of expiry.entries()) page.put(inline(cast, 4, 46 + index * 3.2, [words], 30))
  const { issuePlace, authority } = facts.front
  // The police name the office in a row of its own; the transport offices only name the town before the date.
  page.put(inline(cast, 25.6, 38.1, [label('Nơi cấp/Place of issue:'), value(issuePlace, 'issue_place')], 58))
  closing(
    page,
    facts,
    making,
    { middle: 62.5, top: 41.4, width: 44, sizeMm: 2.05, sealMm: 4.2, nameAt: 52 },
    { text: dateWords(facts, true), offices: authority.lines },
  )
  page.state('nationality', nationality)
  page.put([specimenMark(83.4, 53.3, 1.3, 'end')])
  return page.sheet()
}

/** Two lines where one is too short. */
function writeAddress(
  page: Paper,
  { cast }: Making,
  [label, text]: readonly [string, string],
  labelPen: (text: string) => Words,
  value: (text: string, field?: string, gapEm?: number) => Words,
): void {
  const lines = brokenText(text, 'sans-bold', 2.25, [36.5, 57])
  page.put(inline(cast, 25.6, 31.4, [labelPen(label), value(lines[0] ?? '', 'address', 0.35)], 58))
  if (lines[1] !== undefined) page.put(inline(cast, 25.6, 34.7, [value(lines[1], 'address')], 58))
}
