// Guides a person who photographs a document: one worker with the page networks.
import type { Point } from '../../../src/image/geometry/geometry.ts'
import { guidingWorker } from './guiding-worker.ts'
import type { CaptureHint, CaptureWish } from './page-hint.ts'

/** What one look found; the picture comes back, so that what was judged is what is sent. */
export interface PageLooked {
  readonly picture: ImageBitmap
  readonly hint: CaptureHint | 'ok'
  /** Corners of the page as shares of the picture, where there is one. */
  readonly corners: readonly Point[]
}

/** Call it while the person still reads: everything is downloaded then. A page of another origin may not start it. */
export const openPageGuide = guidingWorker<CaptureWish, PageLooked>(
  () => new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module' }),
)
