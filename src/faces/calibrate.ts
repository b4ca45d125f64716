// Fits the curve of strangers to enrolled people: ids that differ are strangers, but for pairs that look like one person.
import { cosine } from '../gallery/cosine.ts'
import { rowNamed } from '../models/manifest.ts'
import type { Queries } from '../store/port.ts'
import { calibrationFor } from '../store/records/calibrations.ts'
import { mean, quantile } from '../system/statistics.ts'
import { cosineAt, cosineOfPercent, falseAcceptRate, type ImpostorCurve, impostors } from './similarity.ts'

export interface EnrolledPerson {
  readonly externalPersonId: string
  /** Only people of one organisation are compared. */
  readonly organisationId: string
  /** The first is compared with others; the second, where there is one, with the first. */
  readonly vectors: readonly Float32Array[]
}

interface Estimate {
  readonly value: number
  /** 95 % interval. */
  readonly low: number
  readonly high: number
}

/** What is stored of a calibration. */
export interface Calibration {
  readonly curve: { readonly mean: number; readonly deviation: number }
  readonly people: number
  readonly pairs: number
  /** Pairs that look like one person under two ids: about so many are left out of the curve. */
  readonly leftOut: number
  /** The cosine of one pair of strangers in ten thousand: `sim` 80. */
  readonly firmCosine: Estimate
  /** The share of these strangers that look at least as much alike as `sim` 80 of strangers at large. */
  readonly defaultRate: Estimate
  /** The lowest rate that the pairs show; below it the curve is an extrapolation. */
  readonly lowestRate: number
  /** Of pairs of one person: how many, and which shares `sim` 80 refuses without and with this curve. */
  readonly own?: { readonly pairs: number; readonly refusedBefore: number; readonly refused: number }
}

/** A pair of ids that are probably one person. */
export interface Suspect {
  readonly one: EnrolledPerson
  readonly other: EnrolledPerson
  readonly cosine: number
}

/** Fewer say nothing about one pair in a thousand, from which the curve would be drawn on. */
export const LEAST_PEOPLE = 100
const FIRM_RATE = 1e-4
const FIRM_PERCENT = 80
/** The curve is fitted where decisions are made; fewer than `LEAST_PAIRS` beyond a cosine say too little about it. */
const RATES = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5]
const LEAST_PAIRS = 10
/** These many people give `LEAST_PAIRS` pairs at a rate. */
export const peopleFor = (rate: number): number => Math.ceil(Math.sqrt((2 * LEAST_PAIRS) / rate))

/** Cosines of two photographs of one person lie so: measured on LFW, docs/evidence/accuracy.md. */
const SAME = { mean: 0.685, deviation: 0.12 }
const ROUNDS = 20
const RESAMPLES = 200
const MOST_SUSPECTS = 20

interface Tail {
  /** Falling. */
  readonly cosines: readonly number[]
  readonly one: readonly number[]
  readonly other: readonly number[]
  readonly pairs: number
}

export async function calibrate(
  people: readonly EnrolledPerson[],
  onProgress: (share: number) => void | Promise<void> = () => {},
): Promise<{ readonly calibration: Calibration; readonly suspects: readonly Suspect[] }> {
  const tail = await tailOf(people, onProgress)
  const { sameness, curve } = mixture(tail)
  const defaultCosine = cosineAt(FIRM_RATE)
  const drawn = resampled(people, tail, sameness, defaultCosine)
  const beyondFirm = weightBeyond(tail, (i) => 1 - (sameness[i] ?? 0), defaultCosine) / tail.pairs
  const own = ownPairs(people, curve)
  return {
    calibration: {
      curve,
      people: people.length,
      pairs: tail.pairs,
      leftOut: Math.round(sameness.reduce((sum, share) => sum + share, 0)),
      firmCosine: interval(
        cosineOn(curve, FIRM_RATE),
        drawn.map(({ firm }) => firm),
      ),
      defaultRate: atLeastUpTo(
        3 / tail.pairs,
        interval(
          beyondFirm,
          drawn.map(({ beyond }) => beyond),
        ),
      ),
      lowestRate: Math.min(...RATES.filter((rate) => rate * tail.pairs >= LEAST_PAIRS)),
      ...(own && { own }),
    },
    suspects: suspectsIn(people, tail, sameness),
  }
}

