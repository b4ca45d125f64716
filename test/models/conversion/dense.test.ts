// Tests that large dense layers written in 8-bit integers compute nearly the same, and that others stay as they are.
import { expect, test } from 'vitest'
import { withSmallDense } from '../../../src/models/conversion/dense.ts'
import { writeOnnx } from '../../../src/models/conversion/onnx.ts'
import { run } from './onnx-session.ts'

let state = 7
const dice = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 31 - 1
}
const numbers = (count: number, size: number) => Float32Array.from({ length: count }, () => size * dice())

const OUTPUTS = 16
function layer(inputs: number, attributes: Readonly<Record<string, number>> = { transB: 1 }): Uint8Array {
  const shape = attributes.transB === 1 ? [OUTPUTS, inputs] : [inputs, OUTPUTS]
  return writeOnnx({
    nodes: [{ type: 'Gemm', inputs: ['x', 'weights', 'bias'], output: 'y', attributes }],
    initialisers: [
      { name: 'weights', shape, numbers: numbers(OUTPUTS * inputs, 0.1) },
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

test('small layers, and those whose weights stand in columns, stay as they are', () => {
  for (const one of [layer(64), layer(65_536, {})]) expect(withSmallDense(one)).toBe(one)
})
