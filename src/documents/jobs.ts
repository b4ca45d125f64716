// The jobs of workers that read documents: pictures of pages, sheets of a PDF, and files of a chip.
import type { FileFault } from '../image/decode/header.ts'
import type { ChipReading, UploadedChip } from './chip/chip.ts'
import { offerAgreement } from './chip/chip-authentication.ts'
import { readChip } from './chip/read-chip.ts'
import { type DrawnPage, drawPages, drawPdfPage, type PageDrawing } from './pages/draw-pages.ts'
import type { PageNetworks } from './pages/networks.ts'
import type { PageAsk, PagesReading } from './pages/page.ts'
import { readPages } from './pages/read-pages.ts'
import { comparePair, type PairInput, type PairLook } from './pages/tilted-pair.ts'
import { readSheets, type Sheets, type SheetsAsk } from './registration/read-sheets.ts'

interface ImageInput {
  readonly bytes: Uint8Array
  readonly maxMegapixels: number
}

export type DocumentJobs = ReturnType<typeof documentJobs>

/** The networks of pages are awaited by the jobs that need them, since a worker is ready before they are open. */
export const documentJobs = (networks: () => Promise<PageNetworks>) => ({
  'read-pages': async (
    { bytes, maxMegapixels, ask }: ImageInput & { readonly ask: PageAsk },
    giveWay: () => Promise<void>,
  ): Promise<PagesReading> => readPages(await networks(), bytes, maxMegapixels, ask, giveWay),
  'compare-pair': (input: PairInput): Promise<PairLook | undefined> => comparePair(input),
  'read-sheets': async (input: {
    readonly bytes: Uint8Array
    readonly ask: SheetsAsk
  }): Promise<Sheets | FileFault> => readSheets(await networks(), input.bytes, input.ask),
  'offer-agreement': async (input: {
    readonly dg14: Uint8Array
    readonly seed: Uint8Array
  }): Promise<ReturnType<typeof offerAgreement>> => offerAgreement(input),
  'read-chip': (input: UploadedChip): Promise<ChipReading> => readChip(input),
  'draw-pages': ({
    bytes,
    maxMegapixels,
    pages,
  }: ImageInput & { readonly pages: readonly DrawnPage[] }): Promise<PageDrawing> =>
    drawPages(bytes, maxMegapixels, pages),
  'draw-pdf-page': (input: {
    readonly bytes: Uint8Array
    readonly maxPages: number
    /** The index of the page, from 0. */
    readonly index: number
    readonly drawn?: DrawnPage
  }): Promise<PageDrawing> => drawPdfPage(input.bytes, input.maxPages, input.index, input.drawn),
})
