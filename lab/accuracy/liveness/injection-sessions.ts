// Measures per session the share of frames that were seen before, in replays and in second sessions of one person, and how many are copies of each other.
import type { FacePrint } from '../../../src/image/capture/face-print.ts'
import { knownPrints } from '../../../src/image/capture/print-likeness.ts'
import { SAME_SHOT_IN_SESSION, sameShot } from '../../../src/image/capture/shot-print.ts'
import { MOST_SEEN_BEFORE } from '../../../src/liveness/injection.ts'
import { CANDIDATES, likestSessions, MOST_ASKED } from '../../../src/liveness/seen-before.ts'
import { spread } from '../../../src/system/statistics.ts'
import type { Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { atMost, none } from '../../kit/targets.ts'
import { changes } from '../../redteam/changed-replays.ts'
import { AS_IT_IS, anewEachFrame, nameOfAnew } from './injection-jobs.ts'
import type { PrintedFrame } from './injection-pairs.ts'
import { changedNames } from './injection-shots.ts'
import { variants } from './injection-variants.ts'

/** Fewer frames say nothing about a session. */
const FEWEST_FRAMES = 3
const shares = [0.2, 0.3, 0.41, 0.5] as const
/** Frames of one video that lie nearer are of one moment, and of no second session. */
const LEAST_SECONDS_APART = 1.5

export function reportSessions(frames: readonly PrintedFrame[]): Report {
  const clips = [...Map.groupBy(frames, ({ clip }) => clip).values()]
    .filter((own) => own.length >= FEWEST_FRAMES)
    .map((own) => own.toSorted((one, other) => one.seconds - other.seconds))
  const anew = new Set(anewEachFrame.map(nameOfAnew))
  const replays = [...changedNames, ...anew].map((name) => ({
    name,
    all: clips.map((own) => shareSeen(facesOf(own, name), facesOf(frames, AS_IT_IS))),
  }))
  const seconds = clips.map((own) => {
    const earlier = frames.filter((frame) => isOfAnotherSession(frame, own))
    return shareSeen(facesOf(own, AS_IT_IS), facesOf(earlier, AS_IT_IS))
  })
  const ofRedTeam = new Set(changes.map(({ what }) => what))
  const missed = replays
    .filter(({ name }) => ofRedTeam.has(name))
    .flatMap(({ all }) => all.filter((share) => share <= MOST_SEEN_BEFORE))
  const missedAnew = replays
    .filter(({ name }) => anew.has(name))
    .flatMap(({ all }) => all.filter((share) => share <= MOST_SEEN_BEFORE))
  const row = (name: string, all: readonly number[]) => [
    name,
    all.length,
    quantile(all, 0.5).toFixed(2),
    ...shares.map((share) => percentWithInterval(proportionOf(all, (own) => own >= share))),
  ]
  return {
    tables: [
      {
        title: `Share of a session that was seen before; more than ${MOST_SEEN_BEFORE} is refused`,
        columns: ['session', 'sessions', 'median share', ...shares.map((share) => `${share} or more`)],
        rows: [
          ...replays.map(({ name, all }) => row(`replayed: ${name}`, all)),
          row(
            'all replays',
            replays.flatMap(({ all }) => all),
          ),
          row('another session of the person, and all sessions of others', seconds),
        ],
        note: `Another session is another clip at the same place, or frames of the same video more than ${LEAST_SECONDS_APART} s apart. The memory holds all frames of the set.`,
      },
      {
        title: 'Share of the frames of a session that are a copy of an earlier one of it',
        columns: ['session', 'sessions', 'median share', ...shares.map((share) => `${share} or more`)],
        rows: [
          row(
            'a living person',
            clips.map((own) => copied(own.flatMap(({ prints }) => prints[AS_IT_IS]?.print ?? []))),
          ),
          row(
            'one photo in all its variants',
            frames.map(({ prints }) =>
              copied([AS_IT_IS, ...Object.keys(variants)].flatMap((name) => prints[name]?.print ?? [])),
            ),
          ),
        ],
      },
    ],
    plots: [],
    figures: { replays, seconds },
    targets: [
      none('seen-before-changed-replays-missed', missed.length),
      none('seen-before-replays-changed-by-frame-missed', missedAnew.length),
      atMost(
        'seen-before-second-sessions-refused',
        proportionOf(seconds, (share) => share > MOST_SEEN_BEFORE).value,
        0.01,
      ),
    ],
  }
}

/** Clips that follow each other in one video share moments at their seam. */
const isOfAnotherSession = (frame: PrintedFrame, session: readonly PrintedFrame[]): boolean =>
  session.every(
    ({ clip, video, seconds }) =>
      clip !== frame.clip &&
      (video !== frame.video || Math.abs(seconds - frame.seconds) > LEAST_SECONDS_APART),
  )

interface RememberedPrint extends FacePrint {
  readonly clip: string
}

const facesOf = (own: readonly PrintedFrame[], name: string): RememberedPrint[] =>
  own.flatMap(({ prints, clip }) => (prints[name] ? [{ ...prints[name].face, clip }] : []))

/** As the server does, with the memory in place of its database. */
function shareSeen(session: readonly FacePrint[], memory: readonly RememberedPrint[]): number {
  const asked = spread(session, MOST_ASKED)
  const pairs = asked.flatMap(({ likelyBands }, i) => {
    const likely = new Set(likelyBands)
    return memory
      .map(({ bands }, known) => ({ known, shared: bands.filter((band) => likely.has(band)).length }))
      .filter(({ shared }) => shared > 0)
      .sort((one, other) => other.shared - one.shared)
      .slice(0, 2 * CANDIDATES)
      .map(({ known }) => ({ asked: i, known }))
  })
  const greys = (prints: readonly FacePrint[]) => prints.map((print) => print.greys)
  const clipsOf = (i: number) =>
    pairs.filter((pair) => pair.asked === i).map(({ known }) => ({ id: memory[known]?.clip ?? '' }))
  const sequences = likestSessions(asked.map((_, i) => clipsOf(i))).map(({ id }) =>
    spread(
      memory.flatMap(({ clip }, i) => (clip === id ? [i] : [])),
      MOST_ASKED,
    ),
  )
  const seen = knownPrints({ prints: greys(asked), known: greys(memory), pairs, sequences })
  return seen.length / Math.max(1, asked.length)
}

function copied(prints: readonly Uint8Array[]): number {
  const copies = prints.filter((print, i) =>
    prints.slice(0, i).some((earlier) => sameShot(print, earlier) >= SAME_SHOT_IN_SESSION),
  )
  return copies.length / Math.max(1, prints.length - 1)
}
