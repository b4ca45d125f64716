// Measures by person, in every family, how often honest people are refused, and by which check.

import type { Context, Report } from '../../../kit/report.ts'
import { bootstrap } from '../../../kit/statistics/bootstrap.ts'
import { type Estimate, wilson } from '../../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../../kit/table.ts'
import { atMost, none } from '../../../kit/targets.ts'
import type { LivenessCrew } from '../jobs.ts'
import { everybody, type JudgedPerson } from './everybody.ts'
import { sources } from './films.ts'
import { failedIn, isRefused } from './judge.ts'

const families = ['profile', 'nose', 'distance', 'video'] as const

/** In percent. No check may refuse more of all sessions, nobody may be refused more often. */
const MOST_REFUSED = 3
const MOST_OF_ONE = 25
/** The share of somebody's sessions from which a check is said to refuse the person. */
const HALF = 0.5
/** Of fewer sessions in a family one refusal says little about a person. */
const FEWEST_OF_ONE = 4

export async function evaluatePeople(context: Context, crew: LivenessCrew): Promise<Report> {
  const all = await everybody(context, crew)
  const real = all.filter(({ source }) => source !== 'rendered')
  const ofFamily = (family: string, among = all) => among.filter((one) => one.family === family)
  const bySource = families.flatMap((family) =>
    [...sources, 'real', 'all'].flatMap((source) => {
      const own = ofFamily(family).filter(
        (one) =>
          source === 'all' || one.source === source || (source === 'real' && one.source !== 'rendered'),
      )
      return own.length > 0 ? [{ family, source, own, refused: refusedShare(own) }] : []
    }),
  )
  const byPerson = [...Map.groupBy(all, ({ person, family }) => `${person}\n${family}`).values()].map(
    (own) => ({
      person: own[0]?.person ?? '',
      source: own[0]?.source ?? '',
      family: own[0]?.family ?? '',
      refused: wilson(own.filter(isRefused).length, own.length),
      checks: countsOf(own.flatMap(failedIn)),
    }),
  )
  const checks = families.flatMap((family) => checksOf(family, ofFamily(family, real)))
  const worst = byPerson.filter(
    ({ refused, source }) => source !== 'rendered' && refused.total >= FEWEST_OF_ONE,
  )
  const films = all.filter(({ source, family }) => source === 'phone films' && family === 'video')
  return {
    tables: [
      {
        title: 'Honest sessions refused, by family and source',
        columns: [
          'family',
          'source',
          'people',
          'sessions',
          'refused (95 %, by person)',
          'worst person, percent',
        ],
        rows: bySource.map(({ family, source, own, refused }) => [
          family,
          source,
          peopleIn(own),
          own.length,
          percentWithInterval(refused),
          Math.round(100 * worstOf(own)),
        ]),
        note: 'Sessions are cut out of films and frames. The tasks are those that a person happened to do, in frames that guidance would have taken: enough light, not blurred, far enough turned, the nose on its way by a turn. So checks of tasks are not measured here, those of genuineness are. Films that no phone took are cropped as a phone would have framed them, and never enlarged; many are coded strongly. Distance is what came nearer by a fifth, by whatever lens. The light challenge is left out: nobody of these sat before a screen that lights up. Intervals resample people.',
      },
      {
        title: 'Checks that refused real people, by family',
        columns: [
          'family',
          'check',
          'sessions failed (95 %, by person)',
          'people',
          'people refused in half of their sessions',
        ],
        rows: checks.map(({ family, check, share, people, halfOf }) => [
          family,
          check,
          percentWithInterval(share),
          people,
          halfOf.join(', '),
        ]),
        note: 'A check after the step that refused was not made. The skin and the eyes are compared in every session.',
      },
      {
        title: 'People refused at least once',
        columns: ['person', 'source', 'family', 'sessions', 'refused', 'for'],
        rows: byPerson
          .filter(({ refused }) => refused.count > 0)
          .map(({ person, source, family, refused, checks: own }) => [
            person,
            source,
            family,
            refused.total,
            refused.count,
            own,
          ]),
      },
    ],
    plots: [],
    figures: {
      everybody: {
        bySource: bySource.map(({ family, source, own, refused }) => ({
          family,
          source,
          people: peopleIn(own),
          sessions: own.length,
          refused,
        })),
        byPerson: byPerson.map(({ checks: _, ...one }) => one),
        checks,
      },
    },
    targets: [
      ...bySource
        .filter(({ source }) => source === 'all')
        .map(({ family, refused }) =>
          atMost(`people-refused-${family}`, percent(refused.value), MOST_REFUSED),
        ),
      atMost(
        'people-worst-one',
        percent(Math.max(0, ...worst.map(({ refused }) => refused.value))),
        MOST_OF_ONE,
      ),
      none('people-speaking-and-turning-videos-refused', films.filter(isRefused).length),
    ],
  }
}

const percent = (share: number): number => Math.round(1000 * share) / 10

const peopleIn = (some: readonly JudgedPerson[]): number => new Set(some.map(({ person }) => person)).size

/** Whole people are drawn again; of nobody refused the interval is that of so many people, each once. */
function shareOf(some: readonly JudgedPerson[], holds: (one: JudgedPerson) => boolean): Estimate {
  const figure = (own: readonly JudgedPerson[]) => own.filter(holds).length / own.length
  const value = figure(some)
  if (value > 0 && value < 1) return bootstrap({ items: some, groupOf: ({ person }) => person, figure })
  const people = peopleIn(some)
  return wilson(value * people, people)
}

const refusedShare = (some: readonly JudgedPerson[]): Estimate => shareOf(some, isRefused)

function worstOf(some: readonly JudgedPerson[]): number {
  const people = [...Map.groupBy(some, ({ person }) => person).values()]
  return Math.max(0, ...people.map((own) => own.filter(isRefused).length / own.length))
}

function checksOf(family: string, some: readonly JudgedPerson[]) {
  const names = [...new Set(some.flatMap(failedIn))]
  const rows = names.map((check) => {
    const fails = (one: JudgedPerson) => failedIn(one).includes(check)
    const people = [...Map.groupBy(some, ({ person }) => person)]
    return {
      family,
      check,
      share: shareOf(some, fails),
      people: people.filter(([, own]) => own.some(fails)).length,
      halfOf: people
        .filter(([, own]) => own.filter(fails).length >= HALF * own.length)
        .map(([person]) => person),
    }
  })
  return rows.toSorted((a, b) => b.share.value - a.share.value)
}

function countsOf(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, own]) => `${name} ${own.length}`)
    .join(', ')
}
