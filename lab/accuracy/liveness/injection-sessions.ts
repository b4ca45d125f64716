// Measures per session the share of frames that an earlier session explains, and how many are copies of each other.
import { SAME_SHOT, SAME_SHOT_IN_SESSION, sameShot } from '../../../src/image/capture/shot-print.ts'
import type { Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { AS_IT_IS } from './injection-jobs.ts'
import type { PrintedFrame } from './injection-pairs.ts'
import { compare, isFound } from './injection-shots.ts'
import { variants } from './injection-variants.ts'

/** Fewer frames say nothing about a session. */
const FEWEST_FRAMES = 3
const shares = [0.2, 0.3, 0.4, 0.5] as const

type Print = Uint8Array

export function reportSessions(frames: readonly PrintedFrame[]): Report {
  const clips = [...Map.groupBy(frames, ({ clip }) => clip).values()].filter(
    (own) => own.length >= FEWEST_FRAMES,
  )
  const replays = Object.keys(variants).map((name) => ({
    name: `replayed: ${name}`,
    all: clips.map((own) => explained(printsOf(own, name), printsOf(own, AS_IT_IS))),
  }))
  const retries = clips.flatMap((one) =>
    clips
      .filter((other) => other !== one && other[0]?.place === one[0]?.place)
      .map((other) => explained(printsOf(one, AS_IT_IS), printsOf(other, AS_IT_IS))),
  )
  const live = (least: number) => clips.map((own) => copied(printsOf(own, AS_IT_IS), least))
  const onePhoto = (least: number) =>
    frames.map(({ prints }) =>
      copied(
        Object.values(prints).filter((print) => print !== undefined),
        least,
      ),
    )
  const row = (name: string, all: readonly number[]) => [
    name,
    all.length,
    quantile(all, 0.5).toFixed(2),
    ...shares.map((share) => percentWithInterval(proportionOf(all, (own) => own >= share))),
  ]
  return {
    tables: [
      {
        title: 'Share of a session that one earlier session explains',
        columns: ['session', 'sessions', 'median share', ...shares.map((share) => `${share} or more`)],
        rows: [
          ...replays.map(({ name, all }) => row(name, all)),
          row(
            'all replays',
            replays.flatMap(({ all }) => all),
          ),
          row('the person tries again', retries),
        ],
      },
      {
        title: 'Share of the frames of a session that are a copy of an earlier one of it',
        columns: ['session', 'sessions', 'median share', ...shares.map((share) => `${share} or more`)],
        rows: [
          ...[SAME_SHOT, SAME_SHOT_IN_SESSION].flatMap((least) => [
            row(`a living person, from ${least} up`, live(least)),
            row(`one photo in all its variants, from ${least} up`, onePhoto(least)),
          ]),
        ],
      },
    ],
    plots: [],
    figures: {},
    targets: [],
  }
}

function printsOf(own: readonly PrintedFrame[], name: string): Print[] {
  return own.flatMap(({ prints }) => prints[name] ?? [])
}

function explained(session: readonly Print[], earlier: readonly Print[]): number {
  const seen = session.filter((print) =>
    earlier.some((other) => {
      const compared = compare(print, other)
      return compared !== undefined && isFound(compared)
    }),
  )
  return seen.length / Math.max(1, session.length)
}

function copied(prints: readonly Print[], least: number): number {
  const copies = prints.filter((print, i) =>
    prints.slice(0, i).some((earlier) => sameShot(print, earlier) >= least),
  )
  return copies.length / Math.max(1, prints.length - 1)
}
