// Computes reductions, softmax, matrix products and resizing by their definitions.
import type { Case, Cases } from '../case.ts'
import { at, type Grid, grid, list, noise, permuted, sum, upTo } from '../grid.ts'
import { constant } from '../tflite-writer.ts'
import { activate, average, largest } from './windows.ts'

const image = noise([1, 3, 4, 5], 41)

function reduction(
  input: Grid,
  axes: readonly number[],
  keep: boolean,
  combine: (values: number[]) => number,
): Case {
  const reduced = new Set(axes.map((axis) => (axis < 0 ? axis + input.shape.length : axis)))
  const full = grid(
    input.shape.map((size, axis) => (reduced.has(axis) ? 1 : size)),
    (position) => {
      const values: number[] = []
      grid(
        input.shape.map((size, axis) => (reduced.has(axis) ? size : 1)),
        (offset) =>
          values.push(
            at(
              input,
              offset.map((one, axis) => one + (position[axis] ?? 0)),
            ) ?? Number.NaN,
          ),
      )
      return combine(values)
    },
  )
  return {
    title: `[${input.shape.join(', ')}] along ${axes.join(', ')}${keep ? ', axes kept' : ''}`,
    inputs: [input, constant(list(...axes), 'int32')],
    options: { 0: { int8: keep ? 1 : 0 } },
    expected: keep ? full : { shape: full.shape.filter((_, axis) => !reduced.has(axis)), data: full.data },
  }
}

const reductions = (combine: (values: number[]) => number): Case[] => [
  reduction(image, [1, 2], true, combine),
  reduction(image, [1, 2], false, combine),
  reduction(image, [3], true, combine),
  reduction(image, [-3], false, combine),
  reduction(noise([1, 7, 2], 42), [-2], true, combine),
]

function softmax(input: Grid, beta: number): Case {
  const last = input.shape.at(-1) ?? 1
  const weight = (index: number): number => Math.exp(beta * (input.data[index] ?? 0))
  return {
    title: `[${input.shape.join(', ')}], beta ${beta}`,
    inputs: [input],
    options: { 0: { float32: beta } },
    expected: grid(input.shape, (_, index) => {
      const row = Math.floor(index / last) * last
      return weight(index) / sum(upTo(last).map((at) => weight(row + at)))
    }),
  }
}

function fullyConnected(
  input: Grid,
  out: number,
  shape: readonly number[],
  activation: number,
  fixed = true,
): Case {
  const depth = (input.data.length * out) / shape.reduce((all, size) => all * size, 1)
  const weights = noise([out, depth], 43)
  const bias = noise([out], 44)
  return {
    title: `[${input.shape.join(', ')}] to [${shape.join(', ')}], activation ${activation}`,
    inputs: [input, fixed ? constant(weights) : weights, activation === 0 ? undefined : constant(bias)],
    options: { 0: { int8: activation } },
    expected: grid(shape, (_, index) => {
      const [row, o] = [Math.floor(index / out), index % out]
      const products = upTo(depth).map((k) => (input.data[row * depth + k] ?? 0) * (at(weights, [o, k]) ?? 0))
      return activate(activation, sum(products) + (activation === 0 ? 0 : (bias.data[o] ?? 0)))
    }),
  }
}

/** The weights are of a network that was quantised "dynamically": bytes in the file, floats everywhere else. */
function fullyConnectedByBytes(): Case {
  const input = noise([2, 3], 52)
  const [bytes, scales] = [
    [-127, 5, 40, 0, 127, -3],
    [0.01, 0.02],
  ]
  const weight = (row: number, column: number): number => (bytes[row * 3 + column] ?? 0) * (scales[row] ?? 0)
  return {
    title: 'weights as bytes',
    inputs: [input, { shape: [2, 3], type: 'int8', data: bytes, scales }],
    expected: grid([2, 2], ([row = 0, o = 0]) =>
      sum(upTo(3).map((k) => (at(input, [row, k]) ?? 0) * weight(o, k))),
    ),
  }
}

