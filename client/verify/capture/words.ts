// The texts that the capture of a document needs, by their names.
import type { CaptureHint } from './hint.ts'

type Side = 'front' | 'back'

export interface CaptureWords {
  /** What to photograph now, and how. */
  readonly title: Readonly<Record<Side, string>>
  readonly lead: Readonly<Record<Side, string>>
  /** What the drawing shows. */
  readonly drawing: Readonly<Record<Side, string>>
  readonly hints: Readonly<Record<CaptureHint | 'ok', string>>
  readonly preview: string
  readonly asking: string
  /** Said while the networks are loading, and where there are none. */
  readonly byHand: string
  readonly take: string
  readonly torchOn: string
  readonly torchOff: string
  readonly upload: string
  readonly uploadHint: string
  readonly camera: string
  readonly check: Readonly<Record<Side, string>>
  readonly checkHint: string
  readonly taken: string
  readonly use: string
  readonly retake: string
  readonly sending: string
}
