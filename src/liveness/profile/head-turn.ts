// Measures how far a head is turned from how the same person looks ahead; left and right are the person's own.
import { median } from '../../statistics.ts'
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
