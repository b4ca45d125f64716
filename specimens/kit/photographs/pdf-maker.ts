// Makes PDFs for tests: valid ones with a library, hostile ones object by object.
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

export interface Made {
  readonly pages?: number
  readonly size?: readonly [width: number, height: number]
  readonly password?: string
  readonly draw?: (document: PDFKit.PDFDocument, page: number) => void
}

export function madePdf({ pages = 1, size = [595, 842], password, draw }: Made = {}): Promise<Buffer> {
  const document = new PDFDocument({
    autoFirstPage: false,
    ...(password && { userPassword: password, pdfVersion: '1.7' as const }),
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => void parts.push(part))
  const ended = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(parts))))
  for (let page = 0; page < pages; page++) {
    document.addPage({ size: [...size], margin: 0 })
    draw?.(document, page)
  }
  document.end()
  return ended
}

/** Objects are numbered from 1; the first is the catalogue. */
export function rawPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const push = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  for (const [i, object] of objects.entries()) {
    places.push(length)
    push(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const start = length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

export function stream(dictionary: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const pageOf = (more: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} /Contents 4 0 R >>`

/** The PDF has a drawing that contains itself. */
export const recursivePdf = (): Buffer =>
  rawPdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    pageOf('/Resources << /XObject << /A 5 0 R >> >>'),
    stream('', Buffer.from('/A Do')),
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /A 5 0 R >> >>',
      Buffer.from('/A Do /A Do'),
    ),
  ])

/** The PDF has pages whose parent is their child. */
export const endlessPages = (): Buffer =>
  rawPdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>',
    '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
  ])

/** The page is half a gigabyte of nothing in a file of a few kB, because it is deflated twice. */
export const inflatingPdf = (): Buffer => {
  const once = deflateSync(Buffer.alloc(512 * 2 ** 20, ' '), { level: 1 })
  return rawPdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    pageOf(''),
    stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(once)),
  ])
}

/** The picture has this many pixels a side, all of one colour. */
export const hugePicture = (side: number): Buffer => {
  const rows = deflateSync(Buffer.alloc(2 ** 20))
  return rawPdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    pageOf('/Resources << /XObject << /A 5 0 R >> >>'),
    stream('', Buffer.from('595 0 0 842 0 0 cm /A Do')),
    stream(
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      rows,
    ),
  ])
}
