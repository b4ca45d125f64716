// Makes a folder with the pictures that the examples and the curl page name, of people and documents that do not exist.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { castFor } from '../../specimens/documents/drawing/casts.ts'
import { textPdf } from '../../specimens/documents/pdf.ts'
import { specimen } from '../../specimens/documents/specimen.ts'
import { livingVideo } from '../../specimens/kit/films/video-maker.ts'
import { photoOf as documentPhoto } from '../../specimens/kit/photographs/document-photos.ts'
import {
  cardOf,
  faceOf,
  herReference,
  herSelfie,
  him,
  jpegOf,
  photoOf,
} from '../../specimens/kit/photographs/face-photos.ts'

const card = { kind: 'cccd-chip', seed: 301 } as const

const files: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'front.jpg': async () => (await documentPhoto(card)).bytes,
  'back.jpg': async () => (await documentPhoto({ ...card, side: 'back' })).bytes,
  'passport.jpg': async () => (await documentPhoto({ kind: 'passport-old', seed: 307 })).bytes,
  'licence.jpg': async () => (await documentPhoto({ kind: 'licence-pet', seed: 302 })).bytes,
  'certificate.pdf': certificate,
  'selfie.jpg': async () => bytesOf(await photoOf(herSelfie)),
  'card.jpg': async () => bytesOf(await cardOf(herReference)),
  'anna.jpg': async () => bytesOf(await photoOf(herReference)),
  'frame.jpg': async () => jpegOf((await faceOf(him)).resize(480, 640, { fit: 'cover' })),
  'selfie.mp4': () => livingVideo(),
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

async function certificate(): Promise<Buffer> {
  const cast = castFor(46, 'held-out')
  const { sheets } = specimen({ kind: 'business-registration', seed: 46, cast })
  return textPdf(sheets, cast, 60)
}

let made: Promise<string> | undefined

/** The folder is made once per process and removed with it. */
export function picturesFolder(): Promise<string> {
  made ??= write()
  return made
}

async function write(): Promise<string> {
  // Decoding untrusted images blocks SVG in the whole process, but specimens are drawn with it here.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-pictures-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [name, make] of Object.entries(files)) writeFileSync(join(folder, name), await make())
  return folder
}
