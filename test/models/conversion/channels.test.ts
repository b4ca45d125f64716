// Tests that channels filled up to whole blocks change no result, and what is left alone.
import { expect, test } from 'vitest'
import { withWholeBlocks } from '../../../src/models/conversion/channels.ts'
import { type Initialiser, type Node, writeOnnx } from '../../../src/models/conversion/onnx.ts'
import { nodeCounts, run } from './onnx-session.ts'

let state = 7
/** Small whole numbers, so that sums in any order are exact. */
const dice = (length: number): Float32Array =>
  Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return ((state >> 16) % 7) - 3
  })
const product = (shape: readonly number[]) => shape.reduce((all, side) => all * side, 1)
const weights = (name: string, shape: readonly number[]): Initialiser => ({
  name,
  shape,
  numbers: dice(product(shape)),
})
const node = (type: string, inputs: string[], output: string, attributes: Node['attributes'] = {}): Node => ({
  type,
  inputs,
  output,
  attributes,
})
const padding = (channels: number): Initialiser => ({
  name: `pad ${channels}`,
  shape: [8],
  numbers: BigInt64Array.from([0, 0, 0, 0, 0, channels, 0, 0], BigInt),
})
const picture = [{ shape: [1, 6, 6, 2], data: [...dice(72)] }]

/** Five channels are filtered each by itself, added to themselves, then 20, of which some are only room. */
const network = (last: readonly Node[], channels: number) =>
  writeOnnx({
    nodes: [
      node('Conv', ['x', 'w1', 'b1'], 'a', { kernel_shape: [1, 1] }),
      node('Relu', ['a'], 'b'),
      node('Conv', ['b', 'w2'], 'c', { kernel_shape: [3, 3], pads: [1, 1, 1, 1], group: 5 }),
      node('Add', ['b', 'c'], 'd'),
      node('MaxPool', ['d'], 'e', { kernel_shape: [2, 2], strides: [2, 2] }),
      node('Pad', ['e', 'pad 3'], 'f'),
      node('Pad', ['f', 'pad 12'], 'g'),
      ...last,
    ],
    initialisers: [
      weights('w1', [5, 2, 1, 1]),
      weights('b1', [5]),
      weights('w2', [5, 1, 3, 3]),
      weights('w3', [3, 20, 1, 1]),
      padding(3),
      padding(12),
    ],
    inputs: [{ name: 'x', type: 'float32', shape: [1, 2, 6, 6] }],
    outputs: [{ name: 'y', type: 'float32', shape: [1, channels, 3, 3] }],
  })

test('a network of five and twenty channels answers the same in whole blocks', async () => {
  const before = network([node('Conv', ['g', 'w3'], 'y', { kernel_shape: [1, 1] })], 3)
  const after = withWholeBlocks(before)
  // One Pad had room in the block, the other became a convolution.
  expect(nodeCounts(before)).toMatchObject({ Conv: 3, Pad: 2 })
  expect(nodeCounts(after)).toEqual({ Conv: 4, Relu: 1, Add: 1, MaxPool: 1, Identity: 1 })
  const [wanted] = await run(before, picture)
  expect(new Set(wanted?.data).size).toBeGreaterThan(5)
  expect(await run(after, picture)).toEqual([wanted])
})

test('what is answered, and what an operator of another kind takes, keeps its channels', async () => {
  const softmax = network([node('Softmax', ['g'], 'y', { axis: 1 })], 20)
  const [wanted] = await run(softmax, picture)
  const [found] = await run(withWholeBlocks(softmax), picture)
  expect(found?.shape).toEqual([1, 3, 3, 20])
  expect(found).toEqual(wanted)
})

test('a network whose channels fill blocks is not copied', () => {
  const whole = writeOnnx({
    nodes: [node('Conv', ['x', 'w'], 'z'), node('Relu', ['z'], 'y')],
    initialisers: [weights('w', [16, 2, 1, 1])],
    inputs: [{ name: 'x', type: 'float32', shape: [1, 2, 6, 6] }],
    outputs: [{ name: 'y', type: 'float32', shape: [1, 16, 6, 6] }],
  })
  expect(withWholeBlocks(whole)).toBe(whole)
})
