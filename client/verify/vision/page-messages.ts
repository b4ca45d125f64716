// The messages between the page and the worker that looks for documents.
import type { Point } from '../../../src/image/geometry/geometry.ts'
import type { CaptureHint, CaptureWish } from './page-hint.ts'

export type ToPageWorker =
  | { readonly kind: 'open'; readonly folder: string }
  | {
      readonly kind: 'look'
      readonly id: number
      readonly picture: ImageBitmap
      readonly wish: CaptureWish
    }

/** What one look found; the picture comes back, so that what was judged is what is sent. */
export interface PageLooked {
  readonly kind: 'looked'
  readonly id: number
  readonly picture: ImageBitmap
  readonly hint: CaptureHint | 'ok'
  /** Corners of the page as shares of the picture, where there is one. */
  readonly corners: readonly Point[]
  readonly milliseconds: number
}

export type FromPageWorker =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'closed'; readonly fault: string }
  | PageLooked
  | { readonly kind: 'blind'; readonly id: number; readonly picture: ImageBitmap; readonly fault: string }
