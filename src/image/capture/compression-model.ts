// Measures how much better an older quantisation and the last explain the levels of one frequency than the last alone.
import { MOST_LEVEL } from './compression-blocks.ts'

/** Steps of an older quantisation that are tried, and of the last that can be judged. */
const MOST_OLDER_STEP = 40
const MOST_STEP = 64
/** Standard deviation that rounding to whole pixel values between the two adds to a coefficient. */
const ROUNDING = 0.4
/** Share of coefficients that follow no model: without it one odd block would outweigh all others. */
const ODD_SHARE = 0.03

/**
 * Share of coefficients larger than a value before anything was quantised: (1 + value / scale) to the power -weight,
 * from nearly exponential to heavy; natural pictures lie between. `scale` is in steps of the last quantisation.
 */
interface Tail {
  readonly scale: number
  readonly weight: number
  /** Share of each level after one quantisation, and the logarithms. */
  readonly shares: Float64Array
  readonly logarithms: Float64Array
}

const tails: readonly Tail[] = [2, 3, 5, 9, 20, 60].flatMap((weight) =>
  Array.from({ length: 20 }, (_, i) => {
    const scale = 0.25 * 1.25 ** i * (weight - 1)
    const shares = Float64Array.from({ length: MOST_LEVEL + 1 }, (_, level) =>
      shareOf(scale, weight, level, 1),
    )
    return { scale, weight, shares, logarithms: shares.map(Math.log) }
  }),
)

/** Nats that the best older step adds to the log likelihood of these counts of levels; 0 where none does. */
export function olderStepGain(counts: Float64Array, step: number): number {
  if (step < 1 || step > MOST_STEP) return 0
  // Most frequencies have the lowest levels only.
  const seen = counts.subarray(0, 1 + counts.findLastIndex((count) => count > 0))
  const tail = likeliestTail(seen)
  let best = 0
  for (let older = 2; older <= MOST_OLDER_STEP; older++)
    if (older !== step)
      best = Math.max(best, gainOf(seen, tail.shares, quantisedTwice(tail, older, step, seen.length)))
  return best
}

function likeliestTail(counts: Float64Array): Tail {
  let best = tails[0] as Tail
  let most = Number.NEGATIVE_INFINITY
  for (const tail of tails) {
    let likelihood = 0
    for (let level = 0; level < counts.length; level++)
      likelihood += (counts[level] ?? 0) * (tail.logarithms[level] ?? 0)
    if (likelihood <= most) continue
    most = likelihood
    best = tail
  }
  return best
}

function shareOf(scale: number, weight: number, level: number, step: number): number {
  const larger = (value: number) => (1 + value / scale) ** -weight
  const from = level === 0 ? 1 : larger((level - 0.5) * step)
  return Math.max(1e-12, from - larger((level + 0.5) * step))
}

function gainOf(counts: Float64Array, once: Float64Array, twice: Float64Array): number {
  let gain = 0
  for (let level = 0; level < counts.length; level++) {
    const count = counts[level] ?? 0
    if (count === 0) continue
    gain += count * Math.log(((1 - ODD_SHARE) * (twice[level] ?? 0)) / (once[level] ?? 0) + ODD_SHARE)
  }
  return gain
}

const twiceShares = new Float64Array(MOST_LEVEL + 1)

/** Shares of the levels below `levels`. */
function quantisedTwice({ scale, weight }: Tail, older: number, step: number, levels: number): Float64Array {
  const { first, parts } = passageOf(older, step)
  twiceShares.fill(0)
  let upper = 1
  for (let n = 0; n < first.length; n++) {
    const level = first[n] ?? 0
    if (level >= levels) break
    const lower = (1 + ((n + 0.5) * older) / (step * scale)) ** -weight
    const share = upper - lower
    upper = lower
    for (let i = 0; i < SPREAD && level + i <= MOST_LEVEL; i++)
      twiceShares[level + i] = (twiceShares[level + i] ?? 0) + share * (parts[n * SPREAD + i] ?? 0)
  }
  return twiceShares
}

/** Levels to which the multiples of an older step go: the first of them, and the shares of it and of the next ones. */
interface Passage {
  readonly first: Uint8Array
  readonly parts: Float32Array
}

/** With a last step of 1, rounding reaches this many levels. */
const SPREAD = 4
const passages = new Map<number, Passage>()

function passageOf(older: number, step: number): Passage {
  const key = step * 64 + older
  const known = passages.get(key)
  if (known) return known
  const reach = Math.floor(((MOST_LEVEL + 0.5) * step) / older)
  const first = Uint8Array.from({ length: reach + 1 }, (_, n) =>
    Math.max(0, Math.floor((n * older - 3 * ROUNDING) / step + 0.5)),
  )
  const parts = Float32Array.from({ length: SPREAD * (reach + 1) }, (_, i) => {
    const value = Math.floor(i / SPREAD) * older
    const level = (first[Math.floor(i / SPREAD)] ?? 0) + (i % SPREAD)
    const below = level === 0 ? 0 : normalBelow(((level - 0.5) * step - value) / ROUNDING)
    return normalBelow(((level + 0.5) * step - value) / ROUNDING) - below
  })
  const made = { first, parts }
  passages.set(key, made)
  return made
}

/** The cumulative normal distribution, to a thousandth. */
function normalBelow(x: number): number {
  return 1 / (1 + Math.exp(-1.5976 * x - 0.07056 * x ** 3))
}
