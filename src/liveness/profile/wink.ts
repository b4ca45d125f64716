// Measures a wink: one eye closed and the other open, compared with how open the same person's eyes are otherwise.

import { median } from '../../statistics.ts'
import type { SeenFace } from '../../vision/observation.ts'

interface Eyes {
  readonly left: number
  readonly right: number
}

const opennessOf = ({ expression }: SeenFace): Eyes => ({
  left: expression?.leftEye.openness ?? 0,
  right: expression?.rightEye.openness ?? 0,
})

/** The openness of an eye where there is no straight frame to measure it on. */
const USUAL = 0.28

export function openEyes(straight: readonly SeenFace[]): Eyes {
  const seen = straight.map(opennessOf)
  if (seen.length === 0) return { left: USUAL, right: USUAL }
  return { left: median(seen.map(({ left }) => left)), right: median(seen.map(({ right }) => right)) }
}

/** The least wink against the person's own open eyes, and against usual ones: see `npm run evaluate -- liveness --only wink`. */
export const WINK = { own: 0.2, usual: 0.3 }

export const leastWink = (straight: readonly SeenFace[]): number =>
  straight.length > 0 ? WINK.own : WINK.usual

/** How much more one eye is closed than the other: 0 for both alike, 1 for one closed and the other as open as usual. */
export function winkOf(face: SeenFace, open: Eyes): number {
  const { left, right } = opennessOf(face)
  const share = (now: number, before: number) => Math.min(1, now / Math.max(0.05, before))
  return Math.abs(share(left, open.left) - share(right, open.right))
}
