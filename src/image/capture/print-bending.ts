// Lays prints over one another by a smooth bending of the whole, so that a picture that was cut, turned or waved comes to lie on itself.
import { PRINT_GREYS, PRINT_SIDE, type PrintField } from './print-detail.ts'

/**
 * Polynomials of the third degree across and down bend as much as a wave over the picture does, but not as a face that moves before
 * its background, speaks or looks elsewhere.
 */
const DEGREE = 3
const termsOf = (degree: number): number => ((degree + 1) * (degree + 2)) / 2
const TERMS = termsOf(DEGREE)
/** Keeps places without detail where their surroundings are. */
const STIFFNESS = 0.5
/** What differs more is not a matter of place. */
const MOST_ERROR = 1

/** For each place the terms of the polynomials there, the lower degrees first; places from -1 to 1. */
const terms: Float32Array = (() => {
  const values = new Float32Array(TERMS * PRINT_GREYS)
  for (let i = 0; i < PRINT_GREYS; i++) {
    const x = (2 * (i % PRINT_SIDE)) / PRINT_SIDE - 1
    const y = (2 * Math.floor(i / PRINT_SIDE)) / PRINT_SIDE - 1
    let at = i * TERMS
    for (let degree = 0; degree <= DEGREE; degree++)
      for (let down = 0; down <= degree; down++) values[at++] = x ** (degree - down) * y ** down
  }
  return values
})()

/** Every second place of every second row: shapes are not finer. */
const places = Int32Array.from(
  Array.from({ length: PRINT_GREYS }, (_, i) => i).filter((i) => {
    const [x, y] = [i % PRINT_SIDE, Math.floor(i / PRINT_SIDE)]
    return x % 2 === 1 && y % 2 === 1 && x < PRINT_SIDE - 1 && y < PRINT_SIDE - 1
  }),
)

/** Two factors for each term, across and down: how far each place of the one print lies from its place in the other, in greys. */
export type Bending = Float64Array

/** A print over which others can be laid. */
export interface Ground {
  readonly field: PrintField
  /** For each of `places` how much the print changes across and down. */
  readonly slopes: Float32Array
  /** Triangle of the normal equations; that of a lower degree is its upper left part. */
  readonly triangle: Float64Array
}

export function groundOf(field: PrintField): Ground {
  const { values, isInside } = field
  const slopes = new Float32Array(2 * places.length)
  for (let k = 0; k < places.length; k++) {
    const i = places[k] ?? 0
    if (isInside[i] === 0) continue
    slopes[2 * k] = ((values[i + 1] ?? 0) - (values[i - 1] ?? 0)) / 2
    slopes[2 * k + 1] = ((values[i + PRINT_SIDE] ?? 0) - (values[i - PRINT_SIDE] ?? 0)) / 2
  }
  return { field, slopes, triangle: triangleOf(slopes) }
}

const SIZE = 2 * TERMS

/** Cholesky's method, of which the lower half counts. */
function triangleOf(slopes: Float32Array): Float64Array {
  const matrix = normalMatrix(slopes)
  const at = (row: number, column: number) => matrix[row * SIZE + column] ?? 0
  for (let k = 0; k < SIZE; k++) {
    let pivot = at(k, k) + STIFFNESS
    for (let p = 0; p < k; p++) pivot -= at(k, p) ** 2
    matrix[k * SIZE + k] = Math.sqrt(Math.max(1e-9, pivot))
    for (let row = k + 1; row < SIZE; row++) {
      let value = at(row, k)
      for (let p = 0; p < k; p++) value -= at(row, p) * at(k, p)
      matrix[row * SIZE + k] = value / at(k, k)
    }
  }
  return matrix
}

function normalMatrix(slopes: Float32Array): Float64Array {
  const matrix = new Float64Array(SIZE * SIZE)
  const own = new Float64Array(SIZE)
  for (let place = 0; place < places.length; place++) {
    const across = slopes[2 * place] ?? 0
    const down = slopes[2 * place + 1] ?? 0
    if (across === 0 && down === 0) continue
    const at = (places[place] ?? 0) * TERMS
    for (let k = 0; k < TERMS; k++) {
      own[2 * k] = across * (terms[at + k] ?? 0)
      own[2 * k + 1] = down * (terms[at + k] ?? 0)
    }
    for (let row = 0; row < SIZE; row++) {
      const slope = own[row] ?? 0
      const start = row * SIZE
      for (let k = 0; k <= row; k++) matrix[start + k] = (matrix[start + k] ?? 0) + slope * (own[k] ?? 0)
    }
  }
  return matrix
}

