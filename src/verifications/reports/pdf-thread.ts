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
const marks = { pass: ['#1d6b3c', '✓'], warn: ['#8a5a00', '!'], fail: ['#a32020', '×'] } as const

/** Room that a line of the table needs; what would not fit begins a page. */
const LEAST_ROOM = 40

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
    ...{ size: 'A4', margin: MARGIN, bufferPages: true, lang: language, pdfVersion: '1.7' },
    ...{ displayTitle: true, info: { Title: title, Creator: 'Selfsame' } },
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
  for (const { heading, rows } of sections) {
    room(LEAST_ROOM + 24)
    page.moveDown(1).font('bold').fontSize(12).fillColor(INK).text(heading, MARGIN, page.y, { width })
    page
      .moveTo(MARGIN, page.y + 2)
      .lineTo(MARGIN + width, page.y + 2)
      .strokeColor(RULE)
      .lineWidth(0.7)
      .stroke()
    page.moveDown(0.5)
    for (const { label, text, tone } of rows) {
      const [left, wide] = label === undefined ? [MARGIN, width] : [MARGIN + 160, width - 160]
      const marked = tone ? `${marks[tone][1]} ${text}` : text
      page.font('text').fontSize(9.5)
      room(Math.min(page.heightOfString(marked, { width: wide }) + 6, 300))
      const top = page.y
      if (label !== undefined) page.font('bold').fillColor(FAINT).text(label, MARGIN, top, { width: 150 })
      const below = label === undefined ? top : page.y
      page
        .font('text')
        .fillColor(tone ? marks[tone][0] : INK)
        .text(marked, left, top, { width: wide })
      page.y = Math.max(page.y, below) + 3
    }
  }
  for (const { caption, bytes } of pictures) {
    room(260)
    page.moveDown(1).font('bold').fontSize(10).fillColor(INK).text(caption, MARGIN, page.y, { width })
    try {
      page.image(bytes as unknown as Buffer, MARGIN, page.y + 4, { fit: [width, 220] })
      page.y += 232
    } catch {
      page.font('text').fontSize(9).fillColor(FAINT).text('—', { width })
    }
  }
  page.addPage()
  page.font('bold').fontSize(12).fillColor(INK).text(appendix.heading, MARGIN, page.y, { width })
  page.moveDown(0.4).font('text').fontSize(9).fillColor(FAINT).text(appendix.about, { width })
  page.moveDown(0.6).font('text').fontSize(7).fillColor(INK).text(appendix.text, { width })

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
