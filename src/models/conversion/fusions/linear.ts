// Multiplies two convolutions into one where nothing stands between them and the second only mixes channels.
import type { Operator } from '../network.ts'
import type { Draft, Fusion } from '../rewriting.ts'

/** Where the image, the weights and the bias are among the inputs. */
const inputsOf: Readonly<Record<string, { weights: number; bias: number }>> = {
  CONV_2D: { weights: 1, bias: 2 },
  TRANSPOSE_CONV: { weights: 1, bias: 3 },
}

export const fuseLinear: Fusion = (draft, second) => {
  if (second.name !== 'CONV_2D' || !mixesChannelsOnly(draft, second)) return undefined
  const first = draft.producer(second.inputs[0])
  const places = inputsOf[first?.name ?? '']
  if (!first || !places || first.options.activation !== 0 || !draft.isPrivate(second.inputs[0]))
    return undefined
  const [between = 0, height = 0, width = 0, depth = 0] = draft.shape(first.inputs[places.weights])
  const [out = 0, , , mixed] = draft.shape(second.inputs[1])
  const taps = height * width * depth
  // Two thin ones through a narrow middle are cheaper than one thick one.
  if (mixed !== between || taps * out > taps * between + between * out) return undefined
  if (first.name === 'CONV_2D' && draft.shape(first.inputs[0]).at(-1) !== depth) return undefined
  const inner = draft.weights(first.inputs[places.weights])
  const outer = draft.weights(second.inputs[1])
  if (!(inner instanceof Float32Array) || !(outer instanceof Float32Array)) return undefined
  const innerBias = biasOf(draft, first.inputs[places.bias], between)
  const outerBias = biasOf(draft, second.inputs[2], out)
  if (!innerBias || !outerBias) return undefined
  const bias = multiply(outer, innerBias, out, between, 1)
  const inputs = [...first.inputs]
  inputs[places.weights] = draft.addWeights(
    [out, height, width, depth],
    multiply(outer, inner, out, between, taps),
  )
  inputs[places.bias] = draft.addWeights(
    [out],
    bias.map((value, index) => value + (outerBias[index] as number)),
  )
  return {
    ...first,
    inputs,
    outputs: second.outputs,
    options: { ...first.options, activation: second.options.activation ?? 0 },
  }
}

function mixesChannelsOnly(draft: Draft, { inputs, options, lists }: Operator): boolean {
  const [, height, width, depth] = draft.shape(inputs[1])
  const still = height === 1 && width === 1 && options.strideW === 1 && options.strideH === 1
  return still && depth === draft.shape(inputs[0]).at(-1) && lists.pads === undefined
}

/** Zeros where there is none; nothing where it is computed. */
function biasOf(draft: Draft, tensor: number | undefined, size: number): Float32Array | undefined {
  if (tensor === undefined || tensor === -1) return new Float32Array(size)
  const bias = draft.weights(tensor)
  return bias instanceof Float32Array && bias.length === size ? bias : undefined
}

/** [rows x middle] times [middle x columns], summed in double precision. */
function multiply(
  a: Float32Array,
  b: Float32Array,
  rows: number,
  middle: number,
  columns: number,
): Float32Array {
  const result = new Float32Array(rows * columns)
  const sums = new Float64Array(columns)
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let k = 0; k < middle; k++) {
      const factor = a[row * middle + k] as number
      for (let column = 0; column < columns; column++)
        sums[column] = (sums[column] as number) + factor * (b[k * columns + column] as number)
    }
    result.set(sums, row * columns)
  }
  return result
}
