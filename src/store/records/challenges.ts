// Every query about liveness challenges and their frames.
import type { Queries } from '../port.ts'
import { addedBy, boundBy, removedBy } from './binding.ts'

export type FrameFamily = 'distance' | 'nose' | 'profile' | 'light'

/** One challenge of one organisation. */
export interface ChallengePlace {
  readonly organisationId: string
  readonly id: string
}

interface NewChallenge extends ChallengePlace {
  readonly family: FrameFamily
  readonly externalPersonId: string
  /** The caller's reference to the person's consent. */
  readonly consentReference: string | null
  /** JSON. */
  readonly plan: string
  readonly createdAt: number
  readonly expiresAt: number
  /** The verification that it was started for; null for none. */
  readonly verificationId: string | null
  /** The key that signs its frames; null for none. */
  readonly captureKeyId: string | null
  /** What the client said of its camera, as JSON. */
  readonly signals: string | null
}

interface ChallengeRecord extends Omit<NewChallenge, 'verificationId'> {
  readonly frames: number
  readonly bytes: number
  readonly closedAt: number | null
  /** JSON. */
  readonly verdict: string | null
}

export async function addChallenge(queries: Queries, challenge: NewChallenge): Promise<void> {
  await addedBy(queries, 'challenge', {
    sql: `INSERT INTO challenges (organisation_id, id, family, external_person_id, plan, created_at, expires_at,
       consent_reference, verification_id, capture_key_id, signals)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      challenge.organisationId,
      challenge.id,
      challenge.family,
      challenge.externalPersonId,
      challenge.plan,
      challenge.createdAt,
      challenge.expiresAt,
      challenge.consentReference,
      challenge.verificationId,
      challenge.captureKeyId,
      challenge.signals,
    ],
  })
}

const columns = `organisation_id AS "organisationId", id, family, external_person_id AS "externalPersonId", plan,
  created_at AS "createdAt", expires_at AS "expiresAt", frames, bytes, closed_at AS "closedAt", verdict,
  consent_reference AS "consentReference", capture_key_id AS "captureKeyId", signals`

export async function findChallenge(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  family: FrameFamily,
): Promise<ChallengeRecord | undefined> {
  const rows = await queries.query<ChallengeRecord>(
    `SELECT ${columns} FROM challenges WHERE organisation_id = $1 AND id = $2 AND family = $3`,
    [organisationId, id, family],
  )
  return rows[0]
}

interface FrameRoom {
  readonly now: number
  readonly bytes: number
  readonly mostFrames: number
  readonly mostBytes: number
}

/** Counts a frame or a copy of one, unless the challenge is closed, expired or full; other frames wait until the transaction ends. */
export async function takeRoom(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  { now, bytes, mostFrames, mostBytes }: FrameRoom,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE challenges SET frames = frames + 1, bytes = bytes + $3
     WHERE organisation_id = $1 AND id = $2 AND closed_at IS NULL AND expires_at > $4
       AND frames < $5 AND bytes + $3 <= $6 RETURNING id`,
    [organisationId, id, bytes, now, mostFrames, mostBytes],
  )
  return rows.length === 1
}

interface FrameRecord {
  readonly id: string
  readonly task: string
  readonly takenAt: number
  readonly receivedAt: number
  /** Of the file as it came. */
  readonly digest: string
  /** How much longer than what is kept the file was. */
  readonly trailingBytes: number
  /** Null for a frame that an earlier version kept. */
  readonly guidance: string | null
  /** Sealed. */
  readonly seen: Uint8Array
  readonly keyVersion: number
  /** Null where the frame came without a signature. */
  readonly number: number | null
  /** The counter of the key that signed it; null where it has none. */
  readonly keyCounter: number | null
}

/** False when the challenge already has a frame of the same bytes. */
export async function addFrame(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  frame: FrameRecord,
): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO challenge_frames (organisation_id, challenge_id, id, task, taken_at, received_at, digest, seen,
       key_version, guidance, trailing_bytes, number, key_counter)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (organisation_id, challenge_id, digest) DO NOTHING RETURNING id`,
    [
      organisationId,
      id,
      frame.id,
      frame.task,
      frame.takenAt,
      frame.receivedAt,
      frame.digest,
      frame.seen,
      frame.keyVersion,
      frame.guidance,
      frame.trailingBytes,
      frame.number,
      frame.keyCounter,
    ],
  )
  return rows.length === 1
}

/** Whether a frame of the challenge has the number, or the counter, of another that is about to be added. */
export async function digestsOfMark(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  { number, keyCounter }: Pick<FrameRecord, 'number' | 'keyCounter'>,
): Promise<string[]> {
  const rows = await queries.query<{ digest: string }>(
    `SELECT digest FROM challenge_frames WHERE organisation_id = $1 AND challenge_id = $2
       AND (number = $3 OR key_counter = $4)`,
    [organisationId, id, number, keyCounter],
  )
  return rows.map(({ digest }) => digest)
}

/** Of the key that signed the frames; null where it has no counter. */
export async function highestCounter(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
): Promise<number | null> {
  const [row] = await queries.query<{ counter: number | null }>(
    `SELECT MAX(key_counter) AS counter FROM challenge_frames WHERE organisation_id = $1 AND challenge_id = $2`,
    [organisationId, id],
  )
  return row?.counter ?? null
}

type KnownFrame = Pick<FrameRecord, 'id' | 'task' | 'guidance' | 'trailingBytes'>

/** The frame of the challenge with these bytes. */
export async function frameOfDigest(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  digest: string,
): Promise<KnownFrame | undefined> {
  const rows = await queries.query<KnownFrame>(
    `SELECT id, task, guidance, trailing_bytes AS "trailingBytes" FROM challenge_frames
     WHERE organisation_id = $1 AND challenge_id = $2 AND digest = $3`,
    [organisationId, id, digest],
  )
  return rows[0]
}

interface Repeat {
  readonly frameId: string
  /** The task that the copy named. */
  readonly task: string
}

export async function countRepeat(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  { frameId, task }: Repeat,
): Promise<void> {
  await queries.query(
    `INSERT INTO challenge_repeats (organisation_id, challenge_id, frame_id, task, repeats) VALUES ($1, $2, $3, $4, 1)
     ON CONFLICT (organisation_id, challenge_id, frame_id, task)
     DO UPDATE SET repeats = challenge_repeats.repeats + 1`,
    [organisationId, id, frameId, task],
  )
}

export function repeatsOf(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
): Promise<(Repeat & { readonly repeats: number })[]> {
  return queries.query(
    `SELECT frame_id AS "frameId", task, repeats FROM challenge_repeats
     WHERE organisation_id = $1 AND challenge_id = $2`,
    [organisationId, id],
  )
}

/** Returns frames in the order in which they were taken; `task` selects those of one task. */
export function framesOf(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  task?: string,
): Promise<FrameRecord[]> {
  const values = [organisationId, id, ...(task === undefined ? [] : [task])]
  return queries.query<FrameRecord>(
    `SELECT id, task, taken_at AS "takenAt", received_at AS "receivedAt", digest,
       trailing_bytes AS "trailingBytes", guidance, seen, key_version AS "keyVersion", number, key_counter AS "keyCounter"
     FROM challenge_frames WHERE organisation_id = $1 AND challenge_id = $2${task === undefined ? '' : ' AND task = $3'}
     ORDER BY taken_at, received_at, id`,
    values,
  )
}

/** Digests of the frames that were sent, for receipts. */
export function frameDigests(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
): Promise<(Pick<FrameRecord, 'task' | 'digest' | 'trailingBytes'> & { readonly keptBytes: number })[]> {
  return queries.query(
    `SELECT c.task, c.digest, f.plain_bytes AS "keptBytes", c.trailing_bytes AS "trailingBytes" FROM challenge_frames c
     JOIN files f ON f.organisation_id = c.organisation_id AND f.id = c.id
     WHERE c.organisation_id = $1 AND c.challenge_id = $2 ORDER BY c.taken_at, c.received_at, c.id`,
    [organisationId, id],
  )
}

/** Closes a challenge for frames. False when it has expired; one that was closed before stays as it was. */
export async function closeChallenge(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  now: number,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE challenges SET closed_at = COALESCE(closed_at, $3)
     WHERE organisation_id = $1 AND id = $2 AND (closed_at IS NOT NULL OR expires_at > $3) RETURNING id`,
    [organisationId, id, now],
  )
  return rows.length === 1
}

