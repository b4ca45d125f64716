// Computes convolutions and pooling by their definitions, with plain loops over the window.
import type { Case, Cases } from '../case.ts'
import type { Field, Fields } from '../flatbuffer-writer.ts'
import { at, type Grid, grid, noise, sum, upTo } from '../grid.ts'
import { constant } from '../tflite-writer.ts'

const SAME = 0
const VALID = 1

export interface WindowSpec {
  readonly height: number
  readonly width: number
  readonly channels: number
  readonly kernel: readonly [height: number, width: number]
  readonly stride: readonly [height: number, width: number]
  readonly dilation?: readonly [height: number, width: number]
  readonly same: boolean
  readonly out?: number
  readonly activation?: number
  readonly bias?: false
}

const describe = (spec: WindowSpec): string =>
  `${spec.height}x${spec.width}x${spec.channels}, kernel ${spec.kernel.join('x')}, stride ${spec.stride.join('x')}, ${
    spec.same ? 'SAME' : 'VALID'
  }${spec.dilation ? `, dilation ${spec.dilation.join('x')}` : ''}${spec.activation ? `, activation ${spec.activation}` : ''}`

/** TensorFlow's rule: SAME has one result for every stride, and pads what is missing, the smaller half in front. */
function place(spec: WindowSpec, axis: 0 | 1): { out: number; before: number; dilation: number } {
  const size = axis === 0 ? spec.height : spec.width
  const dilation = spec.dilation?.[axis] ?? 1
  const reach = (spec.kernel[axis] - 1) * dilation + 1
  if (!spec.same) return { out: Math.ceil((size - reach + 1) / spec.stride[axis]), before: 0, dilation }
  const out = Math.ceil(size / spec.stride[axis])
  const missing = Math.max(0, (out - 1) * spec.stride[axis] + reach - size)
  return { out, before: Math.floor(missing / 2), dilation }
}

/** Gives the window's places in the image for a result, one entry for every element of the kernel. */
function seen(spec: WindowSpec, y: number, x: number): { ky: number; kx: number; iy: number; ix: number }[] {
  const [rows, columns] = [place(spec, 0), place(spec, 1)]
  return upTo(spec.kernel[0]).flatMap((ky) =>
    upTo(spec.kernel[1]).map((kx) => ({
      ky,
      kx,
      iy: y * spec.stride[0] - rows.before + ky * rows.dilation,
      ix: x * spec.stride[1] - columns.before + kx * columns.dilation,
    })),
  )
}

const activations: Readonly<Record<number, (value: number) => number>> = {
  0: (value) => value,
  1: (value) => Math.max(0, value),
  2: (value) => Math.min(1, Math.max(-1, value)),
  3: (value) => Math.min(6, Math.max(0, value)),
  4: Math.tanh,
}

export const activate = (number: number | undefined, value: number): number =>
  activations[number ?? 0]?.(value) ?? Number.NaN

const resultShape = (spec: WindowSpec, channels: number): number[] => [
  1,
  place(spec, 0).out,
  place(spec, 1).out,
  channels,
]

const windowOptions = ({ same, stride }: WindowSpec): Fields => ({
  0: { int8: same ? SAME : VALID },
  1: { int32: stride[1] },
  2: { int32: stride[0] },
})

const dilations = (spec: WindowSpec, first: number): Record<number, Field> =>
  spec.dilation ? { [first]: { int32: spec.dilation[1] }, [first + 1]: { int32: spec.dilation[0] } } : {}

export function convolutionCase(spec: WindowSpec, groups = 1): Case {
  const image = noise([1, spec.height, spec.width, spec.channels], 1)
  const out = spec.out ?? 4
  const depth = spec.channels / groups
  const weights = noise([out, ...spec.kernel, depth], 2)
  const bias = noise([out], 3)
  const expected = grid(resultShape(spec, out), ([, y = 0, x = 0, o = 0]) => {
    const first = Math.floor(o / (out / groups)) * depth
    const products = seen(spec, y, x).flatMap(({ ky, kx, iy, ix }) =>
      upTo(depth).map((c) => (at(image, [0, iy, ix, first + c]) ?? 0) * (at(weights, [o, ky, kx, c]) ?? 0)),
    )
    return activate(spec.activation, sum(products) + (spec.bias === false ? 0 : (bias.data[o] ?? 0)))
  })
  return {
    title: `${describe(spec)}${groups > 1 ? `, ${groups} groups` : ''}`,
    inputs: [image, constant(weights), spec.bias === false ? undefined : constant(bias)],
    options: { ...windowOptions(spec), 3: { int8: spec.activation ?? 0 }, ...dilations(spec, 4) },
    expected,
  }
}

