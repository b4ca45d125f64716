// Recognises a parametric ReLU that was written out: where x is above zero x, elsewhere x times a slope for its channel.
import type { Operator } from '../network.ts'
import type { Draft, Fusion } from '../rewriting.ts'

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
