// Measures whether frames of another person in a challenge are noticed, on sessions of one person and of two.
import { basename, dirname } from 'node:path'
import { type Random, seededRandom } from '../../../specimens/random.ts'
import type { Check } from '../../../src/checks.ts'
import { samePerson, samePersonSetAside } from '../../../src/liveness/same-person.ts'
import { plotHistogram } from '../../kit/plots/histogram.ts'
import type { Context, Report } from '../../kit/report.ts'
import { bootstrap } from '../../kit/statistics/bootstrap.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval, type Table } from '../../kit/table.ts'
import { atMost } from '../../kit/targets.ts'
import type { LivenessCrew } from './jobs.ts'
import {
  type ObservedFrame,
  observeHeadTurns,
  observeLfw,
  observePopulations,
  observeSmiles,
} from './observe-frames.ts'
import { peopleOf } from './people-frames.ts'
import {
  drawOwnSessions,
  type Face,
  faceOf,
  framesATask,
  type Mixed,
  type OwnSession,
  withLookAlike,
  withOneStrange,
  withStrangeAside,
  withStrangeStraight,
  withStrangeTask,
  withStrangeTurns,
} from './strangers.ts'

const SEED = 20_261_116
/** Of each person, exercise and number of frames. */
const MOST_SESSIONS = 60

/** A session that was judged: the cosine of its weakest join beyond the line that holds there. */
interface Judged {
  readonly person: string
  readonly stranger?: string
  readonly margin: number
}

interface Row {
  readonly name: string
  readonly judged: readonly Judged[]
  /** The strangers were not chosen to look like the person: these rows are the target. */
  readonly isTarget?: true
}

type Mix = (session: OwnSession, strangers: readonly Face[], random: Random) => Mixed[]

export async function evaluateSamePerson(context: Context, crew: LivenessCrew): Promise<Report> {
  const people = peopleOf(await observeHeadTurns(context, crew))
  const turned = people.flatMap(({ frames }) => frames.map(faceOf))
  const photos = facesOf(await observeLfw(context, crew), (file) => basename(dirname(file)))
  const smiles = facesOf(await observeSmiles(context, crew), ({ file }) => file)
  const populations = facesOf(await observePopulations(context, crew), ({ person }) => person)
  const each = Math.min(context.limit ?? MOST_SESSIONS, MOST_SESSIONS)
  const random = seededRandom(SEED)
  const own = people.flatMap((person) => drawOwnSessions(person, each, random))
  const mixedBy = (mix: Mix, strangers: readonly Face[]): Judged[] =>
    own.flatMap((session) => mix(session, strangers, random)).map(judge)
  const honest = own.map((session) => judge({ person: session.person, faces: session.frames.map(faceIn) }))
  const rows: Row[] = [
    {
      name: 'one turned frame of another head-turn person',
      judged: mixedBy(withOneStrange, turned),
      isTarget: true,
    },
    { name: 'one turned frame: LFW, turned alike', judged: mixedBy(withOneStrange, photos), isTarget: true },
    {
      name: 'one turned frame: GENKI-4K, turned alike',
      judged: mixedBy(withOneStrange, smiles),
      isTarget: true,
    },
    {
      name: 'one turned frame: populations, turned alike',
      judged: mixedBy(withOneStrange, populations),
      isTarget: true,
    },
    { name: 'the most alike of the head-turn people', judged: mixedBy(withLookAlike, turned) },
    { name: 'the most alike of LFW', judged: mixedBy(withLookAlike, photos) },
    { name: 'all frames of one turned task', judged: mixedBy(withStrangeTask, turned) },
    {
      name: 'straight frames of one, all turned frames of another',
      judged: mixedBy(withStrangeTurns, turned),
    },
    {
      name: 'photograph of LFW as the straight frame',
      judged: photos.flatMap((photo, i) => {
        const session = own[(7 * i) % own.length]
        return session ? [judge(withStrangeStraight(session, photo))] : []
      }),
    },
  ]
  const aside: Row[] = [
    {
      name: 'own frame set aside',
      judged: own.flatMap(({ person, frames, unused: [one] }) =>
        one ? [judgeAside({ person, faces: frames.map(faceIn), aside: one.face })] : [],
      ),
    },
    ...[turned, photos].map((strangers, i) => ({
      name: `turned frame of ${i === 0 ? 'another head-turn person' : 'LFW'} set aside`,
      judged: own.flatMap((session) => withStrangeAside(session, strangers, random)).map(judgeAside),
    })),
  ]
  const accepted = rows.filter(({ isTarget }) => isTarget).map(({ judged }) => percentAccepted(judged))
  const [ownAside, ...strangeAside] = aside.map(({ judged }) => percentAccepted(judged))
  return {
    tables: [
      sessionTable(
        'Sessions of one person and of two',
        [{ name: 'one person', judged: honest }, ...rows],
        each,
      ),
      sessionTable('Frames that are set aside', aside, each),
      byPersonTable(
        honest,
        rows.flatMap(({ judged, isTarget }) => (isTarget ? judged : [])),
      ),
    ],
    plots: [
      plotHistogram({
        name: 'same-person',
        title: 'The weakest join of a session',
        label: 'cosine beyond its line',
        classes: [{ name: 'one person', judged: honest }, ...rows.slice(0, 2)].map(({ name, judged }) => ({
          name,
          values: judged.map(({ margin }) => margin),
        })),
        thresholds: [{ name: 'one person', at: 0 }],
      }),
    ],
    figures: {
      samePerson: [{ name: 'one person', judged: honest }, ...rows, ...aside].map(({ name, judged }) => ({
        name,
        accepted: proportionOf(judged, isAccepted),
        margins: [0, 0.01, 0.05, 0.5, 0.95, 0.99, 1].map((share) => quantile(marginsOf(judged), share)),
      })),
    },
    targets: [
      atMost('strange-turned-frame-accepted-percent', Math.max(...accepted), 1),
      atMost('strange-frame-set-aside-accepted-percent', Math.max(...strangeAside), 1),
      atMost('same-person-refused-percent', 100 - percentAccepted(honest), 2),
      atMost('same-person-set-aside-refused-percent', 100 - (ownAside ?? 0), 2),
    ],
  }
}

