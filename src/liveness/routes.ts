// Builds the routes of a challenge family, start, frames and verify, from one table that says what differs between families.

import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { OpenAttempt } from '../access/visits.ts'
import { atLeast, type Check } from '../checks.ts'
import { type Code, codes } from '../codes.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route-spec.ts'
import { type CaptureAsk, captureAskOf, captureAsks, strongerAsk } from '../store/records/capture-keys.ts'
import { livenessFloorOf } from '../store/records/organisations.ts'
import { checkCaptureKey, withCapture } from './capture.ts'
import { type FrameFamily, startChallenge } from './challenge.ts'
import type { Frame } from './frame.ts'
import { type AnyPlan, type FrameRules, takeFrame } from './frame-routes.ts'
import type { Guidance } from './guidance.ts'
import type { Session } from './injection.ts'
import { nextTaskPath, nextTaskRoute, type TellingRules, toldAnswer, toldFields } from './next-task-routes.ts'
import type { LivenessParts } from './parts.ts'
import { notYetWeighed, type PresenceLines, usualLines, weighed } from './presence.ts'
import {
  captureAnswer,
  guidanceFields,
  judgesLiveness,
  presenceAnswer,
  type StartRequest,
  startAnswer,
  verdictFields,
  wrong,
} from './route-fields.ts'
import type { Memory } from './seen-before.ts'
import { type ChosenFrames, everyFrame } from './set-aside.ts'
import {
  type Asked,
  isBelow,
  MOST_BY_TASKS,
  type Strength,
  strengthAsked,
  strengths,
  strengthsReached,
} from './strength.ts'
import { type TaskFrames, tellingChecks, toldAs } from './told-tasks.ts'
import type { LivenessVerdict } from './verdict.ts'
import { type InTurn, judgeChallenge } from './verify.ts'

/** What differs between families: a new family is one such object. */
interface ChallengeFamily<
  Plan extends AnyPlan,
  StartBody extends z.ZodType<StartRequest>,
  StartFields extends z.ZodRawShape,
  FrameBody extends z.ZodType,
  VerifyBody extends z.ZodType,
> {
  readonly family: FrameFamily
  /** The code for a challenge whose life is over. */
  readonly expired: Code
  /** The family's name in the tag and in operation names: `Distance` makes `startDistanceChallenge`. */
  readonly title: string
  /** What the person does, in the description of the tag. */
  readonly about: string
  readonly start: {
    /** The second path, where there is one, answers the same as the first. */
    readonly paths: readonly [`/${string}`, `/${string}`?]
    readonly description: string
    readonly body: StartBody
    readonly plan: (body: z.output<StartBody>, organisationId: string) => Plan | Promise<Plan>
    /** Refuses options that a person may not choose in their own verification. */
    readonly checkPerson?: (body: z.output<StartBody>) => void
    /** What every route of this family tells step by step, with the answers to frames. */
    readonly steps?: (plan: Plan) => readonly TaskFrames[]
    /** The fields that this family answers beside those that all families answer. */
    readonly fields: StartFields
    readonly answer: (plan: Plan) => z.output<z.ZodObject<StartFields>>
    readonly example: {
      readonly body: z.input<StartBody>
      readonly fields: z.output<z.ZodObject<StartFields>>
    }
  }
  /** How a person is told the tasks one by one; a family without it tells everything at start. */
  readonly telling?: TellingRules<Plan> & {
    /** The fields of start that tell what is asked later. */
    readonly hidden: readonly string[]
    /** The tasks in an order that cannot be foreseen. */
    readonly tasks: (plan: Plan) => readonly TaskFrames[]
  }
  readonly frames: FrameRules<Plan, z.output<FrameBody>> & {
    readonly method: 'POST' | 'PUT'
    readonly path: `/${string}/{challenge_id}/frames`
    readonly description: string
    /** The HTTP status of a frame that was taken, where the specification asks for another than 200. */
    readonly acceptedStatus?: number
    readonly body: FrameBody
    /** What is answered beside `guidance`. */
    readonly fields?: z.ZodRawShape
    readonly example: {
      readonly body: z.input<FrameBody>
      readonly fields?: object
      /** The hint for a frame that does not show what its task wants. */
      readonly guided: Guidance
    }
  }
  readonly verify: {
    readonly path: `/${string}/{challenge_id}/verify`
    readonly description: string
    readonly body: VerifyBody
    /** Every code of a verdict, beside `success`, `challengeNotFound` and `expired`. */
    readonly codes: readonly Code[]
    /** The code answered while no frame was sent. */
    readonly noFrames: Code
    /** Which frames count; all of them where the family does not choose. */
    readonly choose?: (plan: Plan, sent: readonly Frame[]) => ChosenFrames
    /** Which frames came in their turn, where tasks do not say so. */
    readonly inTurn?: InTurn<Plan>
    /** What a worker finds in all frames together, once nothing else refuses them. */
    readonly measure?: (plan: Plan, session: Session, organisation: string) => Promise<Partial<Session>>
    readonly judge: (plan: Plan, session: Session, body: z.output<VerifyBody>) => LivenessVerdict
    /** Whether a verdict may say what the person should do. */
    readonly isGuiding?: true
    /** What was asked; without a session, at start, what the plan asks for. */
    readonly asked: (plan: Plan, session?: Session, body?: z.output<VerifyBody>) => Omit<Asked, 'family'>
    readonly example: {
      readonly body: z.input<VerifyBody>
      /** Some of the checks of a person who did as asked. */
      readonly passed: readonly Check[]
      /** A task that was not done, and the check that says so. */
      readonly failed: { readonly code: Code; readonly checks: readonly Check[]; readonly when: string }
    }
  }
}

