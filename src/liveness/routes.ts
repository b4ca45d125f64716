// Builds the routes of a challenge family, start, frames and verify, from one table that says what differs between families.
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { atLeast, type Check } from '../checks.ts'
import { type Code, codes, type Refusal, refuse } from '../codes.ts'
import { sizeText } from '../http/base64.ts'
import { namedSchema } from '../http/json-schema.ts'
import { route } from '../http/route.ts'
import type { Cut, Reply, Route } from '../http/route-spec.ts'
import { base64File, checks, consentReference, externalPersonId, shareOrPercent } from '../http/schemas.ts'
import type { Runtime } from '../runtime.ts'
import { livenessFloorOf } from '../store/records/organisations.ts'
import { observeUpload } from '../uploaded-images.ts'
import {
  type Challenge,
  countCopy,
  type Family,
  findChallenge,
  isRememberedExpired,
  keepFrame,
  knownFrame,
  startChallenge,
} from './challenge.ts'
import { type faceArea, hasProportionsOf, type Size } from './face-box.ts'
import { type Frame, type FrameAsk, type SeenFrame, seenFrame } from './frame.ts'
import type { PassiveAsk } from './frame-checks.ts'
import { type Guidance, guidances } from './guidance.ts'
import type { Session } from './injection.ts'
import { type ChosenFrames, everyFrame } from './set-aside.ts'
import { type Asked, isBelow, type Strength, strengthAsked, strengthReached, strengths } from './strength.ts'
import type { Verdict } from './verdict.ts'
import { judgeChallenge } from './verify.ts'

/** What differs between families: a new family is one such object. */
interface ChallengeFamily<
  Plan extends AnyPlan,
  StartBody extends z.ZodType<StartRequest>,
  StartFields extends z.ZodRawShape,
  FrameBody extends z.ZodType,
  VerifyBody extends z.ZodType,
