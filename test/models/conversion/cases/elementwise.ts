// Computes operators on single elements and on pairs of elements by their definitions.
import type { Case, Cases } from '../case.ts'
import { codeOf } from '../codes.ts'
import { broadcast, type Grid, grid, noise } from '../grid.ts'
import { constant, tflite } from '../tflite-writer.ts'
import { activate } from './windows.ts'

const image = noise([1, 3, 4, 5], 11)
const scaled = (value: Grid, factor: number): Grid => ({
  ...value,
  data: value.data.map((one) => one * factor),
})
const positive = (value: Grid): Grid => ({ ...value, data: value.data.map((one) => Math.abs(one) + 0.5) })

const one = (input: Grid, compute: (value: number) => number): Case => ({
  title: `[${input.shape.join(', ')}]`,
  inputs: [input],
  expected: { shape: input.shape, data: input.data.map(compute) },
})

const each = (compute: (value: number) => number, input = scaled(image, 8)): Case[] => [
  one(input, compute),
  one({ shape: [60], data: input.data }, compute),
]

const relu = (low: number, high: number) => (value: number) => Math.min(high, Math.max(low, value))

/** Lists the shapes that are joined, and whether the second is in the file. */
const pairs: readonly (readonly [a: readonly number[], b: readonly number[], fixed: boolean])[] = [
  [[1, 3, 4, 5], [1, 3, 4, 5], false],
  [[1, 3, 4, 5], [5], true],
  [[1, 3, 4, 5], [], true],
  [[1, 3, 4, 5], [1, 1, 1, 5], false],
  [[1, 3, 4, 5], [3, 4, 1], true],
  [[1, 3, 1, 5], [1, 3, 4, 1], false],
  [[2, 6], [1, 6], false],
  [[1, 146, 2], [1, 1, 2], true],
]

function joined(a: Grid, b: Grid, compute: (x: number, y: number) => number): Grid {
  const rank = Math.max(a.shape.length, b.shape.length)
  const size = ({ shape }: Grid, axis: number): number => shape[shape.length - rank + axis] ?? 1
  const shape = Array.from({ length: rank }, (_, axis) => Math.max(size(a, axis), size(b, axis)))
  return grid(shape, (position) => compute(broadcast(a, position), broadcast(b, position)))
}

function two(
  compute: (x: number, y: number) => number,
  options: { divisor?: true; activations?: readonly number[] } = {},
): Case[] {
  const cases = pairs.map(([a, b, fixed]): Case => {
    const left = noise(a, 12)
    const right = options.divisor ? positive(noise(b, 13)) : noise(b, 13)
    return {
      title: `[${a.join(', ')}] and ${fixed ? 'fixed ' : ''}[${b.join(', ')}]`,
      inputs: [left, fixed ? constant(right) : right],
      expected: joined(left, right, compute),
    }
  })
  const [first] = cases
  if (!first || !options.activations) return cases
  return [
    ...cases,
    ...options.activations.map((activation) => ({
      ...first,
      title: `activation ${activation}`,
      options: { 0: { int8: activation } },
      expected: { ...first.expected, data: first.expected.data.map((value) => activate(activation, value)) },
    })),
  ]
}

/** A comparison chooses, because no file holds truth values of its own. */
function select(name: string): Case {
  const [a, b, bound] = [noise([1, 3, 4, 5], 15), noise([1, 3, 4, 5], 16), noise([1, 3, 4, 5], 17)]
  const expected = grid(a.shape, (_, index) => {
    const [x = 0, y = 0, limit = 0] = [a.data[index], b.data[index], bound.data[index]]
    return x > limit ? y : x
  })
  const shape = a.shape
  const file = tflite({
    tensors: [{ shape }, { shape }, constant(bound), { shape, type: 'bool' }, { shape }],
    operators: [
      { code: codeOf('GREATER'), inputs: [0, 2], output: 3 },
      { code: codeOf(name), inputs: [3, 1, 0], output: 4 },
    ],
    inputs: [0, 1],
    outputs: [4],
  })
  return { title: 'by a comparison', inputs: [a, b], expected, file }
}

const slopes = noise([1, 1, 5], 14)

export const elementwise: Cases = {
  ABS: each(Math.abs),
  ELU: each((value) => (value > 0 ? value : Math.expm1(value))),
  EXP: each(Math.exp, image),
  HARD_SWISH: each((value) => (value * relu(0, 6)(value + 3)) / 6),
  LOGISTIC: each((value) => 1 / (1 + Math.exp(-value))),
  NEG: each((value) => -value),
  RELU: each(relu(0, Number.POSITIVE_INFINITY)),
  RELU6: each(relu(0, 6)),
  RELU_N1_TO_1: each(relu(-1, 1)),
  RSQRT: each((value) => 1 / Math.sqrt(value), positive(image)),
  SQRT: each(Math.sqrt, positive(image)),
  TANH: each(Math.tanh),
  LEAKY_RELU: each((value) => (value > 0 ? value : 0.25 * value)).map((one) => ({
    ...one,
    options: { 0: { float32: 0.25 } },
  })),
  ADD: two((x, y) => x + y, { activations: [1, 3] }),
  SUB: two((x, y) => x - y, { activations: [2] }),
  MUL: two((x, y) => x * y, { activations: [4] }),
  DIV: two((x, y) => x / y, { divisor: true }),
  MAXIMUM: two(Math.max),
  MINIMUM: two(Math.min),
  SQUARED_DIFFERENCE: two((x, y) => (x - y) ** 2),
  GREATER: two((x, y) => (x > y ? 1 : 0)).map((one) => ({ ...one, resultType: 'bool' })),
  SELECT: [select('SELECT')],
  SELECT_V2: [select('SELECT_V2')],
  PRELU: [
    {
      title: 'a slope for each channel',
      inputs: [image, constant(slopes)],
      expected: joined(image, slopes, (x, slope) => (x > 0 ? x : slope * x)),
    },
  ],
}
