// What the doors of the three challenges share: taking a frame, judging once, and the fields they read and write.
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { codes, Refusal } from '../codes.ts'
import { sizeText } from '../http/base64.ts'
import { namedSchema } from '../http/json-schema.ts'
import type { Reply } from '../http/route.ts'
import { checks, consentReference, externalPersonId, shareOrPercent } from '../http/schemas.ts'
import type { Runtime } from '../runtime.ts'
import { observeUpload } from '../uploaded-images.ts'
import {
  type Challenge,
  type Family,
  findChallenge,
  isKnownFrame,
  keepFrame,
  startChallenge,
} from './challenge.ts'
import { type FrameAsk, type SeenFrame, seenFrame } from './frame.ts'
import { type Guidance, guidances } from './guidance.ts'
import type { PassiveAsk } from './passive.ts'
import { type faceArea, hasProportionsOf, type Size } from './placing.ts'
import type { Verdict } from './verdict.ts'
import { type Judging, judgeChallenge } from './verify.ts'

/** From a source that nobody can foresee. */
export const dice = (least: number, most: number): number => randomInt(least, most + 1)

const side = z.int().min(120).max(10_000)

export const startFields = {
  external_person_id: externalPersonId,
  image_width: side.describe('Of the frames that will be sent, in pixels, upright.'),
  image_height: side,
  consent_reference: consentReference.optional(),
}

export const startAnswer = {
  id: z.string().describe('Id of the challenge.'),
  external_person_id: z.string().describe('Echo of the request.'),
  image_width: z.int(),
  image_height: z.int(),
}

export const areaAnswer = {
  area_top: z.int(),
  area_left: z.int(),
  area_width: z.int(),
  area_height: z.int(),
  min_face_area_percent: z.number().describe('Least share of the area that the face must fill, in percent.'),
}

type Asked = { readonly organisationId: string } & Pick<
  z.output<z.ZodObject<typeof startFields>>,
  'external_person_id' | 'consent_reference'
>

