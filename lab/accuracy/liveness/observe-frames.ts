// Observes pictures as the frames of a challenge are observed; sets that several parts need are observed once.
import { readFile } from 'node:fs/promises'
import { askOfFrame, type SeenFrame, seenFrame } from '../../../src/liveness/frame.ts'
import type { Ask, ObservationReading } from '../../../src/vision/observation.ts'
import { lfwPhotos, type PopulationPhoto, readLfwPairs, readPopulations } from '../../kit/datasets/faces.ts'
import { type HeadTurn, readHeadTurns, readSmiles, type SmilingFace } from '../../kit/datasets/liveness.ts'
import { type Outcome, sortOutcomes } from '../../kit/parallel.ts'
import { type Context, sampleOf } from '../../kit/report.ts'
import type { LivenessCrew } from './jobs.ts'

export interface ObservedFrame<Item> {
  readonly item: Item
  readonly frame: SeenFrame
}

/** What the route of the profile challenge asks about a frame. */
export const askOfProfile: Ask = { ...askOfFrame, expression: true }
/** So many photographs of LFW are observed here: its people are measured by the faces suite. */
const MOST_OF_LFW = 600

export async function observe<Item>(
  crew: LivenessCrew,
  label: string,
  items: readonly Item[],
  fileOf: (item: Item) => string,
  ask: Ask = askOfProfile,
): Promise<ObservedFrame<Item>[]> {
  const outcomes = await crew.run({
    label,
    job: 'observe-image',
    items,
    inputOf: async (item) => ({ bytes: await readFile(fileOf(item)), maxMegapixels: 50, ask }),
  })
  return framesOf(outcomes, fileOf)
}

/** Pictures that could not be read are reported and left out. */
export function framesOf<Item>(
  outcomes: readonly Outcome<Item, ObservationReading>[],
  nameOf: (item: Item) => string,
): ObservedFrame<Item>[] {
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`${nameOf(item)}: ${error.message}`)
  return done.flatMap(({ item, output }) => {
    if (!('fault' in output)) return [{ item, frame: seenFrame(output) }]
    console.error(`${nameOf(item)} ${output.fault}`)
    return []
  })
}

function once<Item>(
  see: (context: Context, crew: LivenessCrew) => Promise<ObservedFrame<Item>[]>,
): (context: Context, crew: LivenessCrew) => Promise<ObservedFrame<Item>[]> {
  let seen: Promise<ObservedFrame<Item>[]> | undefined
  return (context, crew) => {
    seen ??= see(context, crew)
    return seen
  }
}

/** Straight frames are observed with their covers, as the server asks. No limit applies, because they are few. */
export const observeHeadTurns = once<HeadTurn>(async ({ data }, crew) => {
  const [front, turned] = partition(await readHeadTurns(data), ({ pose }) => pose === 'front')
  const ahead = await observe(crew, 'heads held straight', front, ({ file }) => file, {
    ...askOfProfile,
    cover: true,
  })
  return [...ahead, ...(await observe(crew, 'heads turned', turned, ({ file }) => file))]
})

export const observeSmiles = once<SmilingFace>(async (context, crew) =>
  observe(crew, 'GENKI-4K', context.sample(await readSmiles(context.data)), ({ file }) => file),
)

export const observePopulations = once<PopulationPhoto>(async (context, crew) =>
  observe(crew, 'populations', context.sample(await readPopulations(context.data)), ({ file }) => file),
)

export const observeLfw = once<string>(async ({ data, limit }, crew) => {
  const photos = lfwPhotos(await readLfwPairs(data))
  return observe(crew, 'LFW', sampleOf(photos, Math.min(limit ?? MOST_OF_LFW, MOST_OF_LFW)), (file) => file)
})

function partition<Item>(items: readonly Item[], holds: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))]
}