export function challengeRoutes<
  Plan extends AnyPlan,
  StartBody extends z.ZodType<StartRequest>,
  StartFields extends z.ZodRawShape,
  FrameBody extends z.ZodType,
  VerifyBody extends z.ZodType,
>(
  runtime: LivenessParts,
  challenge: ChallengeFamily<Plan, StartBody, StartFields, FrameBody, VerifyBody>,
): Route[] {
  const { family, expired, title, about, start, telling, frames, verify } = challenge
  const tag = { name: `${title} liveness challenge`, description: about, area: 'liveness' } as const
  /** What a challenge answers that is unknown, judged or over. */
  const gone = [codes.challengeNotFound, ...(expired.code === codes.challengeNotFound.code ? [] : [expired])]
  const startName = `start${title}Challenge`
  const [path, otherPath] = start.paths
  const startRoute = (path: `/${string}`, name: string) =>
    route({
      name,
      sharesShapesOf: startName,
      method: 'POST',
      path,
      tag,
      summary: `Start a ${family} challenge.`,
      description: start.description,
      body: start.body,
      fields: { ...startAnswer, ...start.fields, ...(telling && toldFields) } as z.ZodRawShape,
      step: { step: 'liveness', phase: 'start', way: family },
      hiddenFromPerson: ['external_person_id', ...(telling?.hidden ?? [])],
      stores: true,
      answers: [codes.success],
      example: {
        body: start.example.body,
        answers: [
          {
            when: 'The challenge is open for frames.',
            code: codes.success,
            fields: { id: exampleId, ...echoOf(start.example.body), ...start.example.fields },
          },
        ],
      },
      handle: async ({ body, organisationId, isTest, visit, begun }) => {
        if (visit) start.checkPerson?.(body)
        const drawn = await start.plan(body, organisationId)
        const tasks = start.steps?.(drawn) ?? (visit && telling?.tasks(drawn))
        const plan: Plan = tasks ? { ...drawn, isTold: true } : drawn
        const asked = strengthAsked({ family, ...verify.asked(plan) })
        await checkFloor(runtime, organisationId, asked)
        if (begun) refuseBelow(leastOf(begun), asked, 'policy')
        const place = { organisationId, verificationId: visit?.verificationId }
        await checkCaptureKey(runtime.store.database, {
          ...place,
          keyId: body.capture_key_id,
          asked: await captureAsked(runtime, organisationId, { isTest, begun }),
          revoked: await runtime.attestation.revoked(),
          now: runtime.now(),
        })
        const made = await begin(runtime, family, place, body, { plan, tasks })
        const told = tasks && telling && toldAs(tasks, 0)
        return {
          code: codes.success,
          fields: { ...made, ...start.answer(plan), ...toldAnswer(plan, telling, told) },
          attempt: { subjectId: made.id, findings: {} },
        }
      },
    })
  const framesRoute = route({
    name: `add${title}Frame`,
    method: frames.method,
    path: frames.path,
    tag,
    summary: `Send a frame of a ${family} challenge.`,
    description: frames.description,
    body: frames.body,
    fields: { ...guidanceFields, ...frames.fields } as typeof guidanceFields,
    step: { step: 'liveness', phase: 'part', way: family, subject: 'challenge_id' },
    stores: true,
    ...(frames.acceptedStatus !== undefined && { acceptedStatus: frames.acceptedStatus }),
    answers: [codes.success, ...gone],
    params: challengeParams,
    example: {
      params: { challenge_id: exampleId },
      body: frames.example.body,
      answers: [
        {
          when: 'The frame shows what its task wants.',
          code: codes.success,
          fields: { guidance: 'ok', ...frames.example.fields },
        },
        {
          when: 'The frame was kept, but the person should do something else.',
          code: codes.success,
          fields: { guidance: frames.example.guided, ...frames.example.fields },
        },
        {
          when: 'The challenge is unknown, not yours, or has its verdict.',
          code: codes.challengeNotFound,
          fields: {},
        },
        { when: 'The life of the challenge is over.', code: expired, fields: {} },
      ],
    },
    handle: async ({ body, params, organisationId, isTest, begun, signal, cut }) =>
      begun?.isForeign
        ? { code: codes.challengeNotFound, fields: {} }
        : takeFrame(runtime, challenge, { organisationId, id: params.challenge_id }, body, {
            signal: signal(),
            cut,
            isTest,
          }),
  })
  const verifyRoute = route({
    name: `verify${title}Challenge`,
    method: 'POST',
    path: verify.path,
    tag,
    summary: `Judge a ${family} challenge.`,
    description: verify.description,
    body: verify.body,
    bodyIsOptional: true,
    fields: verify.isGuiding ? { ...verdictFields, ...guidanceFields } : verdictFields,
    judges: judgesLiveness,
    step: { step: 'liveness', phase: 'end', way: family, subject: 'challenge_id' },
    hiddenFromPerson: ['checks', 'presence', 'presence_parts'],
    answers: [...new Set([codes.success, ...gone, ...verify.codes, codes.captureNotAsAsked])],
    params: challengeParams,
    example: {
      params: { challenge_id: exampleId },
      body: verify.example.body,
      answers: [
        {
          when: 'The person did as asked and is genuine. Some of the checks are shown.',
          code: codes.success,
          fields: {
            success: true,
            strength: 'standard',
            capture: 'attested',
            capture_device: 'strongbox',
            capture_reason: 'attested-key',
            checks: [...verify.example.passed, genuine(0.9698)],
          },
        },
        {
          when: 'The face is not that of a living person.',
          code: codes.notGenuine,
          fields: {
            success: false,
            strength: 'standard',
            checks: [...verify.example.passed, genuine(0.1204)],
          },
        },
        {
          when: verify.example.failed.when,
          code: verify.example.failed.code,
          fields: { success: false, strength: 'standard', checks: [...verify.example.failed.checks] },
        },
      ],
    },
    handle: async ({ body: sent, params, organisationId, isTest, begun }) => {
      if (begun?.isForeign) return { code: codes.challengeNotFound, fields: { success: false } }
      // A person may not choose how strictly their own face is judged, so their options are dropped.
      const body = begun ? (verify.body.parse({}) as typeof sent) : sent
      const place = { organisationId, id: params.challenge_id }
      const ofOrganisation = await floorOf(runtime, organisationId)
      const floor = begun ? stronger(ofOrganisation, leastOf(begun)) : ofOrganisation
      const askedOfCapture = await captureAsked(runtime, organisationId, { isTest, begun })
      const lines = linesFor(ofOrganisation, begun)
      const { code, checks, capture, guidance, presence, presenceParts, inputs, ...reached } =
        await judgeChallenge<Plan>(
          {
            ...runtime.store,
            compare: (frames, organisation) =>
              runtime.workers.run('compare-frames', frames, { organisation }),
            memory: isTest ? undefined : memoryOf(runtime),
            revoked: () => runtime.attestation.revoked(),
            now: runtime.now,
          },
          {
            family,
            place,
            expired,
            noFrames: verify.noFrames,
            choose: verify.choose ?? ((_, sent) => everyFrame(sent)),
            inTurn: verify.inTurn,
            measure: verify.measure,
            // Frames are read once more for it, so that only servers with a floor do it.
            refuse:
              floor === 'none'
                ? undefined
                : (plan, session) =>
                    refuseBelow(floor, strengthAsked({ family, ...verify.asked(plan, session, body) })),
            verify: (plan, session) => {
              const asked = strengthAsked({ family, ...verify.asked(plan, session, body) })
              const { checks, ...judged } = verify.judge(plan, session, body)
              // No persona takes time to read.
              const told = session.telling && !isTest ? tellingChecks(session.telling) : []
              const whole = { ...judged, checks: [...checks, ...told] }
              const verdict = session.compared ? weighed(whole, lines) : notYetWeighed(whole)
              return { ...verdict, strength: asked.strength }
            },
            addCapture: (verdict, judged, signals) => {
              const captured = withCapture(verdict, judged, askedOfCapture, signals)
              return { ...captured, ...strengthsReached(verdict.strength ?? 'none', captured) }
            },
          },
        )
      const success = code === codes.success
      if (!checks || !inputs) return { code, fields: { success } }
      const passive = checks.find(({ name }) => name === 'genuineness')
      if (passive?.score !== undefined && !isTest) runtime.metrics.challengeJudged(family, passive.score)
      const seen = presenceAnswer({ presence, presenceParts })
      const { strength, strengthOfTasks, isDoubtful } = reached
      const said = { ...(strength && { strength }), ...captureAnswer(capture), ...seen }
      const fields = { success, ...said, ...(guidance && { guidance }), checks: [...checks] }
      const found = {
        ...said,
        ...(isDoubtful && { is_doubtful: true, strength_of_tasks: strengthOfTasks }),
        checks,
      }
      const attempt = { subjectId: params.challenge_id, findings: found }
      return { code, fields, evidence: { inputs }, attempt }
    },
  })
  return [
    startRoute(path, startName),
    ...(otherPath ? [startRoute(otherPath, `${startName}Short`)] : []),
    ...(telling
      ? [
          nextTaskRoute(runtime, {
            family,
            title,
            tag,
            expired,
            gone,
            telling,
            path: nextTaskPath(frames.path),
          }),
        ]
      : []),
    framesRoute,
    verifyRoute,
  ]
}

