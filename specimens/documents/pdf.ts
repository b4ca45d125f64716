// Certificates as PDF: as an office prints them to a file (real text) and as a scanner makes them (pictures of pages).
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import type { Cast } from './drawing/casts.ts'
import { fontPath, setting } from './drawing/typefaces.ts'
import { drawSheet } from './flat.ts'
import type { Run, Sheet, TypefaceRole } from './sheet.ts'

const POINTS_PER_MM = 72 / 25.4
/** A document that is the same whenever it is made. */
const MADE = new Date(Date.UTC(2024, 0, 1))

/** As the kit draws: no kerning and no ligatures, so that every width agrees. The types know lists only, fontkit takes switches too. */
const PLAIN = { kern: false, liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

const ROLES: readonly TypefaceRole[] = [
  'sans',
  'sans-bold',
  'sans-italic',
  'serif',
  'serif-bold',
  'serif-italic',
  'typewriter',
  'ocr-b',
]

function opened(title: string) {
  const document = new PDFDocument({
    autoFirstPage: false,
    info: { Title: title, CreationDate: MADE, ModDate: MADE },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => void parts.push(part))
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  return { document, ended }
}

const pageSize = ({ widthMm, heightMm }: Sheet): [number, number] => [
  widthMm * POINTS_PER_MM,
  heightMm * POINTS_PER_MM,
]

/** Below the text lies a picture of everything else: paper, frame, seal, signature. */
export async function textPdf(sheets: readonly Sheet[], cast: Cast, plateDpi = 110): Promise<Buffer> {
  const { document, ended } = opened('Giấy chứng nhận')
  for (const role of ROLES) document.registerFont(role, fontPath(cast.files[role]))
  for (const sheet of sheets) {
    const [width, height] = pageSize(sheet)
    const plate = await jpeg(sheet, cast, { dpi: plateDpi, quality: 80, withText: false })
    document.addPage({ size: [width, height], margin: 0 })
    document.image(plate, 0, 0, { width, height })
    for (const run of sheet.runs) writeRun(document, cast, run)
  }
  document.end()
  return ended
}

/** The letters stand where the drawn sheet has them, squeezed alike. */
function writeRun(document: PDFKit.PDFDocument, cast: Cast, run: Run): void {
  const { x, squeeze } = setting(cast, run)
  document.save()
  document.translate(x * POINTS_PER_MM, run.baseline * POINTS_PER_MM).scale(squeeze, 1)
  document
    .font(run.typeface)
    .fontSize(run.sizeMm * POINTS_PER_MM)
    .fillColor(run.colour)
  document.text(run.text, 0, 0, {
    lineBreak: false,
    baseline: 'alphabetic',
    characterSpacing: (run.spacingMm ?? 0) * POINTS_PER_MM,
    features: PLAIN,
  })
  document.restore()
}

interface Scan {
  readonly dpi: number
  readonly quality: number
  /** Offices scan in grey as often as in colour. */
  readonly grey?: boolean
}

export async function scannedPdf(
  sheets: readonly Sheet[],
  cast: Cast,
  scan: Scan = { dpi: 150, quality: 70 },
): Promise<Buffer> {
  const { document, ended } = opened('scan')
  for (const sheet of sheets) {
    const [width, height] = pageSize(sheet)
    document.addPage({ size: [width, height], margin: 0 })
    document.image(await jpeg(sheet, cast, scan), 0, 0, { width, height })
  }
  document.end()
  return ended
}

async function jpeg(sheet: Sheet, cast: Cast, scan: Scan & { readonly withText?: boolean }): Promise<Buffer> {
  const withText = scan.withText ?? true
  const { data, width, height } = await drawSheet(sheet, { cast, pixelsPerMm: scan.dpi / 25.4, withText })
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  return (scan.grey ? image.greyscale() : image).jpeg({ quality: scan.quality }).toBuffer()
}
