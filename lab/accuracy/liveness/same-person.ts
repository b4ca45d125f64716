// Measures whether frames of another person in a challenge are noticed, on sessions of one person and of two.
import { hasFailed } from '../../../src/checks.ts'
import { samePersonInTasks } from '../../../src/liveness/same-person.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { plotHistogram } from '../../kit/plots/histogram.ts'
import { seededRandom } from '../../kit/random.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'
import { linkTable } from './links.ts'
import { observeHeadTurns, observeLfw } from './observe-frames.ts'
import { drawSessions, type PersonFrames, peopleOf, type Take } from './people-frames.ts'

const SEED = 20_261_116
const MOST_SESSIONS = 300

interface Mixture {
  readonly name: string
  readonly sessions: readonly (readonly SeenFace[])[]
}

export async function evaluateSamePerson(context: Context, crew: LivenessCrew): Promise<Report> {
  const people = peopleOf(await observeHeadTurns(context, crew))
  const photos = (await observeLfw(context, crew)).flatMap(({ frame: { face } }) => (face ? [face] : []))
  const most = Math.min(context.limit ?? MOST_SESSIONS, MOST_SESSIONS)
  const random = seededRandom(SEED)
  const drawn = people.map((person) => ({ person, sessions: drawSessions(person, most, random) }))
  const genuine = drawn.flatMap(({ sessions }) => sessions.map(facesOf))
  const mixtures: Mixture[] = [
    {
      name: 'straight frame of one, all turned frames of another',
      sessions: pairsOf(people).flatMap(({ one, other }) =>
        sessionsOf(drawn, other).map((takes, i) => facesOf(withStraight(takes, straightOf(one, i)))),
      ),
    },
    {
      name: 'one turned frame of another',
      sessions: pairsOf(people).flatMap(({ one, other }) =>
        sessionsOf(drawn, one).flatMap((takes, i) => {
          const strange = sessionsOf(drawn, other)[i % sessionsOf(drawn, other).length] ?? []
          return facesWithOneStrange(takes, strange, random.below(4))
        }),
      ),
    },
    {
      name: 'photograph of LFW as the straight frame',
      sessions: people.flatMap((person) =>
        photos.map((photo, i) => {
          const own = sessionsOf(drawn, person)
          const takes = own[i % own.length] ?? []
          return [photo, ...facesOf(takes.filter(({ pose }) => pose !== 'front'))]
        }),
      ),
    },
  ]
  const rows = [{ name: 'one person', sessions: genuine }, ...mixtures].map(({ name, sessions }) => {
    const checks = sessions.flatMap((faces) => samePersonInTasks(faces.map((face) => [face])))
    return {
      name,
      accepted: proportionOf(checks, (check) => !hasFailed(check)),
      margins: checks.map(({ score, threshold }) => score - threshold),
    }
  })
  return {
    tables: [
      {
        title: 'Sessions of one person and of two',
        columns: ['session', 'number', 'taken for one person', 'weakest link: 1 %', 'median', '99 %'],
        rows: rows.map(({ name, accepted, margins }) => [
          name,
          accepted.total,
          percentWithInterval(accepted),
          ...[0.01, 0.5, 0.99].map((share) => quantile(margins, share).toFixed(3)),
        ]),
        note: `The weakest link is its cosine less the line that holds at its degrees apart. One frame a task, drawn with the seed ${SEED}; at most ${most} sessions a person or pair of people.`,
      },
      linkTable(people, photos),
    ],
    plots: [
      plotHistogram({
        name: 'same-person',
        title: 'The weakest link of a session',
        label: 'cosine beyond its line',
        classes: rows.map(({ name, margins }) => ({ name, values: margins })),
        thresholds: [{ name: 'one person', at: 0 }],
      }),
    ],
    figures: {
      samePerson: rows.map(({ name, accepted, margins }) => ({
        name,
        accepted,
        margins: [0, 0.01, 0.05, 0.5, 0.95, 0.99, 1].map((share) => quantile(margins, share)),
      })),
    },
    targets: [],
  }
}

type Drawn = readonly { readonly person: PersonFrames; readonly sessions: readonly Take[][] }[]

const facesOf = (takes: readonly Take[]): SeenFace[] => takes.map(({ face }) => face)

const sessionsOf = (drawn: Drawn, person: PersonFrames): readonly Take[][] =>
  drawn.find((one) => one.person === person)?.sessions ?? []

const pairsOf = (people: readonly PersonFrames[]) =>
  people.flatMap((one) => people.filter((other) => other !== one).map((other) => ({ one, other })))

function straightOf({ frames }: PersonFrames, turn: number): Take {
  const straight = frames.filter(({ pose }) => pose === 'front')
  return straight[turn % straight.length] as Take
}

const withStraight = (takes: readonly Take[], straight: Take): Take[] =>
  takes.map((take) => (take.pose === 'front' ? straight : take))

/** One task's frame is taken from another person; undefined where not both did that task. */
function facesWithOneStrange(takes: readonly Take[], strange: readonly Take[], which: number): SeenFace[][] {
  const turned = takes.filter(({ pose }) => pose !== 'front')
  const { pose } = turned[which % turned.length] as Take
  const other = strange.find((take) => take.pose === pose)
  return other ? [facesOf(takes.map((take) => (take.pose === pose ? other : take)))] : []
}
