// Holds numbers in rows and columns for tests, read by position, so that an operator can be written as its definition.

export interface Grid {
  readonly shape: readonly number[]
  readonly data: readonly number[]
}

export const count = (shape: readonly number[]): number => shape.reduce((all, size) => all * size, 1)

/** Lists every position of the shape, the last axis fastest. */
export function grid(shape: readonly number[], value: (position: number[], index: number) => number): Grid {
  const data = Array.from({ length: count(shape) }, (_, index) => {
    let rest = index
    const position = shape
      .toReversed()
      .map((size) => {
        const at = rest % size
        rest = Math.floor(rest / size)
        return at
      })
      .toReversed()
    return value(position, index)
  })
  return { shape, data }
}

/** Returns the element there, or nothing outside, which is how padding reads. */
export function at({ shape, data }: Grid, position: readonly number[]): number | undefined {
  if (position.some((one, axis) => one < 0 || one >= (shape[axis] ?? 0))) return undefined
  return data[position.reduce((index, one, axis) => index * (shape[axis] ?? 0) + one, 0)]
}

/** The grid is read as if repeated along missing axes and axes of size one. */
export function broadcast(from: Grid, position: readonly number[]): number {
  const own = position.slice(position.length - from.shape.length)
  return (
    at(
      from,
      own.map((one, axis) => (from.shape[axis] === 1 ? 0 : one)),
    ) ?? Number.NaN
  )
}

/** Returns numbers between -1 and 1 without a pattern, the same at every run. */
export function noise(shape: readonly number[], seed = 1): Grid {
  let state = seed * 7919 + 17
  return grid(shape, () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.fround((state / 2 ** 31) * 2 - 1)
  })
}

export const list = (...values: number[]): Grid => ({ shape: [values.length], data: values })

export const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0)

export const upTo = (size: number): number[] => Array.from({ length: size }, (_, index) => index)

export function permuted(from: Grid, permutation: readonly number[]): Grid {
  const shape = permutation.map((axis) => from.shape[axis] ?? 0)
  return grid(shape, (position) => {
    const source: number[] = []
    permutation.forEach((axis, index) => {
      source[axis] = position[index] ?? 0
    })
    return at(from, source) ?? Number.NaN
  })
}
