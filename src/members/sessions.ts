// Sessions of members: begun at sign-in with a new secret, looked up for every request, ended by idleness, age or decision.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { csrfTokenOf, type SessionLookups } from '../http/member-session.ts'
import type { Database, Queries } from '../store/port.ts'
import * as records from '../store/records/member-sessions.ts'
import { forgetEndedInvitations, type MemberPlace } from '../store/records/members.ts'
import {
  drawLetters,
  hasGoodChecksum,
  hashOfSecret,
  secretLetters,
  withChecksum,
} from '../system/secret-text.ts'

export interface SessionOptions {
  readonly database: Database
  readonly now: () => number
  /** A session that is not used for so long is over. */
  readonly idleMs: number
  /** No session is longer, however much it is used. */
  readonly lifeMs: number
}

export interface NewSession {
  /** For the cookie; only its hash is kept. */
  readonly secret: string
  readonly id: string
  readonly csrfToken: string
  readonly expiresAt: number
  readonly seconds: number
}

export interface MemberSessions extends SessionLookups {
  readonly idleMs: number
  /** In the transaction that made sure of the member. The session that the browser had before ends. */
  start(queries: Queries, member: MemberPlace, from: StartedFrom): Promise<NewSession>
  listOf(member: MemberPlace): Promise<records.ListedSession[]>
}

interface StartedFrom {
  readonly userAgent: string
  /** What the browser had, good or not. */
  readonly sessionSecret: string | undefined
}

const form = /^ssm_[A-Za-z0-9]{49}$/
const isSecret = (text: string): boolean => form.test(text) && hasGoodChecksum(text)

/** The use of a session is written at most this often. */
const writeEveryMs = 60_000

export function openSessions({ database, now, idleMs, lifeMs }: SessionOptions): MemberSessions {
  const isOpen = ({ endedAt, disabledAt, expiresAt, usedAt }: records.SessionRecord): boolean =>
    endedAt === null && disabledAt === null && expiresAt > now() && usedAt + idleMs > now()

  return {
    idleMs,

    async lookUp(secret) {
      if (!isSecret(secret)) return undefined
      const hash = hashOfSecret(secret)
      const found = await records.findSession(database, hash)
      if (!found) return undefined
      if (!isOpen(found)) return 'over'
      if (now() - found.usedAt >= Math.min(writeEveryMs, idleMs / 2))
        await records.markSessionUsed(database, hash, now())
      const { id, organisationId, memberId, email, name, role, createdAt, expiresAt } = found
      return {
        id,
        organisationId,
        memberId,
        email,
        name,
        role,
        createdAt,
        expiresAt,
        hash,
        csrfToken: csrfTokenOf(secret),
      }
    },

    async isStillOpen({ hash }) {
      const found = await records.findSession(database, hash)
      return found !== undefined && isOpen(found)
    },

    async start(queries, member, { userAgent, sessionSecret }) {
      if (sessionSecret !== undefined)
        await records.endSessionOfHash(queries, hashOfSecret(sessionSecret), now())
      const secret = withChecksum(`ssm_${drawLetters(secretLetters, 62)}`)
      const [id, createdAt] = [randomUUID(), now()]
      const expiresAt = createdAt + lifeMs
      const hash = hashOfSecret(secret)
      await records.addSession(queries, { hash, id, member, createdAt, expiresAt, userAgent })
      const seconds = Math.floor(lifeMs / 1000)
      return { secret, id, csrfToken: csrfTokenOf(secret), expiresAt, seconds }
    },

    listOf: (member) => records.openSessionsOf(database, member, now(), now() - idleMs),
  }
}

/** Sessions that are over stay for a day, so that a browser that comes back late is not taken for one that guesses. */
const keepEndedMs = 86_400_000

export async function forgetEnded({
  database,
  now,
}: Pick<SessionOptions, 'database' | 'now'>): Promise<number> {
  await records.forgetTakenChallenges(database, now())
  const invitations = await forgetEndedInvitations(database, now())
  return invitations + (await records.forgetEndedSessions(database, now() - keepEndedMs))
}

/**
 * A browser that signed in before holds a signed mark of its member. The mark opens nothing. Wrong passwords that others
 * try do not count against this browser, so that a stranger cannot lock the member out of it.
 */
export function openDevices(secret: () => Promise<Uint8Array>) {
  const macOf = async ({ organisationId, id }: MemberPlace, nonce: string): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(`device:${organisationId}:${id}:${nonce}`)
      .digest()

  return {
    /** For the cookie. */
    async mark(member: MemberPlace): Promise<string> {
      const nonce = drawLetters(22, 62)
      return `${nonce}.${(await macOf(member, nonce)).toString('base64url')}`
    },
    /** The device, where the mark is one of this member. */
    async read(text: string | undefined, member: MemberPlace): Promise<string | undefined> {
      const [, nonce, given] = /^([A-Za-z0-9]{22})\.([\w-]{43})$/.exec(text ?? '') ?? []
      if (nonce === undefined || given === undefined) return undefined
      return timingSafeEqual(await macOf(member, nonce), Buffer.from(given, 'base64url')) ? nonce : undefined
    },
  }
}
