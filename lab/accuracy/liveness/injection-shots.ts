// Measures per frame how often a variant of a shot is recognised, by its bands and by its print, and how often another shot is.
import type { FacePrint } from '../../../src/image/capture/face-print.ts'
import { knownPrints } from '../../../src/image/capture/print-likeness.ts'
import type { Report } from '../../kit/report.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { changes } from '../../redteam/changed-replays.ts'
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

/** What people and programs do to a picture, and what the red team does. */
export const changedNames = [...Object.keys(variants), ...changes.map(({ what }) => what)]

interface Compared {
  readonly isKnown: boolean
  readonly sharesBand: boolean
}

/** One frame alone, without those beside it. */
function compare(one: FacePrint | undefined, other: FacePrint | undefined): Compared | undefined {
  if (!one || !other) return undefined
  const likely = new Set(one.likelyBands)
  const prints = { prints: [one.greys], known: [other.greys], pairs: [{ asked: 0, known: 0 }], sequences: [] }
  return {
    isKnown: knownPrints(prints).length === 1,
    sharesBand: other.bands.some((band) => likely.has(band)),
  }
}

const isKnown = (compared: Compared) => compared.isKnown
const sharesBand = (compared: Compared) => compared.sharesBand
const isFound = (compared: Compared) => compared.sharesBand && compared.isKnown

export function reportShots(frames: readonly PrintedFrame[]): Report {
  const again = changedNames.map((name) => ({
    name,
    all: frames.flatMap(({ prints }) => compare(prints[name]?.face, prints[AS_IT_IS]?.face) ?? []),
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
        title: 'The same shot changed and sent again, one frame alone',
        columns: ['change', 'known by its print', 'shares a band', 'both'],
        rows: [...again, { name: 'all', all: again.flatMap(({ all }) => all) }].map(({ name, all }) => [
          name,
          percentWithInterval(proportionOf(all, isKnown)),
          percentWithInterval(proportionOf(all, sharesBand)),
          percentWithInterval(proportionOf(all, isFound)),
        ]),
        note: `${frames.length} frames: webcam clips of half of the people, phone videos, LFW.`,
      },
      {
        title: 'Two shots, one frame alone: taken for one',
        columns: ['which', 'pairs', 'taken for one', 'shares a band'],
        rows: apart.map(({ name, all }) => [
          name,
          all.length,
          percentWithInterval(proportionOf(all, isKnown), 2),
          percentWithInterval(proportionOf(all, sharesBand), 2),
        ]),
        note: 'Sessions decide by the frames beside it too. Pairs of one clip are not independent: the intervals are too narrow.',
      },
    ],
    plots: [],
    figures: { knownAgain: overall, tryingAgain, others: falseRate(apart, OTHERS) },
    targets: [{ name: 'shot-known-again', value: overall.value, bound: 0.85, good: 'at least' }],
  }
}

const comparedPair = ({ one, other }: FramePair): Compared[] => {
  const compared = compare(one.prints[AS_IT_IS]?.face, other.prints[AS_IT_IS]?.face)
  return compared ? [compared] : []
}

function falseRate(apart: readonly { name: string; all: readonly Compared[] }[], name: string): Proportion {
  return proportionOf(apart.find((kind) => kind.name === name)?.all ?? [], isKnown)
}
