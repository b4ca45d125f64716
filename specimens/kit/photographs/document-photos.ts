// Makes photographs of specimens as requests carry them, each taken once per run.
import sharp from 'sharp'
import { type Kind, pageDefinition, type Side } from '../../../src/documents/kinds/kinds.ts'
import { ontoPicture, pageSize } from '../../../src/documents/pages/straighten.ts'
import { boundingBox, type Point, type Size } from '../../../src/image/geometry/geometry.ts'
import { project } from '../../../src/image/geometry/perspective.ts'
import { encodePhotograph } from '../../camera/encode.ts'
import { flatDocument } from '../../camera/flat-document.ts'
import { sceneOf } from '../../camera/levels.ts'
import { photograph } from '../../camera/photograph.ts'
import type { Level, Scene, TrueDocument } from '../../camera/scene.ts'
import { REFERENCE } from '../../documents/drawing/casts.ts'
import { code } from '../../documents/drawing/codes.ts'
import { portraitOf } from '../../documents/drawing/portrait.ts'
import { runSvg } from '../../documents/drawing/typefaces.ts'
import type { Forgery } from '../../documents/facts/forgeries.ts'
import type { BreakName } from '../../documents/facts/record.ts'
import { specimen } from '../../documents/specimen.ts'
import { drawnOnce } from '../run-folder.ts'

export interface Wanted {
  readonly kind: Kind
  readonly side?: Side
  readonly seed: number
  readonly breaks?: BreakName
  readonly forgery?: Forgery
}

export interface DocumentPhoto {
  readonly bytes: Buffer
  readonly base64: string
  /** Holds what is printed on each, by the specification's names. */
  readonly fields: readonly Readonly<Record<string, string>>[]
  readonly documents: readonly TrueDocument[]
}

const taken = new Map<string, Promise<DocumentPhoto>>()

/** Photographs one or more documents in one picture. */
export function photoOf(
  wanted: Wanted | readonly Wanted[],
  level: Level = 'clean',
  change: Partial<Scene> = {},
): Promise<DocumentPhoto> {
  const all = [wanted].flat()
  // However it is asked for, the same photograph has the same key.
  const facts = all.map(({ kind, side = 'front', seed, breaks, forgery }) => [
    kind,
    side,
    seed,
    breaks,
    forgery,
  ])
  const key = JSON.stringify([facts, level, change])
  const known = taken.get(key) ?? photographed(all, level, change, key)
  taken.set(key, known)
  return known
}

async function photographed(
  wanted: readonly Wanted[],
  level: Level,
  change: Partial<Scene>,
  key: string,
): Promise<DocumentPhoto> {
  const { bytes, ...rest } = await drawnOnce(`documents ${key}`, () => take(wanted, level, change))
  const buffer = Buffer.from(bytes)
  return { ...rest, bytes: buffer, base64: buffer.toString('base64') }
}

async function take(wanted: readonly Wanted[], level: Level, change: Partial<Scene>) {
  // Decoding untrusted images blocks SVG in the whole process, but specimens are drawn with it here.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const flat = []
  const fields = []
  for (const { side = 'front', ...which } of wanted) {
    const { kind, seed } = which
    const { sheets, cast } = specimen(which)
    const sheet = sheets.find((one) => one.side === side)
    if (!sheet) throw new Error(`${kind} has no ${side}`)
    flat.push(await flatDocument(sheet, cast, seed))
    fields.push(sheet.fields)
  }
  const scene = { ...sceneOf(level, wanted[0]?.seed ?? 0), ...change }
  const picture = photograph(flat, scene)
  return { bytes: await encodePhotograph(picture, scene), fields, documents: picture.truth.documents }
}

type Pasted = 'portrait' | 'name' | 'code'

/** The photograph with another portrait, name or code pasted over that of its card, saved again with little compression. */
export async function withPasted({ bytes, documents: [card] }: DocumentPhoto, what: Pasted): Promise<string> {
  if (!card) throw new Error('the photograph shows no card')
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const { corners, picture } = PASTED[what](card)
  const { x, y, width, height } = boundingBox(corners)
  const size = { width: Math.round(width), height: Math.round(height) }
  const input = await sharp(picture(size))
    .resize({ ...size, fit: 'cover', position: 'top' })
    .toBuffer()
  const upright = await sharp(bytes).autoOrient().toBuffer()
  return (
    await sharp(upright)
      .composite([{ input, left: Math.round(x), top: Math.round(y) }])
      .jpeg({ quality: 95 })
      .toBuffer()
  ).toString('base64')
}

interface Pasting {
  readonly corners: readonly Point[]
  readonly picture: (size: Size) => Buffer
}

const PASTED: Readonly<Record<Pasted, (card: TrueDocument) => Pasting>> = {
  portrait: (card) => {
    const page = { kind: card.kind as Kind, side: card.side as Side }
    const box = pageDefinition(page)?.portrait
    if (!box) throw new Error('the card has no portrait')
    const size = pageSize(page.kind, card.corners)
    const onto = ontoPicture(size, card.corners)
    const at = (x: number, y: number) => project(onto, { x: x * size.width, y: y * size.height })
    return {
      corners: [at(box.x, box.y), at(box.x + box.width, box.y + box.height)],
      picture: () => Buffer.from(portraitOf(1, 'm').split(',')[1] ?? '', 'base64'),
    }
  },
  name: ({ lines }) => ({
    corners: lines.find(({ field }) => field === 'name')?.quad ?? [],
    picture: ({ width, height }) => {
      const look = { typeface: 'sans', colour: '#222', role: 'value', maxWidthMm: width } as const
      const text = 'TRẦN VĂN HOÀNG ANH'
      const run = runSvg(REFERENCE, { ...look, text, sizeMm: 0.8 * height, x: 0, baseline: 0.8 * height })
      return svgOf({ width, height }, `<rect width="100%" height="100%" fill="#dfe9e2"/>${run}`)
    },
  }),
  code: ({ codes: [own] }) => ({
    corners: own?.quad ?? [],
    picture: ({ width, height }) => {
      const look = { colour: '#000', ground: '#fff', errorLevel: 'L' } as const
      return svgOf({ width, height }, code('qr', own?.text ?? '', { x: 0, y: 0, width, height }, look).svg)
    },
  }),
}

const svgOf = ({ width, height }: Size, content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

/** Joins two photographs into one picture, one below the other. */
export async function stacked(upper: DocumentPhoto, lower: DocumentPhoto): Promise<string> {
  const upright = await Promise.all(
    [upper, lower].map(({ bytes }) => sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true })),
  )
  const width = Math.max(...upright.map(({ info }) => info.width))
  const height = upright.reduce((sum, { info }) => sum + info.height, 0)
  const tops = [0, upright[0]?.info.height ?? 0]
  return (
    await sharp({ create: { width, height, channels: 3, background: '#5b5248' } })
      .composite(upright.map(({ data }, i) => ({ input: data, left: 0, top: tops[i] ?? 0 })))
      .jpeg({ quality: 92 })
      .toBuffer()
  ).toString('base64')
}
