// Observes the photos of LFW once for all parts that need them.

import type { SeenFace } from '../../../src/vision/observation.ts'
import { type LfwPair, lfwPhotos, readLfwPairs } from '../../kit/datasets/faces.ts'
import type { Context } from '../../kit/report.ts'
import type { FacesCrew } from './jobs.ts'
import { type Observed, observe } from './observe-files.ts'

interface LfwSeen {
  readonly pairs: readonly LfwPair[]
  /** The labelled face of each photo, the one in its middle; absent where none was found there. */
  readonly labelled: ReadonlyMap<string, SeenFace | undefined>
}

let seen: Promise<LfwSeen> | undefined

export function observeLfw(context: Context, crew: FacesCrew): Promise<LfwSeen> {
  seen ??= lookAt(context, crew)
  return seen
}

async function lookAt(context: Context, crew: FacesCrew): Promise<LfwSeen> {
  const pairs = context.sample(await readLfwPairs(context.data))
  const ask = { search: 'frame', closely: 4, vector: true } as const
  const photos = await observe(crew, 'LFW', lfwPhotos(pairs), (file) => file, ask)
  return { pairs, labelled: new Map(photos.map((photo) => [photo.item, inTheMiddle(photo)])) }
}

function inTheMiddle({ faces, width, height }: Observed<string>): SeenFace | undefined {
  return faces.find(({ box }) => {
    const [x, y] = [width / 2 - box.x, height / 2 - box.y]
    return x > 0 && y > 0 && x < box.width && y < box.height
  })
}
