// Defines the worker jobs of the certificate evaluation: make a certificate as PDF or photographs, and read it as the server does.
import { encodePhotograph } from '../../../specimens/camera/encode.ts'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { photograph } from '../../../specimens/camera/photograph.ts'
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { scannedPdf, textPdf } from '../../../specimens/documents/pdf.ts'
import { type Specimen, specimen } from '../../../specimens/documents/specimen.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import { openPageNetworks, type PageNetworks } from '../../../src/documents/pages/networks.ts'
import {
  type RegistrationCertificate,
  readCertificate,
} from '../../../src/documents/registration/certificate.ts'
import { readSheets } from '../../../src/documents/registration/read-sheets.ts'
import type { Sheet } from '../../../src/documents/registration/sheet.ts'
import { encodePng } from '../../../src/image/decode/image.ts'
import { openPdf } from '../../../src/image/pdf/pdf.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { decoded, MOST_MEGAPIXELS } from '../reader/shots.ts'
import { truthOf } from './business-truth.ts'
import { pageByTesseract } from './tesseract-page.ts'

export type Medium = 'text' | 'scan' | 'photo'

interface Asked {
  readonly seed: number
  readonly medium: Medium
  /** The folder of Tesseract's data; when set, Tesseract reads the same pages. */
  readonly tesseract?: string
}

export interface Said {
  readonly text: string
  readonly confidence: number
}

export interface CertificateRead {
  readonly pages: number
  readonly truth: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, Said>>
  readonly representatives: readonly string[]
  readonly trueRepresentatives: readonly string[]
  /** Processor time from the bytes to the fields. */
  readonly processorMs: number
  readonly tesseract?: { readonly fields: Readonly<Record<string, Said>>; readonly processorMs: number }
}

const MOST_PAGES = 30
const ALL = Array.from({ length: MOST_PAGES }, (_, i) => i)
const now = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export type BusinessJobs = ReturnType<typeof businessJobs>

function businessJobs(networks: PageNetworks) {
  return {
    'read-certificate': async ({ seed, medium, tesseract }: Asked): Promise<CertificateRead> => {
      const cast = castFor(seed, 'held-out')
      const one = specimen({ kind: 'business-registration', seed, cast })
      if (one.facts?.kind !== 'business-registration') throw new Error('no certificate')
      const files = await filesOf(one, seed, medium)
      const from = now()
      const sheets: Sheet[] = []
      for (const bytes of files) sheets.push(...(await sheetsIn(networks, bytes)))
      const certificate = readCertificate(sheets)
      const processorMs = now() - from
      return {
        pages: one.sheets.length,
        truth: truthOf(one.facts),
        fields: fieldsOf(certificate),
        representatives: certificate?.representatives.map(({ name }) => name.text) ?? [],
        trueRepresentatives: one.facts.representatives.map(({ name }) => name),
        processorMs,
        ...(tesseract && { tesseract: await byTesseract(files, medium, tesseract) }),
      }
    },
  }
}

export async function openJobs({ networksFolder }: JobSettings): Promise<BusinessJobs> {
  return businessJobs(await openPageNetworks((name) => openNetwork(name, networksFolder)))
}

/** A specimen becomes one PDF, or a photograph of each page. */
async function filesOf({ sheets, cast }: Specimen, seed: number, medium: Medium): Promise<Uint8Array[]> {
  if (medium === 'text') return [await textPdf(sheets, cast)]
  const dice = seededDice(seed, 0x5ca9)
  if (medium === 'scan') {
    const scan = { dpi: dice.pick([150, 150, 200, 300]), quality: 70, grey: dice.next() < 0.4 }
    return [await scannedPdf(sheets, cast, scan)]
  }
  const files: Uint8Array[] = []
  for (const [i, sheet] of sheets.entries()) {
    const scene = sceneOf('photo', seed + 100_000 * i)
    files.push(await encodePhotograph(photograph([await flatDocument(sheet, cast, seed)], scene), scene))
  }
  return files
}

async function sheetsIn(networks: PageNetworks, bytes: Uint8Array): Promise<readonly Sheet[]> {
  const read = await readSheets(networks, bytes, {
    maxPages: MOST_PAGES,
    maxMegapixels: MOST_MEGAPIXELS,
    pages: ALL,
  })
  if ('fault' in read) throw new Error(`the file ${read.fault}`)
  return read.sheets
}

function fieldsOf(certificate: RegistrationCertificate | undefined): Record<string, Said> {
  const values = { ...certificate?.company, ...certificate?.representatives[0] }
  return Object.fromEntries(
    Object.entries(values).map(([name, { text, confidence }]) => [name, { text, confidence }]),
  )
}

/** Tesseract gets the pages as they are, upright as far as the file says so. The same parser makes fields of its lines. */
async function byTesseract(files: readonly Uint8Array[], medium: Medium, data: string) {
  const sheets: Sheet[] = []
  let processorMs = 0
  for (const bytes of files)
    for (const pixels of await pixelsOf(bytes, medium)) {
      const page = await pageByTesseract(await encodePng(pixels), pixels, data)
      sheets.push(page.sheet)
      processorMs += page.processorMs
    }
  return { fields: fieldsOf(readCertificate(sheets)), processorMs }
}

async function pixelsOf(bytes: Uint8Array, medium: Medium) {
  if (medium === 'photo') return [await decoded(bytes)]
  const pages = await openPdf(bytes, MOST_PAGES, async (file) => {
    const drawn = []
    for (let i = 0; i < file.pageCount; i++) {
      const pixels = await file.page(i, (page) => page.draw(1654 / page.width))
      if ('fault' in pixels) return pixels
      drawn.push(pixels)
    }
    return { drawn }
  })
  if ('fault' in pages) throw new Error(`the file ${pages.fault}`)
  return pages.drawn
}
