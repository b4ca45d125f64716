// The port through which the guard of a route asks whose credentials a request carries.

import type { Visit } from '../access/visits.ts'
import type { Code } from '../codes.ts'
import type { UsedSession } from './member-session.ts'

/** An API key that was let in. */
export interface UsedKey {
  readonly id: string
  readonly scopes: readonly string[]
  /** Whether it is a key of the sandbox. */
  readonly isTest: boolean
  readonly hash: Uint8Array
}

export type Login =
  | {
      readonly organisationId: string
      readonly key?: UsedKey
      readonly visit?: Visit
      readonly session?: UsedSession
    }
  /** A link or token that was good once. */
  | { readonly refused: 'over'; readonly code: Code }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'too many'; readonly retryAfterSeconds: number }

export interface Authenticator {
  /** Answers at once, without a promise, when name and password were verified a moment ago; never for an API key or a token. */
  known(header: string): string | undefined
  login(header: string, address: string): Promise<Login>
  /** With the secret of a member's session, which is looked up for every request. */
  loginWithSession(secret: string, address: string): Promise<Login>
  /** Whether a key that was let in would be let in now. */
  isStillGood(key: UsedKey): Promise<boolean>
  /** Whether a person that was let in would be let in now. */
  isStillOpen(visit: Visit): Promise<boolean>
  /** Whether a session that was let in would be let in now. */
  isStillSignedIn(session: UsedSession): Promise<boolean>
  /** Whether the organisation was removed; what was verified of it a moment ago is then forgotten. */
  isRemoved(organisationId: string): Promise<boolean>
  /** Writes down when keys were last used, as far as that is not written yet. */
  close(): Promise<void>
}
