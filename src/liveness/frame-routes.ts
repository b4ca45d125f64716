// What every family does with a frame that is sent: checks that its challenge is open, looks at it, keeps it, and answers guidance.
import { type Code, codes, type Refusal, refuse } from '../codes.ts'
import { sizeText } from '../http/base64.ts'
import type { Cut, Reply } from '../http/route-spec.ts'
import { observeUpload } from '../uploaded-images.ts'
import { checkSignedFrame } from './capture.ts'
import {
  type Challenge,
  countCopy,
  digestOf,
  type FrameFamily,
  findChallenge,
  isRememberedExpired,
  keepFrame,
  knownFrame,
} from './challenge.ts'
import { type FrameSize, hasProportionsOf } from './face-box.ts'
import { type FrameAsk, type ScreenClaim, type SeenFrame, seenFrame } from './frame.ts'
import { type Guidance, guidances } from './guidance.ts'
import type { LivenessParts } from './parts.ts'
import { type FramePicture, wrong } from './route-fields.ts'
import { frameArrived } from './told-tasks.ts'

export interface AnyPlan {
  /** The size that the caller announced for its frames, in pixels. */
  readonly image: FrameSize
  /** Set where a person is told the tasks one by one. */
  readonly isTold?: true
}

export interface FrameRules<Plan, Body> {
  readonly picture: (body: Body) => FramePicture
  /** Names the task that the frame belongs to, or throws the refusal; `told` is the task being done where tasks are told. */
  readonly task: (plan: Plan, body: Body, told?: string) => string
  /** What the worker looks for in the picture. */
  readonly ask: (challenge: Challenge<Plan>, body: Body) => FrameAsk | Promise<FrameAsk>
  readonly guide: (
    challenge: Challenge<Plan>,
    seen: SeenFrame,
    body: Body,
    task: string,
  ) => Guidance | Promise<Guidance>
  /** What the caller says of its screen. */
  readonly claim?: (body: Body) => ScreenClaim | undefined
  /** What is answered beside the guidance, when the frame is kept. */
  readonly answer?: (challenge: Challenge<Plan>) => Promise<object>
}

/** A second person stays for more than a moment, so people who turn away or stand at the edge are looked for in every third frame only. */
export const LOOKS_BESIDE_EVERY = 3

type ChallengeRef = Pick<Challenge<unknown>, 'organisationId' | 'id'>

