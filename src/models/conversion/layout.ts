// Describes the layout of a TFLite tensor in the ONNX tensor that holds it, so that transposing and reshaping are done only where needed.

/**
 * TFLite keeps channels last, ONNX wants them second. Instead of turning tensors around at every step, each one is
 * described: the ONNX tensor is cut into pieces, and every axis as TFLite counts them is a list of pieces.
 */
export interface TensorLayout {
  /** Shape of the ONNX tensor. */
  readonly stored: readonly number[]
  /** The same elements in the same order, cut finer where a reshape has cut an axis; nothing of size one. */
  readonly pieces: readonly number[]
  /** For each TFLite axis the pieces that make it up, outermost first. */
  readonly axes: readonly (readonly number[])[]
}

/** Steps that bring a tensor into an order; a step that changes nothing is left out. */
interface Arrangement {
  readonly cut: readonly number[] | undefined
  readonly permutation: readonly number[] | undefined
  readonly shape: readonly number[]
}

/** Largest size of a tensor, far above any network of ours; below it, products of sizes are exact. */
const mostElements = 2 ** 31

export const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1)

export const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index])

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Images have their channels first, everything else is as in TFLite. */
export const usualOrder = (rank: number): number[] => (rank === 4 ? [0, 3, 1, 2] : upTo(rank))

export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`there is no number ${index} among ${items.length}`)
  return item
}

/** A tensor of this TFLite shape, its axes stored in this order. */
export function layoutOf(shape: readonly number[], order: readonly number[]): TensorLayout {
  if (shape.some((size) => !Number.isInteger(size) || size < 1) || product(shape) > mostElements)
    throw new Error(`a tensor of [${shape.join(', ')}] is empty or too large`)
  const stored = order.map((axis) => pick(shape, axis))
  const large = order.filter((axis) => pick(shape, axis) > 1)
  return {
    stored,
    pieces: large.map((axis) => pick(shape, axis)),
    axes: shape.map((size, axis) => (size > 1 ? [large.indexOf(axis)] : [])),
  }
}

export const shapeOf = ({ pieces, axes }: TensorLayout): number[] =>
  axes.map((parts) => product(parts.map((part) => pick(pieces, part))))

export const sameLayout = (a: TensorLayout, b: TensorLayout): boolean =>
  sameNumbers(a.stored, b.stored) &&
  sameNumbers(a.pieces, b.pieces) &&
  a.axes.length === b.axes.length &&
  a.axes.every((parts, axis) => sameNumbers(parts, pick(b.axes, axis)))

export const transposed = (layout: TensorLayout, permutation: readonly number[]): TensorLayout => ({
  ...layout,
  axes: permutation.map((axis) => pick(layout.axes, axis)),
})

/** The pieces in each axis of the ONNX tensor. */
function storedParts({ stored, pieces }: TensorLayout): number[][] {
  let piece = 0
  return stored.map((size) => {
    const parts: number[] = []
    for (let rest = size; rest > 1; rest /= pick(pieces, piece++)) parts.push(piece)
    return parts
  })
}

/** The TFLite axis of each axis of the ONNX tensor; undefined where they do not correspond one to one. */
export function orderOf(layout: TensorLayout): number[] | undefined {
  const { stored, axes } = layout
  if (stored.length !== axes.length) return undefined
  const single = upTo(axes.length).filter((axis) => pick(axes, axis).length === 0)
  const order = storedParts(layout).map((parts) =>
    parts.length === 0
      ? (single.shift() ?? -1)
      : axes.findIndex((candidate) => sameNumbers(candidate, parts)),
  )
  return order.includes(-1) ? undefined : order
}