> {
  readonly family: Family
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
    /** The fields that this family answers beside those that all families answer. */
    readonly fields: StartFields
    readonly answer: (plan: Plan) => z.output<z.ZodObject<StartFields>>
    readonly example: {
      readonly body: z.input<StartBody>
      readonly fields: z.output<z.ZodObject<StartFields>>
    }
  }
  readonly frames: FrameRules<Plan, z.output<FrameBody>> & {
    readonly method: 'POST' | 'PUT'
    readonly path: `/${string}/{challenge_id}/frames`
    readonly description: string
    /** The HTTP status of a frame that was taken, where the specification asks for another than 200. */
    readonly acceptedStatus?: number
    readonly body: FrameBody
    readonly example: {
      readonly body: z.input<FrameBody>
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
    readonly judge: (plan: Plan, session: Session, body: z.output<VerifyBody>) => Verdict
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

interface AnyPlan {
  /** The size that the caller announced for its frames, in pixels. */
  readonly image: Size
}

type StartRequest = z.output<z.ZodObject<typeof startFields>>

interface FrameRules<Plan, Body> {
  readonly picture: (body: Body) => Picture
  /** Names the task that the frame belongs to, or throws the refusal. */
  readonly task: (plan: Plan, body: Body) => string
  /** What the worker looks for in the picture. */
  readonly ask: (challenge: Challenge<Plan>, body: Body) => FrameAsk | Promise<FrameAsk>
  readonly guide: (challenge: Challenge<Plan>, seen: SeenFrame, body: Body) => Guidance | Promise<Guidance>
}

/** The picture of a frame, and the field of the body that carried it. */
interface Picture {
  readonly field: string
  readonly bytes: Uint8Array
  /** The time by the caller's clock; the time of arrival counts where it is left out. */
  readonly takenAtMs?: number
}

export function challengeRoutes<
  Plan extends AnyPlan,
  StartBody extends z.ZodType<StartRequest>,
  StartFields extends z.ZodRawShape,
  FrameBody extends z.ZodType,
  VerifyBody extends z.ZodType,
>(
  runtime: Runtime,
  challenge: ChallengeFamily<Plan, StartBody, StartFields, FrameBody, VerifyBody>,
): Route[] {
  const { family, expired, title, about, start, frames, verify } = challenge
  const tag = { name: `${title} liveness challenge`, description: about }
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
      fields: { ...startAnswer, ...start.fields } as z.ZodRawShape,
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
      handle: async ({ body, organisationId }) => {
        const plan = await start.plan(body, organisationId)
        await checkFloor(runtime, organisationId, strengthAsked({ family, ...verify.asked(plan) }))
        const begun = await begin(runtime, family, organisationId, body, plan)
        return { code: codes.success, fields: { ...begun, ...start.answer(plan) } }
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
    fields: guidanceFields,
    stores: true,
    ...(frames.acceptedStatus !== undefined && { acceptedStatus: frames.acceptedStatus }),
    answers: [codes.success, ...gone],
    params: challengeParams,
    example: {
      params: { challenge_id: exampleId },
      body: frames.example.body,
      answers: [
        { when: 'The frame shows what its task wants.', code: codes.success, fields: { guidance: 'ok' } },
        {
          when: 'The frame was kept, but the person should do something else.',
          code: codes.success,
          fields: { guidance: frames.example.guided },
        },
        {
          when: 'The challenge is unknown, not yours, or has its verdict.',
          code: codes.challengeNotFound,
          fields: {},
        },
        { when: 'The life of the challenge is over.', code: expired, fields: {} },
      ],
    },
    handle: ({ body, params, organisationId, signal, cut }) =>
      takeFrame(runtime, challenge, { organisationId, id: params.challenge_id }, body, {
        signal: signal(),
        cut,
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
    fields: verdictFields,
    judges: 'faces',
    answers: [...new Set([codes.success, ...gone, ...verify.codes])],
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
    handle: async ({ body, params, organisationId }) => {
      const floor = await floorOf(runtime, organisationId)
      const { code, checks, strength, inputs } = await judgeChallenge<Plan>(
        {
          ...runtime.store,
          compare: (frames, organisation) => runtime.workers.run('compare-frames', frames, { organisation }),
          memory: {
            scope: runtime.config.shotMemoryOf,
            knowPrints: (prints, organisation) =>
              runtime.workers.run('know-prints', prints, { organisation }),
          },
          now: runtime.now,
        },
        {
          family,
          place: { organisationId, id: params.challenge_id },
          expired,
          noFrames: verify.noFrames,
          choose: verify.choose ?? ((_, sent) => everyFrame(sent)),
          // Frames are read once more for it, so that only servers with a floor do it.
          refuse:
            floor === 'none'
              ? undefined
              : (plan, session) =>
                  refuseBelow(floor, strengthAsked({ family, ...verify.asked(plan, session, body) })),
          verify: (plan, session) => {
            const asked = strengthAsked({ family, ...verify.asked(plan, session, body) })
            const verdict = verify.judge(plan, session, body)
            return { ...verdict, strength: strengthReached(asked.strength, verdict.code, verdict.checks) }
          },
        },
      )
      const success = code === codes.success
      if (!checks || !inputs) return { code, fields: { success } }
      const fields = { success, ...(strength && { strength }), checks: [...checks] }
      return { code, fields, evidence: { inputs } }
    },
  })
  return [
    startRoute(path, startName),
    ...(otherPath ? [startRoute(otherPath, `${startName}Short`)] : []),
    framesRoute,
    verifyRoute,
  ]
}

const floorOf = async ({ store, config }: Runtime, organisationId: string): Promise<Strength> =>
  (await livenessFloorOf(store.database, organisationId)) ?? config.livenessFloor

/** Refuses what is weaker than the operator allows. */
export async function checkFloor(
  runtime: Runtime,
  organisationId: string,
  asked: ReturnType<typeof strengthAsked>,
): Promise<void> {
  refuseBelow(await floorOf(runtime, organisationId), asked)
}

function refuseBelow(floor: Strength, { field, strength }: ReturnType<typeof strengthAsked>): void {
  if (isBelow(strength, floor))
    throw wrong(
      field,
      `makes the strength of the verdict ${strength}; the operator asks for ${floor} or more`,
    )
}

/** A whole number from `least` to `most`, from a source that nobody can foresee. */
export const dice = (least: number, most: number): number => randomInt(least, most + 1)

const exampleId = '2c76bc9e-276e-420d-bf9a-f9ee9ceeba15'
const challengeParams = { challenge_id: 'Id of the challenge: `id` of the answer to its start.' }

/** What every family echoes of the request. */
const echoOf = (body: unknown) => {
  const { external_person_id, image_width, image_height } = body as StartRequest
  return { external_person_id, image_width, image_height }
}

const genuine = (score: number): Check => atLeast('genuineness', score, 0.5)

const side = z.int().min(120).max(10_000)

export const startFields = {
  external_person_id: externalPersonId,
  image_width: side.describe(
    'Width in pixels of the frames that you will send, held upright. A frame may be larger or smaller, but must have the same proportions.',
  ),
  image_height: side.describe('Height in pixels of the frames that you will send, held upright.'),
  consent_reference: consentReference.optional(),
}

export const exampleStart = { external_person_id: 'anna', image_width: 360, image_height: 480 }

const startAnswer = {
  id: z.string().describe('Id of the challenge. Frames and verify carry it in their path.'),
  external_person_id: z.string().describe('The `external_person_id` of the request.'),
  image_width: z.int().describe('The `image_width` of the request.'),
  image_height: z.int().describe('The `image_height` of the request.'),
}

/** Keeps the plan as a challenge, and answers what `startAnswer` names. */
async function begin(
  { store, config, now }: Runtime,
  family: Family,
  organisationId: string,
  { external_person_id, consent_reference }: StartRequest,
  plan: AnyPlan,
) {
  const id = await startChallenge(store.database, {
    organisationId,
    family,
    externalPersonId: external_person_id,
    consentReference: consent_reference,
    plan,
    now: now(),
    lifeMs: config.challengeLifeMs,
  })
  return { id, external_person_id, image_width: plan.image.width, image_height: plan.image.height }
}

/** The fields of start that tell where the face should be, for families with one area. */
export const areaFields = {
  area_top: z
    .int()
    .describe('Upper edge of the box in which the face should be, in pixels of the announced size.'),
  area_left: z.int().describe('Left edge of that box, in pixels.'),
  area_width: z.int().describe('Width of that box, in pixels.'),
  area_height: z.int().describe('Height of that box, in pixels.'),
  min_face_area_percent: z
    .number()
    .describe(
      'Smallest share of the box that the face must fill all the time, in percent: 50 is half of it.',
    ),
}

export const areaAnswer = (plan: {
  readonly area: ReturnType<typeof faceArea>
  readonly minFaceAreaPercent: number
}) => ({
  area_top: plan.area.y,
  area_left: plan.area.x,
  area_width: plan.area.width,
  area_height: plan.area.height,
  min_face_area_percent: plan.minFaceAreaPercent,
})

/** The size of the frames that start announced. */
export const announcedSize = ({ image_width: width, image_height: height }: StartRequest): Size => ({
  width,
  height,
})

const passiveThreshold = shareOrPercent(
  'Lowest mean genuineness of the checked frames at which the person counts as genuine.',
  0.5,
)

/** Both fields are optional, and so is the body. */
export const passiveBody = z.strictObject({
  passive_liveness_frame_percentage: shareOrPercent(
    'How many of the frames are checked for genuineness; at least one is.',
    0.5,
    { isAboveZero: true },
  ),
  passive_liveness_threshold: passiveThreshold,
})

export const passiveAsk = (body: z.output<typeof passiveBody>): PassiveAsk => ({
  frameShare: body.passive_liveness_frame_percentage / 100,
  threshold: body.passive_liveness_threshold / 100,
})

/** All frames are looked at. The field is our addition: the specification names none here. */
export const thresholdBody = z.strictObject({ passive_liveness_threshold: passiveThreshold })

export const strengthField = namedSchema(
  'Strength',
  z
    .enum(strengths)
    .describe(
      'How much the verdict proves, by what was asked and which checks could be made: see `docs/api.md`.',
    ),
)

const verdictFields = {
  success: z.boolean().describe('True where `result_code` is 200, false otherwise.'),
  strength: strengthField.optional(),
  checks: checks
    .optional()
    .describe('Every check that was made, in order. Absent where there was nothing to judge.'),
}

const guidanceFields = {
  guidance: namedSchema(
    'Guidance',
    z
      .enum(guidances)
      .describe(
        'What the person should do next; `ok` where this frame shows what its task wants. Turns are the person’s own left and right, directions of the nose those of the picture. Absent for a copy of a picture of another task.',
      ),
  ).optional(),
}

/** A day covers every clock that is set to another zone's time. */
const MOST_AHEAD_MS = 86_400_000
const MILLISECONDS_FROM = 1e11

/** The body of a frame that says its task and when it was taken. */
export const timedFrame = <Task extends z.ZodType>({ config }: Runtime, task: Task) =>
  z.strictObject({
    timestamp: z
      .union([z.number().min(0), z.string()])
      .optional()
      .describe(
        'When the photo was taken: seconds since 1970, milliseconds (above 100,000,000,000), either as text, or ISO 8601. Without it the time of arrival counts.',
      ),
    photo: base64File(config.imageLimitBytes),
    task,
  })

export function timedPicture(
  { now }: Runtime,
  { timestamp, photo }: { readonly timestamp?: number | string | undefined; readonly photo: Uint8Array },
): Picture {
  if (timestamp === undefined) return { field: 'photo', bytes: photo }
  const takenAtMs = readTime(timestamp)
  if (takenAtMs === undefined) throw wrong('timestamp', timeRule)
  if (takenAtMs > now() + MOST_AHEAD_MS) throw wrong('timestamp', 'is more than a day in the future')
  return { field: 'photo', bytes: photo, takenAtMs }
}

const timeRule = 'must be seconds or milliseconds since 1970, or a time as ISO 8601 writes it'
const isoTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Milliseconds since 1970; undefined where the text is no time. A time without a zone is taken for UTC. */
export function readTime(timestamp: number | string): number | undefined {
  if (typeof timestamp === 'number')
    return Math.round(timestamp > MILLISECONDS_FROM ? timestamp : timestamp * 1000)
  const text = timestamp.trim()
  if (/^\d{1,17}(\.\d{1,9})?$/.test(text)) return readTime(Number(text))
  const [, day, clock = '00:00', zone = 'Z'] = isoTime.exec(text) ?? []
  if (day === undefined) return undefined
  const offset =
    zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const ms = Date.parse(`${day}T${clock.replace(',', '.')}${offset}`)
  return ms >= 0 ? ms : undefined
}

type Place = Pick<Challenge<unknown>, 'organisationId' | 'id'>

async function takeFrame<Plan extends AnyPlan, Body>(
  runtime: Runtime,
  { family, expired, frames }: Takes<Plan, Body>,
  place: Place,
  body: Body,
  request: { readonly signal: AbortSignal; readonly cut: Cut },
): Promise<Reply<{ guidance?: Guidance }>> {
  const { store, config } = runtime
  const { field, bytes, takenAtMs } = frames.picture(body)
  const { challenge, refused } = await openChallenge<Plan>(runtime, place, family, expired)
  if (refused) return { code: refused, fields: {} }
  const task = frames.task(challenge.plan, body)
  const limits = { mostFrames: config.challengeFrames, mostBytes: config.challengeLimitBytes }
  const noRoom = async () => {
    const { refused } = await openChallenge(runtime, place, family, expired)
    if (refused) return { code: refused, fields: {} }
    throw full(runtime, field)
  }
  const copyOf = async (known: NonNullable<Awaited<ReturnType<typeof knownFrame>>>) => {
    const copy = { frameId: known.id, task, receivedAtMs: runtime.now(), byteLength: bytes.byteLength }
    if ((await countCopy(store.database, place, copy, limits)) === 'no room') return noRoom()
    request.cut(field, bytes, { start: 0, end: bytes.byteLength - known.trailingBytes })
    const guidance = guidances.find((one) => one === known.guidance)
    return { code: codes.success, fields: known.task === task && guidance ? { guidance } : {} }
  }
  // A widespread client sends every second picture twice: the copy counts as sent, and is not looked at again.
  const known = await knownFrame(store.database, place, bytes)
  if (known) return copyOf(known)
  if (challenge.frames >= limits.mostFrames || challenge.bytes + bytes.byteLength > limits.mostBytes)
    throw full(runtime, field)
  const receivedAtMs = runtime.now()
  const upload = { field, bytes, organisationId: place.organisationId, ...request }
  const { kept: picture, ...observed } = await observeUpload(
    runtime,
    upload,
    await frames.ask(challenge, body),
  )
  const seen = seenFrame(observed)
  const { image } = challenge.plan
  if (!hasProportionsOf(image, seen.image))
    throw wrong(
      field,
      `is ${seen.image.width} x ${seen.image.height} pixels; the challenge was started for ${image.width} x ${image.height}`,
    )
  const guidance = await frames.guide(challenge, seen, body)
  const frame = {
    task,
    takenAtMs: takenAtMs ?? receivedAtMs,
    receivedAtMs,
    sent: bytes,
    picture,
    seen,
    guidance,
  }
  const kept = await keepFrame(store.vault, challenge, frame, limits)
  if (kept === 'no room') return noRoom()
  if (kept === 'sent before') {
    // Both copies came at the same moment, and the other was kept first.
    const first = await knownFrame(store.database, place, bytes)
    return first ? copyOf(first) : noRoom()
  }
  return { code: codes.success, fields: { guidance } }
}

interface Takes<Plan, Body> {
  readonly family: Family
  readonly expired: Code
  readonly frames: FrameRules<Plan, Body>
}

type Open<Plan> =
  | { readonly challenge: Challenge<Plan>; readonly refused?: never }
  | { readonly challenge?: never; readonly refused: Code }

/** A challenge that still takes frames: known, not over and not judged; or the code that says why there is none. */
async function openChallenge<Plan>(
  { store, now }: Runtime,
  place: Place,
  family: Family,
  expired: Code,
): Promise<Open<Plan>> {
  const challenge = await findChallenge<Plan>(store.database, place, family)
  if (challenge?.isClosed) return { refused: codes.challengeNotFound }
  if (challenge) return challenge.expiresAtMs > now() ? { challenge } : { refused: expired }
  const isExpired = await isRememberedExpired(store.database, place, family)
  return { refused: isExpired ? expired : codes.challengeNotFound }
}

export function wrong(path: string, message: string): Refusal {
  return refuse(codes.badRequest, path, message)
}

function full({ config }: Runtime, field: string): Refusal {
  const message = `is more than the challenge takes: ${config.challengeFrames} frames, ${sizeText(config.challengeLimitBytes)} in all`
  return refuse(codes.tooLarge, field, message)
}
