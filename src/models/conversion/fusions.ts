// Rewrites a network before it is converted: operators that one can do alone become one.
import type { Operator } from './network.ts'
import type { Draft, Fusion } from './rewriting.ts'

/** Recognises a parametric ReLU that was written out: x where x is above zero, elsewhere x times a slope for its channel. */
export const fusePrelu: Fusion = (draft, operator) => {
  if (operator.name !== 'SELECT' && operator.name !== 'SELECT_V2') return undefined
  const [condition, kept, scaled] = operator.inputs
  if (kept === undefined || !isAboveZero(draft, draft.producer(condition), kept)) return undefined
  const product = draft.producer(scaled)
  if (product?.name !== 'MUL' || product.options.activation !== 0) return undefined
  const other = product.inputs[0] === kept ? product.inputs[1] : product.inputs[0]
  if (!product.inputs.includes(kept)) return undefined
  const slopes = channelSlopes(draft, other, draft.shape(kept).at(-1) ?? 1)
  if (!slopes) return undefined
  return {
    name: 'PRELU',
    inputs: [kept, draft.addWeights([slopes.length], slopes)],
    outputs: operator.outputs,
    options: {},
    lists: {},
  }
}

function isAboveZero(draft: Draft, comparison: Operator | undefined, value: number): boolean {
  if (comparison?.name !== 'GREATER' || comparison.inputs[0] !== value) return false
  return draft.weights(comparison.inputs[1])?.every((bound) => bound === 0) ?? false
}

/** Slopes are often repeated for every pixel: thirty times the weights, for nothing. */
function channelSlopes(draft: Draft, tensor: number | undefined, channels: number): Float32Array | undefined {
  const slopes = draft.weights(tensor)
  if (!(slopes instanceof Float32Array) || slopes.length % channels !== 0) return undefined
  if (draft.shape(tensor).at(-1) !== channels) return undefined
  const first = slopes.slice(0, channels)
  return slopes.every((slope, index) => slope === first[index % channels]) ? first : undefined
}

const VALID = 1

/** Lets a convolution do the padding that stands in front of it as an operator of its own. */
export const fusePadding: Fusion = (draft, operator) => {
  if (operator.name !== 'CONV_2D' && operator.name !== 'DEPTHWISE_CONV_2D') return undefined
  const [image, ...weights] = operator.inputs
  const padding = draft.producer(image)
  // PADV2 may fill with anything; a convolution pads with zeros.
  if (padding?.name !== 'PAD' || operator.options.padding !== VALID) return undefined
  const pads = draft.weights(padding.inputs[1])
  const source = padding.inputs[0]
  if (source === undefined || !pads || pads.length !== 8 || pads.some((size) => size < 0)) return undefined
  const [batchBefore, batchAfter, top, bottom, left, right, channelsBefore, channelsAfter] = [...pads]
  if ([batchBefore, batchAfter, channelsBefore, channelsAfter].some((size) => size !== 0)) return undefined
  return {
    ...operator,
    inputs: [source, ...weights],
    lists: { ...operator.lists, pads: [top ?? 0, bottom ?? 0, left ?? 0, right ?? 0] },
  }
}

/** Places of the weights and of the bias among the inputs. */
const inputsOf: Readonly<Record<string, { weights: number; bias: number }>> = {
  CONV_2D: { weights: 1, bias: 2 },
  TRANSPOSE_CONV: { weights: 1, bias: 3 },
}

/** Multiplies two convolutions into one where nothing stands between them and the second only mixes channels. */
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
    bias.map((value, index) => value + (outerBias[index] ?? 0)),
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

/** Zeros where there is no bias; undefined where it is computed. */
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
      const factor = a[row * middle + k] ?? 0
      for (let column = 0; column < columns; column++)
        sums[column] = (sums[column] ?? 0) + factor * (b[k * columns + column] ?? 0)
    }
    result.set(sums, row * columns)
  }
  return result
}
