// Certificates for people to read: the fields of a picture of one, and a PDF page by page.
import type { Settings } from '../config.ts'
import { type RegistrationCertificate, readCertificate } from '../documents/registration/certificate.ts'
import { checksOf } from '../documents/registration/checks.ts'
import { valuePlaces } from '../documents/registration/places.ts'
import type { Sheet } from '../documents/registration/sheet.ts'
import type { SlotValue } from '../documents/registration/slots.ts'
import type { Jobs } from '../jobs.ts'
import type { Pool } from '../workers/port.ts'
import { organisation } from './pictures.ts'
import { fieldTable, type ShownField } from './read-fields.ts'
import { CommandError } from './terminal.ts'

/** Pages that one job reads. */
const BATCH = 2

export async function readPdfFile(
  pool: Pool<Jobs>,
  config: Settings,
  file: string,
  bytes: Uint8Array,
): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (let [from, count] = [0, 1]; from < count; from += BATCH) {
    const pages = Array.from({ length: BATCH }, (_, i) => from + i)
    const ask = { maxPages: config.pdfPages, maxMegapixels: config.imageMegapixels, pages }
    const read = await pool.run('read-sheets', { bytes, ask }, { organisation }).catch((error: Error) => {
      throw new CommandError(`${file} cannot be read: ${error.message}.`)
    })
    if ('fault' in read) throw new CommandError(`${file} ${read.fault}.`)
    sheets.push(...read.sheets)
    count = read.pageCount
  }
  return sheets
}

export function describePdf(file: string, sheets: readonly Sheet[]): string {
  const certificate = readCertificate(sheets)
  const pages = sheets.map(({ source, agreement, lines }, i) => {
    const how = source === 'text' ? 'written in the file' : 'read from the picture'
    const same = agreement === undefined ? '' : `, letters of the file agree ${agreement.toFixed(2)}`
    return `  page ${i + 1}   ${lines.length} lines, ${how}${same}`
  })
  const head = `${file}: PDF, ${sheets.length} ${sheets.length === 1 ? 'page' : 'pages'}`
  if (certificate === undefined) return [head, ...pages, '  no certificate'].join('\n')
  const { docType, form } = certificate.kind
  return [
    head,
    ...pages,
    `  kind     ${docType}${form ? `, ${form}` : ''}`,
    ...fieldTable(fieldsOfCertificate(certificate, sheets)).map((row) => `    ${row}`),
    ...checksOf(certificate, sheets).map(({ name, outcome }) => `  ${outcome.padEnd(8)} ${name}`),
  ].join('\n')
}

/** Of one sheet or all; none where they are no certificate. */
export function certificateFields(sheets: readonly Sheet[]): ShownField[] {
  const certificate = readCertificate(sheets)
  return certificate ? fieldsOfCertificate(certificate, sheets) : []
}

function fieldsOfCertificate(
  { company, representatives }: RegistrationCertificate,
  sheets: readonly Sheet[],
): ShownField[] {
  return [
    ...shown(company, '', sheets),
    ...representatives.flatMap((person, i) => shown(person, i === 0 ? '' : `${i + 1}. `, sheets)),
  ]
}

function shown(
  values: Readonly<Record<string, SlotValue>>,
  before: string,
  sheets: readonly Sheet[],
): ShownField[] {
  return Object.entries(values)
    .filter(([, { text }]) => text !== '')
    .map(([name, { text, confidence, parts }]) => ({
      field: before + name,
      value: text,
      confidences: [confidence],
      sources: [parts.some(({ sheet }) => sheets[sheet]?.source === 'ocr') ? 'ocr' : 'text'],
      places: valuePlaces({ parts }, sheets),
    }))
}
