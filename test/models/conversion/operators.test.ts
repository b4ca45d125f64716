// Tests every operator of the table alone in a file: converted and run, it gives what its definition says.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertTflite, operators } from '../../../src/models/conversion/convert.ts'
import { type Case, type Cases, fedInputs, modelOf } from './case.ts'
import { elementwise } from './cases/elementwise.ts'
import { shapes } from './cases/shapes.ts'
import { slices } from './cases/slices.ts'
import { sums } from './cases/sums.ts'
import { average, convolutionCase, depthwiseCase, largest, poolingCase, windows } from './cases/windows.ts'
import { codeOf } from './codes.ts'
import { expectSame } from './expectations.ts'
import { run } from './onnx-session.ts'

const cases: Cases = { ...elementwise, ...shapes, ...slices, ...sums, ...windows }

async function holds(name: string, one: Case): Promise<void> {
  const onnx = convertTflite(modelOf(codeOf(name), one))
  const [result] = await run(onnx, fedInputs(one))
  expectSame(result, one.expected)
}

test('every operator that can be converted has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(operators).toSorted())
  expect(Object.values(cases).every((some) => some.length > 0)).toBe(true)
})

describe.each(Object.entries(cases))('%s', (name, some) => {
  test.each(some.map((one) => [one.title, one] as const))('%s', async (_, one) => {
    await holds(name, one)
  })
})

describe('windows of any size', () => {
  const pair = (from: number, to: number) =>
    fc.tuple(fc.integer({ min: from, max: to }), fc.integer({ min: from, max: to }))
  const window = fc
    .record({
      size: pair(1, 9),
      channels: fc.integer({ min: 1, max: 4 }),
      kernel: pair(1, 4),
      stride: pair(1, 3),
      dilation: pair(1, 2),
      same: fc.boolean(),
      activation: fc.constantFrom(0, 1, 3),
    })
    .map(({ size: [height, width], ...rest }) => ({ height, width, ...rest }))
    .filter(({ same, kernel, dilation, height, width }) => {
      const fits = (axis: 0 | 1, size: number): boolean => (kernel[axis] - 1) * dilation[axis] < size
      return same || (fits(0, height) && fits(1, width))
    })

  test('convolutions', async () => {
    await fc.assert(
      fc.asyncProperty(window, fc.integer({ min: 1, max: 5 }), async (spec, out) => {
        await holds('CONV_2D', convolutionCase({ ...spec, out }))
      }),
      { numRuns: 60 },
    )
  })

  test('depthwise convolutions', async () => {
    await fc.assert(
      fc.asyncProperty(window, fc.integer({ min: 1, max: 3 }), async (spec, multiplier) => {
        await holds('DEPTHWISE_CONV_2D', depthwiseCase(spec, multiplier))
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['MAX_POOL_2D', largest],
    ['AVERAGE_POOL_2D', average],
  ] as const)('%s', async (name, combine) => {
    await fc.assert(
      fc.asyncProperty(window, async ({ dilation: _, ...spec }) => {
        await holds(name, poolingCase(spec, combine))
      }),
      { numRuns: 60 },
    )
  })
})
