// What routes of liveness are given: the runtime, and workers that measure films and light.
import type { Runtime } from '../runtime.ts'
import type { VisionJobs } from '../vision/jobs.ts'
import type { Pool } from '../workers/port.ts'
import type { LivenessJobs } from './jobs.ts'

export interface LivenessParts extends Runtime {
  readonly workers: Pool<VisionJobs & LivenessJobs>
}
