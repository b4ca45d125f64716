// Tests that several operators are fused into one where that is faster, with the same results.
import { describe, expect, test } from 'vitest'
import { convertTflite } from '../../../src/models/conversion/convert.ts'
import { Chain } from './chain.ts'
import { codeOf } from './codes.ts'
import { expectSame } from './expectations.ts'
import { at, type Grid, grid, noise, sum, upTo } from './grid.ts'
import { nodeCounts, run, weightBytes } from './onnx-session.ts'
import { constant, tflite } from './tflite-writer.ts'

const image = noise([1, 4, 5, 3], 71)

/** PyTorch exports it as a comparison, a product and a choice, the slopes repeated for every pixel. */
function writtenOutPrelu(slopes: Grid, bound = 0, flipped = false): Uint8Array {
  const { shape } = image
  const full = grid(slopes.shape, (_, index) => slopes.data[index] ?? 0)
  return tflite({
    tensors: [
      { shape },
      constant(grid(shape, () => bound)),
      constant(full),
      { shape, type: 'bool' },
      { shape },
      { shape },
    ],
    operators: [
      { code: codeOf('GREATER'), inputs: [0, 1], output: 3 },
      { code: codeOf('MUL'), inputs: flipped ? [2, 0] : [0, 2], output: 4 },
      { code: codeOf('SELECT'), inputs: [3, 0, 4], output: 5 },
    ],
    inputs: [0],
    outputs: [5],
  })
}

const slope = noise([3], 72)
const perChannel = grid(image.shape, ([, , , c = 0]) => slope.data[c] ?? 0)
const chosen = (slopes: Grid, bound: number): Grid => ({
  shape: image.shape,
  data: image.data.map((value, index) => (value > bound ? value : value * (slopes.data[index] ?? 0))),
})

describe('a parametric ReLU written out', () => {
  test.each([[false], [true]])('becomes one, factors in either order (%s)', async (flipped) => {
    const onnx = convertTflite(writtenOutPrelu(perChannel, 0, flipped))
    expect(nodeCounts(onnx)).toEqual({ PRelu: 1, Identity: 1 })
    expectSame((await run(onnx, [image]))[0], chosen(perChannel, 0))
  })

  test('stays as it is when the slopes differ from pixel to pixel', async () => {
    const slopes = noise(image.shape, 73)
    const onnx = convertTflite(writtenOutPrelu(slopes))
    expect(nodeCounts(onnx)).toEqual({ Greater: 1, Mul: 1, Where: 1, Identity: 1 })
    expectSame((await run(onnx, [image]))[0], chosen(slopes, 0))
  })

  test('stays as it is when the bound is not zero', async () => {
    const onnx = convertTflite(writtenOutPrelu(perChannel, 0.5))
    expect(nodeCounts(onnx).PRelu).toBeUndefined()
    expectSame((await run(onnx, [image]))[0], chosen(perChannel, 0.5))
  })
})

const still = { 0: { int8: 1 }, 1: { int32: 1 }, 2: { int32: 1 } }

function convolved(input: Grid, weights: Grid, bias: Grid | undefined, pad: number): Grid {
  const [, height = 0, width = 0] = input.shape
  const [out = 0, kernelH = 0, kernelW = 0, depth = 0] = weights.shape
  return grid(
    [1, height + 2 * pad - kernelH + 1, width + 2 * pad - kernelW + 1, out],
    ([, y = 0, x = 0, o = 0]) => {
      const products = upTo(kernelH).flatMap((ky) =>
        upTo(kernelW).flatMap((kx) =>
          upTo(depth).map(
            (c) => (at(input, [0, y + ky - pad, x + kx - pad, c]) ?? 0) * (at(weights, [o, ky, kx, c]) ?? 0),
          ),
        ),
      )
      return sum(products) + (bias?.data[o] ?? 0)
    },
  )
}

function padded(around: readonly number[], weights: Grid): Chain {
  const [before = 0, after = 0, channels = 0] = around
  const chain = new Chain(image)
  const [, height = 0, width = 0, depth = 0] = image.shape
  const shape = [1, height + before + after, width + before + after, depth + channels]
  const wide = grid(shape, ([, y = 0, x = 0, c = 0]) => at(image, [0, y - before, x - before, c]) ?? 0)
  const pads = [0, 0, before, after, before, after, 0, channels]
  chain.add('PAD', wide, [constant({ shape: [4, 2], data: pads }, 'int32')])
  return chain.add('CONV_2D', convolved(wide, weights, undefined, 0), [constant(weights)], still)
}

