// Takes the photographs of the plan, in typefaces that no network was trained on, and returns what is printed on them.
import { createHash } from 'node:crypto'
import sharp, { type OverlayOptions } from 'sharp'
import { encodePhotograph } from '../../../specimens/camera/encode.ts'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { HARDSHIPS } from '../../../specimens/camera/mishaps.ts'
import { photograph } from '../../../specimens/camera/photograph.ts'
import type { FlatDocument, Scene } from '../../../specimens/camera/scene.ts'
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import { sceneWith, withDefect } from './picture-defects.ts'
import type { Beside, Shot } from './plan.ts'
import { sceneOfCode } from './qr-scene.ts'

interface Prepared {
  /** The digest covers all that the picture will show, but not how it is drawn. */
  readonly digest: string
  /** What is printed on the side, by the specification's names. */
  readonly fields: Readonly<Record<string, string>>
  /** What is printed on the document beside it. */
  readonly beside?: Readonly<Record<string, string>>
  readonly take: () => Promise<Uint8Array>
}

/** The content is decided before any of it is drawn, because drawing takes long. */
export function prepare(shot: Shot): Prepared {
  const { kind, side, seed, breaks, forgery, level, defect, beside } = shot
  const cast = castFor(seed, 'held-out')
  const { sheets } = specimen({ kind, seed, cast, ...(breaks && { breaks }), ...(forgery && { forgery }) })
  const sheet = sheets.find((one) => one.side === side)
  if (sheet === undefined) throw new Error(`${kind} has no ${side}`)
  const second = beside && sheetBeside(beside)
  const planned = hardened(sceneWith(sceneOf(level, shot.sceneSeed), defect), shot)
  const scene = shot.modulePx === undefined ? planned : sceneOfCode(planned, sheet, shot.modulePx)
  const digest = createHash('sha256')
    .update(JSON.stringify([sheet, cast, scene, defect, second?.sheet]))
    .digest('hex')
  return {
    digest,
    fields: sheet.fields,
    ...(second && { beside: second.sheet.fields }),
    take: async () => {
      const flat = await flatDocument(sheet, cast, seed)
      if (defect === 'fifty') return manyCards(flat, seed)
      const others = second ? [await flatDocument(second.sheet, second.cast, second.seed)] : []
      const taken = photograph([flat, ...others], scene)
      const [document] = taken.truth.documents
      if (document === undefined) throw new Error('the photograph shows no document')
      const pixels = withDefect(taken.pixels, document, defect, seed)
      return encodePhotograph({ ...taken, pixels }, scene)
    },
  }
}

function sheetBeside({ kind, side, seed }: Beside) {
  const cast = castFor(seed, 'held-out')
  const sheet = specimen({ kind, seed, cast }).sheets.find((one) => one.side === side)
  if (sheet === undefined) throw new Error(`${kind} has no ${side}`)
  return { sheet, cast, seed }
}

function hardened(scene: Scene, { hardship, sceneSeed }: Shot): Scene {
  const change = hardship === undefined ? undefined : HARDSHIPS[hardship]
  return change === undefined ? scene : { ...scene, ...change(scene, seededDice(sceneSeed, 0x4a2d)) }
}

const ACROSS = 5
const DOWN = 10
const CARD_WIDTH = 640
const GAP = 40
const QUALITY = 88

/** The cards differ only in how they lie, so every answer must be about that card. */
async function manyCards({ pixels }: FlatDocument, seed: number): Promise<Uint8Array> {
  const dice = seededDice(seed, 0x50)
  const height = Math.round((CARD_WIDTH * pixels.height) / pixels.width)
  const raw = { raw: { width: pixels.width, height: pixels.height, channels: 3 as const } }
  const card = await sharp(pixels.data, raw).resize(CARD_WIDTH, height, { fit: 'fill' }).png().toBuffer()
  const layers: OverlayOptions[] = []
  for (let row = 0; row < DOWN; row++)
    for (let column = 0; column < ACROSS; column++)
      layers.push({
        input: await sharp(card).rotate(dice.about(0, 2), { background: '#8a8f86' }).png().toBuffer(),
        left: GAP + column * (CARD_WIDTH + GAP),
        top: GAP + row * (height + GAP),
      })
  const width = ACROSS * (CARD_WIDTH + GAP) + 3 * GAP
  const ground = {
    width,
    height: DOWN * (height + GAP) + 3 * GAP,
    channels: 3 as const,
    background: '#8a8f86',
  }
  return sharp({ create: ground }).composite(layers).jpeg({ quality: QUALITY }).toBuffer()
}
