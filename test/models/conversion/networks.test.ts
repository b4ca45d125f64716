// Tests that the networks of the server, once converted, give what the TFLite interpreter gives.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { convertTflite } from '../../../src/models/conversion/convert.ts'
import { count, type Grid } from './grid.ts'
import { nodeCounts, run } from './onnx-session.ts'
import { type NetworkName, networkFile, packageFile } from './real-networks.ts'

interface Golden {
  readonly input: readonly number[]
  readonly range: readonly [low: number, high: number]
  /** Each result has its shape and twelve elements, evenly spread. */
  readonly outputs: readonly (readonly [shape: readonly number[], samples: readonly number[]])[]
}

/**
 * Results of the TFLite interpreter (tfjs-tflite 0.0.1-alpha.10, in Chromium) for the pattern below; for the anti-spoof
 * network, which it does not open, those of a plain interpreter in double precision, written in numpy for the purpose.
 */
const golden: Readonly<Record<NetworkName, Golden>> = {
  'face-detector-short': {
    input: [1, 128, 128, 3],
    range: [-1, 1],
    outputs: [
      [
        [1, 896, 16],
        [
          1.40805, 0.818357, -3.404, 13.613, -2.22235, 46.7659, -14.134, 22.4863, -6.60157, -0.876849,
          -5.40332, 19.4728,
        ],
      ],
      [
        [1, 896, 1],
        [
          -4.66935, -4.81452, -4.1514, -5.84753, -4.41711, -3.94322, -4.78541, -3.04159, -2.04024, -0.984703,
          -2.6492, -1.68175,
        ],
      ],
    ],
  },
  'face-detector-full': {
    input: [1, 192, 192, 3],
    range: [-1, 1],
    outputs: [
      [
        [1, 2304, 16],
        [
          -3.00136, -2.44841, -1.96328, -1.03343, -0.182282, 0.102388, -0.259304, -0.628073, -1.07796,
          -0.464313, -0.380026, -0.220889,
        ],
      ],
      [
        [1, 2304, 1],
        [
          -5.72611, -4.99137, -5.70832, -5.61227, -5.17583, -5.079, -5.66939, -6.31015, -6.1238, -5.75641,
          -5.74367, -6.52369,
        ],
      ],
    ],
  },
  'face-mesh': {
    input: [1, 256, 256, 3],
    range: [0, 1],
    outputs: [
      [
        [1, 1, 1, 1434],
        [
          173.894, -0.0832682, 165.383, 123.402, -19.6352, 146.67, 161.467, -7.97119, 185.034, 172.383,
          35.2492, 168.209,
        ],
      ],
      [[1, 1, 1, 1], [-9.41362]],
      [[1, 1], [0.00123932]],
    ],
  },
  'face-blendshapes': {
    input: [1, 146, 2],
    range: [0, 200],
    outputs: [
      [
        [52],
        [
          0.00011123, 0.062936, 0.0000238641, 0.00842596, 0.329533, 0.0136759, 0.00155388, 0.495022,
          0.00135924, 0.0874932, 0.256007, 0.0511858,
        ],
      ],
    ],
  },
  'anti-spoof': {
    input: [1, 80, 80, 3],
    range: [0, 255],
    outputs: [
      [
        [1, 3],
        [-8.69343, 1.34002, 7.35267],
      ],
    ],
  },
  'face-parts': {
    input: [1, 256, 256, 3],
    range: [0, 1],
    outputs: [
      [
        [1, 256, 256, 6],
        [
          2.76695, -1.09084, -1.05048, 2.95547, -0.951343, -1.02385, 2.93315, -0.874953, -1.03742, 2.94965,
          -0.928666, -1.07281,
        ],
      ],
    ],
  },
}

/** The waves differ from channel to channel. */
function pattern({ input, range: [low, high] }: Golden): Grid {
  const [channels, width] = [input.at(-1) ?? 1, input[1] ?? 1]
  const data = Array.from({ length: count(input) }, (_, index) => {
    const channel = index % channels
    const x = Math.floor(index / channels) % width
    const y = Math.floor(index / (channels * width))
    const wave = 0.25 * Math.sin(x * 0.05 * (channel + 1)) + 0.24 * Math.cos(y * 0.07 + channel + x * 0.01)
    return low + (high - low) * (0.5 + wave)
  })
  return { shape: input, data }
}

const sampled = ({ data }: Grid): number[] => {
  const samples = Math.min(12, data.length)
  return Array.from(
    { length: samples },
    (_, index) => data[index * Math.floor(data.length / samples)] ?? Number.NaN,
  )
}

const names = Object.keys(golden) as NetworkName[]

describe.each(names)('%s', (name) => {
  const onnx = convertTflite(networkFile(name))

  test('gives what the interpreter gives', async () => {
    const results = await run(onnx, [pattern(golden[name])])
    expect(results.map(({ shape }) => shape)).toEqual(golden[name].outputs.map(([shape]) => shape))
    results.forEach((result, index) => {
      const wanted = golden[name].outputs[index]?.[1] ?? []
      sampled(result).forEach((value, at) => {
        expect(Math.abs(value - (wanted[at] ?? Number.NaN))).toBeLessThan(1e-3 + 1e-5 * Math.abs(value))
      })
    })
  })

  test('is converted to the same bytes every time', () => {
    const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
    expect(hash(convertTflite(networkFile(name)))).toBe(hash(onnx))
  })
})

describe('layout', () => {
  /** Transposing an image costs as much as a small convolution, so it is done only where a network flattens its results. */
  const turns: Readonly<Record<NetworkName, number>> = {
    'face-detector-short': 4,
    'face-detector-full': 1,
    'face-mesh': 0,
    'face-blendshapes': 1,
    'anti-spoof': 0,
    'face-parts': 4,
  }

  test.each(names)('%s is turned around only where it must be', (name) => {
    expect(nodeCounts(convertTflite(networkFile(name))).Transpose ?? 0).toBe(turns[name])
  })

  test('the anti-spoof network has its parametric ReLUs back', () => {
    const counts = nodeCounts(convertTflite(networkFile('anti-spoof')))
    expect(counts).toEqual({ Conv: 49, PRelu: 33, Add: 12, Reshape: 1, Gemm: 2, Identity: 1 })
  })
})

test('the short-range detector of MediaPipe is the one in the archive', () => {
  const file = packageFile('@mediapipe/face_detection/face_detection_short_range.tflite')
  expect(nodeCounts(convertTflite(file))).toEqual(
    nodeCounts(convertTflite(networkFile('face-detector-short'))),
  )
})
