// What routes of documents are given: the runtime, and workers that read documents.
import type { Runtime } from '../runtime.ts'
import type { VisionJobs } from '../vision/jobs.ts'
import type { Pool } from '../workers/port.ts'
import type { DocumentJobs } from './jobs.ts'

export interface DocumentParts extends Runtime {
  readonly workers: Pool<VisionJobs & DocumentJobs>
}
