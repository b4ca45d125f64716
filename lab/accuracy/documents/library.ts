// Provides the photographs of an evaluation: those kept from earlier runs, and missing ones drawn before anything is read.
import { join } from 'node:path'
import { digestOfSources, openIndex } from '../../kit/kept-photographs.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { Context } from '../../kit/report.ts'
import { type DrawJobs, type DrawnShot, SOURCES } from './draw-jobs.ts'
import type { Shot } from './plan.ts'

const JOB_TIMEOUT_MS = 600_000
const MEMORY_CEILING_BYTES = 3 * 2 ** 30
/** The index is saved after so many photographs, so that a stopped run loses little. */
const AT_ONCE = 200

interface Taken extends DrawnShot {
  readonly file: string
}

/** Returns where each picture is and what is printed on it; undefined where it could not be drawn. */
export type Library = (shot: Shot) => Taken | undefined

const keyOf = (shot: Shot): string => JSON.stringify(shot)

export async function openLibrary(
  shots: readonly Shot[],
  { cache, workers }: Pick<Context, 'cache' | 'workers'>,
): Promise<Library> {
  const picturesFolder = join(cache, 'photographs')
  const index = await openIndex<DrawnShot>(picturesFolder, digestOfSources(SOURCES))
  const missing = [...new Map(shots.map((shot) => [keyOf(shot), shot])).values()].filter(
    (shot) => index.get(keyOf(shot)) === undefined,
  )
  if (missing.length > 0)
    await withCrew<DrawJobs, void>(
      {
        jobsModule: new URL('./draw-jobs.ts', import.meta.url),
        jobSettings: { folder: picturesFolder },
        workers,
        jobTimeoutMs: JOB_TIMEOUT_MS,
        memoryCeilingBytes: MEMORY_CEILING_BYTES,
      },
      async (crew) => {
        for (let from = 0; from < missing.length; from += AT_ONCE) {
          const items = missing.slice(from, from + AT_ONCE)
          const label = `draw ${from + items.length}/${missing.length}`
          const { done, failed } = sortOutcomes(
            await crew.run({ label, job: 'draw-shot', items, inputOf: (shot) => shot }),
          )
          for (const { item, output } of done) index.put(keyOf(item), output)
          for (const { item, error } of failed)
            console.error(`${item.kind} ${item.side} ${item.seed} was not drawn: ${error.message}`)
          await index.save()
        }
      },
    )
  return (shot) => {
    const drawn = index.get(keyOf(shot))
    return drawn && { ...drawn, file: join(picturesFolder, drawn.name) }
  }
}
