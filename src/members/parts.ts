// What routes of members are given: the runtime, and who signs members in.
import type { Runtime } from '../runtime.ts'
import type { MemberSessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

export interface MemberParts extends Runtime {
  /** Signs members in, and keeps their sessions. */
  readonly members: { readonly sessions: MemberSessions; readonly signIn: SignIn }
}
