// Compares two prints of faces: are they of one picture, however changed, or of two pictures?
import { bendOf, bent, laidOver, moved, smooth } from './print-flow.ts'
import { correlation, detail, type Field, levelled, mirroredField, PRINT_SIDE } from './print-light.ts'

/** A print made ready to be compared with many. */
interface ReadyPrint {
  readonly shape: Field
  readonly texture: Field
}

function readyPrint(print: Uint8Array): ReadyPrint | undefined {
  if (print.length !== PRINT_SIDE * PRINT_SIDE) return undefined
  const level = levelled(print)
  return {
    shape: detail(level, { finest: 1, coarsest: 5, contrast: 5 }),
    texture: detail(level, { finest: 0, coarsest: 2, contrast: 5 }),
  }
}

/** Prints that have less in common than this before and after one is laid over the other are of other pictures. */
const LEAST_LIKE = 0.3
const LEAST_LAID = 0.5
/** Heads that turn bend a picture too: what fits only when much bent is less likely the same. */
const BEND_COSTS = 5

/**
 * How much fine detail is the same once the one is laid over the other and bent to fit, up to 1, less the cost of
 * bending; 0 for pictures of different things.
 */
function likeness(one: ReadyPrint, other: ReadyPrint): number {
  const plain = correlation(one.shape, other.shape)
  const flipped = mirroredField(other.shape)
  const mirror = correlation(one.shape, flipped)
  if (!(Math.max(plain, mirror) >= LEAST_LIKE)) return 0
  const isMirrored = mirror > plain
  const shape = isMirrored ? flipped : other.shape
  const whole = laidOver(one.shape, shape)
  if (!(correlation(one.shape, moved(shape, whole)) >= LEAST_LAID)) return 0
  const flow = bent(one.shape, shape, whole)
  const texture = isMirrored ? mirroredField(other.texture) : other.texture
  const fitted = moved(texture, flow, smooth)
  return correlation(one.texture, fitted) - BEND_COSTS * bendOf(whole, flow, one.texture, fitted)
}

/** Below this a picture is not the same. */
const LEAST_SAME = 0.93
/** From here on it is, whatever the other frames show. */
const SURELY_SAME = 0.965

/** The prints of a session, and known prints that each may be the same as. */
export interface ComparedPrints {
  readonly prints: readonly Uint8Array[]
  readonly pairs: readonly { readonly asked: number; readonly known: Uint8Array }[]
}

/**
 * Returns the indices of prints that are known. Somebody who sits still looks the same a minute later: a known print must
 * be more like the asked one than any other print of its own session is.
 */
export function knownPrints({ prints, pairs }: ComparedPrints): number[] {
  const ready = prints.map(readyPrint)
  const nearest = new Map<number, number>()
  for (const { asked, known } of pairs) {
    const [one, other] = [ready[asked], readyPrint(known)]
    if (one && other) nearest.set(asked, Math.max(nearest.get(asked) ?? 0, likeness(one, other)))
  }
  const isKnown = ([asked, like]: [number, number]): boolean => {
    if (like < LEAST_SAME || like >= SURELY_SAME) return like >= SURELY_SAME
    const one = ready[asked]
    return [ready[asked - 1], ready[asked + 1]].every(
      (other) => !one || !other || likeness(one, other) < like,
    )
  }
  return [...nearest].filter(isKnown).map(([asked]) => asked)
}