/** Stores the first verdict; false for any later one. */
export async function keepVerdict(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  verdict: string,
): Promise<boolean> {
  const rows = await boundBy(
    queries,
    'challenge',
    { organisation_id: organisationId, id },
    {
      sql: `UPDATE challenges SET verdict = $3
     WHERE organisation_id = $1 AND id = $2 AND verdict IS NULL`,
      values: [organisationId, id, verdict],
    },
  )
  return rows.length === 1
}

/** Closes a challenge for frames even when it has expired; false when there is none. */
export async function forceCloseChallenge(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  now: number,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE challenges SET closed_at = COALESCE(closed_at, $3)
     WHERE organisation_id = $1 AND id = $2 RETURNING id`,
    [organisationId, id, now],
  )
  return rows.length === 1
}

export async function frameIdsOf(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
): Promise<string[]> {
  const rows = await queries.query<{ id: string }>(
    'SELECT id FROM challenge_frames WHERE organisation_id = $1 AND challenge_id = $2',
    [organisationId, id],
  )
  return rows.map((row) => row.id)
}

/** Removes a challenge with the records of its frames; the caller removes their files. */
export async function removeChallenge(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
): Promise<boolean> {
  const rows = await removedBy(queries, 'challenge', {
    sql: 'DELETE FROM challenges WHERE organisation_id = $1 AND id = $2',
    values: [organisationId, id],
  })
  return rows.length === 1
}

/** Remembers a challenge that expired after `since` and was never judged; called before the challenge is removed. */
export async function rememberExpired(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  since: number,
): Promise<void> {
  await queries.query(
    `INSERT INTO expired_challenges (organisation_id, id, family, expires_at)
     SELECT organisation_id, id, family, expires_at FROM challenges
     WHERE organisation_id = $1 AND id = $2 AND verdict IS NULL AND expires_at >= $3
     ON CONFLICT (organisation_id, id) DO NOTHING`,
    [organisationId, id, since],
  )
}

export async function isRememberedExpired(
  queries: Queries,
  { organisationId, id }: ChallengePlace,
  family: FrameFamily,
): Promise<boolean> {
  const rows = await queries.query(
    'SELECT id FROM expired_challenges WHERE organisation_id = $1 AND id = $2 AND family = $3',
    [organisationId, id, family],
  )
  return rows.length > 0
}

/** Forgets ids of challenges that expired before this time, and returns how many; call again while it is `limit`. */
export async function forgetExpiredBefore(queries: Queries, time: number, limit: number): Promise<number> {
  const rows = await queries.query(
    `DELETE FROM expired_challenges WHERE (organisation_id, id) IN
       (SELECT organisation_id, id FROM expired_challenges WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
     RETURNING id`,
    [time, limit],
  )
  return rows.length
}
