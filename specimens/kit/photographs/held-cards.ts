// Makes photographs of a card in a hand, as the phone of a person sees it.
import type { Scene } from '../../camera/scene.ts'
import { type DocumentPhoto, photoOf } from './document-photos.ts'

/** Nearly flat before the camera. */
export const heldPose: Scene['pose'] = {
  ...{ tiltDegrees: 3, turnDegrees: 2, rollDegrees: 2, quarterTurns: 0, fill: 0.85, x: 0, y: 0, focal: 0.9 },
}

/** Its upper edge is lifted backwards, as the page of the person asks, while what is behind it stays. */
export const tiltedInHand: Partial<Scene> = {
  pose: { ...heldPose, fill: 0.8 },
  lift: { tiltDegrees: -17, turnDegrees: -2 },
}

export const heldCard = (side: 'front' | 'back', change: Partial<Scene> = {}): Promise<DocumentPhoto> =>
  photoOf({ kind: 'cccd-chip', side, seed: 306 }, 'clean', {
    frame: { longSide: 1280, aspect: 4 / 3, hold: 'across' },
    ...{ pose: heldPose, orientation: 1, background: { kind: 'wood', seed: 3 } },
    hand: { side: 'bottom', reachMm: 8, tone: 0.4 },
    ...change,
  })
