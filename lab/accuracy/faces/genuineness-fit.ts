// Fits the few numbers of genuineness: every source and class weighs the same, whatever its size.
import {
  type Cues,
  countedGrain,
  fewness,
  MOST_MISSING,
  signNames,
  signOf,
  weights,
} from '../../../src/vision/genuineness/combine.ts'
import { fitLogistic } from '../../kit/statistics/logistic.ts'

export interface FittedFrame {
  readonly source: string
  /** The kind of attack is absent for a living person. */
  readonly kind?: string | undefined
  readonly cues: Cues
}

export type GenuinenessFit = ReturnType<typeof fitGenuineness>

/** The frames are few and the cues strong: without a ridge the fit would be overconfident. */
const RIDGE = 1
/** Every source and class weighs as much as so many frames. */
const IMPORTANCE = 100

export function fitGenuineness(frames: readonly FittedFrame[]) {
  const classOf = ({ source, kind }: FittedFrame) => `${source} ${kind === undefined}`
  const sizes = Map.groupBy(frames, classOf)
  return fitLogistic(
    frames.map(({ cues }) => inputOf(cues)),
    frames.map(({ kind }) => kind === undefined),
    {
      ridge: RIDGE,
      importance: frames.map((row) => IMPORTANCE / (sizes.get(classOf(row))?.length ?? 1)),
    },
  )
}

export const fittedOdds = ({ intercept, weights: own }: GenuinenessFit, cues: Cues): number =>
  inputOf(cues).reduce((sum, value, i) => sum + value * (own[i] ?? 0), intercept)

/** What is missing around a face has a fixed share in the network's weight: fitted freely it would tell sources apart. */
const CONTEXT = weights.missingContext / weights.network

const inputOf = (cues: Cues): number[] => [
  cues.network + CONTEXT * Math.min(MOST_MISSING, cues.missingContext),
  countedGrain(cues.moire),
  fewness(cues),
  ...signNames.map((name) => signOf(name, cues)),
]

/** As `combine.ts` writes them, but for what one look is given: every frame is one. */
export const weightsOf = ({
  intercept,
  weights: [network = 0, moire = 0, fewPixels = 0, ...ofSigns],
}: GenuinenessFit) => ({
  start: intercept,
  fewPixels,
  network,
  missingContext: CONTEXT * network,
  moire,
  ...Object.fromEntries(signNames.map((name, i) => [name, ofSigns[i] ?? 0])),
})
