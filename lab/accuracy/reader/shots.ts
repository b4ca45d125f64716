// Takes an encoded photograph of specimens, in typefaces that no network was trained on.
import sharp from 'sharp'
import { encodePhotograph } from '../../../specimens/camera/encode.ts'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { photograph } from '../../../specimens/camera/photograph.ts'
import type { FlatDocument, Truth } from '../../../specimens/camera/scene.ts'
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import type { DocumentWanted, Shot } from './plan.ts'

// Decoding untrusted images blocks SVG for the whole process; here specimens are drawn with it.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

export const MOST_MEGAPIXELS = 50

interface Taken {
  readonly bytes: Uint8Array
  readonly truth: Truth
}

export async function take({ documents, scene }: Shot): Promise<Taken> {
  const flat: FlatDocument[] = []
  for (const wanted of documents) flat.push(await drawn(wanted))
  const taken = photograph(flat, scene)
  return { bytes: await encodePhotograph(taken, scene), truth: taken.truth }
}

async function drawn({ kind, side, seed }: DocumentWanted): Promise<FlatDocument> {
  const cast = castFor(seed, 'held-out')
  const sides = specimen({ kind, seed, cast }).sheets.filter((sheet) => sheet.side === side)
  // A certificate has several pages of one side; the seed selects one.
  const sheet = sides[seed % sides.length]
  if (sheet === undefined) throw new Error(`${kind} has no ${side}`)
  return flatDocument(sheet, cast, seed)
}

export async function decoded(bytes: Uint8Array): Promise<Pixels> {
  const decoding = await decodeImage(bytes, { maxMegapixels: MOST_MEGAPIXELS })
  if ('fault' in decoding) throw new Error(`the picture ${decoding.fault}`)
  return decoding.pixels
}