function facesOf<Item>(seen: readonly ObservedFrame<Item>[], personOf: (item: Item) => string): Face[] {
  return seen.flatMap(({ item, frame: { face } }) => (face ? [{ person: personOf(item), face }] : []))
}

const faceIn = ({ face }: Face) => face

type Session = Omit<Mixed, 'stranger'> & { readonly stranger?: string }

const judge = (session: Session): Judged => judgedBy(samePerson(session.faces), session)

function judgeAside(session: Session): Judged {
  const [check] = samePersonSetAside(session.faces, session.aside ? [session.aside] : [])
  if (!check) throw new Error('no frame was set aside')
  return judgedBy(check, session)
}

const judgedBy = ({ score, threshold }: Check, { person, stranger }: Session): Judged => ({
  person,
  ...(stranger !== undefined && { stranger }),
  margin: score - threshold,
})

const isAccepted = ({ margin }: Judged): boolean => margin >= 0
const marginsOf = (judged: readonly Judged[]): number[] => judged.map(({ margin }) => margin)
const shareAccepted = (judged: readonly Judged[]): number =>
  judged.length === 0 ? Number.NaN : judged.filter(isAccepted).length / judged.length
const percentAccepted = (judged: readonly Judged[]): number => 100 * shareAccepted(judged)

function sessionTable(title: string, rows: readonly Row[], each: number): Table {
  return {
    title,
    columns: [
      'session',
      'number',
      'taken for one person',
      'by person, least to most',
      'margin: 1 %',
      'median',
      '99 %',
    ],
    rows: rows.map(({ name, judged }) => {
      const byPerson = [...Map.groupBy(judged, ({ person }) => person).values()].map(shareAccepted)
      return [
        name,
        judged.length,
        percentWithInterval(
          bootstrap({ items: judged, groupOf: ({ person }) => person, figure: shareAccepted }),
        ),
        `${(100 * Math.min(...byPerson)).toFixed(1)} to ${(100 * Math.max(...byPerson)).toFixed(1)} %`,
        ...[0.01, 0.5, 0.99].map((share) => quantile(marginsOf(judged), share).toFixed(3)),
      ]
    }),
    note: `Sides; up and down; both; ${framesATask.join(', ')} frames a task, ${each} sessions of each for every person, drawn with the seed ${SEED}. The margin is the cosine of the weakest join less the line that holds there. Intervals resample the people, who are few.`,
  }
}

/** The line is put midway between the others' weakest sessions and strongest strangers, then tried on the person left out. */
function byPersonTable(honest: readonly Judged[], strange: readonly Judged[]): Table {
  const people = [...new Set(honest.map(({ person }) => person))]
  const involves = ({ person, stranger }: Judged, one: string) => person === one || stranger === one
  return {
    title: 'Each person left out: the height of the line is fitted on the others',
    columns: [
      'person left out',
      'line moved by',
      'refused',
      'refused as shipped',
      'strangers accepted',
      'as shipped',
    ],
    rows: people.map((one) => {
      const without = (all: readonly Judged[]) => marginsOf(all.filter((judged) => !involves(judged, one)))
      const moved = (quantile(without(honest), 0.01) + quantile(without(strange), 0.99)) / 2
      const own = honest.filter((judged) => involves(judged, one))
      const others = strange.filter((judged) => involves(judged, one))
      const refused = (line: number) => percentWithInterval(proportionOf(own, ({ margin }) => margin < line))
      const accepted = (line: number) =>
        percentWithInterval(proportionOf(others, ({ margin }) => margin >= line))
      return [one, moved.toFixed(3), refused(moved), refused(0), accepted(moved), accepted(0)]
    }),
    note: 'Strangers: the rows of one turned frame, with the person as the one or as the stranger. Sessions of one person share frames, so these intervals are too narrow.',
  }
}
