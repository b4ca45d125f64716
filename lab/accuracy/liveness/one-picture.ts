// Measures the checks against one picture: what each measure tells living skin from puppets by, and whom they refuse.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { seededRandom } from '../../../specimens/random.ts'
import { hasFailed } from '../../../src/checks.ts'
import { comparedFrames, oddsOf, skinChecks } from '../../../src/liveness/one-picture.ts'
import type { SkinComparison } from '../../../src/vision/one-picture/comparison.ts'
import { readVideos } from '../../kit/datasets/liveness.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { auc } from '../../kit/statistics/auc.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { atMost, type Target } from '../../kit/targets.ts'
import type { LivenessCrew } from './jobs.ts'
import { observeHeadTurns } from './observe-frames.ts'
import { bands, families, type OnePictureJobs, type TurningFamily } from './one-picture-jobs.ts'
import { drawLongSession, peopleOf, sessionOf } from './people-frames.ts'

const SEED = 20_261_116
/** Sessions of each person, puppet and family, unless --limit says otherwise. */
const SESSIONS = { real: 40, rendered: 24, puppet: 8 }
const MOST_FRAMES_A_TASK = 3
/** A film is cut into eighty frames, and each is looked at. */
const JOB_TIMEOUT_MS = 600_000

/** The puppets that are played, with the most that may be accepted of them in each family, in percent. */
const puppets = {
  'puppet-plain': { profile: 2, nose: 10 },
  'puppet-warp': { profile: 2, nose: 10 },
  'puppet-small': { profile: 2, nose: 10 },
  'puppet-still-background': { profile: 30, nose: 30 },
  'puppet-relit': { profile: 30, nose: 30 },
  'puppet-warp-relit': { profile: 30, nose: 30 },
  'puppet-careful': { profile: 30, nose: 30 },
  'puppet-warp-restless': { profile: 30, nose: 30 },
} as const

interface Compared {
  readonly who: string
  readonly kind: 'real' | 'film' | 'rendered' | 'rendered-even' | 'puppet'
  readonly family: TurningFamily
  /** Absent where the frames show too little of the same skin. */
  readonly skin: SkinComparison | undefined
}

const measures: Readonly<Record<string, (skin: SkinComparison) => number>> = {
  shading: ({ shadingChange }) => shadingChange,
  shift: ({ skinShift }) => skinShift,
  detail: ({ detailChange }) => detailChange,
  // Sessions of these families turn to a side.
  gaze: ({ gazeChange = 0 }) => gazeChange,
  together: oddsOf,
}

export async function evaluateOnePicture(context: Context, crew: LivenessCrew): Promise<Report> {
  const real = await realSessions(context, crew)
  const jobsModule = new URL('./one-picture-jobs.ts', import.meta.url)
  const made = await withCrew<OnePictureJobs, Compared[]>(
    {
      jobsModule,
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: JOB_TIMEOUT_MS,
    },
    async (others) => {
      const films = await others.run({
        label: 'films of living people',
        job: 'film-sessions',
        items: await filmsIn(context.data),
        inputOf: async (file: string) => ({ file }),
      })
      const rendered = await others.run({
        label: 'rendered people',
        job: 'person-session',
        items: numbered(context.limit ?? SESSIONS.rendered),
        inputOf: async (item) => item,
      })
      const played = await others.run({
        label: 'puppets',
        job: 'puppet-session',
        items: Object.keys(puppets).flatMap((name) =>
          numbered(context.limit ?? SESSIONS.puppet).map((item) => ({ name, ...item })),
        ),
        inputOf: async (item) => ({ ...item, data: context.data }),
      })
      const outputs = <Item, Output>(outcomes: Parameters<typeof sortOutcomes<Item, Output>>[0]) => {
        const { done, failed } = sortOutcomes(outcomes)
        for (const { error } of failed) throw error
        return done
      }
      return [
        ...outputs(films).flatMap(({ item, output }) =>
          output.map(
            ({ band, skin }): Compared => ({
              who: `${basename(item)} ${band}`,
              kind: 'film',
              // The larger turns are those of a profile challenge.
              family: band === bands[2] ? 'profile' : 'nose',
              skin,
            }),
          ),
        ),
        ...outputs(rendered).flatMap(({ item: { family }, output: { inRooms, inEvenLight } }): Compared[] => [
          { who: 'rendered people', kind: 'rendered', family, skin: inRooms },
          { who: 'rendered, even light', kind: 'rendered-even', family, skin: inEvenLight },
        ]),
        ...outputs(played).map(
          ({ item: { name, family }, output: skin }): Compared => ({
            who: name,
            kind: 'puppet',
            family,
            skin,
          }),
        ),
      ]
    },
  )
  return reportOf([...real, ...made])
}

