// Makes the material that requests carry, once per run: people and documents that do not exist, charts, papers and films.
import sharp, { type Sharp } from 'sharp'
import type { SpecimenChip } from '../../specimens/chips/chip.ts'
import { castFor } from '../../specimens/documents/drawing/casts.ts'
import { scannedPdf, textPdf } from '../../specimens/documents/pdf.ts'
import { specimen } from '../../specimens/documents/specimen.ts'
import { turning, videoOf } from '../../specimens/kit/films/video-maker.ts'
import { photoOf, type Wanted } from '../../specimens/kit/photographs/document-photos.ts'
import { box, extent, grid, heifFile, onlyPicture } from '../../specimens/kit/photographs/heif-boxes.ts'
import {
  endlessPages,
  hugePicture,
  madePdf,
  rawPdf,
  recursivePdf,
  stream,
} from '../../specimens/kit/photographs/pdf-maker.ts'
import { blackPng, chart, sample } from '../../specimens/kit/photographs/pictures.ts'
import { picture, portrait } from '../../specimens/kit/photographs/sample-photos.ts'
import { person } from '../../specimens/person/person.ts'
import { renderPerson, type Scene } from '../../specimens/person/render.ts'
import { makeSources } from './chip-uploads.ts'

export const formats = ['jpeg', 'png', 'webp', 'avif', 'heic', 'gif', 'tiff', 'svg', 'pdf', 'film'] as const
export type Format = (typeof formats)[number]
/** The purpose of a file in a request that should get far; `bomb` and `chart` have none. */
export type Shows = 'face' | 'document' | 'certificate' | 'film' | 'chart' | 'bomb'

export interface Material {
  readonly name: string
  readonly format: Format
  readonly shows: Shows
  readonly bytes: Buffer
}

export interface Corpus {
  /** Chips, whose files are of no use apart. */
  readonly chips: readonly SpecimenChip[]
  readonly all: readonly Material[]
  showing(shows: Shows): readonly Material[]
}

/** `small` takes about two seconds and has something of every format; `whole` takes less than a minute. */
export type CorpusSize = 'small' | 'whole'

export async function makeCorpus(size: CorpusSize): Promise<Corpus> {
  const photographs = [...(await faces(size)), ...(size === 'whole' ? await documents() : [])]
  const all = [
    ...photographs,
    ...(await charts()),
    ...(await otherFormats(size === 'whole' ? photographs : photographs.slice(0, 1))),
    ...(await papers(size)),
    ...bombs(),
    ...(await films(size)),
  ]
  const chips = await makeSources(size === 'small' ? 1 : undefined)
  return { all, chips, showing: (shows) => all.filter((one) => one.shows === shows) }
}

const jpegOf = (image: Sharp, quality = 80): Promise<Buffer> => image.jpeg({ quality }).toBuffer()

const scenes: readonly Partial<Scene>[] = [
  {},
  { yawDegrees: 25 },
  { yawDegrees: -25 },
  { distanceCm: 28 },
  { smile: 1 },
]

async function faces(size: CorpusSize): Promise<Material[]> {
  const found: Material[] = []
  const people = [
    [3, 1],
    [1, 2],
    [6, 3],
  ] as const
  for (const who of size === 'whole' ? people : people.slice(0, 1)) {
    const [photo, nth] = who
    const square = picture(await portrait(photo, nth, 400))
    const upright = square.resize(360, 480, { fit: 'cover' })
    found.push({ name: `photo ${who}`, format: 'jpeg', shows: 'face', bytes: await jpegOf(upright) })
  }
  if (size === 'small') return found
  const drawn = person(7)
  for (const [i, scene] of scenes.entries()) {
    const { width, height, data } = renderPerson(drawn, { width: 360, height: 480, ...scene })
    const bytes = await jpegOf(sharp(data, { raw: { width, height, channels: 3 } }), 90)
    found.push({ name: `person ${i}`, format: 'jpeg', shows: 'face', bytes })
  }
  return found
}

const wantedDocuments: readonly Wanted[] = [
  { kind: 'cccd-chip', seed: 301 },
  { kind: 'cccd-chip', side: 'back', seed: 301 },
  { kind: 'passport-old', seed: 307 },
  { kind: 'licence-pet', seed: 302 },
]

async function documents(): Promise<Material[]> {
  const found: Material[] = []
  for (const wanted of wantedDocuments) {
    const { bytes } = await photoOf(wanted)
    const small = await jpegOf(sharp(bytes).autoOrient().resize(900), 72)
    const name = `${wanted.kind} ${wanted.side ?? 'front'}`
    found.push({ name, format: 'jpeg', shows: 'document', bytes: small })
  }
  return found
}

