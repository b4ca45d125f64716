// What the driving licences share: yellow grounds, and the block of place, date, office, seal and name.
import { type Dice, seededDice } from '../../person/dice.ts'
import { REFERENCE } from '../drawing/casts.ts'
import { seal, signature } from '../drawing/marks.ts'
import { braid, hatch, rosette, waves } from '../drawing/pattern.ts'
import { clipped, glow, rectangle, wash } from '../drawing/svg.ts'
import { textWidth } from '../drawing/typefaces.ts'
import { brokenText, centred, type Making, type Words } from '../drawing/words.ts'
import type { Licence } from '../facts/record.ts'
import type { BoxMm } from '../sheet.ts'
import { hsl } from './motifs.ts'
import { hand, type Paper } from './paper.ts'

export const CARD = { widthMm: 85.6, heightMm: 53.98, cornerMm: 3.18 } as const
export const CARD_BOX: BoxMm = { x: 0, y: 0, width: CARD.widthMm, height: CARD.heightMm }

/** Laminated paper: flat yellow, one coarse pattern. */
export function paperGround(box: BoxMm, seed: number): string {
  const dice = seededDice(seed, 0x9e110)
  const hue = dice.between(42, 56)
  const line = hsl(hue - 8, 0.6, 0.7)
  const look = {
    pitchMm: 1.5,
    amplitudeMm: 0.9,
    lengthMm: 8,
    opacity: 0.6,
    degrees: dice.pick([0, 45, -45]),
    seed,
  }
  return (
    rectangle(box, { fill: hsl(hue, dice.between(0.45, 0.8), dice.between(0.78, 0.86)) }) +
    waves(box, { ...look, colours: [line] }) +
    rosette(box.width * 0.55, box.height * 0.5, box.height * 0.36, {
      colours: [hsl(hue - 18, 0.55, 0.66)],
      petals: 20,
      rings: 12,
      depth: 0.22,
      opacity: 0.5,
    }) +
    rectangle(
      { x: 1.6, y: 1.6, width: box.width - 3.2, height: box.height - 3.2 },
      { stroke: hsl(hue - 15, 0.6, 0.5), widthMm: 0.35 },
    )
  )
}

/** Plastic: yellow running into orange and a little green, fine interlaced lines. */
export function plasticGround(seed: number, side: 'front' | 'back', hues: readonly [number, number]): string {
  const dice = seededDice(seed, side === 'front' ? 0x9e7f : 0x9e7b)
  const [one, other] = [hues[0] + dice.between(-5, 5), hues[1] + dice.between(-6, 6)]
  const [line, second] = [hsl(one, 0.6, 0.68), hsl(other, 0.5, 0.7)]
  const fine = { pitchMm: 0.95, amplitudeMm: 1.5, lengthMm: 16, opacity: 0.6, seed }
  return clipped(
    wash(
      CARD_BOX,
      [hsl(one, 0.75, 0.88), hsl(other, 0.55, 0.9), hsl(one, 0.7, 0.86)],
      dice.between(-30, 40),
    ) +
      glow(50, 28, 30, hsl(one, 0.8, 0.92), 0.8) +
      waves(CARD_BOX, { ...fine, colours: [line, second], degrees: dice.between(-25, 25) }) +
      hatch(CARD_BOX, line, 0.9, dice.between(30, 60), 0.06, 0.5) +
      rosette(54, 29, 17, { colours: [second, line], petals: 18, rings: 18, depth: 0.25, opacity: 0.6 }) +
      braid({ x: 0, y: 50.9, width: 85.6, height: 2.4 }, [hsl(one - 15, 0.6, 0.62), second], 7, 5),
    CARD_BOX,
  )
}

/** In two lines where one is too short, between units (`, ` or ` - `) wherever the first of them fits. */
export function brokenAtUnits(
  text: string,
  roomMm: number,
  { typeface, sizeMm }: Pick<Words, 'typeface' | 'sizeMm'>,
): string[] {
  const width = (part: string) => textWidth(REFERENCE, typeface, part, sizeMm)
  if (width(text) <= roomMm) return [text]
  const ends = [...text.matchAll(/, | - /gu)].map(({ index, 0: mark }) => index + mark.length)
  const end = ends.findLast((at) => width(text.slice(0, at).trimEnd()) <= roomMm)
  if (end === undefined) return brokenText(text, typeface, sizeMm, [roomMm, Infinity])
  return [text.slice(0, end).trimEnd(), text.slice(end)]
}

interface Closing {
  readonly middle: number
  /** Baseline of the line with place and date. */
  readonly top: number
  readonly width: number
  readonly sizeMm: number
  readonly sealMm: number
  readonly nameAt: number
}

/** `ngày 05 tháng 03 năm 2014`, with the English words between on plastic cards. */
export function dateWords({ front }: Licence, bilingual: boolean): string {
  const [day, month, year] = front.issueDate.split('/')
  return bilingual ? `ngày/date ${day} tháng/month ${month} năm/year ${year}` : front.issueWords
}

/** As many words of the last line as go around a seal. */
export function ringWords(lines: readonly string[]): string {
  const words = (lines.at(-1) ?? '').toUpperCase().split(' ')
  while (words.join(' ').length > 26) words.pop()
  return words.join(' ')
}

export function closing(
  page: Paper,
  facts: Licence,
  { cast, seed }: Making,
  at: Closing,
  dated: { readonly place?: string; readonly text: string; readonly offices: readonly string[] },
): void {
  const dice: Dice = seededDice(seed, 0xc105)
  const ink = '#1f1d1a'
  const { front } = facts
  page.state('issue_date', front.issueDate)
  const line = hand({ typeface: 'serif-italic', sizeMm: at.sizeMm, colour: ink, role: 'value' })
  const office = hand({ typeface: 'serif-bold', sizeMm: at.sizeMm * 0.95, colour: ink, role: 'other' })
  if (dated.place !== undefined) page.state('issue_place', dated.place)
  const place = dated.place === undefined ? [] : [line(`${dated.place},`, 'issue_place')]
  page.put(centred(cast, at.middle, at.top, [...place, line(dated.text, 'issue_date')], at.width))
  for (const [index, text] of dated.offices.entries()) {
    page.put(centred(cast, at.middle, at.top + (index + 1) * at.sizeMm * 1.15, [office(text)], at.width))
  }
  const from = at.top + dated.offices.length * at.sizeMm * 1.15
  const middle = (from + at.nameAt) / 2
  page.draw(
    seal(at.middle - at.sealMm * 0.7 + dice.about(0, 0.6), middle + dice.about(0, 0.5), at.sealMm, {
      words: ringWords(front.authority.lines),
      seed,
    }),
    signature(at.middle - at.sealMm * 0.6, middle, at.sealMm * 1.9, seed),
  )
  const name = hand({ typeface: 'serif-bold', sizeMm: at.sizeMm, colour: ink, role: 'other' })
  page.put(centred(cast, at.middle, at.nameAt, [name(front.signer)], at.width))
}
