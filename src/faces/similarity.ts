// Calibrates the cosine of two face vectors: how rarely two different people are so similar.

/**
 * Cosines of two different people lie on a bell curve. Mean and deviation are those of the curve that meets it best where
 * decisions are made, between one pair in a hundred and one in a hundred thousand: fitted on half of LFW's people by
 * `npm run evaluate -- faces --only similarity`, which prints them (mean 0.1025). The mean is then raised until `sim` 80
 * also holds among East Asian people, who resemble each other more than LFW's do. docs/evidence/accuracy.md says how well.
 */
export const impostors: ImpostorCurve = { mean: 0.109, deviation: 0.0903 }

/** The bell curve on which cosines of two different people lie, in the upper end where decisions are made. */
export interface ImpostorCurve {
  readonly mean: number
  readonly deviation: number
  /** How checks and receipts name a calibration of the operator's own; absent for the curve of strangers at large. */
  readonly calibration?: string
}

/** Names the calibration that the score of a check is by. */
export const byCurve = <Named extends object>(check: Named, { calibration }: ImpostorCurve): Named =>
  calibration === undefined ? check : { ...check, calibration }

/** The meaning of `sim` 80 in the API. */
const FIRM = { falseAcceptRate: 1e-4, percent: 80, decades: 4 }
const POINTS_A_DECADE = FIRM.percent / FIRM.decades

/** Vectors hold 32-bit numbers, so finer differences are noise; the rounding errors below are far smaller. */
const STEPS_OF_ONE = 1e6

/** The probability that two different people are at least this similar. */
export function falseAcceptRate(cosine: number, curve = impostors): number {
  const within = Math.min(1, Math.max(-1, cosine))
  return tail(Math.round(within * STEPS_OF_ONE) / STEPS_OF_ONE, curve)
}

/** The inverse: the lowest cosine with at most this false accept rate; 1 when no cosine reaches it. */
export function cosineAt(rate: number, curve = impostors): number {
  let [low, high] = [-1, 1]
  if (tail(low, curve) <= rate) return low
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (tail(middle, curve) > rate) low = middle
    else high = middle
  }
  return high
}

/**
 * Percent 0 to 100, as the API's `sim`: 80 is a false accept rate of 1e-4. Up to there, 20 points more mean a false accept
 * rate ten times lower; the rest up to equal vectors shares the last 20.
 */
export function similarityPercent(cosine: number, curve = impostors): number {
  const decades = decadesAt(cosine, curve)
  const percent =
    decades <= FIRM.decades
      ? POINTS_A_DECADE * decades
      : FIRM.percent +
        ((100 - FIRM.percent) * (1 - FIRM.decades / decades)) / (1 - FIRM.decades / decadesAt(1, curve))
  return Math.min(100, Math.max(0, percent))
}

/** The inverse: the lowest cosine of at least this percent. */
export function cosineOfPercent(percent: number, curve = impostors): number {
  let [low, high] = [-1, 1]
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (similarityPercent(middle, curve) < percent) low = middle
    else high = middle
  }
  return high
}

/** The probability in percent that nobody else in a collection of this many faces is as similar. */
export function confidencePercent(cosine: number, faces: number, curve = impostors): number {
  if (faces <= 0) return 100
  return 100 * Math.exp(faces * Math.log1p(-falseAcceptRate(cosine, curve)))
}

/**
 * The cosine at which an unregistered person is taken for one of `faces` with at most this probability; never less than
 * that of a false accept rate of 1e-4.
 */
export function identificationCosine(faces: number, falsePositiveRate: number, curve = impostors): number {
  // Each face has its own chance to be mistaken; expm1 and log1p keep it exact for millions of them.
  const rateOfEach = -Math.expm1(Math.log1p(-falsePositiveRate) / Math.max(1, faces))
  return cosineAt(Math.min(FIRM.falseAcceptRate, rateOfEach), curve)
}

const decadesAt = (cosine: number, curve: ImpostorCurve): number =>
  -Math.log10(falseAcceptRate(cosine, curve))

/** A curve of one's own may be stricter than that of strangers at large, never laxer. */
const tail = (cosine: number, curve: ImpostorCurve): number =>
  curve === impostors ? tailOf(cosine, curve) : Math.max(tailOf(cosine, impostors), tailOf(cosine, curve))

const tailOf = (cosine: number, { mean, deviation }: ImpostorCurve): number =>
  erfc((cosine - mean) / (deviation * Math.SQRT2)) / 2

/** Exact to 14 digits however small the result is; `1 - erf(x)` would lose them all. */
function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x)
  const bell = Math.exp(-x * x) / Math.sqrt(Math.PI)
  return x < 2 ? 1 - 2 * bell * risingSeries(x) : bell / fallingFraction(x)
}

function risingSeries(x: number): number {
  let term = x
  let sum = x
  for (let n = 1; term > sum * Number.EPSILON; n++) {
    term *= (2 * x * x) / (2 * n + 1)
    sum += term
  }
  return sum
}

/** Computes x + (1/2)/(x + 1/(x + (3/2)/(x + ...))) from the far end. */
function fallingFraction(x: number): number {
  let rest = x
  for (let n = 80; n > 0; n--) rest = x + n / 2 / rest
  return rest
}
