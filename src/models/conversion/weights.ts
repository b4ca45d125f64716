// Unpacks the constants of a TFLite file: half floats and quantised weights become plain floats, once and for all.
import { DamagedFile } from './flatbuffer.ts'
import type { Quantisation, Tensor } from './network.ts'
import type { ElementType } from './schema.ts'

export type Numbers = Float32Array | Int32Array

const elementBytes: Readonly<Record<Exclude<ElementType, 'bool'>, number>> = {
  float32: 4,
  float16: 2,
  int32: 4,
  uint8: 1,
  int64: 8,
  int16: 2,
  int8: 1,
}

/** Quantised numbers become floats; whole numbers without a scale stay as they are. */
export function unpack(tensor: Tensor): Numbers {
  const { name, type, bytes, quantisation } = tensor
  if (!bytes || type === undefined || type === 'bool')
    throw new Error(`tensor ${name} holds nothing that can be read`)
  const count = tensor.shape.reduce((product, size) => product * size, 1)
  if (tensor.shape.some((size) => size < 1) || bytes.length !== count * elementBytes[type])
    throw new DamagedFile(`the file is damaged: tensor ${name} is not as large as its shape says`)
  // The bytes are copied, because typed arrays need aligned addresses.
  const { buffer } = new Uint8Array(bytes)
  switch (type) {
    case 'float32':
      return new Float32Array(buffer)
    case 'float16':
      return halfFloats(new Uint16Array(buffer))
    case 'int32':
      return new Int32Array(buffer)
    case 'int64':
      return Int32Array.from([...new BigInt64Array(buffer)].map(nearestInt32))
    case 'uint8':
      return unscale(tensor, bytes, quantisation)
    case 'int8':
      return unscale(tensor, new Int8Array(buffer), quantisation)
    case 'int16':
      return unscale(tensor, new Int16Array(buffer), quantisation)
  }
}

/** Such numbers are shapes and positions; a larger one stands for "to the end". */
const nearestInt32 = (value: bigint): number => Math.min(Math.max(Number(value), -0x80000000), 0x7fffffff)

/** Table of all 65536 half floats, because networks hold millions of them. */
let everyHalfFloat: Float32Array | undefined

/** Moves sign, exponent and fraction to where a float has them; subnormal numbers are computed. */
function makeHalfFloats(): Float32Array {
  const floats = new Float32Array(0x10000)
  const bits = new Uint32Array(floats.buffer)
  for (let half = 0; half < 0x8000; half++) {
    const exponent = half >> 10
    const fraction = half & 0x3ff
    if (exponent === 0) floats[half] = fraction / 0x1000000
    else bits[half] = ((exponent === 0x1f ? 0xff : exponent + 112) << 23) | (fraction << 13)
    bits[half + 0x8000] = (bits[half] ?? 0) | 0x80000000
  }
  return floats
}

function halfFloats(halves: Uint16Array): Float32Array {
  everyHalfFloat ??= makeHalfFloats()
  const result = new Float32Array(halves.length)
  for (let index = 0; index < halves.length; index++) result[index] = everyHalfFloat[halves[index] ?? 0] ?? 0
  return result
}

function unscale(
  tensor: Tensor,
  values: ArrayLike<number>,
  quantisation: Quantisation | undefined,
): Float32Array {
  if (!quantisation) throw new Error(`tensor ${tensor.name} is quantised but says no scale`)
  const { scales, zeroPoints, axis } = quantisation
  const channels = scales.length === 1 ? 1 : tensor.shape[axis]
  if (channels !== scales.length)
    throw new DamagedFile(`the file is damaged: tensor ${tensor.name} has ${scales.length} scales`)
  const inner = tensor.shape.slice(axis + 1).reduce((product, size) => product * size, 1)
  return Float32Array.from(values, (value, index) => {
    const channel = channels === 1 ? 0 : Math.floor(index / inner) % channels
    return (value - (zeroPoints[channel] ?? 0)) * (scales[channel] ?? 0)
  })
}
