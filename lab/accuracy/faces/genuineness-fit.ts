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
  const inputs = frames.map(({ cues }) => inputOf(cues))
  for (;;) {
    const fit = fitInputs(frames, inputs)
    // A sign speaks against life only. Where no attack of the fit shows it, people who do would turn it round.
    const turned = fit.weights.flatMap((weight, i) => (i > 0 && weight > 0 ? [i] : []))
    if (turned.length === 0) return fit
    for (const input of inputs) for (const i of turned) input[i] = 0
  }
}

function fitInputs(frames: readonly FittedFrame[], inputs: readonly (readonly number[])[]) {
  const classOf = ({ source, kind }: FittedFrame) => `${source} ${kind === undefined}`
  const sizes = Map.groupBy(frames, classOf)
  return fitLogistic(
    inputs,
    frames.map(({ kind }) => kind === undefined),
    {
      ridge: RIDGE,
      importance: frames.map((row) => IMPORTANCE / (sizes.get(classOf(row))?.length ?? 1)),
    },
  )
}

export const fittedOdds = ({ intercept, weights: own }: GenuinenessFit, cues: Cues): number =>
  inputOf(cues).reduce((sum, value, i) => sum + value * (own[i] ?? 0), intercept)

/** What is missing around a face, and its size, have fixed shares in the network's weight: fitted freely they would tell sources apart. */
const CONTEXT = weights.missingContext / weights.network
const SIZE = weights.fewPixels / weights.network

const inputOf = (cues: Cues): number[] => [
  cues.network + CONTEXT * Math.min(MOST_MISSING, cues.missingContext) + SIZE * fewness(cues),
  countedGrain(cues.moire),
  ...signNames.map((name) => signOf(name, cues)),
]

/** As `combine.ts` writes them, but for what one look is given: every frame is one. */
export const weightsOf = ({ intercept, weights: [network = 0, moire = 0, ...ofSigns] }: GenuinenessFit) => ({
  start: intercept,
  fewPixels: SIZE * network,
  network,
  missingContext: CONTEXT * network,
  moire,
  ...Object.fromEntries(signNames.map((name, i) => [name, ofSigns[i] ?? 0])),
})
