// Computes operators that move elements by their definitions: which element of the input stands at each place.
import type { Case, Cases } from '../case.ts'
import { codeOf } from '../codes.ts'
import { at, type Grid, grid, list, noise, permuted } from '../grid.ts'
import { constant, type TensorSpec, tflite } from '../tflite-writer.ts'

const image = noise([1, 4, 6, 8], 21)
const integers = (values: readonly number[]): TensorSpec => constant(list(...values), 'int32')

const reshape = (input: Grid, shape: readonly number[], given: 'input' | 'option' | 'both'): Case => ({
  title: `[${input.shape.join(', ')}] to [${shape.join(', ')}], shape as ${given}`,
  inputs: given === 'option' ? [input] : [input, integers(shape)],
  ...(given !== 'input' && { options: { 0: { int32s: shape } } }),
  expected: { shape, data: input.data },
})

/** The weights are cut into another shape before they are added. */
function reshapedWeights(): Case {
  const [input, weights] = [noise([15, 4], 31), noise([6, 10], 32)]
  const file = tflite({
    tensors: [
      { shape: [15, 4] },
      constant(weights),
      integers([15, 4]),
      { shape: [15, 4] },
      { shape: [15, 4] },
    ],
    operators: [
      { code: codeOf('RESHAPE'), inputs: [1, 2], output: 3 },
      { code: codeOf('ADD'), inputs: [0, 3], output: 4 },
    ],
    inputs: [0],
    outputs: [4],
  })
  const expected = grid([15, 4], (_, index) => (input.data[index] ?? 0) + (weights.data[index] ?? 0))
  return { title: 'weights', inputs: [input], expected, file }
}

const transpose = (input: Grid, permutation: readonly number[]): Case => ({
  title: `[${input.shape.join(', ')}] as ${permutation.join('')}`,
  inputs: [input, integers(permutation)],
  expected: permuted(input, permutation),
})

function concatenation(shapes: readonly (readonly number[])[], axis: number): Case {
  const inputs = shapes.map((shape, index) => noise(shape, 30 + index))
  const along = axis < 0 ? axis + (shapes[0]?.length ?? 0) : axis
  const sizes = shapes.map((shape) => shape[along] ?? 0)
  const shape = (shapes[0] ?? []).map((size, index) =>
    index === along ? sizes.reduce((a, b) => a + b) : size,
  )
  return {
    title: `${shapes.map((one) => `[${one.join(', ')}]`).join(' and ')} along ${axis}`,
    inputs,
    options: { 0: { int32: axis } },
    expected: grid(shape, (position) => {
      const own = [...position]
      for (const input of inputs) {
        const value = at(input, own)
        if (value !== undefined) return value
        own[along] = (own[along] ?? 0) - (input.shape[along] ?? 0)
      }
      return Number.NaN
    }),
  }
}

function pad(input: Grid, pads: readonly (readonly [number, number])[], filling?: number): Case {
  const shape = input.shape.map((size, axis) => size + (pads[axis]?.[0] ?? 0) + (pads[axis]?.[1] ?? 0))
  const wide: Grid = { shape: [pads.length, 2], data: pads.flat() }
  return {
    title: `[${input.shape.join(', ')}] by ${pads.map((two) => two.join('+')).join(', ')}`,
    inputs: [
      input,
      // Files hold either; 64 bits come from PyTorch.
      constant(wide, filling === undefined ? 'int64' : 'int32'),
      ...(filling === undefined ? [] : [constant({ shape: [], data: [filling] })]),
    ],
    expected: grid(
      shape,
      (position) =>
        at(
          input,
          position.map((one, axis) => one - (pads[axis]?.[0] ?? 0)),
        ) ??
        filling ??
        0,
    ),
  }
}

const depthToSpace = (input: Grid, block: number): Case => {
  const [, height = 0, width = 0, channels = 0] = input.shape
  const depth = channels / block ** 2
  return {
    title: `blocks of ${block}`,
    inputs: [input],
    options: { 0: { int32: block } },
    expected: grid([1, height * block, width * block, depth], ([, y = 0, x = 0, c = 0]) => {
      const inside = (y % block) * block + (x % block)
      return at(input, [0, Math.floor(y / block), Math.floor(x / block), inside * depth + c]) ?? Number.NaN
    }),
  }
}

