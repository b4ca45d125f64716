// Convolutions and pooling: a window that moves over an image.
import type { GraphValue } from '../graph.ts'
import { orderOf, pick, sameNumbers, shapeOf, usualOrder } from '../layout.ts'
import type { Attribute } from '../onnx.ts'
import type { Conversion, ConversionStep } from '../step.ts'
import { activated } from './activations.ts'

const images = usualOrder(4)
/** TFLite has weights as [out, height, width, in], ONNX as [out, in, height, width]. */
const weightOrder = [0, 3, 1, 2]
/** Depthwise [1, height, width, channel] becomes [channel, 1, height, width]; transposed [out, .., in] becomes [in, out, ..]. */
const swappedOrder = [3, 0, 1, 2]
const SAME = 0

/** How a window stands along one axis of the image. */
interface Axis {
  readonly kernel: number
  readonly stride: number
  readonly dilation: number
  readonly before: number
  readonly after: number
  readonly out: number
}

type Window = Pick<Axis, 'kernel' | 'stride' | 'dilation'>

/** SAME has one result for every stride and pads what is missing, the odd one out at the end. */
function place(step: ConversionStep, size: number, window: Window, padded: readonly number[] = []): Axis {
  const { kernel, stride, dilation } = window
  if (Math.min(kernel, stride, dilation) < 1)
    throw step.fault('has a window without size, stride or dilation')
  const reach = (kernel - 1) * dilation + 1
  if (step.option('padding') === SAME) {
    const out = Math.ceil(size / stride)
    const missing = Math.max((out - 1) * stride + reach - size, 0)
    const before = Math.floor(missing / 2)
    return { ...window, before, after: missing - before, out }
  }
  const [before = 0, after = 0] = padded
  return { ...window, before, after, out: Math.floor((size + before + after - reach) / stride) + 1 }
}

/** The window over height and over width. */
function placed(
  step: ConversionStep,
  image: GraphValue,
  kernel: readonly number[],
  dilations: readonly number[],
): Axis[] {
  const [, ...sizes] = imageShape(step, image)
  const strides = [step.option('strideH'), step.option('strideW')]
  // Padding in front of a convolution that was merged into it: above and below, left and right.
  const padding = step.list('pads')
  return [0, 1].map((axis) => {
    const window = {
      kernel: pick(kernel, axis),
      stride: pick(strides, axis),
      dilation: pick(dilations, axis),
    }
    return place(step, pick(sizes, axis), window, padding.slice(axis * 2, axis * 2 + 2))
  })
}

function imageShape(step: ConversionStep, value: GraphValue): number[] {
  const shape = shapeOf(value.layout)
  if (shape.length !== 4) throw step.fault(`works on an image but gets [${shape.join(', ')}]`)
  return shape
}

const attributesOf = (axes: readonly Axis[]): Record<string, Attribute> => ({
  kernel_shape: axes.map(({ kernel }) => kernel),
  strides: axes.map(({ stride }) => stride),
  pads: [...axes.map(({ before }) => before), ...axes.map(({ after }) => after)],
})

function withBias(
  step: ConversionStep,
  inputs: readonly string[],
  index: number,
  out: number,
): readonly string[] {
  const bias = step.optional(index)
  return bias ? [...inputs, step.graph.arranged(step.reshape(bias, [out]), [0])] : inputs
}

function convolved(
  step: ConversionStep,
  axes: readonly Axis[],
  filter: string,
  out: number,
  group: number,
): GraphValue {
  const image = step.input(0)
  const [batch = 0] = imageShape(step, image)
  const inputs = withBias(step, [step.graph.arranged(image, images), filter], 2, out)
  const shape = [batch, ...axes.map((axis) => axis.out), out]
  const dilations = axes.map(({ dilation }) => dilation)
  return step.draw('Conv', inputs, { shape, order: images }, { ...attributesOf(axes), dilations, group })
}

const convolution: Conversion = (step) => {
  const [image, filter] = [step.input(0), step.input(1)]
  const [, , , channels = 0] = imageShape(step, image)
  const [out = 0, kernelH = 0, kernelW = 0, depth = 0] = imageShape(step, filter)
  if (channels % depth !== 0) throw step.fault(`has weights for ${depth} channels but gets ${channels}`)
  const axes = placed(step, image, [kernelH, kernelW], [step.option('dilationH'), step.option('dilationW')])
  const order = orderOf(image.layout)
  const pointwise = axes.every(({ kernel, stride, before, after }) => kernel * stride + before + after === 1)
  // Channels lie last here: a matrix product takes them as they are, a convolution would have to turn them around.
  if (pointwise && depth === channels && order && order[3] === 3 && !sameNumbers(order, images))
    return activated(step, multiplied(step, order, out))
  const weights = step.graph.arranged(filter, weightOrder)
  return activated(step, convolved(step, axes, weights, out, channels / depth))
}

