// Computes operators that cut pieces out of a tensor by their definitions.
import type { Case, Cases } from '../case.ts'
import type { Fields } from '../flatbuffer-writer.ts'
import { at, type Grid, grid, list, noise, upTo } from '../grid.ts'
import { constant, type TensorSpec } from '../tflite-writer.ts'

const image = noise([1, 4, 6, 8], 21)
const integers = (values: readonly number[]): TensorSpec => constant(list(...values), 'int32')

const slice = (input: Grid, starts: readonly number[], sizes: readonly number[]): Case => ({
  title: `${starts.join(' ')} and ${sizes.join(' ')} more of [${input.shape.join(', ')}]`,
  inputs: [input, integers(starts), integers(sizes)],
  expected: grid(
    sizes.map((size, axis) => (size === -1 ? (input.shape[axis] ?? 0) - (starts[axis] ?? 0) : size)),
    (position) =>
      at(
        input,
        position.map((one, axis) => one + (starts[axis] ?? 0)),
      ) ?? Number.NaN,
  ),
})

/** A slice is written as in Python: from, to, step; nothing is "to the end", a single number removes the axis. */
type Part = readonly [from: number | undefined, to: number | undefined, step: number] | number

function stridedSlice(input: Grid, parts: readonly Part[]): Case {
  const chosen = parts.map((part, axis): number[] => {
    const size = input.shape[axis] ?? 0
    const positive = (value: number): number => (value < 0 ? value + size : value)
    if (typeof part === 'number') return [positive(part)]
    const [from, to, step] = part
    const first = from === undefined ? (step > 0 ? 0 : size - 1) : positive(from)
    const last = to === undefined ? (step > 0 ? size : -1) : positive(to)
    return upTo(size * 2)
      .map((index) => first + index * step)
      .filter((index) => (step > 0 ? index < last : index > last) && index >= 0 && index < size)
  })
  const full = grid(
    chosen.map((indices) => indices.length),
    (position) =>
      at(
        input,
        position.map((one, axis) => chosen[axis]?.[one] ?? -1),
      ) ?? Number.NaN,
  )
  const mask = (on: (part: Part) => boolean): number =>
    parts.reduce<number>((bits, part, axis) => bits + (on(part) ? 2 ** axis : 0), 0)
  const value = (part: Part, index: 0 | 1): number =>
    typeof part === 'number' ? part + index : (part[index] ?? 0)
  const options: Fields = {
    0: { int32: mask((part) => typeof part !== 'number' && part[0] === undefined) },
    1: { int32: mask((part) => typeof part !== 'number' && part[1] === undefined) },
    4: { int32: mask((part) => typeof part === 'number') },
  }
  return {
    title: `[${parts.map((part) => (typeof part === 'number' ? part : part.join(':'))).join(', ')}] of [${input.shape.join(', ')}]`,
    inputs: [
      input,
      integers(parts.map((part) => value(part, 0))),
      integers(parts.map((part) => value(part, 1))),
      integers(parts.map((part) => (typeof part === 'number' ? 1 : part[2]))),
    ],
    options,
    expected: { shape: full.shape.filter((_, axis) => typeof parts[axis] !== 'number'), data: full.data },
  }
}

export const slices: Cases = {
  SLICE: [slice(image, [0, 1, 2, 3], [1, 2, -1, 4]), slice(noise([5, 6], 28), [1, 0], [3, -1])],
  STRIDED_SLICE: [
    stridedSlice(image, [
      [undefined, undefined, 1],
      [1, 3, 1],
      [undefined, 5, 2],
      [2, -1, 3],
    ]),
    stridedSlice(image, [
      [undefined, undefined, 1],
      [undefined, undefined, -1],
      [4, 1, -2],
      [-3, undefined, 1],
    ]),
    stridedSlice(image, [0, [undefined, undefined, 1], -1, [1, 4, 1]]),
    stridedSlice(noise([2, 7], 29), [1, [undefined, undefined, 1]]),
  ],
}
