// Defines the jobs of the drawing workers: they photograph specimens into the folder of kept pictures and load no network.
import { digestOfSources, keptPicture } from '../../kit/kept-photographs.ts'
import type { Shot } from './plan.ts'
import { prepare } from './shots.ts'

interface DrawSettings {
  readonly folder: string
}

export interface DrawnShot {
  /** The file's name in the folder of kept pictures. */
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  /** What is printed on the document beside it. */
  readonly beside?: Readonly<Record<string, string>>
}

/** These sources decide how pictures are drawn; what they show has a digest of its own. */
const DRAWING = [
  'specimens/camera',
  'specimens/documents/drawing',
  'specimens/documents/flat.ts',
  'specimens/person/dice.ts',
  'lab/accuracy/documents/picture-defects.ts',
  'lab/accuracy/documents/qr-scene.ts',
  'lab/accuracy/documents/shots.ts',
]

/** A kept picture depends on all of these. */
export const SOURCES = [
  'specimens/documents',
  'specimens/person',
  'specimens/typefaces',
  'src/documents/text/knowledge',
  ...DRAWING,
]

export type DrawJobs = Awaited<ReturnType<typeof openJobs>>

export async function openJobs({ folder }: DrawSettings) {
  const drawing = digestOfSources(DRAWING)
  return {
    'draw-shot': async (shot: Shot): Promise<DrawnShot> => {
      const { digest, fields, beside, take } = prepare(shot)
      const name = `${shot.kind}-${shot.side}-${shot.seed}-${digest.slice(0, 12)}-${drawing}.jpg`
      await keptPicture(folder, name, take)
      return { name, fields, ...(beside && { beside }) }
    },
  }
}
