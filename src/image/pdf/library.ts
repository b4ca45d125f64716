// Wraps PDFium as WebAssembly: started on first use, limited in memory, discarded after a trap.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { init as initialise } from '@embedpdf/pdfium'
import type { Fault } from '../decode/header.ts'

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
  ...(['FPDF_GetLastError', 'FPDF_GetPageCount', 'FPDF_CloseDocument', 'FPDF_LoadPage'] as const),
  ...(['FPDF_ClosePage', 'FPDF_GetPageBoundingBox', 'FPDFPage_GetRotation'] as const),
  ...(['FPDF_GetPageWidthF', 'FPDF_GetPageHeightF', 'FPDF_RenderPageBitmap'] as const),
  ...(['FPDFBitmap_CreateEx', 'FPDFBitmap_FillRect', 'FPDFBitmap_GetBuffer'] as const),
  ...(['FPDFBitmap_GetStride', 'FPDFBitmap_Destroy', 'FPDFText_LoadPage', 'FPDFText_ClosePage'] as const),
  ...(['FPDFText_CountChars', 'FPDFText_GetUnicode', 'FPDFText_IsGenerated', 'FPDFText_GetCharBox'] as const),
  ...(['FPDFText_GetCharAngle', 'FPDFText_GetTextObject', 'FPDFText_GetFillColor'] as const),
  ...(['FPDFTextObj_GetTextRenderMode', 'FPDFPage_CountObjects', 'FPDFPage_GetObject'] as const),
  ...(['FPDFPageObj_GetType', 'FPDFImageObj_GetImagePixelSize'] as const),
] as const

const PAGE_BYTES = 65_536
/** Bytes that PDFium may take besides the file: a page scanned at 600 dpi has 105 MB of pixels, and some are held twice. */
const WORKING_BYTES = 320 * 2 ** 20
/** WebAssembly memory never shrinks: an instance that grew over this is discarded after its file. */
const KEPT_BYTES = 160 * 2 ** 20

export const PDF_DAMAGED: Fault = { fault: 'is a PDF that is cut off or damaged' }
const PDF_TOO_COSTLY: Fault = { fault: 'is a PDF that takes too much memory' }

/** The parts of WebAssembly that are used: its types come only with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (code: object, imports: object) => { readonly exports: Record<string, unknown> }
  readonly Memory: new () => Memory
  readonly RuntimeError: new () => Error
}
interface Memory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}

interface Instance {
  readonly pdfium: Pdfium
  readonly memory: Memory
  limitBytes: number
  /** PDFium asked for more memory than it may have. */
  isExhausted: boolean
}

let code: object | undefined
let kept: Instance | undefined

/** Runs one use at a time. A trap is a fault of the file; anything else that is thrown goes on to the caller. */
export async function withPdfium<Answer>(
  fileBytes: number,
  use: (pdfium: Pdfium) => Promise<Answer | Fault>,
): Promise<Answer | Fault> {
  const instance = kept ?? (await start())
  // The instance is discarded when anything goes wrong: after a trap the state of its memory is unknown.
  kept = undefined
  instance.limitBytes = WORKING_BYTES + 2 * fileBytes
  instance.isExhausted = false
  try {
    const answer = await use(instance.pdfium)
    if (instance.memory.buffer.byteLength <= KEPT_BYTES) kept = instance
    return answer
  } catch (thrown) {
    if (instance.isExhausted) return PDF_TOO_COSTLY
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) return PDF_DAMAGED
    throw thrown
  }
}

/** Bytes that PDFium keeps until the next file. */
export function heldPdfBytes(): number {
  return kept?.memory.buffer.byteLength ?? 0
}

async function start(): Promise<Instance> {
  const { init } = await import('@embedpdf/pdfium')
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  code ??= new WebAssembly.Module(await readFile(file))
  const compiled = code
  const instance: Partial<Instance> & { limitBytes: number } = { limitBytes: WORKING_BYTES }
  const options = {
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports: object, done: (started: object) => unknown) {
      const started = new WebAssembly.Instance(compiled, imports)
      const memory = Object.values(started.exports).find((one) => one instanceof WebAssembly.Memory)
      if (memory) Object.assign(instance, { memory: withLimit(memory, instance) })
      return done(started)
    },
  }
  const pdfium = (await init(options as unknown as Parameters<typeof initialise>[0])) as unknown as Pdfium
  for (const name of USED) if (!(name in pdfium)) throw new Error(`PDFium has no ${name}`)
  pdfium.PDFiumExt_Init()
  if (!instance.memory) throw new Error('PDFium has no memory of its own')
  return Object.assign(instance, { pdfium, memory: instance.memory, isExhausted: false })
}

/** A failed growth is an allocation that failed, on which PDFium gives up the object or traps. */
function withLimit(memory: Memory, instance: Partial<Instance> & { limitBytes: number }): Memory {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > instance.limitBytes) {
      instance.isExhausted = true
      throw new RangeError('more memory than a PDF may take')
    }
    return grow(pages)
  }
  return memory
}
