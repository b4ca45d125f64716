// Takes the light out of a print of a face: what is left does not change with brightness, gamma, contrast and shading.
import { boxSums } from '../box-sums.ts'

/** Greys of a print on a side. */
export const PRINT_SIDE = 64
export const PRINT_GREYS = PRINT_SIDE * PRINT_SIDE

/** Numbers row by row; `isInside` is 1 where they are of the picture, and not of what lies beside it. */
export interface PrintField {
  readonly values: Float32Array
  readonly isInside: Uint8Array
}

/** A print made ready to be compared with many. */
export interface Detail {
  /** Features of 1 to 5 cm: by these one print is laid over another. */
  readonly shape: PrintField
  /** What is finer: it is the same only in the same picture. */
  readonly fine: PrintField
}

/** Greys that are added before the logarithm, so that noise in the dark is not taken for detail. */
const DARK = 6
/** Reaches of squares, in greys to each side. */
const [NARROW, MIDDLE, WIDE] = [1, 2, 5]
/** Beside the edge of a picture means are of other places than in one that was cut elsewhere. */
const MARGIN = 3
/** Below this share of the mean contrast a place is flat, and noise is not raised to contrast. */
const FLAT = 0.3

/**
 * In logarithms a gamma multiplies and shading adds what changes slowly: the mean around a place is taken away and the contrast
 * around it made even, and both are gone.
 */
export function detailOf(print: Uint8Array): Detail {
  const lit = litOf(print)
  const middle = means(lit.light, boxSums(lit.inside, PRINT_SIDE, MIDDLE), MIDDLE)
  return { shape: shapeIn(lit), fine: fieldOf(lit, lit.light, middle) }
}

/** The shape alone, at half the price. */
export const shapeOf = (print: Uint8Array): PrintField => shapeIn(litOf(print))

/** A print in logarithms; `inside` is 1 where there is any, and `weights` has how much of that is around each place. */
interface Lit {
  readonly inside: Float32Array
  readonly light: Float32Array
  readonly weights: Float32Array
  readonly isInside: Uint8Array
}

function litOf(print: Uint8Array): Lit {
  const inside = new Float32Array(PRINT_GREYS)
  const light = new Float32Array(PRINT_GREYS)
  for (let i = 0; i < PRINT_GREYS; i++) {
    const grey = print[i] ?? 0
    if (grey === 0) continue
    inside[i] = 1
    light[i] = logarithms[grey] ?? 0
  }
  return { inside, light, weights: boxSums(inside, PRINT_SIDE, WIDE), isInside: insideOf(inside) }
}

function shapeIn(lit: Lit): PrintField {
  const narrow = means(lit.light, boxSums(lit.inside, PRINT_SIDE, NARROW), NARROW)
  return fieldOf(lit, narrow, means(lit.light, lit.weights, WIDE))
}

function fieldOf({ inside, weights, isInside }: Lit, from: Float32Array, less: Float32Array): PrintField {
  const values = new Float32Array(PRINT_GREYS)
  for (let i = 0; i < PRINT_GREYS; i++) if (inside[i] === 1) values[i] = (from[i] ?? 0) - (less[i] ?? 0)
  evenContrast(values, inside, weights)
  return { values, isInside }
}

const logarithms = Float32Array.from({ length: 256 }, (_, grey) => Math.log(grey + DARK))

/** How many places there are around each, where all of the print is of the picture. */
let whole: Float32Array | undefined

function insideOf(inside: Float32Array): Uint8Array {
  const isInside = new Uint8Array(PRINT_GREYS)
  const around = boxSums(inside, PRINT_SIDE, MARGIN)
  whole ??= boxSums(new Float32Array(PRINT_GREYS).fill(1), PRINT_SIDE, MARGIN)
  for (let i = 0; i < PRINT_GREYS; i++) isInside[i] = (around[i] ?? 0) > (whole[i] ?? 0) - 0.5 ? 1 : 0
  return isInside
}

function evenContrast(values: Float32Array, inside: Float32Array, weights: Float32Array): void {
  const contrast = new Float32Array(PRINT_GREYS)
  for (let i = 0; i < PRINT_GREYS; i++) contrast[i] = (values[i] ?? 0) ** 2
  const around = means(contrast, weights, WIDE)
  let [sum, count] = [0, 0]
  for (let i = 0; i < PRINT_GREYS; i++) {
    contrast[i] = Math.sqrt(Math.max(0, around[i] ?? 0))
    if (inside[i] !== 1) continue
    sum += contrast[i] ?? 0
    count++
  }
  // A print of one grey has no detail, and must not be divided by nothing.
  const flat = (FLAT * sum) / Math.max(1, count) + 1e-6
  for (let i = 0; i < PRINT_GREYS; i++) values[i] = (values[i] ?? 0) / ((contrast[i] ?? 0) + flat)
}

function means(values: Float32Array, weights: Float32Array, reach: number): Float32Array {
  const sums = boxSums(values, PRINT_SIDE, reach)
  for (let i = 0; i < PRINT_GREYS; i++) sums[i] = (sums[i] ?? 0) / Math.max(1, weights[i] ?? 0)
  return sums
}

/** Of two prints as they lie, plain or mirrored. */
export const likenessEitherWay = (one: PrintField, other: PrintField): number =>
  Math.max(correlation(one, other), correlation(one, mirroredField(other)))

export function mirroredField({ values, isInside }: PrintField): PrintField {
  const mirrored = { values: new Float32Array(PRINT_GREYS), isInside: new Uint8Array(PRINT_GREYS) }
  for (let i = 0; i < PRINT_GREYS; i++) {
    const from = i + PRINT_SIDE - 1 - 2 * (i % PRINT_SIDE)
    mirrored.values[i] = values[from] ?? 0
    mirrored.isInside[i] = isInside[from] ?? 0
  }
  return mirrored
}

export function difference(one: PrintField, other: PrintField): PrintField {
  const values = new Float32Array(PRINT_GREYS)
  const isInside = new Uint8Array(PRINT_GREYS)
  for (let i = 0; i < PRINT_GREYS; i++) {
    values[i] = (one.values[i] ?? 0) - (other.values[i] ?? 0)
    isInside[i] = (one.isInside[i] ?? 0) & (other.isInside[i] ?? 0)
  }
  return { values, isInside }
}

/** Correlation where both are inside, -1 to 1; the fields have no mean. */
export function correlation(one: PrintField, other: PrintField): number {
  let [both, own, theirs] = [0, 0, 0]
  for (let i = 0; i < PRINT_GREYS; i++) {
    if (one.isInside[i] === 0 || other.isInside[i] === 0) continue
    const a = one.values[i] ?? 0
    const b = other.values[i] ?? 0
    both += a * b
    own += a * a
    theirs += b * b
  }
  return both / Math.sqrt(own * theirs + 1e-9)
}
