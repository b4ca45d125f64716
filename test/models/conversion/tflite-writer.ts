// Writes TFLite files for tests, straight from the public schema and without looking at how the converter reads them.
import { type Fields, flatbuffer } from './flatbuffer-writer.ts'
import { count, type Grid } from './grid.ts'

/** Maps element types to their numbers, and to how a number of each is written as bytes. */
const types = {
  float32: { number: 0, size: 4, set: (view, at, value) => view.setFloat32(at, value, true) },
  float16: { number: 1, size: 2, set: (view, at, value) => view.setUint16(at, halfFloatBits(value), true) },
  int32: { number: 2, size: 4, set: (view, at, value) => view.setInt32(at, value, true) },
  uint8: { number: 3, size: 1, set: (view, at, value) => view.setUint8(at, value) },
  int64: { number: 4, size: 8, set: (view, at, value) => view.setBigInt64(at, BigInt(value), true) },
  bool: { number: 6, size: 1, set: (view, at, value) => view.setUint8(at, value) },
  int8: { number: 9, size: 1, set: (view, at, value) => view.setInt8(at, value) },
} as const satisfies Record<
  string,
  { number: number; size: number; set: (view: DataView, at: number, value: number) => void }
>

export type Type = keyof typeof types

export interface TensorSpec {
  readonly shape: readonly number[]
  readonly type?: Type
  /** Only a constant has data. */
  readonly data?: readonly number[]
  readonly scales?: readonly number[]
  readonly zeroPoints?: readonly number[]
  readonly scaleAxis?: number
  readonly name?: string
}

export interface OperatorSpec {
  readonly code: number
  readonly inputs: readonly number[]
  readonly output: number
  readonly options?: Fields
  /** Only an operator that TFLite itself does not know has a custom code. */
  readonly custom?: string
}

export interface ModelSpec {
  readonly tensors: readonly TensorSpec[]
  readonly operators: readonly OperatorSpec[]
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

export const constant = (values: Grid, type: Type = 'float32'): TensorSpec => ({ ...values, type })

/** Writes numbers that have an exact half float, which is enough for tests. */
function halfFloatBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (size === 0) return sign
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24)
  const exponent = Math.floor(Math.log2(size))
  return sign | ((exponent + 15) << 10) | Math.round((size / 2 ** exponent - 1) * 1024)
}

function bytesOf({ type = 'float32', data = [] }: TensorSpec): Uint8Array {
  const { size, set } = types[type]
  const bytes = new Uint8Array(data.length * size)
  const view = new DataView(bytes.buffer)
  data.forEach((value, index) => {
    set(view, index * size, value)
  })
  return bytes
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

export function tflite({ tensors, operators, inputs, outputs }: ModelSpec): Uint8Array {
  const tensorFields = tensors.map((tensor, index): Fields => {
    if (tensor.data && tensor.data.length !== count(tensor.shape))
      throw new Error('a test names a wrong shape')
    return {
      0: { int32s: tensor.shape },
      1: { int8: types[tensor.type ?? 'float32'].number },
      2: { int32: index + 1 },
      3: { bytes: text(tensor.name ?? `tensor ${index}`) },
      ...(tensor.scales && {
        4: {
          table: {
            2: { float32s: tensor.scales },
            3: { int64s: tensor.zeroPoints ?? tensor.scales.map(() => 0) },
            6: { int32: tensor.scaleAxis ?? 0 },
          },
        },
      }),
    }
  })
  return flatbuffer('TFL3', {
    0: { int32: 3 },
    1: {
      tables: operators.map(
        ({ code, custom }): Fields => ({
          0: { int8: Math.min(code, 127) },
          ...(custom !== undefined && { 1: { bytes: text(custom) } }),
          3: { int32: code },
        }),
      ),
    },
    2: {
      tables: [
        {
          0: { tables: tensorFields },
          1: { int32s: inputs },
          2: { int32s: outputs },
          3: {
            tables: operators.map(
              (operator, index): Fields => ({
                0: { int32: index },
                1: { int32s: operator.inputs },
                2: { int32s: [operator.output] },
                ...(operator.options && { 4: { table: operator.options } }),
              }),
            ),
          },
        },
      ],
    },
    // The first buffer is empty by custom: tensors that are computed name it.
    4: { tables: [{}, ...tensors.map((tensor): Fields => ({ 0: { bytes: bytesOf(tensor) } }))] },
  })
}