/** Undefined where the new axes cut through the old ones so that the tensor must be transposed. */
export function reshaped(layout: TensorLayout, shape: readonly number[]): TensorLayout | undefined {
  const all = layout.pieces.map((size) => ({ size }))
  const queue = layout.axes.flat().map((index) => pick(all, index))
  const axes: { size: number }[][] = []
  for (const size of shape) {
    const parts: { size: number }[] = []
    let rest = size
    while (rest > 1) {
      let part = queue.shift()
      if (!part) return undefined
      if (rest % part.size !== 0) {
        if (part.size % rest !== 0) return undefined
        // The outer half belongs to this axis, the inner half waits for the next.
        const [outer, inner] = [{ size: rest }, { size: part.size / rest }]
        all.splice(all.indexOf(part), 1, outer, inner)
        queue.unshift(inner)
        part = outer
      }
      parts.push(part)
      rest /= part.size
    }
    axes.push(parts)
  }
  if (queue.length > 0) return undefined
  return {
    stored: layout.stored,
    pieces: all.map(({ size }) => size),
    axes: axes.map((parts) => parts.map((part) => all.indexOf(part))),
  }
}

export function arrange(layout: TensorLayout, order: readonly number[]): Arrangement {
  const shape = order.map((axis) => pick(shapeOf(layout), axis))
  const wanted = order.flatMap((axis) => pick(layout.axes, axis))
  if (wanted.every((part, index) => part === index)) return { cut: undefined, permutation: undefined, shape }
  const current = orderOf(layout)
  const permutation = current ? order.map((axis) => current.indexOf(axis)) : wholeAxes(layout, wanted)
  if (permutation) return { cut: undefined, permutation, shape }
  const runs = wanted.reduce<number[][]>((all, part) => {
    const last = all.at(-1)
    if (last?.at(-1) === part - 1) last.push(part)
    else all.push([part])
    return all
  }, [])
  const stored = runs.toSorted((a, b) => pick(a, 0) - pick(b, 0))
  return {
    cut: stored.map((run) => product(run.map((part) => pick(layout.pieces, part)))),
    permutation: runs.map((run) => stored.indexOf(run)),
    shape,
  }
}

/** Order of the ONNX tensor's axes that gives the wanted pieces; undefined if an axis would have to be cut. */
function wholeAxes(layout: TensorLayout, wanted: readonly number[]): number[] | undefined {
  const stored = storedParts(layout)
  const permutation = upTo(stored.length).filter((axis) => pick(stored, axis).length === 0)
  for (let at = 0; at < wanted.length; at += pick(stored, permutation.at(-1) ?? 0).length) {
    const fits = (parts: readonly number[]): boolean =>
      parts.length > 0 && parts.every((part, index) => part === wanted[at + index])
    const axis = stored.findIndex(fits)
    if (axis === -1) return undefined
    permutation.push(axis)
  }
  return permutation
}

/** Applies the steps of `arrange` to weights. */
export function permute<Numbers extends Float32Array | Int32Array>(
  numbers: Numbers,
  shape: readonly number[],
  permutation: readonly number[],
): Numbers {
  const strides = shape.map((_, axis) => product(shape.slice(axis + 1)))
  const sizes = permutation.map((axis) => pick(shape, axis))
  const steps = permutation.map((axis) => pick(strides, axis))
  const [innerSize, innerStep] = [sizes.at(-1) ?? 1, steps.at(-1) ?? 1]
  const result = numbers.slice() as Numbers
  const position = sizes.map(() => 0)
  let from = 0
  for (let to = 0; to < result.length; to += innerSize) {
    for (let inner = 0; inner < innerSize; inner++)
      result[to + inner] = numbers[from + inner * innerStep] ?? 0
    // Moves to the next row like an odometer, beginning with the second axis from the end.
    for (let axis = sizes.length - 2; axis >= 0; axis--) {
      position[axis] = pick(position, axis) + 1
      from += pick(steps, axis)
      if (pick(position, axis) < pick(sizes, axis)) break
      from -= pick(steps, axis) * pick(sizes, axis)
      position[axis] = 0
    }
  }
  return result
}
