// Takes the photographs of the plan, set in typefaces that no network was trained on, and says what stands on them.
import { createHash } from 'node:crypto'
import { encodePhotograph } from '../../../specimens/camera/encode.ts'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { photograph } from '../../../specimens/camera/photograph.ts'
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { manyCards } from './many-cards.ts'
import { sceneWith, spoiled } from './mishaps.ts'
import type { Shot } from './plan.ts'

export interface Prepared {
  /** Of all that the picture will show, but for how it is drawn. */
  readonly digest: string
  /** What stands on the side, by the specification's names. */
  readonly fields: Readonly<Record<string, string>>
  readonly take: () => Promise<Uint8Array>
}

/** What will be in the picture, before any of it is drawn: drawing is what takes long. */
export function prepare(shot: Shot): Prepared {
  const { kind, side, seed, breaks, level, mishap } = shot
  const cast = castFor(seed, 'held-out')
  const { sheets } = specimen({ kind, seed, cast, ...(breaks && { breaks }) })
  const sheet = sheets.find((one) => one.side === side)
  if (sheet === undefined) throw new Error(`${kind} has no ${side}`)
  const scene = sceneWith(sceneOf(level, shot.sceneSeed), mishap)
  const digest = createHash('sha256')
    .update(JSON.stringify([sheet, cast, scene, mishap]))
    .digest('hex')
  return {
    digest,
    fields: sheet.fields,
    take: async () => {
      const flat = await flatDocument(sheet, cast, seed)
      if (mishap === 'fifty') return manyCards(flat, seed)
      const taken = photograph([flat], scene)
      const [document] = taken.truth.documents
      if (document === undefined) throw new Error('the photograph shows no document')
      const pixels = spoiled(taken.pixels, document, mishap, seed)
      return encodePhotograph({ ...taken, pixels }, scene)
    },
  }
}