export function depthwiseCase(spec: WindowSpec, multiplier: number): Case {
  const image = noise([1, spec.height, spec.width, spec.channels], 4)
  const out = spec.channels * multiplier
  const weights = noise([1, ...spec.kernel, out], 5)
  const bias = noise([out], 6)
  const expected = grid(resultShape(spec, out), ([, y = 0, x = 0, o = 0]) => {
    const channel = Math.floor(o / multiplier)
    const products = seen(spec, y, x).map(
      ({ ky, kx, iy, ix }) => (at(image, [0, iy, ix, channel]) ?? 0) * (at(weights, [0, ky, kx, o]) ?? 0),
    )
    return activate(spec.activation, sum(products) + (bias.data[o] ?? 0))
  })
  return {
    title: `${describe(spec)}, times ${multiplier}`,
    inputs: [image, constant(weights), constant(bias)],
    options: {
      ...windowOptions(spec),
      3: { int32: multiplier },
      4: { int8: spec.activation ?? 0 },
      ...dilations(spec, 5),
    },
    expected,
  }
}

/** Each element of the image is spread over the result; `spec` describes the convolution that leads back. */
function transposedCase(spec: WindowSpec, depth: number, withBias: boolean): Case {
  const [rows, columns] = [place(spec, 0), place(spec, 1)]
  const image = noise([1, rows.out, columns.out, depth], 7)
  const out = spec.channels
  const weights = noise([out, ...spec.kernel, depth], 8)
  const bias = noise([out], 9)
  const shape = [1, spec.height, spec.width, out]
  const result = grid(shape, ([, , , o = 0]) => (withBias ? (bias.data[o] ?? 0) : 0)).data.slice()
  for (const iy of upTo(rows.out))
    for (const ix of upTo(columns.out))
      for (const { ky, kx, iy: y, ix: x } of seen(spec, iy, ix))
        for (const o of upTo(out)) {
          if (y < 0 || y >= spec.height || x < 0 || x >= spec.width) continue
          const value = sum(
            upTo(depth).map((c) => (at(image, [0, iy, ix, c]) ?? 0) * (at(weights, [o, ky, kx, c]) ?? 0)),
          )
          const index = (y * spec.width + x) * out + o
          result[index] = (result[index] ?? 0) + value
        }
  return {
    title: `to ${describe(spec)}${withBias ? ', bias' : ''}`,
    inputs: [
      { shape: [4], data: shape, type: 'int32' },
      constant(weights),
      image,
      ...(withBias ? [constant(bias)] : []),
    ],
    options: windowOptions(spec),
    expected: { shape, data: result },
  }
}

export function poolingCase(spec: WindowSpec, combine: (values: number[]) => number): Case {
  const image: Grid = noise([1, spec.height, spec.width, spec.channels], 10)
  const expected = grid(resultShape(spec, spec.channels), ([, y = 0, x = 0, c = 0]) => {
    const values = seen(spec, y, x).flatMap(({ iy, ix }) => at(image, [0, iy, ix, c]) ?? [])
    return activate(spec.activation, combine(values))
  })
  return {
    title: describe(spec),
    inputs: [image],
    options: {
      ...windowOptions(spec),
      3: { int32: spec.kernel[1] },
      4: { int32: spec.kernel[0] },
      5: { int8: spec.activation ?? 0 },
    },
    expected,
  }
}

export const average = (values: number[]): number => sum(values) / values.length
export const largest = (values: number[]): number => Math.max(...values)

const even = { height: 6, width: 8, channels: 3, kernel: [3, 3], stride: [2, 2], same: true } as const
const odd = { height: 7, width: 5, channels: 2, kernel: [3, 2], stride: [1, 2], same: true } as const

export const windows: Cases = {
  CONV_2D: [
    convolutionCase({ ...even, kernel: [1, 1], stride: [1, 1] }),
    convolutionCase({ ...even, kernel: [5, 5] }),
    convolutionCase(even),
    convolutionCase({ ...odd, dilation: [2, 3], stride: [1, 1] }),
    convolutionCase({ ...odd, same: false, bias: false }),
    convolutionCase({ ...even, channels: 4 }, 2),
    ...[1, 2, 3, 4].map((activation) => convolutionCase({ ...even, activation })),
  ],
  DEPTHWISE_CONV_2D: [
    depthwiseCase(even, 1),
    depthwiseCase(even, 3),
    depthwiseCase({ ...odd, same: false, activation: 3 }, 2),
    depthwiseCase({ ...odd, stride: [1, 1], dilation: [2, 2], activation: 1 }, 1),
  ],
  TRANSPOSE_CONV: [
    transposedCase({ ...even, kernel: [2, 2] }, 3, true),
    transposedCase(even, 2, false),
    transposedCase({ ...even, kernel: [4, 4] }, 2, true),
    transposedCase({ ...odd, stride: [2, 2], same: false }, 2, false),
    transposedCase({ ...odd, kernel: [1, 1], stride: [2, 2] }, 2, false),
  ],
  AVERAGE_POOL_2D: [
    poolingCase(even, average),
    poolingCase({ ...odd, activation: 1 }, average),
    poolingCase({ ...odd, same: false }, average),
  ],
  MAX_POOL_2D: [
    poolingCase({ ...even, kernel: [2, 2] }, largest),
    poolingCase(odd, largest),
    poolingCase({ ...even, same: false, activation: 2 }, largest),
  ],
}
