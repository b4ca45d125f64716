// The parts of a running server that every route is given: ports of lower floors, and none of a feature.
import type { AttestationTrust } from './attestation/trust.ts'
import type { Gallery } from './gallery/port.ts'
import type { HttpPorts } from './http/ports.ts'
import type { Receipts } from './receipts/keep.ts'
import type { Store } from './store/open.ts'
import type { VisionJobs } from './vision/jobs.ts'
import type { VideoProgram } from './vision/video-program.ts'
import type { Pool } from './workers/port.ts'

export interface Runtime extends HttpPorts {
  readonly version: string
  readonly receipts: Receipts
  readonly store: Store
  /** A wing with jobs of its own asks for a pool that has them too. */
  readonly workers: Pool<VisionJobs>
  readonly videos: VideoProgram
  readonly gallery: Gallery
  /** Whom attestations of devices may end at. */
  readonly attestation: AttestationTrust
}
