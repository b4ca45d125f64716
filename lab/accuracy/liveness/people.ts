// Assembles whole profile challenges from the frames of real people and judges them by the server's own verdict.
import { hasFailed } from '../../../src/checks.ts'
import { codes } from '../../../src/codes.ts'
import { verifyProfile } from '../../../src/liveness/profile/verify.ts'
import type { Verdict } from '../../../src/liveness/verdict.ts'
import { seededRandom } from '../../kit/random.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'
import { observeHeadTurns } from './observe-frames.ts'
import {
  drawLongSession,
  drawSessions,
  type PersonFrames,
  peopleOf,
  planFor,
  sessionOf,
  type Take,
} from './people-frames.ts'

const SEED = 20_261_115
const MOST_SESSIONS = 300
const LIFE_MS = 180_000
/** The passive check is at its default, or left out: nothing is below 0. */
const PASSIVE = { asShipped: 0.5, leftOut: 0 }

interface Kind {
  readonly name: string
  readonly draw: (person: PersonFrames) => Take[][]
}

export async function evaluatePeople(context: Context, crew: LivenessCrew): Promise<Report> {
  const people = peopleOf(await observeHeadTurns(context, crew))
  const most = Math.min(context.limit ?? MOST_SESSIONS, MOST_SESSIONS)
  const random = seededRandom(SEED)
  const kinds: Kind[] = [
    { name: 'one frame a task', draw: (person) => drawSessions(person, most, random) },
    {
      name: 'one to three frames a task',
      draw: (person) => Array.from({ length: most }, () => drawLongSession(person, random)),
    },
  ]
  const judged = kinds.flatMap(({ name, draw }) =>
    people.map((person) => {
      const sessions = draw(person)
      const verdicts = (threshold: number) => sessions.map((takes) => verdictOn(takes, threshold))
      const [active, all] = [verdicts(PASSIVE.leftOut), verdicts(PASSIVE.asShipped)]
      return { kind: name, person: person.name, active, all }
    }),
  )
  const totals = kinds.map(({ name }) => {
    const own = judged.filter(({ kind }) => kind === name)
    return {
      kind: name,
      person: 'all',
      active: own.flatMap(({ active }) => active),
      all: own.flatMap(({ all }) => all),
    }
  })
  return {
    tables: [
      {
        title: `Profile challenges of ${people.length} real people`,
        columns: [
          'frames',
          'person',
          'sessions',
          'accepted but for the passive check',
          'accepted',
          'refused for',
        ],
        rows: [...judged, ...totals].map(({ kind, person, active, all }) => [
          kind,
          person,
          all.length,
          percentWithInterval(proportionOf(active, isAccepted)),
          percentWithInterval(proportionOf(all, isAccepted)),
          refusals(all),
        ]),
        note: `Tasks: ahead, left, right, and up and down where the person did them. Frames drawn with the seed ${SEED}; of one frame a task at their own times, of several one task after the other, half a second apart. Sessions of one person share frames, so the intervals are too narrow. Frames labelled front include heads on their way to a side and closed eyes.`,
      },
    ],
    plots: [],
    figures: {
      people: [...judged, ...totals].map(({ kind, person, active, all }) => ({
        kind,
        person,
        acceptedButForPassive: proportionOf(active, isAccepted),
        accepted: proportionOf(all, isAccepted),
      })),
    },
    targets: [],
  }
}

const isAccepted = ({ code }: Verdict): boolean => code === codes.success

function verdictOn(takes: readonly Take[], threshold: number): Verdict {
  const [first] = takes
  if (!first) throw new Error('a session needs frames')
  const ask = { frameShare: 1, threshold, lifeMs: LIFE_MS, isMirrored: false }
  return verifyProfile(planFor(first.frame), sessionOf(takes), ask)
}

function refusals(verdicts: readonly Verdict[]): string {
  const failed = verdicts.flatMap(({ checks }) => checks.filter(hasFailed))
  return [...Map.groupBy(failed, ({ name }) => name)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, all]) => `${name} ${all.length}`)
    .join(', ')
}
