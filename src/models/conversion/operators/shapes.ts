// Operators that move elements without changing them: reshape, transpose, slices, joins, padding.
import type { GraphValue } from '../graph.ts'
import { pick, sameNumbers, shapeOf, transposed } from '../layout.ts'
import type { Conversion, ConversionStep } from '../step.ts'
import { activated } from './activations.ts'

/** The file says the shape of every result, so -1 and the several places a new shape may stand need no reading. */
const toPromisedShape: Conversion = (step) => step.reshape(step.input(0), step.shape)

const transpose: Conversion = (step) => {
  const value = step.input(0)
  const rank = value.layout.axes.length
  const permutation = step.known(1).map((axis) => step.axis(axis, rank))
  if (permutation.length !== rank || new Set(permutation).size !== rank)
    throw step.fault(`cannot turn ${rank} axes in the order ${permutation.join(', ')}`)
  return { ...value, layout: transposed(value.layout, permutation) }
}

const concatenation: Conversion = (step) => {
  const values = Array.from({ length: step.inputCount }, (_, index) => step.input(index))
  const first = step.input(0)
  const shapes = values.map(({ layout }) => shapeOf(layout))
  const axis = step.axis(step.option('axis'), first.layout.axes.length)
  const whole = shapes.reduce((sum, sizes) => sum + (sizes[axis] ?? 0), 0)
  const shape = shapeOf(first.layout).with(axis, whole)
  if (shapes.some((sizes) => !sameNumbers(sizes.with(axis, whole), shape)))
    throw step.fault(`cannot join ${shapes.map((sizes) => `[${sizes.join(', ')}]`).join(' and ')}`)
  const order = step.commonOrder(values)
  const inputs = values.map((value) => step.graph.arranged(value, order))
  const result = { shape, order, type: first.type }
  return activated(step, step.draw('Concat', inputs, result, { axis: order.indexOf(axis) }))
}

const pad: Conversion = (step) => {
  const value = step.input(0)
  const shape = shapeOf(value.layout)
  const pads = step.known(1)
  if (pads.length !== shape.length * 2)
    throw step.fault(`has ${pads.length} paddings for ${shape.length} axes`)
  const around = (axis: number): readonly [number, number] => [pick(pads, axis * 2), pick(pads, axis * 2 + 1)]
  const order = step.order(value)
  const befores = order.map((axis) => around(axis)[0])
  const afters = order.map((axis) => around(axis)[1])
  const given = step.optional(2)
  const filling = given ? given.numbers?.[0] : 0
  if (filling === undefined) throw step.fault('fills with something computed, which cannot be converted')
  return step.draw(
    'Pad',
    [
      step.graph.arranged(value, order),
      step.graph.integers([...befores, ...afters]),
      step.graph.scalar(filling),
    ],
    { shape: shape.map((size, axis) => size + around(axis)[0] + around(axis)[1]), order, type: value.type },
  )
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly step: number
}

function cutOut(step: ConversionStep, value: GraphValue, cuts: readonly Cut[]): GraphValue {
  const sizes = shapeOf(value.layout)
  const touched = cuts.flatMap((cut, axis) =>
    cut.start === 0 && cut.end === sizes[axis] && cut.step === 1 ? [] : [axis],
  )
  if (touched.length === 0) return value
  const order = step.order(value)
  const shape = cuts.map(({ start, end, step: stride }) => Math.max(0, Math.ceil((end - start) / stride)))
  const list = (of: (cut: Cut) => number): string =>
    step.graph.integers(touched.map((axis) => of(pick(cuts, axis))))
  return step.draw(
    'Slice',
    [
      step.graph.arranged(value, order),
      list(({ start }) => start),
      // Backwards to the very first element: minus one would mean the last, so the end lies far before the start.
      list(({ end }) => (end < 0 ? -0x7fffffff : end)),
      step.graph.integers(touched.map((axis) => order.indexOf(axis))),
      list(({ step: stride }) => stride),
    ],
    { shape, order, type: value.type },
  )
}