function matMul(a: readonly number[], b: readonly number[], flips: readonly [boolean, boolean]): Case {
  const [left, right] = [noise(a, 45), noise(b, 46)]
  const swapped = (value: Grid, flip: boolean): Grid => {
    const rank = value.shape.length
    return flip ? permuted(value, [...upTo(rank - 2), rank - 1, rank - 2]) : value
  }
  const [x, y] = [swapped(left, flips[0]), swapped(right, flips[1])]
  const [rows = 0, middle = 0] = x.shape.slice(-2)
  const batch = x.shape.slice(0, -2)
  const own = ({ shape }: Grid, position: readonly number[]): number[] =>
    position.slice(position.length - (shape.length - 2)).map((one, axis) => (shape[axis] === 1 ? 0 : one))
  return {
    title: `[${a.join(', ')}]${flips[0] ? ' turned' : ''} by [${b.join(', ')}]${flips[1] ? ' turned' : ''}`,
    inputs: [left, right],
    options: { 0: { int8: flips[0] ? 1 : 0 }, 1: { int8: flips[1] ? 1 : 0 } },
    expected: grid([...batch, rows, y.shape.at(-1) ?? 0], (position) => {
      const [row = 0, column = 0] = position.slice(-2)
      const outer = position.slice(0, -2)
      return sum(
        upTo(middle).map(
          (k) => (at(x, [...own(x, outer), row, k]) ?? 0) * (at(y, [...own(y, outer), k, column]) ?? 0),
        ),
      )
    }),
  }
}

interface Setting {
  readonly corners?: true
  readonly centers?: true
}

/** Gives the scale and the sampling point of a pixel, as TensorFlow's two switches say. */
function source(index: number, size: number, out: number, { corners, centers }: Setting): number {
  const scale = corners && out > 1 ? (size - 1) / (out - 1) : size / out
  return centers ? (index + 0.5) * scale - 0.5 : index * scale
}

function resize(height: number, width: number, setting: Setting, nearest: boolean): Case {
  const input = noise([1, 4, 3, 2], 47)
  const [, rows = 0, columns = 0] = input.shape
  const within = (value: number, size: number): number => Math.min(Math.max(value, 0), size - 1)
  const near = (value: number, size: number): number =>
    within(setting.corners || setting.centers ? Math.floor(value + 0.5) : Math.floor(value), size)
  const expected = grid([1, height, width, 2], ([, y = 0, x = 0, c = 0]) => {
    const [sy, sx] = [source(y, rows, height, setting), source(x, columns, width, setting)]
    const pixel = (row: number, column: number): number =>
      at(input, [0, within(row, rows), within(column, columns), c]) ?? Number.NaN
    if (nearest) return pixel(near(sy, rows), near(sx, columns))
    const [top, left] = [Math.floor(sy), Math.floor(sx)]
    const [dy, dx] = [sy - top, sx - left]
    const row = (at: number): number => pixel(at, left) * (1 - dx) + pixel(at, left + 1) * dx
    return row(top) * (1 - dy) + row(top + 1) * dy
  })
  const first = nearest ? 0 : 2
  return {
    title: `4x3 to ${height}x${width}${setting.corners ? ', corners' : ''}${setting.centers ? ', centers' : ''}`,
    inputs: [input, constant(list(height, width), 'int32')],
    options: { [first]: { int8: setting.corners ? 1 : 0 }, [first + 1]: { int8: setting.centers ? 1 : 0 } },
    expected,
  }
}

const resizings = (nearest: boolean): Case[] =>
  [{}, { corners: true } as const, { centers: true } as const].flatMap((setting) =>
    [
      [8, 6],
      [12, 12],
      [7, 5],
      [2, 2],
    ].map(([height = 0, width = 0]) => resize(height, width, setting, nearest)),
  )

export const sums: Cases = {
  MEAN: reductions(average),
  SUM: reductions(sum),
  REDUCE_MAX: reductions(largest),
  REDUCE_MIN: reductions((values) => Math.min(...values)),
  SOFTMAX: [softmax(image, 1), softmax(noise([3, 4], 48), 1), softmax(image, 0.5)],
  FULLY_CONNECTED: [
    fullyConnected(noise([2, 6], 49), 4, [2, 4], 0),
    fullyConnected(noise([1, 2, 3, 4], 50), 5, [1, 5], 1),
    fullyConnected(noise([1, 2, 3, 4], 51), 5, [1, 2, 3, 5], 3),
    fullyConnected(noise([2, 6], 49), 4, [2, 4], 2, false),
    fullyConnectedByBytes(),
  ],
  BATCH_MATMUL: [
    matMul([2, 3, 4], [2, 4, 5], [false, false]),
    matMul([2, 4, 3], [2, 5, 4], [true, true]),
    matMul([1, 2, 3, 4], [1, 2, 4, 5], [false, false]),
    matMul([1, 2, 3, 4], [4, 5], [false, false]),
  ],
  RESIZE_BILINEAR: resizings(false),
  RESIZE_NEAREST_NEIGHBOR: resizings(true),
}