const numbered = (count: number) =>
  families.flatMap((family, i) =>
    Array.from({ length: count }, (_, number) => ({ family, seed: 1 + 1000 * i + number })),
  )

async function filmsIn(data: string): Promise<string[]> {
  const speaking = `${data}/liveness/speaking`
  const living = (await readVideos(data)).filter(({ label }) => label === 'live').map(({ file }) => file)
  return [...living, ...readdirSync(speaking).map((name) => join(speaking, name))]
}

async function realSessions(context: Context, crew: LivenessCrew): Promise<Compared[]> {
  const random = seededRandom(SEED)
  const count = () => 1 + random.below(MOST_FRAMES_A_TASK)
  const items = peopleOf(await observeHeadTurns(context, crew)).flatMap((person) =>
    Array.from({ length: Math.min(context.limit ?? SESSIONS.real, SESSIONS.real) }, () => ({
      who: person.name,
      frames: comparedFrames(sessionOf(drawLongSession(person, count, random)).frames),
    })),
  )
  const outcomes = await crew.run({
    label: 'sessions of real people',
    job: 'compare-frames',
    items,
    inputOf: async ({ frames }) => frames,
  })
  return sortOutcomes(outcomes).done.map(
    ({ item: { who }, output: { skin } }): Compared => ({ who, kind: 'real', family: 'profile', skin }),
  )
}

const isRefused = ({ skin, family }: Compared): boolean =>
  skinChecks(skin ? { skin } : {}, family === 'profile').some(hasFailed)
const readings = (sessions: readonly Compared[], read: (skin: SkinComparison) => number): number[] =>
  sessions.flatMap(({ skin }) => (skin ? [read(skin)] : []))
const isAccepted = (session: Compared): boolean => !isRefused(session)

function reportOf(sessions: readonly Compared[]): Report {
  const honest = sessions.filter(({ kind }) => kind !== 'puppet')
  const names = Object.keys(puppets) as (keyof typeof puppets)[]
  const of = (who: string, family: TurningFamily) =>
    sessions.filter((one) => one.who === who && one.family === family)
  const areas = names.flatMap((name) =>
    families.map((family) => ({
      name,
      family,
      areas: Object.fromEntries(
        Object.entries(measures).map(([measure, read]) => [
          measure,
          auc({
            positives: readings(
              honest.filter((one) => one.family === family),
              read,
            ),
            negatives: readings(of(name, family), read),
          }),
        ]),
      ),
      accepted: proportionOf(of(name, family), isAccepted),
    })),
  )
  const people = [...Map.groupBy(honest, ({ who, family }) => `${who}, ${family}`)].map(([who, own]) => ({
    who,
    refused: proportionOf(own, isRefused),
  }))
  const refusedOf = (kind: Compared['kind']) =>
    proportionOf(
      sessions.filter((one) => one.kind === kind),
      isRefused,
    )
  const percent = (value: number) => Math.round(1000 * value) / 10
  const targets: Target[] = [
    atMost('one-picture-real-people-refused', percent(refusedOf('real').value), 5),
    atMost('one-picture-films-refused', percent(refusedOf('film').value), 5),
    atMost('one-picture-rendered-people-refused', percent(refusedOf('rendered').value), 2),
    atMost('one-picture-rendered-people-even-refused', percent(refusedOf('rendered-even').value), 2),
    ...areas.map(({ name, family, accepted }) =>
      atMost(`one-picture-${name}-${family}-accepted`, percent(accepted.value), puppets[name][family]),
    ),
  ]
  return {
    tables: [
      {
        title: 'What each check against one picture adds (AUC of each measure alone and of all together)',
        columns: ['puppet', 'family', ...Object.keys(measures), 'accepted by the skin alone'],
        rows: areas.map(({ name, family, areas: own, accepted }) => [
          name,
          family,
          ...Object.values(own).map((value) => value.toFixed(3)),
          percentWithInterval(accepted),
        ]),
        note: 'Honest sessions of the same family on the other side: real people, films, rendered people. No other check is made here.',
      },
      {
        title: 'Honest people refused by their skin',
        columns: ['who', 'sessions', 'refused'],
        rows: people.map(({ who, refused }) => [who, refused.total, percentWithInterval(refused)]),
        note: 'Films by the degrees of the turn. Sessions of one person share frames, so the intervals are too narrow.',
      },
    ],
    plots: [],
    figures: { onePicture: { areas, people } },
    targets,
  }
}