const interval = (value: number, drawn: readonly number[]): Estimate => ({
  value,
  low: quantile(drawn, 0.025),
  high: quantile(drawn, 0.975),
})

/** Where nothing was seen there may be up to three in so many as were looked at. */
const atLeastUpTo = (most: number, estimate: Estimate): Estimate => ({
  ...estimate,
  high: Math.max(estimate.high, most),
})

/** The upper end of the cosines of all pairs of one organisation: three times as many as the fit looks at. */
async function tailOf(
  people: readonly EnrolledPerson[],
  onProgress: (share: number) => void | Promise<void>,
): Promise<Tail> {
  const cosines: number[] = []
  const held: { readonly cosine: number; readonly one: number; readonly other: number }[] = []
  let pairs = 0
  // A first look at some pairs says from where on the upper end begins; it need not be exact.
  const some = people.slice(0, 400)
  for (const [i, one] of some.entries())
    for (const other of some.slice(0, i))
      if (one.organisationId === other.organisationId) cosines.push(cosineOf(one, other))
  const floor = cosines.length === 0 ? -1 : quantile(cosines, 0.95)
  for (const [i, one] of people.entries()) {
    for (let j = 0; j < i; j++) {
      const other = people[j] as EnrolledPerson
      if (one.organisationId !== other.organisationId) continue
      pairs++
      const alike = cosineOf(one, other)
      if (alike >= floor) held.push({ cosine: alike, one: i, other: j })
    }
    if (i % 100 === 99) await onProgress((i * i) / people.length ** 2)
  }
  held.sort((a, b) => b.cosine - a.cosine)
  return {
    cosines: held.map((pair) => pair.cosine),
    one: held.map((pair) => pair.one),
    other: held.map((pair) => pair.other),
    pairs,
  }
}

const cosineOf = (one: EnrolledPerson, other: EnrolledPerson): number =>
  cosine(one.vectors[0] as Float32Array, other.vectors[0] as Float32Array)

/**
 * Strangers and pairs of one person under two ids, mixed: each pair is of one person with a probability that follows from
 * both curves, and the curve of strangers is fitted to what is left. The first fit looks only where such pairs hardly count.
 */
function mixture(tail: Tail): { readonly sameness: readonly number[]; readonly curve: ImpostorCurve } {
  let sameness: readonly number[] = tail.cosines.map(() => 0)
  let curve = fitCurve(tail, () => 1, tail.pairs, 3)
  // To begin with, every pair as alike as two photographs of one person usually are counts as one.
  let share = tail.cosines.filter((value) => value >= SAME.mean).length + 0.5
  for (let round = 0; round < ROUNDS; round++) {
    const own = curve
    sameness = tail.cosines.map((value) => {
      const same = share * density(value, SAME)
      return same / (same + tail.pairs * density(value, own))
    })
    share = Math.max(
      0.01,
      sameness.reduce((sum, one) => sum + one, 0),
    )
    const next = fitCurve(tail, (i) => 1 - (sameness[i] ?? 0), tail.pairs)
    if (Math.abs(next.mean - curve.mean) + Math.abs(next.deviation - curve.deviation) < 1e-6) break
    curve = next
  }
  return { sameness, curve }
}

const density = (value: number, { mean: middle, deviation }: ImpostorCurve): number =>
  Math.exp(-(((value - middle) / deviation) ** 2) / 2) / deviation

/** By least squares: cosines measured at the rates against the deviations of a bell curve there. */
function fitCurve(
  tail: Tail,
  weightOf: (index: number) => number,
  pairs: number,
  mostRates = RATES.length,
): ImpostorCurve {
  const points: { x: number; y: number }[] = []
  const rates = RATES.filter((rate) => rate * pairs >= LEAST_PAIRS).slice(0, mostRates)
  // The strangest pairs come first, so the rarest rate is met first.
  const rarestFirst = rates.toReversed()
  let weight = 0
  for (let i = 0; i < tail.cosines.length && rarestFirst.length > 0; i++) {
    weight += weightOf(i)
    while (rarestFirst[0] !== undefined && weight >= rarestFirst[0] * pairs)
      points.push({ x: deviationsAt(rarestFirst.shift() as number), y: tail.cosines[i] as number })
  }
  const x = mean(points.map((point) => point.x))
  const y = mean(points.map((point) => point.y))
  const slope =
    points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) /
    points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return { mean: y - slope * x, deviation: slope }
}

