// Wraps PDFium as WebAssembly: started on first use, limited in memory, discarded after a trap.
import { createRequire } from 'node:module'
import type { init as initialise } from '@embedpdf/pdfium'
import type { FileFault } from '../decode/header.ts'
import { instantiatedWithin, KeptDecoder, type MemoryLimit, type StartedDecoder } from '../limited-memory.ts'

type Call = (...numbers: readonly number[]) => number

/** The functions of PDFium that are used; a pointer is a number. */
export interface Pdfium
  extends Readonly<Record<(typeof USED)[number], Call>>,
    Readonly<Record<'PDFiumExt_Init', () => void>> {
  readonly FPDF_LoadMemDocument: (file: number, length: number, password: string) => number
  readonly pdfium: {
    readonly HEAPU8: Uint8Array
    readonly wasmExports: { readonly malloc: (bytes: number) => number; readonly free: (at: number) => void }
  }
}

const USED = [
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_CloseDocument',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageBoundingBox',
  'FPDFPage_GetRotation',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDF_RenderPageBitmap',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetStride',
  'FPDFBitmap_Destroy',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_IsGenerated',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharAngle',
  'FPDFText_GetTextObject',
  'FPDFText_GetFillColor',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFImageObj_GetImagePixelSize',
] as const

/** Bytes that PDFium may take besides the file: a page scanned at 600 dpi has 105 MB of pixels, and some are held twice. */
const WORKING_BYTES = 320 * 2 ** 20
const KEPT_BYTES = 160 * 2 ** 20

export const PDF_DAMAGED: FileFault = { fault: 'is a PDF that is cut off or damaged' }
const PDF_TOO_COSTLY: FileFault = { fault: 'is a PDF that takes too much memory' }

/** The part of WebAssembly that is used: its types come only with those of browsers. */
declare const WebAssembly: { readonly RuntimeError: new () => Error }

interface Instance extends StartedDecoder {
  readonly pdfium: Pdfium
}

/** Runs one use at a time. A trap is a fault of the file; anything else that is thrown goes on to the caller. */
export async function withPdfium<Answer>(
  fileBytes: number,
  use: (pdfium: Pdfium) => Promise<Answer | FileFault>,
): Promise<Answer | FileFault> {
  const instance = await library.take()
  instance.limitBytes = WORKING_BYTES + 2 * fileBytes
  instance.isExhausted = false
  try {
    const answer = await use(instance.pdfium)
    library.giveBack(instance)
    return answer
  } catch (thrown) {
    if (instance.isExhausted) return PDF_TOO_COSTLY
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) return PDF_DAMAGED
    throw thrown
  }
}

/** Bytes that PDFium keeps until the next file. */
export const heldPdfBytes = (): number => library.heldBytes

/** Looked for when a worker starts: one that lacks it does not get ready, and says so. */
const WASM = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')

const library = new KeptDecoder(start, KEPT_BYTES)

async function start(): Promise<Instance> {
  const { init } = await import('@embedpdf/pdfium')
  const limit: MemoryLimit = { limitBytes: WORKING_BYTES, isExhausted: false }
  const options = {
    print: () => {},
    printErr: () => {},
    instantiateWasm: await instantiatedWithin(WASM, limit),
  }
  const pdfium = (await init(options as unknown as Parameters<typeof initialise>[0])) as unknown as Pdfium
  for (const name of USED) if (!(name in pdfium)) throw new Error(`PDFium has no ${name}`)
  pdfium.PDFiumExt_Init()
  if (!limit.memory) throw new Error('PDFium has no memory of its own')
  return Object.assign(limit, { pdfium, memory: limit.memory })
}
