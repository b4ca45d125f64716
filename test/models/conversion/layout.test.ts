// Tests tensors that are transposed, cut and joined in any order: the output is correct whatever their inner layout.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertTflite } from '../../../src/models/conversion/convert.ts'
import { Chain } from './chain.ts'
import { expectSame } from './expectations.ts'
import { at, grid, list, noise, permuted, sum, upTo } from './grid.ts'
import { nodeCounts, run } from './onnx-session.ts'
import { constant, type TensorSpec } from './tflite-writer.ts'

const integers = (values: readonly number[]): TensorSpec => constant(list(...values), 'int32')

type Dice = readonly number[]

function transpose(chain: Chain, dice: Dice): void {
  const permutation = upTo(chain.value.shape.length).toSorted((a, b) => (dice[a] ?? 0) - (dice[b] ?? 0))
  chain.add('TRANSPOSE', permuted(chain.value, permutation), [integers(permutation)])
}

/** Deals prime factors out to up to four axes; those that get none are of size one. */
function reshape(chain: Chain, dice: Dice): void {
  const shape = upTo(1 + ((dice[0] ?? 0) % 4)).map(() => 1)
  let [rest, factor, deal] = [chain.value.data.length, 2, 1]
  while (rest > 1) {
    if (rest % factor !== 0) factor++
    else {
      const axis = (dice[deal++ % dice.length] ?? 0) % shape.length
      shape[axis] = (shape[axis] ?? 1) * factor
      rest /= factor
    }
  }
  chain.add('RESHAPE', { shape, data: chain.value.data }, [integers(shape)])
}

function relu(chain: Chain): void {
  const { shape, data } = chain.value
  chain.add('RELU6', { shape, data: data.map((value) => Math.min(6, Math.max(0, value))) })
}

function addWeights(chain: Chain, dice: Dice): void {
  const { shape } = chain.value
  const weights = noise(shape.slice((dice[0] ?? 0) % shape.length), dice[1] ?? 1)
  const size = weights.data.length
  const data = chain.value.data.map((value, index) => value + (weights.data[index % size] ?? 0))
  chain.add('ADD', { shape, data }, [constant(weights)])
}

/** Joins a tensor with itself as it was before it was transposed and cut back into its shape. */
function addTurned(chain: Chain, dice: Dice): void {
  const before = chain.value
  const number = chain.last
  transpose(chain, dice)
  chain.add('RESHAPE', { shape: before.shape, data: chain.value.data }, [integers(before.shape)])
  const data = chain.value.data.map((value, index) => value + (before.data[index] ?? 0))
  chain.add('ADD', { shape: before.shape, data }, [number])
}

function maximum(chain: Chain, dice: Dice): void {
  const { shape } = chain.value
  const axis = (dice[0] ?? 0) % shape.length
  const whole = chain.value
  const result = grid(
    shape.map((size, one) => (one === axis ? 1 : size)),
    (position) =>
      Math.max(...upTo(shape[axis] ?? 1).map((index) => at(whole, position.with(axis, index)) ?? Number.NaN)),
  )
  const keep = (dice[1] ?? 0) % 2 === 0 || shape.length === 1
  const kept = keep ? result : { shape: shape.filter((_, one) => one !== axis), data: result.data }
  chain.add('REDUCE_MAX', kept, [integers([axis])], { 0: { int8: keep ? 1 : 0 } })
}

function join(chain: Chain, dice: Dice): void {
  const { shape } = chain.value
  const axis = (dice[0] ?? 0) % shape.length
  const [before, size] = [chain.value, shape[axis] ?? 0]
  const joined = grid(
    shape.map((one, index) => (index === axis ? one * 2 : one)),
    (position) => at(before, position.with(axis, (position[axis] ?? 0) % size)) ?? Number.NaN,
  )
  chain.add('CONCATENATION', joined, [chain.last], { 0: { int32: axis } })
}

function convolution(chain: Chain, dice: Dice): void {
  const image = chain.value
  if (image.shape.length !== 4) {
    reshape(chain, [3, ...dice])
    return
  }
  const [batch = 1, height = 1, width = 1, depth = 1] = image.shape
  const weights = noise([1 + ((dice[0] ?? 0) % 3), 1, 1, depth], dice[1] ?? 1)
  const result = grid([batch, height, width, weights.shape[0] ?? 1], ([b = 0, y = 0, x = 0, o = 0]) =>
    sum(upTo(depth).map((c) => (at(image, [b, y, x, c]) ?? 0) * (at(weights, [o, 0, 0, c]) ?? 0))),
  )
  const options = { 0: { int8: 1 }, 1: { int32: 1 }, 2: { int32: 1 } }
  chain.add('CONV_2D', result, [constant(weights)], options)
}

const steps = { transpose, reshape, relu, addWeights, addTurned, maximum, join, convolution }
const script = fc.array(
  fc.tuple(
    fc.constantFrom(...Object.values(steps)),
    fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
  ),
  { minLength: 1, maxLength: 7 },
)

describe('layouts', () => {
  test('any chain of turning, cutting and computing gives what plain arrays give', async () => {
    const starts = fc.constantFrom([1, 4, 6, 2], [1, 1, 9, 4], [2, 3, 5, 2], [1, 12, 5], [10, 6], [24])
    await fc.assert(
      fc.asyncProperty(starts, script, async (shape, moves) => {
        const chain = new Chain(noise(shape, 61))
        for (const [move, dice] of moves) if (chain.value.data.length < 2000) move(chain, dice)
        const [result] = await run(convertTflite(chain.file()), [chain.input])
        expectSame(result, chain.value)
      }),
      { numRuns: 400 },
    )
  })

  test('a transposition between matrix products costs nothing', () => {
    const chain = new Chain(noise([1, 1, 9, 4], 62))
    convolution(chain, [2, 1])
    transpose(chain, [0, 1, 3, 2])
    convolution(chain, [2, 1])
    transpose(chain, [0, 1, 3, 2])
    convolution(chain, [2, 1])
    expect(nodeCounts(convertTflite(chain.file()))).toEqual({ Conv: 2, MatMul: 1, Identity: 1 })
  })

  test('what is joined lies as convolutions want it, whichever comes first', () => {
    const chain = new Chain(noise([1, 4, 4, 5], 64))
    transpose(chain, [0, 2, 1, 3])
    const data = chain.value.data.map((value, index) => value + (chain.input.data[index] ?? 0))
    chain.add('ADD', { shape: chain.value.shape, data }, [0])
    convolution(chain, [2, 1])
    expect(nodeCounts(convertTflite(chain.file()))).toEqual({ Transpose: 1, Add: 1, Conv: 1, Identity: 1 })
  })

  test('cutting an image into patches and turning them is one transposition', () => {
    const chain = new Chain(noise([1, 8, 8, 6], 63))
    const cut = (shape: number[]): Chain => chain.add('RESHAPE', { ...chain.value, shape }, [integers(shape)])
    relu(chain)
    cut([4, 2, 4, 12])
    transpose(chain, [0, 2, 1, 3])
    cut([1, 16, 4, 6])
    transpose(chain, [0, 2, 1, 3])
    relu(chain)
    const counts = nodeCounts(convertTflite(chain.file()))
    expect(counts.Transpose).toBe(1)
  })
})
