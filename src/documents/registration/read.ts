// Reads a business registration: files in, a code and the record of the certificate out.
import { randomUUID } from 'node:crypto'
import { type Code, codes } from '../../codes.ts'
import { containerOf } from '../../image/decode/header.ts'
import { isPdf } from '../../image/pdf/header.ts'
import type { Extent } from '../../image/pixels.ts'
import type { Vault } from '../../store/vault.ts'
import { anotherDocument, type Detected, documentNotFound, type SeenPage } from '../detected.ts'
import { fileDocument } from '../filing.ts'
import { CERTIFICATE_PAGE } from '../kinds/kinds.ts'
import { readCertificate } from './certificate.ts'
import type { Sheets } from './read-sheets.ts'
import { emptyData, type RegistrationData, recognizedData } from './record.ts'
import { areInDocument } from './selected-pages.ts'
import type { Sheet } from './sheet.ts'

interface Input {
  readonly organisationId: string
  readonly externalPersonId?: string | undefined
  readonly consentReference?: string | undefined
  readonly files: readonly { readonly bytes: Uint8Array }[]
  /** Pages counted from 0; all of them where it is undefined. */
  readonly selected?: readonly number[] | undefined
  readonly version: string
  readonly now: number
}

/** Reads some pages of a file; `highest` is explained in `SheetsAsk`. */
export type ReadPages = (bytes: Uint8Array, pages: readonly number[], highest?: number) => Promise<Sheets>

interface Deps {
  readonly vault: Vault
  readonly readPages: ReadPages
  /** Gives what is kept of a file, by its place among the files: without what lies around its picture or document. */
  readonly cut: (file: number, extent: Extent) => Uint8Array
  /** Called after each job with the pages read and the pages wanted. */
  readonly progress: (read: number, of: number) => void
}

interface Outcome {
  readonly code: Code
  /** Id of the kept document; a fresh one where nothing was kept. */
  readonly id: string
  readonly fileIds: readonly string[]
  readonly data: RegistrationData
}

/** Pages of a PDF that one job reads: other requests get their turn between jobs, and progress can be logged. */
const PAGES_PER_JOB = 2

export async function readRegistration(input: Input, deps: Deps): Promise<Outcome> {
  const { files, organisationId, version, now } = input
  const refused = (code: Code, detected?: Detected): Outcome => ({
    code,
    id: randomUUID(),
    fileIds: [],
    data: { ...emptyData(version), ...detected },
  })
  const sent = kindOfFiles(files)
  if ('code' in sent) return refused(sent.code)
  const read = await (sent.kind === 'pdf' ? sheetsOfPdf : sheetsOfPictures)(input, deps)
  if (read === undefined) return refused(codes.selectedPagesNotValid)
  const { sheets, extents } = read
  // Also of a certificate that is not found, the answer tells what was cut off.
  const kept = extents.map((extent, file) => deps.cut(file, extent))
  const certificate = readCertificate(sheets)
  if (certificate === undefined) {
    const detected = anotherDocument(sheets.flatMap(otherPages))
    return refused(documentNotFound(detected), detected)
  }
  const data = recognizedData(certificate, sheets, version)
  const filed = await fileDocument(deps.vault, {
    organisationId,
    externalPersonId: input.externalPersonId,
    consentReference: input.consentReference,
    kind: CERTIFICATE_PAGE.kind,
    // The data is kept with the first file.
    parts: kept.map((bytes, i) => ({
      bytes,
      reading: Buffer.from(i === 0 ? JSON.stringify(data) : 'null'),
    })),
    now,
  })
  return { code: codes.success, ...filed, data }
}

/** Every sheet is taken for a certificate at first, until its text shows something else. */
const otherPages = ({ seen, lines }: Sheet): SeenPage[] =>
  seen && seen.kind !== CERTIFICATE_PAGE.kind ? [{ ...seen, lines }] : []

interface ReadFiles {
  readonly sheets: readonly Sheet[]
  /** One for each file. */
  readonly extents: readonly Extent[]
}

/** Undefined where a selected page is not in the document. */
async function sheetsOfPdf(
  { files, selected }: Input,
  { readPages, progress }: Deps,
): Promise<ReadFiles | undefined> {
  // Page 0 is in no document: the file need not be opened.
  if (selected?.some((page) => page < 0)) return undefined
  const bytes = files[0]?.bytes ?? new Uint8Array()
  const sheets: Sheet[] = []
  const range = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
  let wanted = selected ?? range(0, PAGES_PER_JOB)
  let extent = { start: 0, end: bytes.byteLength }
  for (let from = 0; from < wanted.length; from += PAGES_PER_JOB) {
    const batch = wanted.slice(from, from + PAGES_PER_JOB)
    const read = await readPages(bytes, batch, from === 0 ? selected?.at(-1) : undefined)
    if (selected && !areInDocument(selected, read.pageCount)) return undefined
    wanted = selected ?? range(0, read.pageCount)
    extent = read.extent
    sheets.push(...read.sheets)
    progress(sheets.length, wanted.length)
  }
  return { sheets, extents: [extent] }
}

/** A picture is a page. One that was not selected is kept too, so that it must be one: it is decoded, and not read. */
async function sheetsOfPictures(
  { files, selected }: Input,
  { readPages, progress }: Deps,
): Promise<ReadFiles | undefined> {
  if (selected && !areInDocument(selected, files.length)) return undefined
  const wanted = selected?.length ?? files.length
  const sheets: Sheet[] = []
  const extents: Extent[] = []
  for (const [file, { bytes }] of files.entries()) {
    const isWanted = selected === undefined || selected.includes(file)
    const read = await readPages(bytes, isWanted ? [0] : [])
    sheets.push(...read.sheets.map((sheet) => ({ ...sheet, file })))
    extents.push(read.extent)
    if (isWanted) progress(sheets.length, wanted)
  }
  return { sheets, extents }
}

type SentFiles = { readonly kind: 'pdf' | 'pictures' } | { readonly code: Code }

/** Takes pictures of pages, or one PDF. Goes by the first bytes, because names and content types may say anything. */
export function kindOfFiles(files: readonly { readonly bytes: Uint8Array }[]): SentFiles {
  const kinds = files.map(({ bytes }) => (isPdf(bytes) ? 'pdf' : isPicture(bytes) ? 'picture' : 'neither'))
  if (kinds.includes('neither')) return { code: codes.filetypeNotSupported }
  const pdfs = kinds.filter((kind) => kind === 'pdf').length
  if (pdfs === 0) return { kind: 'pictures' }
  if (pdfs < kinds.length) return { code: codes.tooManyFiletypes }
  return pdfs === 1 ? { kind: 'pdf' } : { code: codes.tooManyPdf }
}

const isPicture = (bytes: Uint8Array): boolean => typeof containerOf(bytes) === 'string'
