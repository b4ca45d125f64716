// Operators that join two tensors element by element, the smaller one repeated where it is missing.
import type { GraphValue } from '../graph.ts'
import { layoutOf, pick, sameLayout, shapeOf } from '../layout.ts'
import type { OnnxType } from '../onnx.ts'
import type { Conversion, ConversionStep } from '../step.ts'
import { activated } from './activations.ts'

/** All in one order and of one rank: missing axes are added in front, where TFLite repeats along them. */
function together(
  step: ConversionStep,
  values: readonly GraphValue[],
): { inputs: string[]; like: Omit<GraphValue, 'name'> } {
  const first = pick(values, 0)
  if (
    !values.some(({ numbers }) => numbers) &&
    values.every(({ layout }) => sameLayout(layout, first.layout))
  )
    return { inputs: values.map(({ name }) => name), like: first }
  const rank = Math.max(...values.map(({ layout }) => layout.axes.length))
  const level = values.map((value) => ({
    ...value,
    layout: {
      ...value.layout,
      axes: [...Array.from({ length: rank - value.layout.axes.length }, () => []), ...value.layout.axes],
    },
  }))
  const order = step.commonOrder(level)
  const shapes = level.map(({ layout }) => shapeOf(layout))
  const shape = pick(shapes, 0).map((_, axis) => Math.max(...shapes.map((sizes) => pick(sizes, axis))))
  if (shapes.some((sizes) => sizes.some((size, axis) => size !== 1 && size !== shape[axis])))
    throw step.fault(`cannot join ${shapes.map((sizes) => `[${sizes.join(', ')}]`).join(' and ')}`)
  const inputs = level.map((value) => step.graph.arranged(value, order))
  return { inputs, like: { type: first.type, layout: layoutOf(shape, order) } }
}

function join(
  step: ConversionStep,
  type: string,
  values: readonly GraphValue[],
  result?: OnnxType,
): GraphValue {
  const { inputs, like } = together(step, values)
  return { name: step.graph.node(type, inputs), layout: like.layout, type: result ?? like.type }
}

const two =
  (type: string, result?: OnnxType): Conversion =>
  (step) =>
    join(step, type, [step.input(0), step.input(1)], result)

const withActivation =
  (type: string): Conversion =>
  (step) =>
    activated(step, two(type)(step))

const select: Conversion = (step) => {
  const values = [step.input(0), step.input(1), step.input(2)]
  return join(step, 'Where', values, step.input(1).type)
}

export const arithmetic: Readonly<Record<string, Conversion>> = {
  ADD: withActivation('Add'),
  SUB: withActivation('Sub'),
  MUL: withActivation('Mul'),
  DIV: withActivation('Div'),
  MAXIMUM: two('Max'),
  MINIMUM: two('Min'),
  GREATER: two('Greater', 'bool'),
  PRELU: two('PRelu'),
  SELECT: select,
  SELECT_V2: select,
  SQUARED_DIFFERENCE: (step) => {
    const difference = two('Sub')(step)
    return join(step, 'Mul', [difference, difference])
  },
}
