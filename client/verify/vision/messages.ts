// The messages between the page and its worker.

import type { SeenFace } from '../../../src/vision/observation.ts'
import type { Guidance, Plan, Taken, Task } from '../../src/challenge/shapes.ts'

export type ToWorker =
  | { readonly kind: 'open'; readonly folder: string }
  | {
      readonly kind: 'look'
      readonly id: number
      readonly picture: ImageBitmap
      readonly plan: Plan
      readonly task: Task
      readonly isMirrored: boolean
      readonly taken: readonly Taken<SeenFace>[]
    }

export type FromWorker =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'closed'; readonly fault: string }
  | {
      readonly kind: 'seen'
      readonly id: number
      readonly guidance: Guidance
      readonly face: SeenFace | undefined
      readonly milliseconds: number
    }
  | { readonly kind: 'blind'; readonly id: number; readonly fault: string }