function multiplied(step: ConversionStep, order: readonly number[], out: number): GraphValue {
  const [image, filter] = [step.input(0), step.input(1)]
  const shape = imageShape(step, image)
  const matrix = step.reshape(filter, [out, pick(shape, 3)])
  const result = { shape: shape.with(3, out), order }
  const product = step.draw('MatMul', [image.name, step.graph.arranged(matrix, [1, 0])], result)
  const inputs = withBias(step, [product.name], 2, out)
  return inputs.length === 1 ? product : step.draw('Add', inputs, result)
}

const depthwise: Conversion = (step) => {
  const [image, filter] = [step.input(0), step.input(1)]
  const [, , , channels = 0] = imageShape(step, image)
  const [one, kernelH = 0, kernelW = 0, out = 0] = imageShape(step, filter)
  if (one !== 1 || out % channels !== 0)
    throw step.fault(`has weights for ${out} channels but gets ${channels}`)
  const axes = placed(step, image, [kernelH, kernelW], [step.option('dilationH'), step.option('dilationW')])
  return activated(step, convolved(step, axes, step.graph.arranged(filter, swappedOrder), out, channels))
}

/** Inputs: the shape of the result, weights, image, bias. */
const transposedConvolution: Conversion = (step) => {
  const [filter, image] = [step.input(1), step.input(2)]
  const [batch = 0, height = 0, width = 0, channels = 0] = imageShape(step, image)
  const [out = 0, kernelH = 0, kernelW = 0, depth = 0] = imageShape(step, filter)
  const [, newHeight = 0, newWidth = 0] = step.known(0)
  if (depth !== channels) throw step.fault(`has weights for ${depth} channels but gets ${channels}`)
  const axes = [
    backwards(step, height, newHeight, { kernel: kernelH, stride: step.option('strideH'), dilation: 1 }),
    backwards(step, width, newWidth, { kernel: kernelW, stride: step.option('strideW'), dilation: 1 }),
  ]
  const weights = step.graph.arranged(filter, swappedOrder)
  const inputs = withBias(step, [step.graph.arranged(image, images), weights], 3, out)
  const result = { shape: [batch, newHeight, newWidth, out], order: images }
  const attributes = { ...attributesOf(axes), output_padding: axes.map(({ missing }) => missing) }
  return activated(step, step.draw('ConvTranspose', inputs, result, attributes))
}

/** A transposed convolution is padded like the convolution that would lead from its result to its image. */
function backwards(
  step: ConversionStep,
  size: number,
  out: number,
  window: Window,
): Axis & { missing: number } {
  const forwards = place(step, out, window)
  if (forwards.out !== size) throw step.fault(`cannot make ${out} of ${size} in strides of ${window.stride}`)
  const surplus = (size - 1) * window.stride + window.kernel - forwards.before - out
  return { ...forwards, after: Math.max(surplus, 0), missing: Math.max(-surplus, 0) }
}

const pooling =
  (type: string, attributes: Readonly<Record<string, Attribute>>): Conversion =>
  (step) => {
    const image = step.input(0)
    const [batch = 0, , , channels = 0] = imageShape(step, image)
    const axes = placed(step, image, [step.option('filterH'), step.option('filterW')], [1, 1])
    const result = { shape: [batch, ...axes.map(({ out }) => out), channels], order: images }
    const inputs = [step.graph.arranged(image, images)]
    return activated(step, step.draw(type, inputs, result, { ...attributesOf(axes), ...attributes }))
  }

export const windows: Readonly<Record<string, Conversion>> = {
  CONV_2D: convolution,
  DEPTHWISE_CONV_2D: depthwise,
  TRANSPOSE_CONV: transposedConvolution,
  // TFLite divides by the number of elements without padding.
  AVERAGE_POOL_2D: pooling('AveragePool', { count_include_pad: 0 }),
  MAX_POOL_2D: pooling('MaxPool', {}),
}
