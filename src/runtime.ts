// The parts of a running server, which every route is given.
import type { AttestationTrust } from './attestation/trust.ts'
import type { Trail } from './audit/trail.ts'
import type { Settings } from './config.ts'
import type { Gallery } from './gallery/port.ts'
import type { AccessLog } from './http/access-log.ts'
import type { Authenticator } from './http/authenticator.ts'
import type { Limits } from './http/limits.ts'
import type { Jobs } from './jobs.ts'
import type { MemberSessions } from './members/sessions.ts'
import type { SignIn } from './members/sign-in.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/tracing.ts'
import type { Receipts } from './receipts/keep.ts'
import type { Store } from './store/open.ts'
import type { Judging } from './verifications/process.ts'
import type { PersonaRuns } from './verifications/sandbox/persona-runs.ts'
import type { OpenVisits } from './verifications/session/visits.ts'
import type { Deliverer } from './webhooks/deliverer.ts'
import type { Sandbox } from './workers/cage.ts'
import type { Pool } from './workers/port.ts'

export interface Runtime {
  readonly version: string
  readonly config: Settings
  readonly log: Log
  readonly metrics: Metrics
  readonly accessLog: AccessLog
  readonly trail: Trail
  readonly receipts: Receipts
  readonly store: Store
  readonly workers: Pool<Jobs>
  /** What holds the workers. */
  readonly sandbox: Sandbox
  readonly gallery: Gallery
  readonly authenticator: Authenticator
  /** Signs members in, and keeps their sessions. */
  readonly members: { readonly sessions: MemberSessions; readonly signIn: SignIn }
  readonly webhooks: Deliverer
  /** Whom attestations of devices may end at. */
  readonly attestation: AttestationTrust
  /** Lets persons in with links and tokens, and counts what they do as attempts. */
  readonly visits: OpenVisits
  readonly judging: Judging
  readonly limits: Limits
  /** Walks the test verifications of personas. */
  readonly walks: PersonaRuns
  readonly traffic: Traffic
  /** Undefined where requests are not traced. */
  readonly tracing: Tracing | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The requests of this moment. */
export interface Traffic {
  inFlight: number
  closing: boolean
  whenIdle?: () => void
}