/** Keeps the plan as a challenge, and answers what `startAnswer` names. */
export async function begin<Plan extends { readonly image: Size }>(
  { store, config, now }: Runtime,
  family: Family,
  { organisationId, external_person_id, consent_reference }: Asked,
  plan: Plan,
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

export const writtenArea = (plan: {
  readonly area: ReturnType<typeof faceArea>
  readonly minFaceAreaPercent: number
}) => ({
  area_top: plan.area.y,
  area_left: plan.area.x,
  area_width: plan.area.width,
  area_height: plan.area.height,
  min_face_area_percent: plan.minFaceAreaPercent,
})

const passiveThreshold = shareOrPercent
  .prefault(0.5)
  .describe('Least mean genuineness of the frames that are looked at.')

/** Both optional, and so is the body. */
export const passiveBody = z.strictObject({
  passive_liveness_frame_percentage: z
    .number()
    .gt(0)
    .max(1)
    .default(0.5)
    .describe('Share of the frames that are checked passively; at least one is.'),
  passive_liveness_threshold: passiveThreshold,
})

export const passiveAsk = (body: z.output<typeof passiveBody>): PassiveAsk => ({
  frameShare: body.passive_liveness_frame_percentage,
  threshold: body.passive_liveness_threshold / 100,
})

/** All frames are looked at; our addition, for which the specification names no field here. */
export const thresholdBody = z.strictObject({ passive_liveness_threshold: passiveThreshold })

export const verdictFields = {
  success: z.boolean().describe('True exactly when `result_code` is 200.'),
  checks: checks.optional(),
}

export const frameFields = {
  guidance: namedSchema(
    'Guidance',
    z
      .enum(guidances)
      .describe('What the person should do next; `ok` when this frame is as the task wants it.'),
  ).optional(),
}

/** A day covers every clock that is set to another zone's time. */
const MOST_AHEAD_MS = 86_400_000
const MILLISECONDS_FROM = 1e11

/** Seconds or milliseconds since 1970. */
export const timestamp = z
  .number()
  .min(0)
  .describe('When the photo was taken: seconds since 1970, or milliseconds above 100,000,000,000.')

export function takenAt(value: number, now: number): number {
  const ms = Math.round(value > MILLISECONDS_FROM ? value : value * 1000)
  if (ms > now + MOST_AHEAD_MS) throw wrong('timestamp', 'is more than a day in the future')
  return ms
}

export interface Upload<Plan> {
  readonly family: Family
  readonly organisationId: string
  readonly challengeId: string
  readonly field: string
  readonly bytes: Uint8Array
  readonly takenAtMs?: number
  readonly signal: AbortSignal
  /** The task it was sent for, or the refusal. */
  readonly task: (plan: Plan) => string
  readonly ask: (challenge: Challenge<Plan>) => FrameAsk | Promise<FrameAsk>
  readonly guide: (challenge: Challenge<Plan>, seen: SeenFrame) => Guidance | Promise<Guidance>
}

type FrameReply = Reply<{ guidance?: Guidance }>

export async function takeFrame<Plan extends { readonly image: Size }>(
  runtime: Runtime,
  upload: Upload<Plan>,
): Promise<FrameReply> {
  const { store, config } = runtime
  const { organisationId, challengeId, family, bytes, field } = upload
  const place = { organisationId, id: challengeId }
  const challenge = await openChallenge<Plan>(runtime, place, family)
  if (!challenge) return { code: codes.challengeNotFound, fields: {} }
  const task = upload.task(challenge.plan)
  // A widespread client sends its last picture again: it counts once.
  if (await isKnownFrame(store.database, place, bytes)) return { code: codes.success, fields: {} }
  const limits = { mostFrames: config.challengeFrames, mostBytes: config.challengeLimitBytes }
  if (challenge.frames >= limits.mostFrames || challenge.bytes + bytes.byteLength > limits.mostBytes)
    throw full(runtime, field)
  const received = runtime.now()
  const seen = seenFrame(await observeUpload(runtime, upload, await upload.ask(challenge)))
  const { image } = challenge.plan
  if (!hasProportionsOf(image, seen.image))
    throw wrong(
      field,
      `is ${seen.image.width} x ${seen.image.height} pixels; the challenge was started for ${image.width} x ${image.height}`,
    )
  const frame = { task, takenAtMs: upload.takenAtMs ?? received, receivedAtMs: received, bytes, seen }
  const kept = await keepFrame(store.vault, challenge, frame, limits)
  if (kept === 'no room') {
    if (await openChallenge(runtime, place, family)) throw full(runtime, field)
    return { code: codes.challengeNotFound, fields: {} }
  }
  return { code: codes.success, fields: { guidance: await upload.guide(challenge, seen) } }
}

/** One that is known, not over and not judged. */
async function openChallenge<Plan>(
  runtime: Runtime,
  place: { readonly organisationId: string; readonly id: string },
  family: Family,
): Promise<Challenge<Plan> | undefined> {
  const challenge = await findChallenge<Plan>(runtime.store.database, place, family)
  return challenge && !challenge.isClosed && challenge.expiresAtMs > runtime.now() ? challenge : undefined
}

export interface Verification<Plan> extends Omit<Judging<Plan>, 'place'> {
  readonly organisationId: string
  readonly challengeId: string
}

type VerdictReply = Reply<{ success: boolean; checks?: Verdict['checks'][number][] }>

export async function verifyChallenge<Plan>(
  { store, now }: Runtime,
  { organisationId, challengeId: id, ...asked }: Verification<Plan>,
): Promise<VerdictReply> {
  const place = { organisationId, id }
  const { code, checks, inputs } = await judgeChallenge({ ...store, now }, { ...asked, place })
  const success = code === codes.success
  if (!checks || !inputs) return { code, fields: { success } }
  return { code, fields: { success, checks: [...checks] }, evidence: { inputs } }
}

export function wrong(path: string, message: string): Refusal {
  return new Refusal(codes.badRequest, { errors: [{ path, message }] })
}

function full({ config }: Runtime, field: string): Refusal {
  const message = `is more than the challenge takes: ${config.challengeFrames} frames, ${sizeText(config.challengeLimitBytes)} in all`
  return new Refusal(codes.tooLarge, {
    message: `${codes.tooLarge.message}: ${field} ${message}`,
    errors: [{ path: field, message }],
  })
}
