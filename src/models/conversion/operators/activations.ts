// Operators that treat every element alike, and the activations that TFLite hides inside of other operators.
import type { GraphValue } from '../graph.ts'
import type { Attribute } from '../onnx.ts'
import type { Conversion, ConversionStep } from '../step.ts'

const each =
  (type: string, attributes: Readonly<Record<string, Attribute>> = {}): Conversion =>
  (step) =>
    step.each(type, step.input(0), attributes)

const clip = (step: ConversionStep, value: GraphValue, low: number, high: number): GraphValue =>
  step.each('Clip', value, {}, step.graph.scalar(low), step.graph.scalar(high))

export const activations: Readonly<Record<string, Conversion>> = {
  ABS: each('Abs'),
  ELU: each('Elu'),
  EXP: each('Exp'),
  HARD_SWISH: each('HardSwish'),
  LOGISTIC: each('Sigmoid'),
  NEG: each('Neg'),
  RELU: each('Relu'),
  SQRT: each('Sqrt'),
  TANH: each('Tanh'),
  LEAKY_RELU: (step) => step.each('LeakyRelu', step.input(0), { alpha: { float: step.option('alpha') } }),
  RELU6: (step) => clip(step, step.input(0), 0, 6),
  RELU_N1_TO_1: (step) => clip(step, step.input(0), -1, 1),
  RSQRT: (step) => step.each('Reciprocal', step.each('Sqrt', step.input(0))),
}

/** By their numbers in the schema; 0 is none. */
const fused: Readonly<Record<number, (step: ConversionStep, value: GraphValue) => GraphValue>> = {
  0: (_, value) => value,
  1: (step, value) => step.each('Relu', value),
  2: (step, value) => clip(step, value, -1, 1),
  3: (step, value) => clip(step, value, 0, 6),
  4: (step, value) => step.each('Tanh', value),
}

export function activated(step: ConversionStep, value: GraphValue): GraphValue {
  const number = step.option('activation')
  const activate = fused[number]
  if (!activate) throw step.fault(`ends in activation number ${number}, which cannot be converted`)
  return activate(step, value)
}
