// Challenges to chips and sessions with them: 8 random bytes to sign and a seed of keys to agree on, good for one judgement within three minutes.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type Code, codes, saying } from '../../codes.ts'
import type { Queries } from '../../store/port.ts'
import * as records from '../../store/records/chips.ts'

/** As INTERNAL AUTHENTICATE of ICAO 9303-11 takes it. */
const CHALLENGE_BYTES = 8
const LIFE_MS = 3 * 60_000
/** For so long the answer says that a challenge was used or is over, and not that there is none. */
const REMEMBERED_MS = 3_600_000

export interface StartedChallenge {
  readonly id: string
  readonly challenge: Buffer
  readonly expiresAt: number
}

export async function startChipChallenge(
  queries: Queries,
  { organisationId, verificationId }: Pick<records.OwnChallenge, 'organisationId' | 'verificationId'>,
  now: number,
): Promise<StartedChallenge> {
  const started = { id: randomUUID(), challenge: randomBytes(CHALLENGE_BYTES), expiresAt: now + LIFE_MS }
  const of = { organisationId, verificationId: verificationId ?? null }
  await records.addChipChallenge(queries, { ...of, ...started }, now - REMEMBERED_MS)
  return started
}

const WHY = {
  unknown: 'there is none of this id',
  used: 'it was used before; ask for a new one for each reading',
  expired: 'it expired; it is good for three minutes',
} as const

/** Takes a challenge for one judgement, however many ask for it at once. */
export async function takeChipChallenge(
  queries: Queries,
  place: records.OwnChallenge,
  now: number,
): Promise<{ readonly challenge: Uint8Array } | { readonly code: Code }> {
  const challenge = await records.takeChipChallenge(queries, place, now)
  if (challenge) return { challenge }
  const state = await records.stateOfChipChallenge(queries, place)
  return { code: saying(codes.challengeNotFound, WHY[state]) }
}

/**
 * The seed of the key that the server agrees with, in one session and for one DG14. It is made anew for the judgement from
 * the file that the state signed: an answer that was made with another file or in another session does not fit.
 */
export const seedOf = (secret: Uint8Array, place: records.OwnChallenge, dg14: Uint8Array): Buffer =>
  createHmac('sha512', secret)
    .update(`chip-session:${place.organisationId}:${place.id}:`)
    .update(createHash('sha256').update(dg14).digest())
    .digest()
