// Assembles whole profile challenges from the frames of real people and judges them by the server's own verdict.

import { seededRandom } from '../../../specimens/random.ts'
import { hasFailed } from '../../../src/checks.ts'
import { codes } from '../../../src/codes.ts'
import type { Session } from '../../../src/liveness/injection.ts'
import { comparedFrames } from '../../../src/liveness/one-picture.ts'
import { verifyProfile } from '../../../src/liveness/profile/verify.ts'
import type { LivenessVerdict } from '../../../src/liveness/verdict.ts'
import type { Context, Report } from '../../kit/report.ts'
import { bootstrap } from '../../kit/statistics/bootstrap.ts'
import { type Estimate, proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { atMost } from '../../kit/targets.ts'
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
const MOST_SESSIONS = 60
const LIFE_MS = 180_000
/** The passive check is at its default, or left out: nothing is below 0. */
const PASSIVE = { asShipped: 0.5, leftOut: 0 }

interface Sample {
  readonly frames: string
  readonly sessions: (person: PersonFrames) => Take[][]
}

interface Drawn {
  readonly frames: Sample['frames']
  readonly person: string
  readonly session: Session
}

/** How a session was judged, with the passive check and without. */
interface Judged extends Drawn {
  readonly all: LivenessVerdict
  readonly active: LivenessVerdict
}

export async function evaluateHeadTurnPeople(context: Context, crew: LivenessCrew): Promise<Report> {
  const people = peopleOf(await observeHeadTurns(context, crew))
  const most = Math.min(context.limit ?? MOST_SESSIONS, MOST_SESSIONS)
  const random = seededRandom(SEED)
  const several = (count: () => number) => (person: PersonFrames) =>
    Array.from({ length: most }, () => drawLongSession(person, count, random))
  const samples: Sample[] = [
    { frames: 'one a task', sessions: (person) => drawSessions(person, most, random) },
    { frames: 'two a task', sessions: several(() => 2) },
    { frames: 'three a task', sessions: several(() => 3) },
    { frames: 'one to three a task', sessions: several(() => 1 + random.below(3)) },
  ]
  const drawn = samples.flatMap(({ frames, sessions }) =>
    people.flatMap((person) =>
      sessions(person).map((takes) => ({ frames, person: person.name, session: sessionOf(takes) })),
    ),
  )
  const judged = [...Map.groupBy(await judge(crew, drawn), ({ frames }) => frames)].map(
    ([frames, judged]) => ({
      frames,
      judged,
    }),
  )
  const rows = judged.flatMap(({ frames, judged }) => [
    ...[...Map.groupBy(judged, ({ person }) => person)].map(([person, own]) => ({
      frames,
      person,
      judged: own,
    })),
    { frames, person: 'all', judged },
  ])
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
        rows: rows.map(({ frames, person, judged }) => [
          frames,
          person,
          judged.length,
          ...([({ active }: Judged) => active, ({ all }: Judged) => all] as const).map((verdict) =>
            percentWithInterval(acceptedBy(judged, verdict)),
          ),
          refusals(judged.map(({ all }) => all)),
        ]),
        note: `Tasks: ahead, left, right, and up and down where the person did them, in all combinations as far as frames go, or ${most} drawn with the seed ${SEED}; of one frame a task at their own times, of several one task after the other, half a second apart. Intervals of a row of all resample the people; those of one person are too narrow, because sessions share frames. Frames labelled front include heads on their way to a side and closed eyes.`,
      },
    ],
    plots: [],
    figures: {
      people: rows.map(({ frames, person, judged }) => ({
        frames,
        person,
        acceptedButForPassive: acceptedBy(judged, ({ active }) => active),
        accepted: acceptedBy(judged, ({ all }) => all),
      })),
    },
    targets: judged.map(({ frames, judged }) =>
      atMost(
        `head-turn-people-refused-percent-${frames.replaceAll(' ', '-')}`,
        100 * (1 - acceptedBy(judged, ({ all }) => all).value),
        5,
      ),
    ),
  }
}

const isAccepted = ({ code }: LivenessVerdict): boolean => code === codes.success

function acceptedBy(judged: readonly Judged[], verdict: (judged: Judged) => LivenessVerdict): Estimate {
  const isIn = (one: Judged) => isAccepted(verdict(one))
  const people = new Set(judged.map(({ person }) => person))
  if (people.size < 2) return proportionOf(judged, isIn)
  return bootstrap({
    items: judged,
    groupOf: ({ person }) => person,
    figure: (some) => some.filter(isIn).length / some.length,
  })
}

/** Judged as the server does: the frames are compared once all else has passed. */
async function judge(crew: LivenessCrew, drawn: readonly Drawn[]): Promise<Judged[]> {
  const judgedBy = (session: Session) => ({
    all: verdictOn(session, PASSIVE.asShipped),
    active: verdictOn(session, PASSIVE.leftOut),
  })
  const first = drawn.map((one) => ({ ...one, ...judgedBy(one.session) }))
  const outcomes = await crew.run({
    label: 'frames compared',
    job: 'compare-frames',
    items: first.filter(({ active }) => isAccepted(active)),
    inputOf: ({ session }) => comparedFrames(session.frames),
  })
  const compared = outcomes.map(({ item, output, error }): Judged => {
    if (error) throw error
    const second = judgedBy({ ...item.session, compared: output })
    return { ...item, all: isAccepted(item.all) ? second.all : item.all, active: second.active }
  })
  return [...first.filter(({ active }) => !isAccepted(active)), ...compared]
}

function verdictOn(session: Session, threshold: number): LivenessVerdict {
  const [first] = session.frames
  if (!first) throw new Error('a session needs frames')
  const ask = { frameShare: 1, threshold, lifeMs: LIFE_MS, isMirrored: false }
  return verifyProfile(planFor(first), session, ask)
}

function refusals(verdicts: readonly LivenessVerdict[]): string {
  const failed = verdicts.flatMap(({ checks }) => checks.filter(hasFailed))
  return [...Map.groupBy(failed, ({ name }) => name)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, all]) => `${name} ${all.length}`)
    .join(', ')
}
