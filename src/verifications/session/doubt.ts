// Doubt about the presence of a person: another family is asked at once, what was seen is added up, a second doubt is for people.
import type { Findings, StepCall } from '../../access/visits.ts'
import { defaults, type LivenessFamily, type LivenessStep, type Policy } from '../policies/policy.ts'

/** The second sends the case to review. */
const MOST_DOUBTS = 2

/** Log odds of a person, from percent; beyond these nothing is said. */
const PERCENT = { least: 0.5, most: 99.5 }

/**
 * How much of a second attempt is known from the first. Of honest people 0.1 (`npm run evaluate -- liveness --only presence`);
 * whoever shows a picture shows it twice before one camera, so that more is taken.
 */
const LIKENESS_OF_ATTEMPTS = 0.5

/** What an attempt that left doubt has found. */
export type LeftDoubt = Pick<Findings, 'presence' | 'family'>

/** `review`: people decide. */
export type Weighed = 'passed' | 'doubtful' | 'review' | 'failed'

/** The families that are still taken: not those that left doubt, while there is another. */
export function familiesLeft(
  { families }: LivenessStep,
  doubts: readonly LeftDoubt[],
): readonly LivenessFamily[] {
  const others = families.filter((family) => doubts.every((doubt) => doubt.family !== family))
  return others.length > 0 ? others : families
}

/** What attempts come to together: that of the newest alone where none before it left doubt. */
export function weighDoubts(
  { presence: lines = defaults.presence }: Pick<LivenessStep, 'presence'>,
  found: Pick<Findings, 'presence'>,
  doubts: readonly LeftDoubt[],
): Weighed {
  if (found.presence === undefined && doubts.length === 0) return 'passed'
  const together = presenceTogether([...doubts, found])
  if (together >= lines.accept) return 'passed'
  if (together < lines.refuse) return 'failed'
  return doubts.length + 1 < MOST_DOUBTS ? 'doubtful' : 'review'
}

/** What is kept of an attempt whose presence was weighed; where no doubt is left, the tasks count for what they prove. */
export function withDoubts(
  { steps: { liveness } }: Pick<Policy, 'steps'>,
  { step, phase }: Pick<StepCall, 'step' | 'phase'>,
  found: Findings,
  doubts: readonly LeftDoubt[],
): Findings {
  if (step !== 'liveness' || phase === 'start' || !liveness || found.presence === undefined) return found
  const weighed = weighDoubts(liveness, found, doubts)
  return {
    ...found,
    weighed,
    presence_together: presenceTogether([...doubts, found]),
    ...(weighed === 'passed' && found.strength_of_tasks && { strength: found.strength_of_tasks }),
  }
}

/** From 0 to 100. An attempt in which nothing was weighed says nothing. */
function presenceTogether(attempts: readonly Pick<Findings, 'presence'>[]): number {
  const odds = attempts.flatMap(({ presence }) => (presence === undefined ? [] : [oddsOf(presence)]))
  if (odds.length === 0) return 50
  const sum = odds.reduce((total, one) => total + one, 0)
  return Math.round(100 / (1 + Math.exp(-sum / (1 + LIKENESS_OF_ATTEMPTS * (odds.length - 1)))))
}

function oddsOf(presence: number): number {
  const percent = Math.max(PERCENT.least, Math.min(PERCENT.most, presence))
  return Math.log(percent / (100 - percent))
}
