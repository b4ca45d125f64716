// Has the workers photograph and measure specimens, each photograph once for all the parts that need it.
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context } from '../../kit/report.ts'
import type { Look, ReaderCrew, ShotSeen } from './jobs.ts'
import { type SetName, type Shot, sets, shotsOf } from './plan.ts'

export interface Seen extends ShotSeen {
  readonly shot: Shot
}

/** A new part lists here what it needs. */
const needs: Readonly<Record<string, { readonly sets: readonly SetName[]; readonly look: Look }>> = {
  lines: { sets: ['clean', 'photo', 'bad'], look: { lines: 'all' } },
  mrz: { sets: ['mrz'], look: { lines: 'mrz' } },
  pages: { sets: ['clean', 'photo', 'bad', 'two', 'turned', 'tight'], look: { pages: true } },
  detector: { sets: ['clean', 'photo', 'bad'], look: { detector: true, pages: true } },
  judge: { sets: ['photo', 'bad', 'screen', 'print', 'photocopy'], look: { quality: true } },
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
    const looks = wanted.filter(([, need]) => need.sets.includes(set)).map(([, need]) => need.look)
    if (looks.length === 0) continue
    const look: Look = Object.assign({}, ...looks, tesseract === undefined ? {} : { tesseract })
    photographs.set(set, await takeSet(context, crew, set, look))
  }
  return photographs
}

/** Photographs that could not be taken are reported and left out. */
async function takeSet(context: Context, crew: ReaderCrew, set: SetName, look: Look): Promise<Seen[]> {
  const outcomes = await crew.run({
    label: set,
    job: 'look-at-shot',
    items: context.sample(shotsOf(set)),
    inputOf: (shot) => ({ shot, look }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed)
    console.error(`${set} ${item.seed}, ${item.documents.map(nameOf).join(' and ')}: ${error.message}`)
  return done.map(({ item, output }) => ({ ...output, shot: item }))
}

const nameOf = ({ kind, side }: Shot['documents'][number]): string => `${kind} ${side}`
