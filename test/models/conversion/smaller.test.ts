// Tests that a network saved for one size of pictures looks at smaller ones as its operators would.
import { expect, test } from 'vitest'
import { writeOnnx } from '../../../src/models/conversion/onnx.ts'
import { atSide } from '../../../src/models/conversion/smaller.ts'
import { run } from './onnx-session.ts'

const integers = (name: string, values: readonly number[]) => ({
  name,
  shape: [values.length],
  numbers: BigInt64Array.from(values, BigInt),
})

/** Cuts a picture of eight by eight into sixteen patches of two by two, takes the largest patch off each, and puts them together again. */
const network = (middle: 'patches' | 'other') =>
  writeOnnx({
    nodes: [
      { type: 'Reshape', inputs: ['x', 'cut'], output: 'a', attributes: {} },
      { type: 'Transpose', inputs: ['a'], output: 'b', attributes: { perm: [0, 2, 4, 1, 3] } },
      { type: 'Reshape', inputs: ['b', 'flat'], output: 'c', attributes: {} },
      { type: 'ReduceMax', inputs: ['c', 'axis'], output: 'm', attributes: { keepdims: 1 } },
      { type: 'Sub', inputs: ['c', 'm'], output: 'd', attributes: {} },
      { type: 'Reshape', inputs: ['d', 'apart'], output: 'e', attributes: {} },
      { type: 'Transpose', inputs: ['e'], output: 'f', attributes: { perm: [0, 3, 1, 4, 2] } },
      { type: 'Reshape', inputs: ['f', 'whole'], output: 'g', attributes: {} },
      ...(middle === 'patches'
        ? [{ type: 'Identity', inputs: ['g'], output: 'y', attributes: {} }]
        : [{ type: 'Reshape', inputs: ['g', 'whole'], output: 'y', attributes: {} }]),
    ],
    initialisers: [
      integers('cut', [1, 4, 2, 4, 2]),
      integers('flat', [1, 1, 4, 16]),
      integers('axis', [3]),
      integers('apart', [1, 2, 2, 4, 4]),
      integers('whole', [1, 1, 8, 8]),
    ],
    inputs: [{ name: 'x', type: 'float32', shape: [1, 1, 8, 8] }],
    outputs: [{ name: 'y', type: 'float32', shape: [1, 1, 8, 8] }],
  })

test('patches of a smaller picture are cut and put together at its size', async () => {
  const data = Array.from({ length: 16 }, (_, i) => i)
  const [found] = await run(atSide(network('patches'), 4), [{ shape: [1, 4, 4, 1], data }])
  // Places in a patch have their largest number in the last patch, ten higher than in the first.
  const wanted = data.map((value) => value - (10 + (value % 2) + 4 * (Math.floor(value / 4) % 2)))
  expect(found).toEqual({ shape: [1, 4, 4, 1], data: wanted })
})

test('the size that it was saved for changes nothing, and what has one size only is refused', () => {
  const saved = network('patches')
  expect(atSide(saved, 8)).toBe(saved)
  expect(() => atSide(network('other'), 4)).toThrow('one size only')
  expect(() => atSide(saved, 7)).toThrow('patches')
})
