// Tests that parametric ReLUs written as convolutions compute the same, whatever their slopes.
import { expect, test } from 'vitest'
import { writeOnnx } from '../../../src/models/conversion/onnx.ts'
import { withoutPrelu } from '../../../src/models/conversion/prelu.ts'
import { run } from './onnx-session.ts'

/** Takes two channels of two by two pixels. */
const network = (slopes: Float32Array, shape: readonly number[]): Uint8Array =>
  writeOnnx({
    nodes: [{ type: 'PRelu', inputs: ['x', 'slopes'], output: 'y', attributes: {} }],
    initialisers: [{ name: 'slopes', shape, numbers: slopes }],
    inputs: [{ name: 'x', type: 'float32', shape: [1, 2, 2, 2] }],
    outputs: [{ name: 'y', type: 'float32', shape: [1, 2, 2, 2] }],
  })

const picture = [{ shape: [1, 2, 2, 2], data: [-2, 4, -8, 0, 16, -32, 64, -1] }]
const isThere = (onnx: Uint8Array) => Buffer.from(onnx).includes('PRelu')

test.each([
  ['of the usual kind', [0.25, 0.5], [2, 1, 1]],
  ['below zero and above one', [-0.5, 1.5], [1, 2, 1, 1]],
])('slopes %s', async (_, slopes, shape) => {
  const before = network(Float32Array.from(slopes), shape)
  const after = withoutPrelu(before)
  expect(isThere(after)).toBe(false)
  const [wanted] = await run(before, picture)
  const [found] = await run(after, picture)
  expect(wanted?.data).toEqual(
    [-2, 4, -8, 0, 16, -32, 64, -1].map((x, i) => (x < 0 ? x * (slopes[i % 2] ?? 0) : x)),
  )
  expect(found).toEqual(wanted)
})

test('slopes of single pixels, and networks without any, stay as they are', () => {
  const ofPixels = network(Float32Array.of(0.1, 0.2, 0.3, 0.4), [1, 2, 2])
  expect(withoutPrelu(ofPixels)).toEqual(ofPixels)
  const without = Uint8Array.of(1, 2, 3)
  expect(withoutPrelu(without)).toBe(without)
})
