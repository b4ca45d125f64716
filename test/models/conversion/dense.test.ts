// Tests that large dense layers written in 8-bit integers compute nearly the same, and that others stay as they are.
import { expect, test } from 'vitest'
import { withSmallDense } from '../../../src/models/conversion/dense.ts'
import { writeOnnx } from '../../../src/models/conversion/onnx.ts'
import { fieldsOf } from '../../../src/models/conversion/protobuf.ts'
import { inGraph, run } from './onnx-session.ts'

/** Numbers of ONNX's fields and types. */
const INITIALISER = 5
const TENSOR_TYPE = 2
const BYTE = 2
const SIGNED_BYTE = 3

let state = 7
const dice = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 31 - 1
}
const numbers = (count: number, size: number) => Float32Array.from({ length: count }, () => size * dice())

const OUTPUTS = 16
/** Sums of more products might not fit into 32 bits. */
const MOST_INPUTS = 66_311

function layer(
  inputs: number,
  attributes: Readonly<Record<string, number>> = { transB: 1 },
  weights = numbers(OUTPUTS * inputs, 0.1),
): Uint8Array {
  const shape = attributes.transB === 1 ? [OUTPUTS, inputs] : [inputs, OUTPUTS]
  return writeOnnx({
    nodes: [{ type: 'Gemm', inputs: ['x', 'weights', 'bias'], output: 'y', attributes }],
    initialisers: [
      { name: 'weights', shape, numbers: weights },
      { name: 'bias', shape: [OUTPUTS], numbers: numbers(OUTPUTS, 5) },
    ],
    inputs: [{ name: 'x', type: 'float32', shape: [1, inputs] }],
    outputs: [{ name: 'y', type: 'float32', shape: [1, OUTPUTS] }],
  })
}

test('a large layer keeps its directions, and is a quarter as large', async () => {
  const inputs = 65_536
  const before = layer(inputs)
  const after = withSmallDense(before)
  expect(after.length).toBeLessThan(0.3 * before.length)
  const given = [{ shape: [1, inputs], data: [...numbers(inputs, 2)] }]
  const [wanted] = await run(before, given)
  const [found] = await run(after, given)
  const product = (some: readonly number[], others: readonly number[]) =>
    some.reduce((sum, number, i) => sum + number * (others[i] ?? 0), 0)
  const [one, other] = [[...(wanted?.data ?? [])].map(Number), [...(found?.data ?? [])].map(Number)]
  expect(one.length).toBe(OUTPUTS)
  expect(product(one, other) / Math.sqrt(product(one, one) * product(other, other))).toBeGreaterThan(0.9998)
})

/** Every product of bytes is as large as can be, so that sums of two do not fit into 16 bits, nor any more of them into 32. */
const extremes: Readonly<Record<string, { weight: (i: number) => number; input: (i: number) => number }>> = {
  'all positive': { weight: () => 0.5, input: () => 3 },
  'all negative': { weight: () => -0.5, input: () => 3 },
  'negative inputs': { weight: () => 0.5, input: () => -3 },
  'signs in turn': { weight: (i) => (i % 2 ? 0.5 : -0.5), input: (i) => (i % 2 ? 3 : -3) },
  'signs in pairs': { weight: (i) => (i % 4 < 2 ? 0.5 : -0.5), input: (i) => (i % 4 < 2 ? 3 : 0) },
  'no weight at all': { weight: () => 0, input: () => 3 },
}

test.each(Object.entries(extremes))(
  'sums of the largest products are whole: %s',
  async (_, { weight, input }) => {
    const weights = Float32Array.from({ length: OUTPUTS * MOST_INPUTS }, (_, i) => weight(i % MOST_INPUTS))
    const before = layer(MOST_INPUTS, { transB: 1 }, weights)
    const given = [{ shape: [1, MOST_INPUTS], data: Array.from({ length: MOST_INPUTS }, (_, i) => input(i)) }]
    const [wanted] = await run(before, given)
    const [found] = await run(withSmallDense(before), given)
    // A level of the inputs is a 255th of their range.
    const within = Math.max(...(wanted?.data ?? []).map(Math.abs)) / 200
    for (const [i, number] of (found?.data ?? []).entries())
      expect(Math.abs(number - (wanted?.data[i] ?? 0))).toBeLessThan(within)
  },
)

test('weights have no sign, since signed bytes are cut off on processors without VNNI', () => {
  const types = inGraph(withSmallDense(layer(65_536)), INITIALISER).map(
    (tensor) => [...fieldsOf(tensor)].find(({ number }) => number === TENSOR_TYPE)?.content[0],
  )
  expect(types).toContain(BYTE)
  expect(types).not.toContain(SIGNED_BYTE)
})

test('small layers, those whose weights stand in columns, and those whose sums could overflow stay as they are', () => {
  // Whole files would be compared byte by byte before this failed.
  for (const one of [layer(64), layer(65_536, {}), layer(MOST_INPUTS + 1)])
    expect(withSmallDense(one) === one).toBe(true)
})
