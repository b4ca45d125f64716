// What surrounds the text of a certificate: paper and frame, the two blocks of the head, signature and red seal.
import { seededDice } from '../../person/dice.ts'
import { drum } from '../drawing/drum.ts'
import { seal, signature } from '../drawing/marks.ts'
import { braid, lattice, waves } from '../drawing/pattern.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { pathOf, rectangle, strokes } from '../drawing/svg.ts'
import { brokenText, centred, type Making } from '../drawing/words.ts'
import type { Company } from '../facts/record.ts'
import { hsl } from './motifs.ts'
import { A4, type Closing } from './pages.ts'
import { hand, type Paper } from './paper.ts'

const [INK, RED] = ['#1b1a1c', '#c31f2a']
const SHEET = { x: 0, y: 0, width: A4.widthMm, height: A4.heightMm }

type Dress = 'plain' | 'framed' | 'patterned'

/** White paper, a printed frame, or the printed form of older years. */
export function dressOf({ cast, seed }: Making): (page: Paper) => void {
  const dice = seededDice(seed, 0xd2e5)
  const dress: Dress = dice.pick(['plain', 'plain', 'framed', 'patterned'])
  const hue = dice.between(20, 60)
  const edge = dice.between(8, 11)
  return (page) => {
    page.draw(rectangle(SHEET, { fill: dress === 'plain' ? '#fefefd' : hsl(hue, 0.45, 0.965) }))
    if (dress !== 'plain') page.draw(...frame(edge, hue), watermark(hue, seed))
    if (dress === 'patterned') {
      const look = { pitchMm: 2.2, amplitudeMm: 1.6, lengthMm: 22, opacity: 0.5, seed }
      page.draw(waves({ x: 16, y: 16, width: 178, height: 265 }, { ...look, colours: [hsl(hue, 0.5, 0.87)] }))
    }
    const number = page.form.page ?? 1
    const pen = hand({ typeface: 'serif', sizeMm: 3.9, colour: INK, role: 'other' })
    if (number > 1) page.put(centred(cast, 105, 281, [pen(String(number))]))
    page.put([specimenMark(28, 281, 2)])
  }
}

/** A braided band around an A4 sheet, `edge` from its border. */
export function frame(edge: number, hue: number): string[] {
  const colours = [hsl(hue - 20, 0.65, 0.55), hsl(hue + 15, 0.6, 0.62)]
  const [width, height, band] = [210 - 2 * edge, 297 - 2 * edge, 4.5]
  const inner = { x: edge + band, y: edge + band, width: width - 2 * band, height: height - 2 * band }
  const sides = [
    { x: edge, y: edge, width, height: band },
    { x: edge, y: 297 - edge - band, width, height: band },
    { x: edge, y: edge, width: band, height },
    { x: 210 - edge - band, y: edge, width: band, height },
  ]
  return [
    ...sides.map((side) => braid(side, colours, 5, 9, 0.22, 0.9)),
    ...sides.slice(0, 2).map((side) => lattice(side, colours[0] ?? '#c60', 6, 0.14, 0.5)),
    rectangle({ x: edge, y: edge, width, height }, { stroke: colours[0] ?? '#c60', widthMm: 0.45 }),
    rectangle(inner, { stroke: colours[0] ?? '#c60', widthMm: 0.3 }),
  ]
}

const watermark = (hue: number, seed: number): string =>
  drum(105, 150, 52, { line: hsl(hue, 0.5, 0.84), sun: hsl(hue, 0.6, 0.88), opacity: 0.6, seed })

/** The place goes on a line of its own where the office is too long for one. */
function officeLines(office: string, sizeMm: number): readonly string[] {
  const long = brokenText(office, 'serif', sizeMm, [72, 72]).length > 1
  return long ? office.split(/ (?=TỈNH |THÀNH PHỐ )/u) : [office]
}

/** Two blocks side by side: the office on the left, the country and its motto on the right. */
export function certificateHead(facts: Company, { cast, seed }: Making, sizeMm: number): Closing {
  const size = sizeMm * 0.95
  const colour = seededDice(seed, 0x4ead).next() < 0.3 ? RED : INK
  const plain = hand({ typeface: 'serif', sizeMm: size, colour, role: 'title' })
  const bold = hand({ typeface: 'serif-bold', sizeMm: size, colour, role: 'title' })
  const [office = '', ...rest] = facts.header.left
  const offices = officeLines(office, size)
  const step = size * 1.3
  const draw = (page: Paper, top: number) => {
    let y = top + step
    for (const text of offices) {
      page.put(centred(cast, 62, y, [plain(text, 'header')], 74))
      y += step
    }
    for (const text of rest) {
      page.put(centred(cast, 62, y, [bold(text, 'header')], 74))
      y += step
    }
    page.draw(rule(62, y - step + 1.6, 22))
    for (const [index, text] of facts.header.right.entries()) {
      page.put(centred(cast, 147, top + step * (index + 1), [bold(text, 'header')], 90))
    }
    page.draw(rule(147, top + step * facts.header.right.length + 1.6, 44))
  }
  return { heightMm: step * (offices.length + rest.length + 1), draw }
}

const rule = (middle: number, y: number, width: number): string =>
  strokes(
    [
      pathOf([
        [middle - width / 2, y],
        [middle + width / 2, y],
      ]),
    ],
    INK,
    0.25,
  )

/** The head of the office signs on the right, under a seal of 36 mm. */
export function certificateClosing(facts: Company, { cast, seed }: Making, sizeMm: number): Closing {
  const dice = seededDice(seed, 0xce1)
  const bold = hand({ typeface: 'serif-bold', sizeMm, colour: INK, role: 'other' })
  const lines = facts.signerTitle.split(' - ')
  const step = sizeMm * 1.3
  const words = facts.header.left.at(-1) ?? ''
  const draw = (page: Paper, top: number) => {
    for (const [index, text] of lines.entries())
      page.put(centred(cast, 148, top + step * (index + 1.4), [bold(text)], 70))
    const middle = top + step * (lines.length + 1) + 13
    page.draw(
      seal(136 + dice.about(0, 2), middle + dice.about(0, 1.5), 17, { words, seed }),
      signature(132, middle + 1, 34, seed),
    )
    page.put(centred(cast, 148, middle + 17, [bold(facts.signer)], 70))
  }
  return { heightMm: step * (lines.length + 1) + 34, draw }
}
