// Which steps of a verification are open to its person, by the policy and the attempts so far; every rule is in one table.

import type { Findings, StepCall } from '../../access/visits.ts'
import { codes, type Refusal, refuseBecause } from '../../codes.ts'
import type { AttemptRecord } from '../../store/records/verification-attempts.ts'
import { type AskedStrength, type Policy, type StepName, stepNames, strengths } from '../policies/policy.ts'
import { endsJourney } from '../reasons.ts'
import { familiesLeft, type LeftDoubt, weighDoubts } from './doubt.ts'

export type StepAttempt = Pick<
  AttemptRecord,
  'id' | 'step' | 'outcome' | 'subjectId' | 'resultCode' | 'begunAt'
>

interface StepRule {
  /** How often it may be tried; undefined where the policy does not ask for it. */
  readonly attempts: (policy: Policy) => number | undefined
  /** Those of them that are asked for come first. All others may be done in any order. */
  readonly after: readonly StepName[]
  readonly mayBeSkipped?: (policy: Policy) => boolean
}

const rules: Readonly<Record<StepName, StepRule>> = {
  consent: {
    attempts: ({ steps }) => steps.consent && 1,
    after: [],
  },
  document: { attempts: ({ steps }) => steps.document?.attempts, after: ['consent'] },
  chip: {
    attempts: ({ steps }) => steps.chip?.attempts,
    after: ['consent'],
    mayBeSkipped: ({ steps }) => steps.chip?.mode === 'preferred',
  },
  liveness: { attempts: ({ steps }) => steps.liveness?.attempts, after: ['consent'] },
  confirmation: {
    attempts: ({ steps }) => steps.confirmation && 1,
    after: ['consent', 'document', 'chip'],
  },
}

/** `waiting`: another comes first. `failed`: no attempt is left, and it cannot be skipped. */
type StepState = 'waiting' | 'open' | 'passed' | 'failed' | 'skipped'

export interface StepNow {
  readonly step: StepName
  readonly state: StepState
  readonly attemptsLeft: number
  readonly mayBeSkipped: boolean
  /** The steps that come first and are not ended. */
  readonly waitsFor: readonly StepName[]
}

export const isEnded = (state: StepState): boolean =>
  state === 'passed' || state === 'failed' || state === 'skipped'

const countOf = (attempts: readonly StepAttempt[], outcome: StepAttempt['outcome']): number =>
  attempts.filter((one) => one.outcome === outcome).length

/** The steps that the policy asks for, in their usual order. */
export function stepsNow(policy: Policy, attempts: readonly StepAttempt[]): StepNow[] {
  const found: StepNow[] = []
  for (const step of stepNames) {
    const { attempts: allowed, after, mayBeSkipped } = rules[step]
    const most = allowed(policy)
    if (most === undefined) continue
    const own = attempts.filter((one) => one.step === step)
    const attemptsLeft = Math.max(0, most - countOf(own, 'failed'))
    const maySkip = mayBeSkipped?.(policy) ?? false
    const waitsFor = found.filter((one) => after.includes(one.step) && !isEnded(one.state))
    const state: StepState =
      countOf(own, 'passed') > 0
        ? 'passed'
        : countOf(own, 'skipped') > 0
          ? 'skipped'
          : attemptsLeft === 0 && !maySkip
            ? 'failed'
            : waitsFor.length > 0
              ? 'waiting'
              : 'open'
    found.push({
      step,
      state,
      attemptsLeft: isEnded(state) ? 0 : attemptsLeft,
      mayBeSkipped: state === 'open' && maySkip,
      waitsFor: waitsFor.map((one) => one.step),
    })
  }
  return found
}

/** Nothing more is asked of the person: every step is ended, or one failed for which the policy declines. */
export function isJourneyOver(policy: Policy, attempts: readonly StepAttempt[]): boolean {
  const steps = stepsNow(policy, attempts)
  return (
    steps.every(({ state }) => isEnded(state)) ||
    steps.some(({ step, state }) => state === 'failed' && endsJourney(policy, step))
  )
}

/** Throws where the step takes no call now, and says why. */
export function checkOpen(policy: Policy, attempts: readonly StepAttempt[], step: StepName): StepNow {
  const now = stepsNow(policy, attempts).find((one) => one.step === step)
  if (!now) throw notOpen(`the policy does not ask for ${step}`)
  if (now.state === 'passed') throw notOpen(`${step} is finished`)
  if (now.state === 'skipped') throw notOpen(`${step} was skipped`)
  if (now.state === 'failed') throw noneLeft(`${step} has no attempt left`)
  if (now.state === 'waiting') throw notOpen(`${now.waitsFor.join(' and ')} must come before ${step}`)
  return now
}

export const notOpen = (why: string): Refusal => refuseBecause(codes.stepNotOpen, why)

export const noneLeft = (why: string): Refusal => refuseBecause(codes.noAttemptsLeft, why)

