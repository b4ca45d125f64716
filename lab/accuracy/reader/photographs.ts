// Has the workers photograph and measure specimens, each photograph once for all the parts that need it.
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context } from '../../kit/report.ts'
import type { ReaderCrew, ShotSeen, WantedParts } from './jobs.ts'
import { type SetName, type Shot, sets, shotsOf } from './plan.ts'

export interface Seen extends ShotSeen {
  readonly shot: Shot
}

/** A new part lists here what it needs. */
const needs: Readonly<Record<string, { readonly sets: readonly SetName[]; readonly parts: WantedParts }>> = {
  lines: { sets: ['clean', 'photo', 'bad'], parts: { lines: 'all' } },
  mrz: { sets: ['mrz'], parts: { lines: 'mrz' } },
  pages: { sets: ['clean', 'photo', 'bad', 'two', 'turned', 'tight'], parts: { pages: true } },
  detector: { sets: ['clean', 'photo', 'bad'], parts: { detector: true, pages: true } },
  judge: { sets: ['photo', 'bad', 'screen', 'print', 'photocopy'], parts: { quality: true } },
}

export type Photographs = ReadonlyMap<SetName, readonly Seen[]>

export async function takePhotographs(
  context: Context,
  crew: ReaderCrew,
  tesseract: string | undefined,
): Promise<Photographs> {
  const wanted = Object.entries(needs).filter(([part]) => context.wants(part))
  const photographs = new Map<SetName, readonly Seen[]>()
  for (const set of Object.keys(sets) as SetName[]) {
    const needed = wanted.filter(([, need]) => need.sets.includes(set)).map(([, need]) => need.parts)
    if (needed.length === 0) continue
    const parts: WantedParts = Object.assign({}, ...needed, tesseract === undefined ? {} : { tesseract })
    photographs.set(set, await takeSet(context, crew, set, parts))
  }
  return photographs
}

/** Photographs that could not be taken are reported and left out. */
async function takeSet(
  context: Context,
  crew: ReaderCrew,
  set: SetName,
  parts: WantedParts,
): Promise<Seen[]> {
  const outcomes = await crew.run({
    label: set,
    job: 'measure-shot',
    items: context.sample(shotsOf(set)),
    inputOf: (shot) => ({ shot, parts }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed)
    console.error(`${set} ${item.seed}, ${item.documents.map(nameOf).join(' and ')}: ${error.message}`)
  return done.map(({ item, output }) => ({ ...output, shot: item }))
}

const nameOf = ({ kind, side }: Shot['documents'][number]): string => `${kind} ${side}`
