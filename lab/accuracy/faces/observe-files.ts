// Sends files to the workers to be observed, and reports those that failed.
import { readFile } from 'node:fs/promises'
import type { Ask, SeenFace } from '../../../src/vision/observation.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { FacesCrew } from './jobs.ts'

export interface Observed<Item> {
  readonly item: Item
  /** The largest face comes first; the list is empty when none was found. */
  readonly faces: readonly SeenFace[]
  readonly width: number
  readonly height: number
}

export async function observe<Item>(
  crew: FacesCrew,
  label: string,
  items: readonly Item[],
  fileOf: (item: Item) => string,
  ask: Ask,
): Promise<Observed<Item>[]> {
  const outcomes = await crew.run({
    label,
    job: 'observe-image',
    items,
    inputOf: async (item) => ({ bytes: await readFile(fileOf(item)), maxMegapixels: 50, ask }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`${fileOf(item)}: ${error.message}`)
  return done.map(({ item, output }) => {
    if ('fault' in output) throw new Error(`${fileOf(item)} ${output.fault}`)
    return { item, faces: output.faces, width: output.image.width, height: output.image.height }
  })
}

export const closeUp: Ask = { search: 'frame', closely: 1 }
