// Quantises vectors: a face to 128 bytes and a scale, a query to 14 bits per value; and bounds the error of a score.
import type { KernelName } from './kernel.ts'
import { QUERY_BYTES, VALUES } from './layout.ts'

const MOST_CODE = 127
/** Not quite 14 bits, so that a value in two parts of seven bits each still fits after rounding. */
const MOST_QUERY = 8127
/** A step of the coarse part of a query, which has four bits: -7 to 7, raised by 7. scan.wat says the same. */
const COARSE_STEP = 1161
const COARSE_RAISE = 7
/** Makes every part of a query positive: 8192 for the sign, 64 because the low part is counted from its middle. */
const RAISE = 8192 + 64

/** The most by which rounding a query of length one, value by value, can move it. */
const QUERY_RESIDUAL = (Math.sqrt(VALUES) * 0.5) / MOST_QUERY
/** The longest a face can be once its values are rounded: its own length of one, and half a code in each value. */
const LONGEST_FACE = 1 + (Math.sqrt(VALUES) * 0.5) / MOST_CODE
/** An ample bound for the single precision of scores. */
const ROUNDING = 2e-6

interface Quantised {
  /** value = scale * code, of the vector at length one. */
  readonly scale: number
  readonly sum: number
  /** The distance between the vector and what its codes say. */
  readonly residual: number
}

export interface Query {
  /** The query in the kernel's layout. */
  readonly bytes: Uint8Array
  /** The factor from the kernel's score to a cosine. */
  readonly scale: number
  /** The most by which the low parts of the query can change a kernel's score. */
  readonly margin: number
  /** The most by which a score differs from that of the coarse part; not a number for a kernel that cannot sift. */
  readonly coarseMargin: number
}

/** By Cauchy-Schwarz an error changes a score by at most its length times the length of the other vector. */
export function slackOf(residual: number): number {
  return residual + QUERY_RESIDUAL * (1 + residual) + ROUNDING
}

/** Writes the codes of a vector of any length but zero. */
export function quantiseFace(vector: Float32Array, codes: Int8Array, at: number): Quantised {
  const { length, most } = measure(vector)
  // The scale is rounded as it will be stored, so that the residual includes that rounding.
  const scale = Math.fround(most / length / MOST_CODE)
  const steps = 1 / (length * scale)
  let sum = 0
  let squares = 0
  for (let i = 0; i < VALUES; i++) {
    const value = (vector[i] as number) * steps
    const code = Math.round(value)
    codes[at + i] = code
    sum += code
    squares += (value - code) * (value - code)
  }
  return { scale, sum, residual: Math.sqrt(squares) * scale }
}

export function quantiseQuery(vector: Float32Array, kernel: KernelName): Query {
  const { length, most } = measure(vector)
  const values = Int16Array.from(vector, (value) => Math.round((value / most) * MOST_QUERY))
  const scale = most / length / MOST_QUERY
  return kernel === 'relaxed' ? { scale, ...inSevenBits(values) } : { scale, ...inHalves(values) }
}

/** Writes the high seven bits of all values, then the low seven bits, then the coarse four. */
function inSevenBits(values: Int16Array): Omit<Query, 'scale'> {
  const bytes = new Uint8Array(QUERY_BYTES)
  let squares = 0
  let coarseSquares = 0
  values.forEach((value, i) => {
    const low = (value + RAISE) & 127
    const coarse = Math.round(value / COARSE_STEP)
    bytes[i] = (value + RAISE) >> 7
    bytes[VALUES + i] = low
    bytes[2 * VALUES + i] = coarse + COARSE_RAISE
    squares += (low - 64) ** 2
    coarseSquares += (value - coarse * COARSE_STEP) ** 2
  })
  // The factor allows for the single precision of the comparison.
  const marginOf = (sum: number) => 1.001 * Math.sqrt(sum) * LONGEST_FACE
  return { bytes, margin: marginOf(squares), coarseMargin: marginOf(coarseSquares) }
}

/** Writes the first eight of every 16 values, then the other eight: the order of codes after widening. */
function inHalves(values: Int16Array): Omit<Query, 'scale'> {
  const halves = new Int16Array(VALUES)
  values.forEach((value, i) => {
    const place = (i >> 4) * 8 + (i & 7)
    halves[i & 8 ? VALUES / 2 + place : place] = value
  })
  return { bytes: new Uint8Array(halves.buffer), margin: 0, coarseMargin: Number.NaN }
}

function measure(vector: Float32Array): { readonly length: number; readonly most: number } {
  if (vector.length !== VALUES) throw new RangeError(`a vector has ${VALUES} values, not ${vector.length}`)
  let squares = 0
  let most = 0
  for (let i = 0; i < VALUES; i++) {
    const size = Math.abs(vector[i] as number)
    squares += size * size
    if (size > most) most = size
  }
  const length = Math.sqrt(squares)
  if (!(length > 0 && length < Infinity)) throw new RangeError('a vector must be finite and not zero')
  return { length, most }
}