describe('padding in front of a convolution', () => {
  test.each([[[1, 1, 0]], [[0, 1, 0]]])('is done by the convolution: %j', async (around) => {
    const chain = padded(around, noise([2, 3, 3, 3], 74))
    const onnx = convertTflite(chain.file())
    expect(nodeCounts(onnx)).toEqual({ Conv: 1, Identity: 1 })
    expectSame((await run(onnx, [image]))[0], chain.value)
  })

  test('stays when channels are added', async () => {
    const chain = padded([1, 1, 2], noise([2, 3, 3, 5], 75))
    const onnx = convertTflite(chain.file())
    expect(nodeCounts(onnx)).toEqual({ Pad: 1, Conv: 1, Identity: 1 })
    expectSame((await run(onnx, [image]))[0], chain.value)
  })
})

describe('two convolutions without anything between them', () => {
  const chainOf = (between: number, activation: number): Chain => {
    const [first, second] = [noise([between, 2, 2, 3], 76), noise([2, 1, 1, between], 77)]
    const [firstBias, secondBias] = [noise([between], 78), noise([2], 79)]
    const chain = new Chain(image)
    const middle = convolved(image, first, firstBias, 0)
    const activated = {
      ...middle,
      data: middle.data.map((value) => (activation ? Math.max(0, value) : value)),
    }
    const options = { ...still, 3: { int8: activation } }
    chain.add('CONV_2D', activated, [constant(first), constant(firstBias)], options)
    const last = convolved(activated, second, secondBias, 0)
    return chain.add('CONV_2D', last, [constant(second), constant(secondBias)], still)
  }

  test.each([
    ['become one through a wide middle', 9, 0, 1],
    ['stay two through a narrow middle, which is cheaper', 1, 0, 2],
    ['stay two when an activation stands between', 9, 1, 2],
  ] as const)('%s', async (_, between, activation, convolutions) => {
    const chain = chainOf(between, activation)
    const onnx = convertTflite(chain.file())
    expect(nodeCounts(onnx).Conv).toBe(convolutions)
    expectSame((await run(onnx, [image]))[0], chain.value)
  })

  test('stay two when a bias comes from outside', async () => {
    const [first, second, bias] = [noise([9, 2, 2, 3], 82), noise([2, 1, 1, 9], 83), noise([2], 84)]
    const middle = convolved(image, first, undefined, 0)
    const expected = convolved(middle, second, bias, 0)
    const file = tflite({
      tensors: [image, constant(first), middle, constant(second), bias, expected].map((tensor) =>
        'type' in tensor ? tensor : { shape: tensor.shape },
      ),
      operators: [
        { code: codeOf('CONV_2D'), inputs: [0, 1], output: 2, options: still },
        { code: codeOf('CONV_2D'), inputs: [2, 3, 4], output: 5, options: still },
      ],
      inputs: [0, 4],
      outputs: [5],
    })
    expect(nodeCounts(convertTflite(file)).Conv).toBe(2)
    expectSame((await run(convertTflite(file), [image, bias]))[0], expected)
  })

  test('stay two when somebody else reads what is between', async () => {
    const [first, second] = [noise([9, 2, 2, 3], 80), noise([9, 1, 1, 9], 81)]
    const middle = convolved(image, first, undefined, 0)
    const chain = new Chain(image).add('CONV_2D', middle, [constant(first)], still)
    const between = chain.last
    const mixed = convolved(middle, second, undefined, 0)
    chain.add('CONV_2D', mixed, [constant(second)], still)
    const both = { ...mixed, data: mixed.data.map((value, index) => value + (middle.data[index] ?? 0)) }
    chain.add('ADD', both, [between])
    const onnx = convertTflite(chain.file())
    expect(nodeCounts(onnx)).toEqual({ Conv: 2, Add: 1, Identity: 1 })
    expect(weightBytes(onnx)).toBe(4 * (first.data.length + second.data.length))
    expectSame((await run(onnx, [image]))[0], both)
  })
})
