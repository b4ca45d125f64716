// Measures per frame how often a variant of a shot is recognised, by its bands and by its print, and how often another shot is.
import { printBands, SAME_SHOT, sameShot } from '../../../src/image/capture/shot-print.ts'
import type { Report } from '../../kit/report.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { AS_IT_IS } from './injection-jobs.ts'
import {
  type FramePair,
  OTHERS,
  type PrintedFrame,
  pairsOfTwoShots,
  TRYING_AGAIN,
  timesApart,
} from './injection-pairs.ts'
import { variants } from './injection-variants.ts'

const OTHERS_EACH = 40

interface Compared {
  readonly score: number
  readonly sharesBand: boolean
}

export function compare(one: Uint8Array | undefined, other: Uint8Array | undefined): Compared | undefined {
  if (!one || !other) return undefined
  const bands = new Set(printBands(one))
  return { score: sameShot(one, other), sharesBand: printBands(other).some((band) => bands.has(band)) }
}

const isKnown = ({ score }: Compared) => score >= SAME_SHOT
export const isFound = (compared: Compared) => compared.sharesBand && isKnown(compared)

export function reportShots(frames: readonly PrintedFrame[]): Report {
  const again = Object.keys(variants).map((name) => ({
    name,
    all: frames.flatMap(({ prints }) => compare(prints[AS_IT_IS], prints[name]) ?? []),
  }))
  const pairs = pairsOfTwoShots(frames, OTHERS_EACH)
  const kinds = [...timesApart.map(({ name }) => name), TRYING_AGAIN, OTHERS]
  const apart = kinds.map((name) => ({ name, all: (pairs.get(name) ?? []).flatMap(comparedPair) }))
  const overall = proportionOf(
    again.flatMap(({ all }) => all),
    isFound,
  )
  const tryingAgain = falseRate(apart, TRYING_AGAIN)
  return {
    tables: [
      {
        title: `The same shot changed and sent again: known from ${SAME_SHOT} up`,
        columns: ['variant', 'known by its print', 'shares a band', 'both', '5th percentile of the score'],
        rows: [...again, { name: 'all', all: again.flatMap(({ all }) => all) }].map(({ name, all }) => [
          name,
          percentWithInterval(proportionOf(all, isKnown)),
          percentWithInterval(proportionOf(all, ({ sharesBand }) => sharesBand)),
          percentWithInterval(proportionOf(all, isFound)),
          quantile(scoresOf(all), 0.05).toFixed(3),
        ]),
        note: `${frames.length} frames: webcam clips of half of the people, phone videos, LFW.`,
      },
      {
        title: `Two shots: taken for one from ${SAME_SHOT} up`,
        columns: ['which', 'pairs', 'taken for one', 'shares a band', 'median', '99th percentile', 'highest'],
        rows: apart.map(({ name, all }) => [
          name,
          all.length,
          percentWithInterval(proportionOf(all, isKnown), 2),
          percentWithInterval(
            proportionOf(all, ({ sharesBand }) => sharesBand),
            2,
          ),
          ...[0.5, 0.99, 1].map((share) => quantile(scoresOf(all), share).toFixed(3)),
        ]),
        note: 'Pairs of one clip are not independent: the intervals are too narrow.',
      },
    ],
    plots: [],
    figures: { knownAgain: overall, tryingAgain, others: falseRate(apart, OTHERS) },
    targets: [
      { name: 'shot-known-again', value: overall.value, bound: 0.85, good: 'at least' },
      { name: 'shot-trying-again-taken-for-one', value: tryingAgain.value, bound: 0.01, good: 'at most' },
    ],
  }
}

const scoresOf = (all: readonly Compared[]): number[] => all.map(({ score }) => score)

const comparedPair = ({ one, other }: FramePair): Compared[] => {
  const compared = compare(one.prints[AS_IT_IS], other.prints[AS_IT_IS])
  return compared ? [compared] : []
}

function falseRate(apart: readonly { name: string; all: readonly Compared[] }[], name: string): Proportion {
  return proportionOf(apart.find((kind) => kind.name === name)?.all ?? [], isKnown)
}
