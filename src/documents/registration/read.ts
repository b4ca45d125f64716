// Reads a business registration: files in, a code and the record of the certificate out.
import { randomUUID } from 'node:crypto'
import { type Code, codes } from '../../codes.ts'
import type { Vault } from '../../store/vault.ts'
import { readCertificate } from './certificate.ts'
import { kindOfFiles } from './files.ts'
import { keepRegistration } from './keep.ts'
import type { Sheets } from './read-sheets.ts'
import { emptyData, type RecognizedData, recognizedData } from './record.ts'
import { areInDocument } from './selected-pages.ts'
import type { Sheet } from './sheet.ts'

export interface Input {
  readonly organisationId: string
  readonly files: readonly { readonly bytes: Uint8Array }[]
  /** From 0; all unless told. */
  readonly selected?: readonly number[] | undefined
  readonly version: string
  readonly now: number
}

/** Reads some pages of a file; `highest` as in `SheetsAsk`. */
export type ReadPages = (bytes: Uint8Array, pages: readonly number[], highest?: number) => Promise<Sheets>

export interface Deps {
  readonly vault: Vault
  readonly readPages: ReadPages
  /** Of so many pages so many are read. */
  readonly progress: (read: number, of: number) => void
}

export interface Outcome {
  readonly code: Code
  /** Where nothing was kept, it names the answer only. */
  readonly id: string
  readonly fileIds: readonly string[]
  readonly data: RecognizedData
}

/** Pages of a PDF that one job reads: others get their turn between, and a long one tells how far it is. */
const PAGES_A_JOB = 2

export async function readRegistration(handed: Input, hands: Deps): Promise<Outcome> {
  const { files, organisationId, version, now } = handed
  const refused = (code: Code): Outcome => ({ code, id: randomUUID(), fileIds: [], data: emptyData(version) })
  const what = kindOfFiles(files)
  if ('code' in what) return refused(what.code)
  const sheets = await (what.kind === 'pdf' ? sheetsOfPdf : sheetsOfPictures)(handed, hands)
  if (sheets === undefined) return refused(codes.selectedPagesNotValid)
  const certificate = readCertificate(sheets)
  if (certificate === undefined) return refused(codes.documentNotFound)
  const data = recognizedData(certificate, sheets, version)
  const kept = { organisationId, files: files.map(({ bytes }) => bytes), data, now }
  return { code: codes.success, ...(await keepRegistration(hands.vault, kept)), data }
}

/** Undefined where a page was selected that is not there. */
async function sheetsOfPdf(
  { files, selected }: Input,
  { readPages, progress }: Deps,
): Promise<Sheet[] | undefined> {
  // Page 0 is a page of no document, and needs no look at it.
  if (selected?.some((page) => page < 0)) return undefined
  const bytes = files[0]?.bytes ?? new Uint8Array()
  const sheets: Sheet[] = []
  const range = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
  let wanted = selected ?? range(0, PAGES_A_JOB)
  for (let from = 0; from < wanted.length; from += PAGES_A_JOB) {
    const batch = wanted.slice(from, from + PAGES_A_JOB)
    const read = await readPages(bytes, batch, from === 0 ? selected?.at(-1) : undefined)
    if (selected && !areInDocument(selected, read.pageCount)) return undefined
    wanted = selected ?? range(0, read.pageCount)
    sheets.push(...read.sheets)
    progress(sheets.length, wanted.length)
  }
  return sheets
}

/** A picture is a page. */
async function sheetsOfPictures(
  { files, selected }: Input,
  { readPages, progress }: Deps,
): Promise<Sheet[] | undefined> {
  if (selected && !areInDocument(selected, files.length)) return undefined
  const wanted = files
    .map(({ bytes }, file) => ({ bytes, file }))
    .filter(({ file }) => selected === undefined || selected.includes(file))
  const sheets: Sheet[] = []
  for (const { bytes, file } of wanted) {
    const read = await readPages(bytes, [0])
    sheets.push(...read.sheets.map((sheet) => ({ ...sheet, file })))
    progress(sheets.length, wanted.length)
  }
  return sheets
}