const slice: Conversion = (step) => {
  const value = step.input(0)
  const [starts, sizes] = [step.known(1), step.known(2)]
  const cuts = shapeOf(value.layout).map((whole, axis) => {
    const [start, size] = [pick(starts, axis), pick(sizes, axis)]
    const end = size === -1 ? whole : start + size
    if (start < 0 || end > whole) throw step.fault(`cuts ${start} to ${end} out of ${whole}`)
    return { start, end, step: 1 }
  })
  return cutOut(step, value, cuts)
}

const stridedSlice: Conversion = (step) => {
  const value = step.input(0)
  if (
    step.option('ellipsisMask') !== 0 ||
    step.option('newAxisMask') !== 0 ||
    step.option('endIsOffset') !== 0
  )
    throw step.fault('uses an ellipsis, a new axis or an offset, which cannot be converted')
  const [starts, ends, strides] = [step.known(1), step.known(2), step.known(3)]
  const masked = (option: string, axis: number): boolean => ((step.option(option) >> axis) & 1) === 1
  const sizes = shapeOf(value.layout)
  const cuts = sizes.map((size, axis): Cut => {
    const stride = strides[axis] ?? 1
    if (stride === 0) throw step.fault('has a stride of nothing')
    const [lowest, highest] = stride > 0 ? [0, size] : [-1, size - 1]
    const bound = (at: number): number => Math.min(Math.max(at < 0 ? at + size : at, lowest), highest)
    const [first, last] = stride > 0 ? [lowest, highest] : [highest, lowest]
    const start = masked('beginMask', axis) || axis >= starts.length ? first : bound(pick(starts, axis))
    if (masked('shrinkMask', axis)) return { start, end: start + 1, step: 1 }
    const end = masked('endMask', axis) || axis >= ends.length ? last : bound(pick(ends, axis))
    return { start, end, step: stride }
  })
  const kept = sizes.flatMap((_, axis) => (masked('shrinkMask', axis) ? [] : [axis]))
  const result = cutOut(step, value, cuts)
  return { ...result, layout: { ...result.layout, axes: kept.map((axis) => pick(result.layout.axes, axis)) } }
}

const blocks =
  (
    type: string,
    attributes: Readonly<Record<string, string>>,
    grow: (size: number, block: number) => number,
  ): Conversion =>
  (step) => {
    const value = step.input(0)
    const block = step.option('block')
    const [batch = 0, height = 0, width = 0, channels = 0] = shapeOf(value.layout)
    const order = [0, 3, 1, 2]
    const shape = [batch, grow(height, block), grow(width, block), grow(channels, 1 / (block * block))]
    if (value.layout.axes.length !== 4 || shape.some((size) => !Number.isInteger(size) || size < 1))
      throw step.fault(`cannot work in blocks of ${block} on [${shapeOf(value.layout).join(', ')}]`)
    return step.draw(
      type,
      [step.graph.arranged(value, order)],
      { shape, order },
      { blocksize: block, ...attributes },
    )
  }

/** Weights that were stored as half floats or quantised were unpacked when they were read. */
const dequantize: Conversion = (step) => {
  const value = step.input(0)
  if (!value.numbers) throw step.fault('works on something computed; only quantised weights can be converted')
  return value
}

export const shapes: Readonly<Record<string, Conversion>> = {
  CONCATENATION: concatenation,
  DEPTH_TO_SPACE: blocks('DepthToSpace', { mode: 'DCR' }, (size, block) => size * block),
  DEQUANTIZE: dequantize,
  EXPAND_DIMS: toPromisedShape,
  PAD: pad,
  PADV2: pad,
  RESHAPE: toPromisedShape,
  SLICE: slice,
  SPACE_TO_DEPTH: blocks('SpaceToDepth', {}, (size, block) => size / block),
  SQUEEZE: toPromisedShape,
  STRIDED_SLICE: stridedSlice,
  TRANSPOSE: transpose,
}