/** With whose earlier sessions the pictures of a session are compared, and where. */
export const memoryOf = ({ config, workers }: LivenessParts): Omit<Memory, 'database' | 'vault'> => ({
  scope: config.shotMemoryOf,
  knowPrints: (prints, organisation) => workers.run('know-prints', prints, { organisation }),
  knowFilm: (films, organisation) => workers.run('know-film', films, { organisation }),
})

const floorOf = async (
  { store, config }: Pick<LivenessParts, 'store' | 'config'>,
  organisationId: string,
): Promise<Strength> => (await livenessFloorOf(store.database, organisationId)) ?? config.livenessFloor

/** Refuses what is weaker than the operator allows. */
export async function checkFloor(
  runtime: LivenessParts,
  organisationId: string,
  asked: ReturnType<typeof strengthAsked>,
): Promise<void> {
  refuseBelow(await floorOf(runtime, organisationId), asked)
}

function refuseBelow(
  floor: Strength,
  { field, strength }: ReturnType<typeof strengthAsked>,
  who = 'operator',
): void {
  if (isBelow(strength, ofTasks(floor)))
    throw wrong(field, `makes the strength of the verdict ${strength}; the ${who} asks for ${floor} or more`)
}

/** What the floor asks of the tasks: the rest of `high` is a matter of the capture. */
const ofTasks = (floor: Strength): Strength => (isBelow(MOST_BY_TASKS, floor) ? MOST_BY_TASKS : floor)

