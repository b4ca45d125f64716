// Lets a convolution do the padding that stands in front of it as an operator of its own.
import type { Fusion } from '../rewriting.ts'

const VALID = 1

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