async function charts(): Promise<Material[]> {
  const of = (name: string, format: Format, bytes: Buffer): Material => ({
    name: `chart ${name}`,
    format,
    shows: 'chart',
    bytes,
  })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="9" height="9"/></svg>'
  const { config, data } = onlyPicture(sample('chart.heic'), 'hvcC')
  const tile = { type: 'hvc1', data, properties: [config, extent(96, 64)] }
  const tiles = {
    type: 'grid',
    data: grid(2, 2, 192, 128),
    properties: [extent(192, 128)],
    references: { type: 'dimg', to: [2, 3, 4, 5] },
  }
  return [
    of('tiny', 'png', await chart(16, 16).png().toBuffer()),
    of('jpeg', 'jpeg', await chart(48, 32).jpeg().toBuffer()),
    of('progressive', 'jpeg', await chart(96, 64).jpeg({ progressive: true }).toBuffer()),
    of('ycck', 'jpeg', sample('chart-ycck.jpg')),
    of('deep', 'png', await chart(48, 32).toColourspace('rgb16').png().toBuffer()),
    of('interlaced', 'png', await chart(48, 32).png({ progressive: true, palette: true }).toBuffer()),
    of(
      'with profile',
      'jpeg',
      await chart(48, 32)
        .withIccProfile('p3')
        .withExif({ IFD0: { Make: 'x' } })
        .jpeg()
        .toBuffer(),
    ),
    of('lossless', 'webp', await chart(48, 32).webp({ lossless: true }).toBuffer()),
    of(
      'with exif',
      'webp',
      await chart(48, 32)
        .withExif({ IFD0: { Make: 'x' } })
        .webp()
        .toBuffer(),
    ),
    of('avif', 'avif', await chart(48, 32).avif({ effort: 0 }).toBuffer()),
    of('heic', 'heic', sample('chart.heic')),
    of('10 bit', 'heic', sample('chart-10-bit.heic')),
    of('tiles', 'heic', heifFile([tiles, tile, tile, tile, tile])),
    of('heic with film', 'heic', heifFile([tile], { after: [box('moov')] })),
    of('gif', 'gif', await chart(48, 32).gif().toBuffer()),
    of('tiff', 'tiff', await chart(48, 32).tiff().toBuffer()),
    of('svg', 'svg', Buffer.from(svg)),
  ]
}

const otherEncodings = ['png', 'webp', 'avif', 'gif', 'tiff'] as const

/** The files are small, so that decoding dominates the cost and not sending. */
async function otherFormats(photographs: readonly Material[]): Promise<Material[]> {
  const found: Material[] = []
  for (const [i, { name, shows, bytes }] of photographs.entries()) {
    const format = otherEncodings[i % otherEncodings.length] ?? 'png'
    const image = sharp(bytes).resize({ width: shows === 'document' ? 640 : 240 })
    found.push({
      name: `${name} as ${format}`,
      format,
      shows,
      bytes: await image.toFormat(format).toBuffer(),
    })
  }
  return found
}

async function papers(size: CorpusSize): Promise<Material[]> {
  const of = (name: string, shows: Shows, bytes: Buffer): Material => ({ name, format: 'pdf', shows, bytes })
  const lines = 'GIAY CHUNG NHAN DANG KY DOANH NGHIEP\nMa so doanh nghiep: 0100109106'
  const plain = [
    of('plain pdf', 'certificate', await madePdf({ draw: (document) => document.text(lines, 50, 50) })),
    of('locked pdf', 'chart', await madePdf({ password: 'x' })),
    of('three pages', 'chart', await madePdf({ pages: 3, size: [200, 200] })),
  ]
  if (size === 'small') return plain
  const cast = castFor(46, 'held-out')
  const { sheets } = specimen({ kind: 'business-registration', seed: 46, cast })
  const first = sheets.slice(0, 1)
  const scan = await scannedPdf(first, cast, { dpi: 110, quality: 60 })
  return [
    ...plain,
    of('certificate', 'certificate', await textPdf(sheets, cast, 40)),
    of('scanned certificate', 'certificate', scan),
  ]
}

function bombs(): Material[] {
  const of = (name: string, format: Format, bytes: Buffer): Material => ({
    name,
    format,
    shows: 'bomb',
    bytes,
  })
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14400 14400] /Contents 4 0 R >>'
  const tree = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>']
  return [
    of('recursive', 'pdf', recursivePdf()),
    of('endless pages', 'pdf', endlessPages()),
    of('huge picture', 'pdf', hugePicture(20_000)),
    of('huge page', 'pdf', rawPdf([...tree, page, stream('', Buffer.from('0 0 9 9 re f'))])),
    of(
      '500 pages',
      'pdf',
      rawPdf([
        tree[0] ?? '',
        `<< /Type /Pages /Kids [${'3 0 R '.repeat(500)}] /Count 500 >>`,
        page,
        stream('', Buffer.alloc(0)),
      ]),
    ),
    of('large png', 'png', blackPng(6000, 6000, { length: 2 ** 20 })),
    of('lying png', 'png', blackPng(2_000_000_000, 2_000_000_000, { length: 100 })),
  ]
}

async function films(size: CorpusSize): Promise<Material[]> {
  const of = (name: string, bytes: Buffer): Material => ({ name, format: 'film', shows: 'film', bytes })
  const moving = turning(await portrait(2, 1, 160), 12)
  const short = [of('mp4', videoOf(moving, 1.2, 'mp4', ['-preset', 'ultrafast']))]
  if (size === 'small') return short
  return [
    ...short,
    of('webm', videoOf(moving, 1.2, 'webm', ['-deadline', 'realtime', '-cpu-used', '8'])),
    of('mov', videoOf(moving, 1.1, 'mov', ['-preset', 'ultrafast'])),
    of('avi', videoOf(moving, 1.1, 'avi')),
  ]
}