/** A server that died leaves an attempt open. After this time such an attempt no longer counts as under way. */
const underWayMs = 120_000
/** One of three attempts that a person gives up counts as failed, so that people cannot start again until an easy task comes. */
const givenUpPerFailure = 3

/** What happens to older attempts where a new one is begun. */
export interface Displaced {
  readonly setAside: readonly string[]
  readonly failed: readonly string[]
}

/**
 * Throws where no attempt may be begun now. One that waits for another call, such as the back of a card, makes way for
 * the new one.
 */
export function checkMayBegin(
  policy: Policy,
  attempts: readonly StepAttempt[],
  { step, way, doubts = [] }: Pick<StepCall, 'step' | 'way'> & { readonly doubts?: readonly LeftDoubt[] },
  now: number,
): Displaced {
  const { attemptsLeft } = checkOpen(policy, attempts, step)
  if (attemptsLeft === 0) throw noneLeft(`${step} has no attempt left, and may be skipped`)
  checkWay(policy, step, way, doubts)
  const open = attempts.filter((one) => one.step === step && one.outcome === 'open')
  const isUnderWay = ({ subjectId, begunAt }: StepAttempt) => subjectId === null && now - begunAt < underWayMs
  if (open.filter(isUnderWay).length >= attemptsLeft)
    throw noneLeft(`another attempt at ${step} is under way`)
  return displaced(
    attempts.filter((one) => one.step === step),
    open.filter((one) => !isUnderWay(one)),
  )
}

function displaced(ofStep: readonly StepAttempt[], open: readonly StepAttempt[]): Displaced {
  const isGivenUp = ({ outcome, resultCode }: StepAttempt) => outcome !== 'open' && resultCode === null
  let givenUp = ofStep.filter(isGivenUp).length
  const setAside: string[] = []
  const failed: string[] = []
  for (const { id, subjectId } of open) {
    // What a dead server left says nothing of the person.
    if (subjectId !== null && ++givenUp % givenUpPerFailure === 0) failed.push(id)
    else setAside.push(id)
  }
  return { setAside, failed }
}

function checkWay(
  { steps }: Policy,
  step: StepName,
  way: string | undefined,
  doubts: readonly LeftDoubt[],
): void {
  if (step !== 'liveness' || way === undefined || !steps.liveness) return
  const all: readonly string[] = steps.liveness.families
  if (!all.includes(way)) throw notOpen(`the policy takes liveness by ${all.join(', ')}, and not by ${way}`)
  const left: readonly string[] = familiesLeft(steps.liveness, doubts)
  if (!left.includes(way))
    throw notOpen(`${way} left doubt, so that liveness is taken by ${left.join(', ')} now`)
}

/** The warnings of a chip that is of another person than the document, and of one whose files are of two. */
const [OF_ANOTHER, CONTRADICTS_ITSELF] = [109, 127]

/**
 * `unfinished`: another call is needed, such as the back of a card or its front tilted. `doubtful`: it costs no attempt, and another is asked.
 * `review`: the step is ended, and people decide.
 */
type Result = 'passed' | 'failed' | 'unfinished' | 'doubtful' | 'review'

/** What was found before, and whether personas walk: no persona has a phone that signs. */
interface Before {
  readonly doubts?: readonly LeftDoubt[]
  readonly isTest?: boolean
}

/** What a call that was answered with success, and found this, is for the step. */
export function resultOf(
  { steps }: Policy,
  { step, phase }: StepCall,
  found: Findings,
  { doubts = [], isTest = false }: Before = {},
): Result {
  if (step === 'document' && steps.document) {
    const { kinds, both_sides, tilt = false } = steps.document
    if (!kinds.includes(found.kind ?? '')) return 'failed'
    const needed = both_sides && found.hasBack ? (['front', 'back'] as const) : (['front'] as const)
    const isWhole = needed.every((side) => found.sides?.includes(side))
    return isWhole && (!tilt || found.isTilted === true) ? 'passed' : 'unfinished'
  }
  if (phase === 'start') return 'unfinished'
  if (step === 'chip') return isWrongCard(found) ? 'failed' : 'passed'
  if (step !== 'liveness' || !steps.liveness) return 'passed'
  const weighed = weighDoubts(steps.liveness, found, doubts)
  if (weighed !== 'passed') return weighed
  const { min_strength: least } = steps.liveness
  const asked = isTest && least === 'high' ? 'standard' : least
  // What was doubtful by itself proves what its tasks do once all attempts together leave no doubt.
  const reached = found.is_doubtful ? found.strength_of_tasks : found.strength
  return strengths.indexOf(reached as AskedStrength) >= strengths.indexOf(asked) ? 'passed' : 'failed'
}

/** A person takes the wrong card of two: the right one may still be read. A forged one is for the verdict to name. */
function isWrongCard({ warning_code }: Findings): boolean {
  const warnings = (warning_code ?? []) as readonly number[]
  return warnings.includes(OF_ANOTHER) && !warnings.includes(CONTRADICTS_ITSELF)
}
