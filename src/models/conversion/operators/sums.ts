// Operators that gather many elements into one: reductions, softmax, matrix products.
import type { GraphValue } from '../graph.ts'
import { pick, product, shapeOf, transposed, upTo } from '../layout.ts'
import type { Conversion, ConversionStep } from '../step.ts'
import { activated } from './activations.ts'

const reduction =
  (type: string): Conversion =>
  (step) => {
    const value = step.input(0)
    const shape = shapeOf(value.layout)
    const axes = new Set(step.known(1).map((axis) => step.axis(axis, shape.length)))
    const order = step.order(value)
    const stored = [...axes].map((axis) => order.indexOf(axis)).toSorted((a, b) => a - b)
    const result = step.draw(
      type,
      [step.graph.arranged(value, order), step.graph.integers(stored)],
      { shape: shape.map((size, axis) => (axes.has(axis) ? 1 : size)), order, type: value.type },
      { keepdims: 1 },
    )
    if (step.option('keepDims') !== 0) return result
    return {
      ...result,
      layout: { ...result.layout, axes: result.layout.axes.filter((_, axis) => !axes.has(axis)) },
    }
  }

const softmax: Conversion = (step) => {
  const beta = step.option('beta')
  const value = step.input(0)
  const order = step.order(value)
  const shape = shapeOf(value.layout)
  const scaled = beta === 1 ? value : step.each('Mul', value, {}, step.graph.scalar(beta))
  return step.draw(
    'Softmax',
    [step.graph.arranged(scaled, order)],
    { shape, order },
    { axis: order.indexOf(shape.length - 1) },
  )
}

/** Whatever the rank of the input, it is rows as long as the weights. */
const fullyConnected: Conversion = (step) => {
  if (step.option('weightsFormat') !== 0) throw step.fault('has weights in a shuffled format')
  const matrix = step.input(1)
  const [out = 0, depth = 0] = shapeOf(matrix.layout)
  const value = step.input(0)
  const rows = product(shapeOf(value.layout)) / depth
  if (matrix.layout.axes.length !== 2 || !Number.isInteger(rows))
    throw step.fault(`has weights for ${depth} elements but gets [${shapeOf(value.layout).join(', ')}]`)
  const inputs = [
    step.graph.arranged(step.reshape(value, [rows, depth]), [0, 1]),
    step.graph.arranged(matrix, [0, 1]),
  ]
  const bias = step.optional(2)
  if (bias) inputs.push(step.graph.arranged(step.reshape(bias, [out]), [0]))
  const result = step.draw('Gemm', inputs, { shape: [rows, out], order: [0, 1] }, { transB: 1 })
  return step.reshape(activated(step, result), step.shape)
}

const batchMatMul: Conversion = (step) => {
  const left = side(step, step.input(0), step.option('adjointX') !== 0)
  const right = side(step, step.input(1), step.option('adjointY') !== 0)
  const [a, b] = [shapeOf(left.layout), shapeOf(right.layout)]
  const rank = Math.max(a.length, b.length)
  const size = (shape: readonly number[], axis: number): number => shape[shape.length - rank + axis] ?? 1
  const batch = upTo(rank - 2).map((axis) => Math.max(size(a, axis), size(b, axis)))
  const inputs = [left, right].map((value) => step.graph.arranged(value, upTo(value.layout.axes.length)))
  return step.draw('MatMul', inputs, {
    shape: [...batch, pick(a, a.length - 2), pick(b, b.length - 1)],
    order: upTo(rank),
  })
}

function side(step: ConversionStep, value: GraphValue, adjoint: boolean): GraphValue {
  const rank = value.layout.axes.length
  if (rank < 2) throw step.fault('multiplies something that is not a matrix')
  const last = [rank - 1, rank - 2]
  return adjoint ? { ...value, layout: transposed(value.layout, [...upTo(rank - 2), ...last]) } : value
}

export const sums: Readonly<Record<string, Conversion>> = {
  BATCH_MATMUL: batchMatMul,
  FULLY_CONNECTED: fullyConnected,
  MEAN: reduction('ReduceMean'),
  REDUCE_MAX: reduction('ReduceMax'),
  REDUCE_MIN: reduction('ReduceMin'),
  SOFTMAX: softmax,
  SUM: reduction('ReduceSum'),
}
