// All sessions of people that the lab has, of every family, each judged: what the measure by person counts and fits are made on.
import { join } from 'node:path'
import { seededRandom } from '../../../../specimens/random.ts'
import type { Context } from '../../../kit/report.ts'
import type { LivenessCrew } from '../jobs.ts'
import { actedSessions } from './acted-sessions.ts'
import { filmsOfPeople, lookAt, lookAtHeadTurns, type SeenFilm } from './films.ts'
import { type JudgedSession, judgeSessions } from './judge.ts'
import { Kept } from './kept.ts'
import {
  type CutSession,
  distanceSessions,
  framedFamilies,
  noseSessions,
  profileSessions,
} from './sessions.ts'
import { type JudgedVideo, judgeFilms } from './videos.ts'

const SEED = 20_261_118
/** Sessions of a recording in each family, and rendered people. */
const MOST = { profile: 16, nose: 12, distance: 8, rendered: 6 }

export type JudgedPerson = JudgedSession | JudgedVideo

export const keptOfPeople = ({ cache }: Pick<Context, 'cache'>) => new Kept(join(cache, 'people'))

let judged: Promise<JudgedPerson[]> | undefined

/** Judged once for all parts that ask. */
export function everybody(context: Context, crew: LivenessCrew): Promise<JudgedPerson[]> {
  judged ??= judgeEverybody(context, crew)
  return judged
}

async function judgeEverybody(context: Context, crew: LivenessCrew): Promise<JudgedPerson[]> {
  const kept = keptOfPeople(context)
  const films: SeenFilm[] = []
  for (const film of context.sample(await filmsOfPeople(context.data)))
    films.push(await lookAt(crew, kept, film))
  const recordings = [...(await lookAtHeadTurns(crew, kept, context.data)), ...films]
  // Each recording has dice of its own, so that another film changes nothing in the others.
  const cut = recordings.flatMap((recording, i): CutSession[] => {
    const random = seededRandom(SEED + i)
    return [
      ...profileSessions(recording, MOST.profile, random),
      ...noseSessions(recording, MOST.nose, random),
      ...distanceSessions(recording, MOST.distance, random),
    ]
  })
  const rendered = await actedSessions(
    crew,
    kept,
    context.data,
    framedFamilies.flatMap((family, i) =>
      Array.from({ length: context.limit ?? MOST.rendered }, (_, number) => ({
        who: 'rendered',
        family,
        seed: 3001 + 100 * i + number,
      })),
    ),
  )
  return [
    ...(await judgeSessions(crew, kept, [...cut, ...rendered])),
    ...(await judgeFilms(crew, kept, films)),
  ]
}