/**
 * Where a floor asks for more than a doubtful verdict proves, there is no room for doubt. A person is asked again, by the lines
 * of the policy.
 */
export function linesFor(floor: Strength, begun: OpenAttempt | undefined): PresenceLines {
  if (begun) return begun.presence ?? usualLines
  return isBelow('low', floor) ? { accept: usualLines.accept, refuse: usualLines.accept } : usualLines
}

/** What the policy of a person asks for at least. */
const leastOf = ({ leastStrength }: OpenAttempt): Strength =>
  strengths.find((one) => one === leastStrength) ?? 'none'

/** The sandbox is apart: no persona has a phone. */
export async function captureAsked(
  { store, config }: LivenessParts,
  organisationId: string,
  { isTest, begun }: { readonly isTest: boolean; readonly begun: OpenAttempt | undefined },
): Promise<CaptureAsk> {
  if (isTest) return 'any'
  const ofPolicy = captureAsks.find((one) => one === begun?.leastCapture)
  const floor = await floorOf({ store, config }, organisationId)
  const ofFloor = floor === 'high' || begun?.leastStrength === 'high' ? 'attested' : undefined
  return strongerAsk(config.capture, await captureAskOf(store.database, organisationId), ofPolicy, ofFloor)
}

const stronger = (one: Strength, other: Strength): Strength => (isBelow(one, other) ? other : one)