/** Looks at a picture or film that was sent for a task, keeps it, and answers what the person should do. */
export async function takeFrame<Plan extends AnyPlan, Body>(
  runtime: LivenessParts,
  { family, expired, frames }: FrameIntake<Plan, Body>,
  place: ChallengeRef,
  body: Body,
  { isTest, ...request }: { readonly signal: AbortSignal; readonly cut: Cut; readonly isTest: boolean },
): Promise<Reply<{ guidance?: Guidance }>> {
  const { store, config } = runtime
  const { field, bytes, takenAtMs, signed: signature } = frames.picture(body)
  const { challenge, refused } = await openChallenge<Plan>(runtime, place, family, expired)
  if (refused) return { code: refused, fields: {} }
  const signed =
    signature &&
    (await checkSignedFrame(store.database, challenge, signature, bytes, {
      revoked: await runtime.attestation.revoked(),
      now: runtime.now(),
    }))
  const limits = { mostFrames: config.challengeFrames, mostBytes: config.challengeLimitBytes }
  const receivedAtMs = runtime.now()
  // When it came counts, and not how long a worker took or what the caller says.
  const arrival = { digest: digestOf(bytes), arrivedAt: receivedAtMs, most: limits.mostFrames }
  const told = challenge.plan.isTold && (await frameArrived(store.database, challenge, arrival))
  const task = frames.task(challenge.plan, body, told)
  const noRoom = async () => {
    const { refused } = await openChallenge(runtime, place, family, expired)
    if (refused) return { code: refused, fields: {} }
    throw full(runtime, field)
  }
  const answer = async (guidance: Guidance | undefined) => ({
    code: codes.success,
    fields: { ...(guidance && { guidance }), ...(await frames.answer?.(challenge)) },
  })
  const copyOf = async (known: NonNullable<Awaited<ReturnType<typeof knownFrame>>>) => {
    const copy = { frameId: known.id, task, receivedAtMs: runtime.now(), byteLength: bytes.byteLength }
    if ((await countCopy(store.database, place, copy, limits)) === 'no room') return noRoom()
    request.cut(field, bytes, { start: 0, end: bytes.byteLength - known.trailingBytes })
    const guidance = guidances.find((one) => one === known.guidance)
    return answer(known.task === task ? guidance : undefined)
  }
  // A widespread client sends every second picture twice: the copy counts as sent, and is not looked at again.
  const known = await knownFrame(store.database, place, bytes)
  if (known) return copyOf(known)
  if (challenge.frames >= limits.mostFrames || challenge.bytes + bytes.byteLength > limits.mostBytes)
    throw full(runtime, field)
  const upload = { field, bytes, organisationId: place.organisationId, ...request }
  const ask = await frames.ask(challenge, body)
  const besides = challenge.frames % LOOKS_BESIDE_EVERY === 0 ? {} : { bystanders: false as const }
  const { kept: picture, ...observed } = await observeUpload(runtime, upload, { ...ask, ...besides })
  const claim = frames.claim?.(body)
  const seen: SeenFrame = { ...seenFrame(observed), ...(claim && { claim }) }
  checkProportions(challenge.plan, field, seen.image)
  const guidance = await frames.guide(challenge, seen, body, task)
  const frame = {
    task,
    takenAtMs: takenAtMs ?? receivedAtMs,
    receivedAtMs,
    sent: bytes,
    picture,
    seen,
    guidance,
    signed,
  }
  // The sandbox is apart: personas send the same frames again and again, and nothing live may be known by them.
  const kept = await keepFrame(store.vault, challenge, frame, limits, !isTest)
  if (kept === 'no room') return noRoom()
  if (kept === 'number taken') throw numberTaken
  if (kept === 'sent before') {
    // Both copies came at the same moment, and the other was kept first.
    const first = await knownFrame(store.database, place, bytes)
    return first ? copyOf(first) : noRoom()
  }
  return answer(guidance)
}

const numberTaken = wrong('number', 'was sent with another frame of this challenge')

function checkProportions({ image }: AnyPlan, field: string, size: FrameSize): void {
  if (hasProportionsOf(image, size)) return
  const message = `is ${size.width} x ${size.height} pixels; the challenge was started for ${image.width} x ${image.height}`
  throw wrong(field, message)
}

interface FrameIntake<Plan, Body> {
  readonly family: FrameFamily
  readonly expired: Code
  readonly frames: FrameRules<Plan, Body>
}

type Open<Plan> =
  | { readonly challenge: Challenge<Plan>; readonly refused?: never }
  | { readonly challenge?: never; readonly refused: Code }

/** A challenge that still takes frames: known, not over and not judged; or the code that says why there is none. */
async function openChallenge<Plan>(
  { store, now }: LivenessParts,
  place: ChallengeRef,
  family: FrameFamily,
  expired: Code,
): Promise<Open<Plan>> {
  const challenge = await findChallenge<Plan>(store.database, place, family)
  if (challenge?.isClosed) return { refused: codes.challengeNotFound }
  if (challenge) return challenge.expiresAtMs > now() ? { challenge } : { refused: expired }
  const isExpired = await isRememberedExpired(store.database, place, family)
  return { refused: isExpired ? expired : codes.challengeNotFound }
}

function full({ config }: LivenessParts, field: string): Refusal {
  const message = `is more than the challenge takes: ${config.challengeFrames} frames, ${sizeText(config.challengeLimitBytes)} in all`
  return refuse(codes.tooLarge, field, message)
}
