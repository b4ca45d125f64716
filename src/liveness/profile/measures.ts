// Measures what a task of the profile challenge asks for: the turn of the head, and a wink.
import { median } from '../../system/statistics.ts'
import type { HeadAngles } from '../../vision/head-angles.ts'
import type { SeenFace } from '../../vision/observation.ts'

export interface Turn {
  readonly leftDegrees: number
  readonly upDegrees: number
}

type Straight = Pick<HeadAngles, 'yawDegrees' | 'pitchDegrees'>

/** The median angles of the person's straight frames: everybody holds the head, and the phone, a little differently. */
export function straightAngles(faces: readonly SeenFace[]): Straight {
  return {
    yawDegrees: median(faces.map(({ angles }) => angles.yawDegrees)),
    pitchDegrees: median(faces.map(({ angles }) => angles.pitchDegrees)),
  }
}

/** The person's left is the image's right, unless the picture is mirrored. */
export function turnFrom(straight: Straight, angles: HeadAngles, isMirrored: boolean): Turn {
  const toImageRight = angles.yawDegrees - straight.yawDegrees
  return {
    leftDegrees: isMirrored ? -toImageRight : toImageRight,
    upDegrees: angles.pitchDegrees - straight.pitchDegrees,
  }
}

/** The furthest that a head may be from looking ahead. Phones are held lower than eyes, hence more room up and down. */
export const STRAIGHT = { yawDegrees: 20, pitchDegrees: 25, rollDegrees: 30 }

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
