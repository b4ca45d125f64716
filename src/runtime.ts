// The hall: what a running server holds and hands to its doors.
import type { Trail } from './audit/trail.ts'
import type { Settings } from './config.ts'
import type { Gallery } from './gallery/port.ts'
import type { AccessLog } from './http/access-log.ts'
import type { Limits } from './http/limits.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/tracing.ts'
import type { Authenticator } from './organisations/authenticate.ts'
import type { Receipts } from './receipts/keep.ts'
import type { Store } from './store/open.ts'
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
  readonly gallery: Gallery
  readonly authenticator: Authenticator
  readonly limits: Limits
  readonly traffic: Traffic
  /** Where requests are traced. */
  readonly tracing: Tracing | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What goes in and out at this moment. */
export interface Traffic {
  inFlight: number
  closing: boolean
  whenIdle?: () => void
}
