// Starts challenges, keeps their frames and settles their verdicts, for all families.
import { createHash, randomUUID } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { codes } from '../codes.ts'
import type { Database } from '../store/port.ts'
import { raiseCounter } from '../store/records/capture-keys.ts'
import * as records from '../store/records/challenges.ts'
import { placeOfPart } from '../store/records/frame-keys.ts'
import { addShot, markAccepted } from '../store/records/seen-shots.ts'
import { addToldTasks } from '../store/records/told-tasks.ts'
import type { Vault } from '../store/vault.ts'
import type { CaptureSignals, SignedMark } from './capture.ts'
import type { Frame, SeenFrame } from './frame.ts'
import type { Guidance } from './guidance.ts'
import type { TaskFrames } from './told-tasks.ts'
import { type LivenessVerdict, readVerdict, writeVerdict } from './verdict.ts'

export {
  type ChallengePlace,
  closeChallenge,
  type FrameFamily,
  isRememberedExpired,
} from '../store/records/challenges.ts'

export interface Challenge<Plan> extends records.ChallengePlace {
  readonly externalPersonId: string
  readonly plan: Plan
  readonly startedAtMs: number
  readonly expiresAtMs: number
  readonly frames: number
  readonly bytes: number
  readonly isClosed: boolean
  readonly verdict: LivenessVerdict | undefined
  /** The key that signs its frames. */
  readonly captureKeyId?: string | undefined
  readonly signals?: CaptureSignals | undefined
}

interface NewChallenge<Plan> {
  readonly organisationId: string
  readonly family: records.FrameFamily
  readonly externalPersonId: string
  readonly consentReference?: string | undefined
  /** The verification that it is started for. */
  readonly verificationId?: string | undefined
  readonly plan: Plan
  readonly captureKeyId?: string | undefined
  readonly signals?: CaptureSignals | undefined
  /** The tasks in the order in which a person is told them, one by one; undefined where start tells them all. */
  readonly tasks?: readonly TaskFrames[] | undefined
  readonly now: number
  readonly lifeMs: number
}

export async function startChallenge<Plan>(
  database: Database,
  challenge: NewChallenge<Plan>,
): Promise<string> {
  const id = randomUUID()
  const { organisationId, family, externalPersonId, plan, now, lifeMs } = challenge
  const record = {
    organisationId,
    id,
    family,
    externalPersonId,
    consentReference: challenge.consentReference ?? null,
    verificationId: challenge.verificationId ?? null,
    plan: JSON.stringify(plan),
    captureKeyId: challenge.captureKeyId ?? null,
    signals: challenge.signals ? JSON.stringify(challenge.signals) : null,
    createdAt: now,
    expiresAt: now + lifeMs,
  }
  const { tasks } = challenge
  if (!tasks) await records.addChallenge(database, record)
  else
    await database.transaction(async (queries) => {
      await records.addChallenge(queries, record)
      await addToldTasks(queries, record, tasks, now)
    })
  return id
}

/** Finds a challenge; undefined where the organisation has none of this id and family. */
export async function findChallenge<Plan>(
  database: Database,
  place: records.ChallengePlace,
  family: records.FrameFamily,
): Promise<Challenge<Plan> | undefined> {
  const found = await records.findChallenge(database, place, family)
  if (!found) return undefined
  return {
    organisationId: found.organisationId,
    id: found.id,
    externalPersonId: found.externalPersonId,
    plan: JSON.parse(found.plan) as Plan,
    startedAtMs: found.createdAt,
    expiresAtMs: found.expiresAt,
    frames: found.frames,
    bytes: found.bytes,
    isClosed: found.closedAt !== null,
    verdict: found.verdict === null ? undefined : readVerdict(found.verdict),
    captureKeyId: found.captureKeyId ?? undefined,
    signals: found.signals === null ? undefined : (JSON.parse(found.signals) as CaptureSignals),
  }
}

export interface FrameLimits {
  readonly mostFrames: number
  readonly mostBytes: number
}

