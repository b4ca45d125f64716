// What http needs of a running server: ports of lower floors, and those that features fill.
import type { Visits } from '../access/visits.ts'
import type { Trail } from '../audit/trail.ts'
import type { Settings } from '../config.ts'
import type { Gallery } from '../gallery/port.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Tracing } from '../observability/tracing.ts'
import type { Receipts } from '../receipts/keep.ts'
import type { Database, Files } from '../store/port.ts'
import type { Vault } from '../store/vault.ts'
import type { Sandbox } from '../workers/cage.ts'
import type { JobTable, Pool } from '../workers/port.ts'
import type { AccessLog } from './access-log.ts'
import type { Authenticator } from './authenticator.ts'
import type { Limits } from './limits.ts'

export interface HttpPorts {
  readonly config: Settings
  readonly log: Log
  readonly metrics: Metrics
  readonly accessLog: AccessLog
  readonly trail: Trail
  readonly receipts: Pick<Receipts, 'of'>
  readonly store: {
    readonly database: Pick<Database, 'query'>
    readonly files: Pick<Files, 'check'>
    readonly vault: Pick<Vault, 'checkRoom'>
  }
  readonly workers: Pick<Pool<JobTable>, 'ask'>
  /** Throws where no program reads videos, and says why. */
  readonly videos: { check(): Promise<void> }
  /** What holds the workers. */
  readonly sandbox: Sandbox
  readonly gallery: Pick<Gallery, 'check'>
  readonly authenticator: Authenticator
  /** Lets persons in with links and tokens, and counts what they do as attempts. */
  readonly visits: Visits
  readonly limits: Limits
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