/** In deviations of the standard bell curve; inverting any bell curve gives it. */
const deviationsAt = (rate: number): number => (cosineAt(rate) - impostors.mean) / impostors.deviation

const cosineOn = ({ mean: middle, deviation }: ImpostorCurve, rate: number): number =>
  middle + deviation * deviationsAt(rate)

function weightBeyond({ cosines }: Tail, weightOf: (index: number) => number, least: number): number {
  let weight = 0
  for (let i = 0; i < cosines.length && (cosines[i] as number) >= least; i++) weight += weightOf(i)
  return weight
}

/** Draws people again with all their pairs, because pairs of one person are dependent. */
function resampled(
  people: readonly EnrolledPerson[],
  tail: Tail,
  sameness: readonly number[],
  defaultCosine: number,
): { readonly firm: number; readonly beyond: number }[] {
  return Array.from({ length: RESAMPLES }, (_, round) => {
    const times = new Uint16Array(people.length)
    const random = randomOf(round + 1)
    for (let draw = 0; draw < people.length; draw++) {
      const person = Math.floor(random() * people.length)
      times[person] = (times[person] as number) + 1
    }
    const weightOf = (i: number) =>
      (1 - (sameness[i] ?? 0)) *
      (times[tail.one[i] as number] as number) *
      (times[tail.other[i] as number] as number)
    const pairs = pairsOf(people, times)
    return {
      firm: cosineOn(fitCurve(tail, weightOf, pairs), FIRM_RATE),
      beyond: weightBeyond(tail, weightOf, defaultCosine) / pairs,
    }
  })
}

/** Pairs within organisations, with people drawn so often. */
function pairsOf(people: readonly EnrolledPerson[], times: Uint16Array): number {
  const sums = new Map<string, { sum: number; squares: number }>()
  for (const [i, { organisationId }] of people.entries()) {
    const of = sums.get(organisationId) ?? { sum: 0, squares: 0 }
    of.sum += times[i] as number
    of.squares += (times[i] as number) ** 2
    sums.set(organisationId, of)
  }
  return [...sums.values()].reduce((all, { sum, squares }) => all + (sum * sum - squares) / 2, 0)
}

/** The same numbers in every run, so that a calibration can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function suspectsIn(
  people: readonly EnrolledPerson[],
  tail: Tail,
  sameness: readonly number[],
): readonly Suspect[] {
  const found: Suspect[] = []
  for (let i = 0; i < tail.cosines.length && found.length < MOST_SUSPECTS; i++) {
    const [one, other] = [people[tail.one[i] as number], people[tail.other[i] as number]]
    if ((sameness[i] ?? 0) > 0.5 && one && other)
      found.push({ one, other, cosine: tail.cosines[i] as number })
  }
  return found
}

/** Fewer would say nothing about two in a hundred. */
const LEAST_OWN = 50

function ownPairs(people: readonly EnrolledPerson[], curve: ImpostorCurve): Calibration['own'] {
  const alike = people.flatMap(({ vectors: [one, other] }) => (one && other ? [cosine(one, other)] : []))
  if (alike.length < LEAST_OWN) return undefined
  const below = (least: number) => alike.filter((value) => value < least).length / alike.length
  return {
    pairs: alike.length,
    refusedBefore: below(cosineOfPercent(FIRM_PERCENT)),
    refused: below(cosineOfPercent(FIRM_PERCENT, curve)),
  }
}

/** The curve that likenesses of an organisation are by: its own, else the server's, else that of strangers at large. */
export async function curveOf(database: Queries, organisationId: string): Promise<ImpostorCurve> {
  const { name, version } = rowNamed('face-embedder')
  const row = await calibrationFor(database, organisationId, { name, version })
  if (!row) return impostors
  const { curve } = JSON.parse(row.definition) as Calibration
  return {
    ...curve,
    calibration: `${row.organisationId === null ? 'server' : 'organisation'}-${row.version}`,
  }
}

/** How often strangers at large reach `sim` 80 by this curve; 1e-4 where the curve is no stricter. */
export const firmRateAtLarge = (curve: ImpostorCurve): number =>
  falseAcceptRate(cosineOfPercent(FIRM_PERCENT, curve))
