// Reads untrusted PDFs: the number of pages, the letters written on each, and pages as pictures.
import type { FileFault } from '../decode/header.ts'
import { decoderAtWork } from '../decoders.ts'
import type { Pixels } from '../pixels.ts'
import { type PdfCharacter, readCharacters } from './characters.ts'
import { PDF_DAMAGED, type Pdfium, withPdfium } from './library.ts'

export interface PdfFile {
  readonly pageCount: number
  /** Pages are counted from 0; a page is closed when `look` is done. */
  readonly page: <Seen>(
    index: number,
    look: (page: PdfPage) => Seen | Promise<Seen>,
  ) => Promise<Seen | FileFault>
}

export interface PdfPage {
  /** Size in points as the page is shown, turned as the file prescribes. */
  readonly width: number
  readonly height: number
  /** Pixels across the widest picture on the page; 0 where there is none. A scan is a page with one picture. */
  readonly widestPicture: number
  readonly characters: () => PdfCharacter[]
  /** `part` is in points from the upper left corner of the page; without it the whole page is drawn. */
  readonly draw: (pixelsPerPoint: number, part?: PdfPart) => Pixels
}

export interface PdfPart {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const PDF_LOCKED: FileFault = { fault: 'is a PDF that needs a password' }
/** Largest side of a page in points: A0 has 3370. */
const LONGEST_SIDE = 14_400
/** Largest side in pixels of a drawn page. */
const MOST_PIXELS = 12e6
const PASSWORD_ERRORS = [4, 5]
const IMAGE_OBJECT = 3
/** Pictures of a page that are measured: a scan has one, a leaflet some. */
const MOST_OBJECTS = 300
/** Largest picture in pixels: A3 scanned at 600 dpi has 70 million. */
const MOST_PICTURE = 80e6
/** Format: three bytes a pixel, red first, with annotations, because stamps may be annotations. */
const [BGR, ANNOTATIONS, RED_FIRST] = [2, 0x01, 0x10]
const WHITE = 0xffffffff

/** A file with more pages than `maxPages` is refused before any is opened. */
export function openPdf<Answer>(
  bytes: Uint8Array,
  maxPages: number,
  use: (file: PdfFile) => Promise<Answer | FileFault>,
): Promise<Answer | FileFault> {
  return withPdfium(bytes.byteLength, async (library) => {
    const { malloc, free } = library.pdfium.wasmExports
    const file = malloc(bytes.byteLength)
    if (!file) return PDF_DAMAGED
    library.pdfium.HEAPU8.set(bytes, file)
    const { document, pageCount } = atWork(() => {
      const opened = library.FPDF_LoadMemDocument(file, bytes.byteLength, '')
      return { document: opened, pageCount: opened && library.FPDF_GetPageCount(opened) }
    })
    try {
      if (!document) return PASSWORD_ERRORS.includes(library.FPDF_GetLastError()) ? PDF_LOCKED : PDF_DAMAGED
      if (pageCount < 1) return PDF_DAMAGED
      if (pageCount > maxPages)
        return { fault: `has ${pageCount} pages, more than ${maxPages}`, tooLarge: true }
      return await use({ pageCount, page: (index, look) => lookAt(library, document, index, look) })
    } finally {
      if (document) library.FPDF_CloseDocument(document)
      free(file)
    }
  })
}

/** Each step has its own time: a file may have many pages, and between them networks look at one. */
function atWork<Result>(step: () => Result): Result {
  using _ = decoderAtWork()
  return step()
}

async function lookAt<Seen>(
  library: Pdfium,
  document: number,
  index: number,
  look: (page: PdfPage) => Seen | Promise<Seen>,
): Promise<Seen | FileFault> {
  const page = atWork(() => library.FPDF_LoadPage(document, index))
  if (!page) return PDF_DAMAGED
  try {
    const width = library.FPDF_GetPageWidthF(page)
    const height = library.FPDF_GetPageHeightF(page)
    if (!(width > 0 && height > 0)) return PDF_DAMAGED
    if (Math.max(width, height) > LONGEST_SIDE)
      return { fault: `has a page of ${Math.round(width)} x ${Math.round(height)} points`, tooLarge: true }
    const pictures = picturesOn(library, page)
    if (pictures.some((picture) => picture.width * picture.height > MOST_PICTURE))
      return { fault: 'has a picture of too many pixels', tooLarge: true }
    return await look({
      width,
      height,
      widestPicture: Math.max(0, ...pictures.map((picture) => picture.width)),
      characters: () => atWork(() => readCharacters(library, page)),
      draw: (pixelsPerPoint, part = { left: 0, top: 0, width, height }) =>
        atWork(() => draw(library, page, { width, height }, pixelsPerPoint, part)),
    })
  } finally {
    library.FPDF_ClosePage(page)
  }
}

function draw(
  library: Pdfium,
  page: number,
  size: { readonly width: number; readonly height: number },
  pixelsPerPoint: number,
  part: PdfPart,
): Pixels {
  const scale = Math.min(pixelsPerPoint, Math.sqrt(MOST_PIXELS / (part.width * part.height)))
  const pixels = (points: number) => Math.max(1, Math.round(points * scale))
  const [width, height] = [pixels(part.width), pixels(part.height)]
  const bitmap = library.FPDFBitmap_CreateEx(width, height, BGR, 0, 0)
  // PDFium returns nothing when its memory ran out; the wrapper of the library reports that.
  if (!bitmap) throw new RangeError('no memory for a page')
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    const [x, y] = [-Math.round(part.left * scale), -Math.round(part.top * scale)]
    const [wide, high] = [pixels(size.width), pixels(size.height)]
    library.FPDF_RenderPageBitmap(bitmap, page, x, y, wide, high, 0, ANNOTATIONS | RED_FIRST)
    const from = library.FPDFBitmap_GetBuffer(bitmap)
    const stride = library.FPDFBitmap_GetStride(bitmap)
    const data = new Uint8Array(3 * width * height)
    for (let row = 0; row < height; row++) {
      const start = from + row * stride
      data.set(library.pdfium.HEAPU8.subarray(start, start + 3 * width), 3 * width * row)
    }
    return { width, height, data }
  } finally {
    library.FPDFBitmap_Destroy(bitmap)
  }
}

function picturesOn(library: Pdfium, page: number): { width: number; height: number }[] {
  const { malloc, free } = library.pdfium.wasmExports
  const room = malloc(8)
  const pictures: { width: number; height: number }[] = []
  const count = Math.min(MOST_OBJECTS, library.FPDFPage_CountObjects(page))
  for (let i = 0; i < count; i++) {
    const object = library.FPDFPage_GetObject(page, i)
    if (library.FPDFPageObj_GetType(object) !== IMAGE_OBJECT) continue
    if (!library.FPDFImageObj_GetImagePixelSize(object, room, room + 4)) continue
    const numbers = new DataView(library.pdfium.HEAPU8.buffer)
    pictures.push({ width: numbers.getUint32(room, true), height: numbers.getUint32(room + 4, true) })
  }
  free(room)
  return pictures
}
