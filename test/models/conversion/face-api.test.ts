// Tests that the expression network built from face-api's weights computes what its description says.
import { readFileSync } from 'node:fs'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { convertFaceApiExpression } from '../../../src/models/conversion/face-api.ts'

const model = (name: string) =>
  readFileSync(new URL(`../../../node_modules/@vladmandic/face-api/model/${name}`, import.meta.url))
const bytes = model('face_expression_model.bin')
const description = model('face_expression_model-weights_manifest.json')

interface Picture {
  readonly side: number
  readonly channels: number
  /** Values are row by row, all channels of a pixel together. */
  readonly data: Float64Array
}

/** Reads weights by name, straight from the file. */
const weights = (() => {
  const found = new Map<string, Float64Array>()
  let at = 0
  const [group] = JSON.parse(description.toString()) as {
    weights: { name: string; shape: number[]; quantization?: { scale: number; min: number } }[]
  }[]
  for (const { name, shape, quantization } of group?.weights ?? []) {
    const length = shape.reduce((product, size) => product * size, 1)
    found.set(
      name,
      Float64Array.from({ length }, (_, i) =>
        quantization
          ? (bytes[at + i] ?? 0) * quantization.scale + quantization.min
          : bytes.readFloatLE(at + 4 * i),
      ),
    )
    at += quantization ? length : 4 * length
  }
  return found
})()
const of = (name: string) => weights.get(name) as Float64Array

/** Convolves three by three, as wide as before (or half), with zeros at the edges; halving an even picture pads below and right. */
function window3(
  input: Picture,
  stride: number,
  out: number,
  sum: (pixel: (dy: number, dx: number, c: number) => number, o: number) => number,
): Picture {
  const side = input.side / stride
  const shift = stride === 1 ? 1 : 0
  const data = new Float64Array(side * side * out)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let o = 0; o < out; o++)
        data[(y * side + x) * out + o] = sum((dy, dx, c) => {
          const [v, u] = [y * stride + dy - shift, x * stride + dx - shift]
          const inside = v >= 0 && u >= 0 && v < input.side && u < input.side
          return inside ? (input.data[(v * input.side + u) * input.channels + c] as number) : 0
        }, o)
  return { side, channels: out, data }
}

function convolution(input: Picture, name: string, stride: number): Picture {
  const bias = of(`${name}/bias`)
  const out = bias.length
  const full = weights.get(`${name}/filters`)
  if (full) {
    return window3(input, stride, out, (pixel, o) => {
      let sum = bias[o] as number
      for (let k = 0; k < 9; k++)
        for (let c = 0; c < input.channels; c++)
          sum += pixel(Math.floor(k / 3), k % 3, c) * (full[(k * input.channels + c) * out + o] as number)
      return sum
    })
  }
  const depth = of(`${name}/depthwise_filter`)
  const spread = window3(input, stride, input.channels, (pixel, o) => {
    let sum = 0
    for (let k = 0; k < 9; k++)
      sum += pixel(Math.floor(k / 3), k % 3, o) * (depth[k * input.channels + o] as number)
    return sum
  })
  const point = of(`${name}/pointwise_filter`)
  const data = new Float64Array(spread.side ** 2 * out)
  for (let p = 0; p < spread.side ** 2; p++)
    for (let o = 0; o < out; o++) {
      let sum = bias[o] as number
      for (let c = 0; c < spread.channels; c++)
        sum += (spread.data[p * spread.channels + c] as number) * (point[c * out + o] as number)
      data[p * out + o] = sum
    }
  return { side: spread.side, channels: out, data }
}

const relu = (input: Picture): Picture => ({ ...input, data: input.data.map((v) => Math.max(0, v)) })
const plus = (one: Picture, other: Picture): Picture => ({
  ...one,
  data: one.data.map((value, i) => value + (other.data[i] as number)),
})

function expression(image: Picture): number[] {
  const means = [122.782, 117.001, 104.298]
  let value: Picture = { ...image, data: image.data.map((v, i) => (v - (means[i % 3] as number)) / 255) }
  for (const block of ['dense0', 'dense1', 'dense2', 'dense3']) {
    const one = relu(convolution(value, `${block}/conv0`, 2))
    const two = plus(one, convolution(one, `${block}/conv1`, 1))
    const three = plus(two, convolution(relu(two), `${block}/conv2`, 1))
    value = relu(plus(three, convolution(relu(three), `${block}/conv3`, 1)))
  }
  const bias = of('fc/bias')
  return [...bias].map((start, o) => {
    let sum = start
    for (let c = 0; c < value.channels; c++) {
      let mean = 0
      for (let p = 0; p < value.side ** 2; p++) mean += value.data[p * value.channels + c] as number
      sum += (mean / value.side ** 2) * (of('fc/weights')[c * bias.length + o] as number)
    }
    return sum
  })
}

describe('the expression network', () => {
  const picture = (turn: number): Picture => ({
    side: 112,
    channels: 3,
    data: Float64Array.from({ length: 3 * 112 * 112 }, (_, i) => {
      const [p, c] = [Math.floor(i / 3), i % 3]
      return 128 + 120 * Math.sin((p % 112) / (5 + turn) + c) * Math.cos(Math.floor(p / 112) / (9 - turn))
    }),
  })

  test('gives for both pictures what plain loops give', async () => {
    const pictures = [picture(0), picture(3)]
    const planes = new Float32Array(2 * 3 * 112 * 112)
    for (const [n, { data }] of pictures.entries())
      for (let i = 0; i < data.length; i++)
        planes[n * data.length + (i % 3) * 112 * 112 + Math.floor(i / 3)] = (data[i] as number) / 255
    const session = await InferenceSession.create(convertFaceApiExpression(bytes, description))
    const { logits } = await session.run({ input: new Tensor('float32', planes, [2, 3, 112, 112]) })
    const wanted = pictures.flatMap(expression)
    expect(logits?.dims).toEqual([2, 7])
    const found = [...((logits?.data ?? []) as Iterable<number>)]
    for (const [i, value] of wanted.entries()) expect(found[i]).toBeCloseTo(value, 3)
  })

  test('is not made of weights that are cut off, or lack a part', () => {
    expect(() => convertFaceApiExpression(bytes.subarray(0, 9000), description)).toThrow()
    expect(() => convertFaceApiExpression(Buffer.concat([bytes, Buffer.alloc(1)]), description)).toThrow(
      'not as long as',
    )
    expect(() => convertFaceApiExpression(new Uint8Array(), Buffer.from('[{"weights":[]}]'))).toThrow('lacks')
  })
})