/** In an order that cannot be foreseen. */
export function shuffled<T>(items: readonly T[], dice: (least: number, most: number) => number): T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(dice(0, left.length - 1), 1))
}

/** A whole number from `least` to `most` that cannot be foreseen. */
export const dice = (least: number, most: number): number => randomInt(least, most + 1)

const exampleId = '2c76bc9e-276e-420d-bf9a-f9ee9ceeba15'
const challengeParams = { challenge_id: 'Id of the challenge: `id` of the answer to its start.' }

/** What every family echoes of the request. */
const echoOf = (body: unknown) => {
  const { external_person_id, image_width, image_height } = body as StartRequest
  return { external_person_id, image_width, image_height }
}

const genuine = (score: number): Check => atLeast('genuineness', score, 0.5)

/** Keeps the plan as a challenge, and answers what `startAnswer` names. */
async function begin(
  { store, config, now }: LivenessParts,
  family: FrameFamily,
  place: { readonly organisationId: string; readonly verificationId: string | undefined },
  { external_person_id, consent_reference, capture_key_id, signals }: StartRequest,
  { plan, tasks }: { readonly plan: AnyPlan; readonly tasks: readonly TaskFrames[] | undefined },
) {
  const id = await startChallenge(store.database, {
    ...place,
    family,
    externalPersonId: external_person_id,
    consentReference: consent_reference,
    captureKeyId: capture_key_id,
    signals,
    plan,
    tasks,
    now: now(),
    lifeMs: config.challengeLifeMs,
  })
  return { id, external_person_id, image_width: plan.image.width, image_height: plan.image.height }
}