function solve(triangle: Float64Array, sides: Float64Array): void {
  const size = sides.length
  const at = (row: number, column: number) => triangle[row * SIZE + column] ?? 0
  for (let row = 0; row < size; row++) {
    let value = sides[row] ?? 0
    for (let p = 0; p < row; p++) value -= at(row, p) * (sides[p] ?? 0)
    sides[row] = value / at(row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let value = sides[row] ?? 0
    for (let p = row + 1; p < size; p++) value -= at(p, row) * (sides[p] ?? 0)
    sides[row] = value / at(row, row)
  }
}

/** Bends further, so many steps of one degree: Gauss and Newton's method with the slopes of the ground alone. */
export function bend(
  bending: Bending,
  ground: Ground,
  other: PrintField,
  degree: number,
  steps: number,
): void {
  const size = 2 * termsOf(degree)
  for (let step = 0; step < steps; step++) {
    const sides = pullOf(bending, ground, other, size)
    solve(ground.triangle, sides)
    for (let k = 0; k < size; k++) bending[k] = (bending[k] ?? 0) + (sides[k] ?? 0)
  }
}

export const unbent = (): Bending => new Float64Array(SIZE)

/** Number of factors that shift, scale, turn and shear the whole, and bend nothing. */
const FLAT_FACTORS = 2 * termsOf(1)

/** By how much two bendings differ beyond what shifts, scales, turns and shears the whole, in greys; of one alone how much it bends. */
export function bendBetween(one: Bending, other: Bending = unbent()): number {
  let sum = 0
  for (let k = FLAT_FACTORS; k < SIZE; k++) sum += ((one[k] ?? 0) - (other[k] ?? 0)) ** 2
  return Math.sqrt(sum)
}

/** Which way the differences that are left pull each factor. */
function pullOf(bending: Bending, { field, slopes }: Ground, other: PrintField, size: number): Float64Array {
  const sides = new Float64Array(size)
  for (let place = 0; place < places.length; place++) {
    const i = places[place] ?? 0
    if (field.isInside[i] === 0) continue
    const at = placeOf(bending, i, size >> 1)
    if (!isWithin(other, at)) continue
    const error = (field.values[i] ?? 0) - straight(other.values, at)
    const limited = Math.max(-MOST_ERROR, Math.min(MOST_ERROR, error))
    const across = limited * (slopes[2 * place] ?? 0)
    const down = limited * (slopes[2 * place + 1] ?? 0)
    for (let k = 0, term = i * TERMS; k < size; k += 2, term++) {
      sides[k] = (sides[k] as number) + across * (terms[term] as number)
      sides[k + 1] = (sides[k + 1] as number) + down * (terms[term] as number)
    }
  }
  return sides
}

/** Correlation at the places that are compared on the way, -1 to 1, of a bending of no higher degree than this; 0 is none. */
export function likenessOfShapes(
  { field }: Ground,
  other: PrintField,
  bending: Bending,
  degree: number,
): number {
  const count = degree === 0 ? 0 : termsOf(degree)
  let [both, own, theirs] = [0, 0, 0]
  for (let place = 0; place < places.length; place++) {
    const i = places[place] ?? 0
    if (field.isInside[i] === 0) continue
    const at = placeOf(bending, i, count)
    if (!isWithin(other, at)) continue
    const a = field.values[i] ?? 0
    const b = straight(other.values, at)
    both += a * b
    own += a * a
    theirs += b * b
  }
  return both / Math.sqrt(own * theirs + 1e-9)
}

/** The print drawn again with each place taken from where the bending says; fine detail by curves, as straight lines would blur it. */
export function bent(other: PrintField, bending: Bending, isFine = false): PrintField {
  const values = new Float32Array(PRINT_GREYS)
  const isInside = new Uint8Array(PRINT_GREYS)
  for (let i = 0; i < PRINT_GREYS; i++) {
    const at = placeOf(bending, i, TERMS)
    if (!isWithin(other, at)) continue
    isInside[i] = 1
    values[i] = isFine ? curved(other.values, at) : straight(other.values, at)
  }
  return { values, isInside }
}

interface MovingPoint {
  x: number
  y: number
}
const here: MovingPoint = { x: 0, y: 0 }

/** Returns the same object each time: there are too many places to make one for each. Of the terms so many count, for the rest are 0. */
function placeOf(bending: Bending, i: number, count: number): Readonly<MovingPoint> {
  let x = i % PRINT_SIDE
  let y = Math.floor(i / PRINT_SIDE)
  const at = i * TERMS
  for (let k = 0; k < count; k++) {
    const term = terms[at + k] as number
    x += (bending[2 * k] as number) * term
    y += (bending[2 * k + 1] as number) * term
  }
  here.x = x
  here.y = y
  return here
}

function isWithin({ isInside }: PrintField, { x, y }: MovingPoint): boolean {
  if (!(x >= 0 && y >= 0 && x < PRINT_SIDE - 1 && y < PRINT_SIDE - 1)) return false
  const at = Math.floor(y) * PRINT_SIDE + Math.floor(x)
  return (
    isInside[at] === 1 &&
    isInside[at + 1] === 1 &&
    isInside[at + PRINT_SIDE] === 1 &&
    isInside[at + PRINT_SIDE + 1] === 1
  )
}

function straight(values: Float32Array, { x, y }: MovingPoint): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const right = x - left
  const down = y - top
  const at = top * PRINT_SIDE + left
  const under = at + PRINT_SIDE
  return (
    (1 - down) * ((1 - right) * (values[at] ?? 0) + right * (values[at + 1] ?? 0)) +
    down * ((1 - right) * (values[under] ?? 0) + right * (values[under + 1] ?? 0))
  )
}

/** Catmull and Rom's cubic curves. */
function curved(values: Float32Array, { x, y }: MovingPoint): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const row = (down: number) =>
    curveOfRow(values, left, Math.min(PRINT_SIDE - 1, Math.max(0, down)), x - left)
  return curve(row(top - 1), row(top), row(top + 1), row(top + 2), y - top)
}

function curveOfRow(values: Float32Array, left: number, row: number, x: number): number {
  const start = row * PRINT_SIDE
  return curve(
    values[start + Math.max(0, left - 1)] ?? 0,
    values[start + left] ?? 0,
    values[start + left + 1] ?? 0,
    values[start + Math.min(PRINT_SIDE - 1, left + 2)] ?? 0,
    x,
  )
}

const curve = (before: number, from: number, to: number, after: number, x: number): number =>
  from +
  0.5 *
    x *
    (to - before + x * (2 * before - 5 * from + 4 * to - after + x * (3 * (from - to) + after - before)))