const spaceToDepth = (input: Grid, block: number): Case => {
  const [, height = 0, width = 0, channels = 0] = input.shape
  return {
    title: `blocks of ${block}`,
    inputs: [input],
    options: { 0: { int32: block } },
    expected: grid([1, height / block, width / block, channels * block ** 2], ([, y = 0, x = 0, c = 0]) => {
      const inside = Math.floor(c / channels)
      const [dy, dx] = [Math.floor(inside / block), inside % block]
      return at(input, [0, y * block + dy, x * block + dx, c % channels]) ?? Number.NaN
    }),
  }
}

function dequantize(title: string, stored: TensorSpec, values: readonly number[]): Case {
  return { title, inputs: [stored], expected: { shape: stored.shape, data: values } }
}

const halves = [0, -0, 1, -2, 0.5, 1.5, 65504, -0.333251953125, 2 ** -24, 2 ** -14, 3 * 2 ** -24, 1023.5]
const bytes = [-128, -1, 0, 1, 5, 127]

export const shapes: Cases = {
  RESHAPE: [
    reshape(image, [1, 192], 'input'),
    reshape(image, [1, 24, 8], 'option'),
    reshape(image, [1, 48, 4], 'both'),
    reshape(image, [3, 4, 2, 8], 'input'),
    reshape(image, [1, 2, 12, 8], 'input'),
    reshape(noise([1, 24, 8], 22), [1, 4, 6, 8], 'input'),
    reshape(noise([1, 6, 10], 23), [1, 15, 4], 'input'),
    reshapedWeights(),
  ],
  SQUEEZE: [
    {
      title: 'all of size one',
      inputs: [noise([1, 4, 1, 3], 24)],
      expected: { ...noise([1, 4, 1, 3], 24), shape: [4, 3] },
    },
  ],
  EXPAND_DIMS: [
    {
      title: 'in the middle',
      inputs: [noise([4, 3], 25), integers([1])],
      expected: { ...noise([4, 3], 25), shape: [4, 1, 3] },
    },
  ],
  TRANSPOSE: [
    transpose(image, [0, 3, 1, 2]),
    transpose(image, [0, 2, 1, 3]),
    transpose(image, [3, 0, 2, 1]),
    transpose(noise([4, 5], 26), [1, 0]),
  ],
  CONCATENATION: [
    concatenation(
      [
        [1, 3, 4, 2],
        [1, 3, 4, 5],
      ],
      3,
    ),
    concatenation(
      [
        [1, 3, 4, 2],
        [1, 1, 4, 2],
        [1, 2, 4, 2],
      ],
      1,
    ),
    concatenation(
      [
        [1, 1, 1, 6],
        [1, 1, 9, 6],
      ],
      -2,
    ),
    concatenation(
      [
        [1, 5, 1],
        [1, 3, 1],
      ],
      1,
    ),
  ],
  PAD: [
    pad(image, [
      [0, 0],
      [1, 2],
      [3, 0],
      [0, 0],
    ]),
    pad(image, [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 4],
    ]),
    pad(noise([3, 4], 27), [
      [1, 0],
      [0, 2],
    ]),
  ],
  PADV2: [
    pad(
      image,
      [
        [0, 0],
        [1, 2],
        [3, 0],
        [1, 0],
      ],
      -7.5,
    ),
  ],
  DEPTH_TO_SPACE: [depthToSpace(image, 2)],
  SPACE_TO_DEPTH: [spaceToDepth(image, 2)],
  DEQUANTIZE: [
    dequantize('half floats', { shape: [12], type: 'float16', data: halves }, halves),
    dequantize(
      'bytes, one scale',
      { shape: [2, 3], type: 'int8', data: bytes, scales: [0.5], zeroPoints: [3] },
      bytes.map((value) => (value - 3) * 0.5),
    ),
    dequantize(
      'bytes, a scale for each channel',
      { shape: [2, 3], type: 'int8', data: bytes, scales: [0.5, 2, 4], scaleAxis: 1 },
      bytes.map((value, index) => value * ([0.5, 2, 4][index % 3] ?? 0)),
    ),
    dequantize(
      'bytes without sign, a scale for each row',
      {
        shape: [2, 3],
        type: 'uint8',
        data: bytes.map((value) => value + 128),
        scales: [0.5, 2],
        zeroPoints: [128, 0],
      },
      bytes.map((value, index) => (index < 3 ? value * 0.5 : (value + 128) * 2)),
    ),
  ],
}
