// Calls business registration for tests, and makes a certificate as PDF and as pictures.
import sharp from 'sharp'
import { castFor } from '../../documents/drawing/casts.ts'
import type { Company } from '../../documents/facts/record.ts'
import { drawSheet } from '../../documents/flat.ts'
import { scannedPdf, textPdf } from '../../documents/pdf.ts'
import type { Sheet } from '../../documents/sheet.ts'
import { specimen } from '../../documents/specimen.ts'
import { type Answered, basic, type TestServer } from './server.ts'

export interface Sent {
  readonly bytes: Uint8Array
  readonly name?: string
}

export async function send(
  server: TestServer,
  files: readonly Sent[],
  query = '',
  field = 'files',
): Promise<Answered> {
  const form = new FormData()
  for (const [i, { bytes, name = `page-${i}` }] of files.entries())
    form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const answer = await fetch(`${server.url}/business-registration${query}`, {
    method: 'POST',
    headers: { authorization: basic(server.credentials) },
    body: form,
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}

export interface Recognized extends Readonly<Record<string, unknown>> {
  readonly representatives: readonly Readonly<Record<string, unknown>>[]
  readonly checks: readonly { readonly name: string; readonly outcome: string }[]
  readonly source: Readonly<Record<string, string>>
}

export const recognized = ({ body }: Answered): Recognized => body.recognized_data as Recognized

export interface Papers {
  readonly facts: Company
  readonly sheets: readonly Sheet[]
  readonly text: Buffer
  readonly scan: Buffer
  /** A scanner makes one picture for each page. */
  readonly pictures: readonly Buffer[]
}

export async function papersOf(seed: number, dpi = 150): Promise<Papers> {
  const cast = castFor(seed, 'held-out')
  const { facts, sheets } = specimen({ kind: 'business-registration', seed, cast })
  if (facts?.kind !== 'business-registration') throw new Error('no certificate')
  const pictures: Buffer[] = []
  for (const sheet of sheets) {
    const { data, width, height } = await drawSheet(sheet, { cast, pixelsPerMm: dpi / 25.4 })
    pictures.push(
      await sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 80 })
        .toBuffer(),
    )
  }
  return {
    facts,
    sheets,
    text: await textPdf(sheets, cast, 60),
    scan: await scannedPdf(sheets, cast),
    pictures,
  }
}

export const turned = (picture: Buffer, degrees: number): Promise<Buffer> =>
  sharp(picture).rotate(degrees).jpeg({ quality: 85 }).toBuffer()

/** These values must be right in whatever form the papers are sent. */
export const mainFields = (facts: Company): Record<string, string> => {
  const [person] = facts.representatives
  return {
    business_code: facts.businessCode,
    company_name: facts.companyName,
    authorized_capital: facts.capital?.figures ?? '',
    name: person?.name ?? '',
    id_number: person?.idNumber ?? '',
    birthday: person?.birthday ?? '',
  }
}
