// Whether all frames show one and the same person, however the head is turned.
import { atLeast, type Check } from '../checks.ts'
import type { SeenFace } from '../eyes/observe.ts'
import { cosine } from '../gallery/cosine.ts'

/**
 * How alike two frames of one person must be: the further apart the head is turned between them, the less. Chosen on
 * the frames of people turning their heads: see `npm run evaluate -- liveness --only turns`.
 */
const ALIKE = { straight: 0.45, freeDegrees: 15, perDegree: 0.0075, least: 0.12 }

interface Link {
  readonly cosine: number
  readonly least: number
}

/**
 * Frames that hold together are the same person: each must be joined to the others by links that are alike enough, a
 * head turned far to its neighbours on the way there. The weakest link that is needed speaks for all.
 */
export function samePerson(faces: readonly SeenFace[]): Check {
  const weakest = weakestNeeded(faces)
  return atLeast('same-person', weakest?.cosine ?? 1, weakest?.least ?? ALIKE.straight)
}

/** The lowest margin in the tree of highest margins that joins all, grown from the first frame. */
function weakestNeeded(faces: readonly SeenFace[]): Link | undefined {
  const [first, ...rest] = faces
  if (!first) return undefined
  let outside = rest.map((face) => ({ face, best: link(first, face) }))
  let weakest: Link | undefined
  while (outside.length > 0) {
    const next = outside.reduce((a, b) => (margin(b.best) > margin(a.best) ? b : a))
    if (!weakest || margin(next.best) < margin(weakest)) weakest = next.best
    outside = outside
      .filter((one) => one !== next)
      .map(({ face, best }) => {
        const other = link(next.face, face)
        return { face, best: margin(other) > margin(best) ? other : best }
      })
  }
  return weakest
}

const margin = ({ cosine, least }: Link): number => cosine - least

function link(a: SeenFace, b: SeenFace): Link {
  const apart = Math.hypot(
    a.angles.yawDegrees - b.angles.yawDegrees,
    a.angles.pitchDegrees - b.angles.pitchDegrees,
  )
  const beyond = Math.max(0, apart - ALIKE.freeDegrees)
  return {
    cosine: a.vector && b.vector ? cosine(a.vector, b.vector) : 0,
    least: Math.max(ALIKE.least, ALIKE.straight - ALIKE.perDegree * beyond),
  }
}
