// The backs of the plastic driving licences: a table of classes, the serial number, since 2025 a QR code.
import { code } from '../drawing/codes.ts'
import { specimenMark } from '../drawing/specimen-mark.ts'
import { pathOf, rectangle, strokes } from '../drawing/svg.ts'
import { brokenText, centred, inline, type Making } from '../drawing/words.ts'
import type { Licence } from '../facts/record.ts'
import type { Sheet } from '../sheet.ts'
import { LOOKS, pen, RED } from './licence-looks.ts'
import { CARD, plasticGround } from './licence-parts.ts'
import { type Paper, paper } from './paper.ts'

export function plasticBack(facts: Licence, making: Making, kind: keyof typeof LOOKS): Sheet {
  const page = paper({ kind, side: 'back', ...CARD })
  const look = LOOKS[kind]
  const { plain, bold, italic } = look.faces
  const { cast, seed } = making
  page.draw(plasticGround(seed, 'back', look.hues))
  const qr = facts.back.qr
  const width = qr === undefined ? 79.6 : 59.6
  for (const [index, title] of look.backTitles.entries()) {
    const face = index === 0 ? bold : plain
    page.put(
      centred(cast, 3 + width / 2, 5 + index * 2.8, [pen(face, 2.25 - index * 0.25, 'title')(title)], width),
    )
  }
  const dated = 17
  const edges = [3, 11, 3 + width - dated, 3 + width] as const
  const bottom = 47.4
  page.draw(strokes([grid(edges, 9.6, bottom)], '#5b4a2c', 0.14, 0.9))
  for (const [index, [vietnamese, english]] of look.columns.entries()) {
    const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    page.put(centred(cast, (from + to) / 2, 12, [pen(bold, 1.75, 'label')(vietnamese)], to - from - 0.8))
    page.put(centred(cast, (from + to) / 2, 14.1, [pen(italic, 1.6, 'label')(english)], to - from - 0.8))
  }
  page.draw(
    strokes(
      [
        pathOf([
          [3, 15],
          [3 + width, 15],
        ]),
      ],
      '#5b4a2c',
      0.14,
    ),
  )
  const step = Math.min(11, (bottom - 15) / Math.max(1, facts.back.rows.length))
  for (const [index, row] of facts.back.rows.entries()) {
    const top = 15 + index * step
    if (index > 0)
      page.draw(
        strokes(
          [
            pathOf([
              [3, top],
              [3 + width, top],
            ]),
          ],
          '#5b4a2c',
          0.12,
          0.7,
        ),
      )
    const field = `back_side_info.${index}`
    const middle = top + step / 2 + 0.8
    page.put(centred(cast, 7, middle, [pen(bold, 2.5, 'value')(row.className, `${field}.class_name`)], 7.4))
    const stand = (edges[2] + edges[3]) / 2
    page.put(
      centred(cast, stand, middle, [pen(bold, 2.1, 'value')(row.classDate, `${field}.class_date`)], 16),
    )
    writeVehicles(page, making, row, look.faces, { x: 11.7, top, width: edges[2] - 12.4, step })
  }
  const seri = pen(bold, 2.6, 'value', RED)
  page.put(inline(cast, 4, 50.4, [seri(facts.back.seriId, 'seri_id')], 30))
  page.put([specimenMark(83, 50.2, 1.3, 'end')])
  if (qr !== undefined) {
    const box = { x: 65.2, y: 12, width: 17.4, height: 17.4 }
    page.draw(rectangle({ x: 64.4, y: 11.2, width: 19, height: 19 }, { fill: '#fffdf5' }))
    page.mark(code('qr', qr, box))
    page.put(centred(cast, 73.9, 36, [pen(plain, 1.6, 'label')('Mã hạn chế/Restriction')], 18))
    page.put(
      centred(cast, 73.9, 38.4, [pen(bold, 1.9, 'other')(seed % 3 === 0 ? '01.06' : 'Không/None')], 18),
    )
  }
  return page.sheet()
}

function writeVehicles(
  page: Paper,
  { cast }: Making,
  row: Licence['back']['rows'][number],
  { plain, italic }: (typeof LOOKS)['licence-pet']['faces'],
  at: { readonly x: number; readonly top: number; readonly width: number; readonly step: number },
): void {
  const size = Math.min(1.75, at.step / 4.4)
  const lines = [
    ...brokenText(row.vehicles, plain, size, [at.width, at.width]).map((text) =>
      pen(plain, size, 'other')(text),
    ),
    ...brokenText(row.vehiclesEnglish, italic, size * 0.92, [at.width, at.width]).map((text) =>
      pen(italic, size * 0.92, 'other')(text),
    ),
  ]
  const start = at.top + (at.step - lines.length * size * 1.16) / 2 + size * 0.9
  for (const [index, words] of lines.entries()) {
    page.put(inline(cast, at.x, start + index * size * 1.16, [words], at.width))
  }
}

function grid(edges: readonly number[], top: number, bottom: number): string {
  const [first = 0, last = 0] = [edges[0], edges.at(-1)]
  const upright = edges.map((x) =>
    pathOf([
      [x, top],
      [x, bottom],
    ]),
  )
  return [
    ...upright,
    pathOf([
      [first, top],
      [last, top],
    ]),
    pathOf([
      [first, bottom],
      [last, bottom],
    ]),
  ].join('')
}