export interface NewFrame {
  readonly task: string
  readonly takenAtMs: number
  readonly receivedAtMs: number
  /** The file as it came. */
  readonly sent: Uint8Array
  /** What of it is kept: without what follows the end of its picture. */
  readonly picture: Uint8Array
  readonly seen: SeenFrame
  /** What the answer says about the frame. */
  readonly guidance: Guidance
  /** Set where the frame came with a good signature. */
  readonly signed?: SignedMark | undefined
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/** The frame of the challenge with the very same bytes. */
export const knownFrame = (database: Database, place: records.ChallengePlace, bytes: Uint8Array) =>
  records.frameOfDigest(database, place, digestOf(bytes))

interface Copy {
  readonly frameId: string
  /** The task that the copy names; it may be another than that of the frame. */
  readonly task: string
  readonly receivedAtMs: number
  readonly byteLength: number
}

/** Counts a copy of a frame; copies fill up a challenge as frames do. */
export const countCopy = (
  database: Database,
  place: records.ChallengePlace,
  { frameId, task, receivedAtMs, byteLength }: Copy,
  limits: FrameLimits,
): Promise<'kept' | 'no room'> =>
  database.transaction(async (queries) => {
    const room = { now: receivedAtMs, bytes: byteLength, ...limits }
    if (!(await records.takeRoom(queries, place, room))) return 'no room'
    await records.countRepeat(queries, place, { frameId, task })
    return 'kept'
  })

/** What was seen is kept as V8 writes it: numbers stay exact, and only this program reads it, within hours. */
const encodeSeen = (seen: SeenFrame): Uint8Array => serialize(seen)
export const decodeSeen = (bytes: Uint8Array): SeenFrame => deserialize(bytes) as SeenFrame

class NoRoom extends Error {}
class SentBefore extends Error {}
class NumberTaken extends Error {}

/**
 * File, record and memory of the picture appear together; `no room` when the challenge closed, ended or filled up
 * meanwhile. A frame that is not remembered cannot be recognised later.
 */
export async function keepFrame(
  vault: Vault,
  place: records.ChallengePlace & { readonly externalPersonId: string },
  frame: NewFrame,
  limits: FrameLimits,
  isRemembered = true,
): Promise<'kept' | 'sent before' | 'no room' | 'number taken'> {
  const { organisationId, externalPersonId } = place
  const id = randomUUID()
  const { sent, picture, seen, receivedAtMs } = frame
  const room = { now: receivedAtMs, bytes: sent.byteLength, ...limits }
  const { greys = new Uint8Array(), bands = [] } = seen.shot?.face ?? {}
  const marks = await vault.marks()
  const secrets = {
    seen: { label: placeOfPart('frame', organisationId, id).label, bytes: encodeSeen(seen) },
    print: { label: placeOfPart('shot', organisationId, id).label, bytes: greys },
  }
  try {
    await vault.keep(
      organisationId,
      [{ id, bytes: picture }],
      async (queries, seals) => {
        if (!(await records.takeRoom(queries, place, room))) throw new NoRoom()
        const mark = { number: frame.signed?.number ?? null, keyCounter: frame.signed?.counter ?? null }
        // No other request can add a frame meanwhile: the row of the challenge is locked.
        if (frame.signed && (await records.digestsOfMark(queries, place, mark)).length > 0)
          throw new NumberTaken()
        const record = {
          ...mark,
          id,
          task: frame.task,
          takenAt: frame.takenAtMs,
          receivedAt: receivedAtMs,
          digest: digestOf(sent),
          trailingBytes: sent.byteLength - picture.byteLength,
          guidance: frame.guidance,
          seen: seals.seen.bytes,
          keyVersion: seals.seen.keyVersion,
        }
        if (!(await records.addFrame(queries, place, record))) throw new SentBefore()
        if (!isRemembered || !seen.shot) return
        const { bytes: print, keyVersion } = seals.print
        const shot = { organisationId, id, challengeId: place.id, externalPersonId, seenAt: receivedAtMs }
        await addShot(queries, marks, { ...shot, print, keyVersion }, bands)
      },
      secrets,
    )
    return 'kept'
  } catch (error) {
    if (error instanceof NoRoom) return 'no room'
    if (error instanceof SentBefore) return 'sent before'
    if (error instanceof NumberTaken) return 'number taken'
    throw error
  }
}

/** Gives the frames in the order in which they were taken, each picture once. */
export async function framesOf(
  database: Database,
  vault: Vault,
  place: records.ChallengePlace,
  task?: string,
): Promise<(Frame & { readonly digest: string })[]> {
  const [kept, repeats] = await Promise.all([
    records.framesOf(database, place, task),
    records.repeatsOf(database, place),
  ])
  return Promise.all(
    kept.map(async ({ id, task, takenAt, receivedAt, digest, guidance, seen, number, keyCounter }) => {
      const { label } = placeOfPart('frame', place.organisationId, id)
      const opened = decodeSeen(await vault.open(place.organisationId, label, seen))
      const copies = repeats
        .filter(({ frameId }) => frameId === id)
        .map(({ task, repeats }) => ({ task, times: repeats }))
      const isOk = guidance === 'ok'
      const signed = number === null ? {} : { signed: { number, counter: keyCounter ?? undefined } }
      const times = { takenAtMs: takenAt, receivedAtMs: receivedAt }
      return { ...opened, ...times, ...signed, id, task, digest, isOk, copies }
    }),
  )
}

/** Names the frames that were sent by their hashes, in the order in which they were taken. */
export async function framesSent(database: Database, place: records.ChallengePlace) {
  const frames = await records.frameDigests(database, place)
  return frames.map(({ task: name, digest, keptBytes, trailingBytes }) => ({
    name,
    sha256: Buffer.from(digest, 'base64url').toString('hex'),
    bytes: keptBytes + trailingBytes,
    ...(trailingBytes && { trailingBytes }),
  }))
}

/** Only the first verdict is kept: a request that judges later, or at the same moment, gets that one. */
export async function settle<Plan>(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  challenge: Challenge<Plan>,
  family: records.FrameFamily,
  verdict: LivenessVerdict,
): Promise<LivenessVerdict> {
  const marks = await vault.marks()
  const isKept = await database.transaction(async (queries) => {
    if (!(await records.keepVerdict(queries, challenge, writeVerdict(verdict)))) return false
    // A key is raised only here, by the request whose verdict is kept: once for each challenge.
    const counter = challenge.captureKeyId ? await records.highestCounter(queries, challenge) : null
    if (challenge.captureKeyId && counter !== null)
      await raiseCounter(queries, { ...challenge, id: challenge.captureKeyId }, counter)
    if (verdict.code === codes.success)
      await markAccepted(queries, marks, await records.frameIdsOf(queries, challenge))
    return true
  })
  if (isKept) return verdict
  const settled = await findChallenge(database, challenge, family)
  return settled?.verdict ?? verdict
}
