// The picture that the reader is measured on: a card with a chip, photographed by hand, always the same.
import { encodePhotograph } from '../specimens/camera/encode.ts'
import { flatDocument } from '../specimens/camera/flat-document.ts'
import { sceneOf } from '../specimens/camera/levels.ts'
import { photograph } from '../specimens/camera/photograph.ts'
import type { Level, TrueDocument } from '../specimens/camera/scene.ts'
import { specimen } from '../specimens/documents/specimen.ts'

const SEED = 3

export interface CardPhoto {
  readonly bytes: Uint8Array
  readonly truth: TrueDocument
}

export async function cardPhoto(level: Level): Promise<CardPhoto> {
  const { cast, sheets } = specimen({ kind: 'cccd-chip', seed: SEED })
  const [front] = sheets
  if (front === undefined) throw new Error('the specimen has no front')
  const scene = sceneOf(level, SEED)
  const taken = photograph([await flatDocument(front, cast, SEED)], scene)
  const [truth] = taken.truth.documents
  if (truth === undefined) throw new Error('the photograph shows no document')
  return { bytes: await encodePhotograph(taken, scene), truth }
}
