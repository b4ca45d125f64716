// Draws the report of one case as PDF, on a thread of its own: letters and lines of a long case take a second.
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import type { ReportPages } from './report.ts'

const fontFile = (weight: '400Regular' | '700Bold'): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/be-vietnam-pro/${weight}/BeVietnamPro_${weight}.ttf`))

const MARGIN = 48
const INK = '#16202b'
const FAINT = '#55626f'
const RULE = '#c9d2da'
const colours = { pass: '#1d6b3c', warn: '#8a5a00', fail: '#a32020' } as const
/** Strokes on a field of 24 by 24: the font has no such signs. */
const marks = {
  pass: 'M4 12.5l5 5L20 6.5',
  warn: 'M12 4v10M12 19v.5',
  fail: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
} as const
const MARK = 8

/** Room that a line of the table needs; what would not fit begins a page. */
const LEAST_ROOM = 40
/** Between what stands side by side. */
const GAP = 16

async function draw({
  title,
  lead,
  sections,
  pictures,
  appendix,
  footer,
  language,
}: ReportPages): Promise<Uint8Array> {
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: language,
    pdfVersion: '1.7',
    displayTitle: true,
    info: { Title: title, Creator: 'Selfsame' },
  })
  page.registerFont('text', fontFile('400Regular'))
  page.registerFont('bold', fontFile('700Bold'))
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => page.once('end', resolve))
  const width = page.page.width - 2 * MARGIN
  const bottom = () => page.page.height - MARGIN - 24
  const room = (needed: number) => {
    if (page.y + needed > bottom()) page.addPage()
  }

  page.font('bold').fontSize(18).fillColor(INK).text(title, { width })
  page.moveDown(0.3).font('text').fontSize(10).fillColor(FAINT).text(lead, { width })
  type Row = ReportPages['sections'][number]['rows'][number]
  const textLeft = ({ label, tone }: Row) => (label === undefined ? (tone ? MARK + 4 : 0) : 160)
  const heightOf = (row: Row, wide: number): number =>
    page.heightOfString(row.text, { width: wide - textLeft(row) }) + 6
  /** Draws one row and tells where it ends. */
  function drawRow(row: Row, left: number, top: number, wide: number): number {
    const { label, text, tone } = row
    let below = top
    if (label !== undefined) {
      page.font('bold').fillColor(FAINT).text(label, left, top, { width: 150 })
      below = page.y
    }
    if (tone)
      page
        .save()
        .translate(left, top + 2)
        .scale(MARK / 24)
        .lineWidth(3)
        .path(marks[tone])
        .stroke(colours[tone])
        .restore()
    page
      .font('text')
      .fillColor(tone ? colours[tone] : INK)
      .text(text, left + textLeft(row), top, { width: wide - textLeft(row) })
    return Math.max(page.y, below)
  }
  for (const { heading, rows, columns = 1 } of sections) {
    room(LEAST_ROOM + 24)
    page.moveDown(1).font('bold').fontSize(12).fillColor(INK).text(heading, MARGIN, page.y, { width })
    page
      .moveTo(MARGIN, page.y + 2)
      .lineTo(MARGIN + width, page.y + 2)
      .strokeColor(RULE)
      .lineWidth(0.7)
      .stroke()
    page.moveDown(0.5)
    const wide = (width - (columns - 1) * GAP) / columns
    for (let first = 0; first < rows.length; first += columns) {
      const side = rows.slice(first, first + columns)
      page.font('text').fontSize(columns === 1 ? 9.5 : 8)
      room(Math.min(Math.max(...side.map((row) => heightOf(row, wide))), 300))
      const top = page.y
      let below = top
      for (const [place, row] of side.entries())
        below = Math.max(below, drawRow(row, MARGIN + place * (wide + GAP), top, wide))
      page.y = below + 3
    }
  }
  for (let first = 0; first < pictures.length; first += 2) {
    room(240)
    page.moveDown(1)
    const top = page.y
    const wide = (width - GAP) / 2
    for (const [place, { caption, bytes }] of pictures.slice(first, first + 2).entries()) {
      const left = MARGIN + place * (wide + GAP)
      page.font('bold').fontSize(10).fillColor(INK).text(caption, left, top, { width: wide })
      try {
        page.image(bytes as unknown as Buffer, left, top + 18, { fit: [wide, 200] })
      } catch {
        page
          .font('text')
          .fontSize(9)
          .fillColor(FAINT)
          .text('—', left, top + 18, { width: wide })
      }
    }
    page.y = top + 222
  }
  page.addPage()
  page.font('bold').fontSize(12).fillColor(INK).text(appendix.heading, MARGIN, page.y, { width })
  page.moveDown(0.4).font('text').fontSize(9).fillColor(FAINT).text(appendix.about, { width })
  page.moveDown(0.6).font('text').fontSize(7).fillColor(INK).text(appendix.text, { width })
  if (appendix.file !== undefined)
    page.file(Buffer.from(appendix.file), { name: 'receipt.json', type: 'application/json' })

  const { start, count } = page.bufferedPageRange()
  for (let i = start; i < start + count; i++) {
    page.switchToPage(i)
    // The foot stands in the margin, where the library would begin a page.
    page.page.margins.bottom = 0
    const foot = `${footer}  ·  ${i + 1}/${count}`
    page.font('text').fontSize(8).fillColor(FAINT)
    page.text(foot, MARGIN, page.page.height - MARGIN + 8, { width, lineBreak: false })
  }
  page.end()
  await ended
  return Buffer.concat(chunks)
}

parentPort?.postMessage(await draw(workerData as ReportPages))
