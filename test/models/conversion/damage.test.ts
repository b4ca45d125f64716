// Tests files that are cut off, changed or unsupported: a readable error, never a crash, a hang or nonsense.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertTflite } from '../../../src/models/conversion/convert.ts'
import { fedInputs, modelOf } from './case.ts'
import { windows } from './cases/windows.ts'
import { codeOf } from './codes.ts'
import { noise } from './grid.ts'
import { networkFile } from './real-networks.ts'
import { constant, type TensorSpec, tflite } from './tflite-writer.ts'

const shape = [1, 2, 2, 3]

const single = (name: string, tensors: readonly TensorSpec[], custom?: string): Uint8Array =>
  tflite({
    tensors: [...tensors, { shape }],
    operators: [
      {
        code: codeOf(name),
        inputs: tensors.map((_, index) => index),
        output: tensors.length,
        ...(custom !== undefined && { custom }),
      },
    ],
    inputs: [0],
    outputs: [tensors.length],
  })

describe('what cannot be converted is named', () => {
  test.each([
    ['an operator', single('QUANTIZE', [{ shape }]), /uses QUANTIZE, which cannot be converted/],
    ['a custom operator', single('CUSTOM', [{ shape }], 'MaxUnpooling2D'), /custom operator MaxUnpooling2D/],
    ['a quantised input', single('RELU', [{ shape, type: 'int8' }]), /takes int8 as tensor 0/],
    [
      'weights without a scale',
      single('ADD', [{ shape }, constant(noise([3]), 'int8')]),
      /tensor 1 is quantised/,
    ],
    [
      'unpacking something computed',
      single('DEQUANTIZE', [{ shape }]),
      /DEQUANTIZE works on something computed/,
    ],
    ['an option', addEndingIn(5), /ADD ends in activation number 5/],
    [
      'a shape that is not what is promised',
      single('RELU', [{ shape: [1, 2, 2, 4] }]),
      /RELU gives \[1, 2, 2, 4\]/,
    ],
    ['shapes that do not fit', single('ADD', [{ shape }, constant(noise([5]))]), /ADD cannot join/],
    [
      'parts that do not join',
      single('CONCATENATION', [{ shape }, constant(noise([1, 2, 3, 3]))]),
      /CONCATENATION cannot join \[1, 2, 2, 3\] and \[1, 2, 3, 3\]/,
    ],
    ['axes that are fractions', single('TRANSPOSE', [{ shape }, constant(noise([4]))]), /not whole numbers/],
    ['axes that are computed', single('TRANSPOSE', [{ shape }, { shape: [4] }]), /TRANSPOSE reads tensor 1/],
    ['a result without elements', single('SLICE', cutTo([1, 0, 2, 3])), /SLICE cannot be converted: .*empty/],
    ['another kind of file', new TextEncoder().encode('PK, certainly not a network'), /not a TFL3 file/],
    ['an empty file', new Uint8Array(), /not a TFL3 file/],
  ])('%s', (_, file, message) => {
    expect(() => convertTflite(file)).toThrow(message)
  })
})

function cutTo(sizes: readonly number[]): TensorSpec[] {
  const integers = (data: readonly number[]): TensorSpec => ({ shape: [data.length], type: 'int32', data })
  return [{ shape }, integers(sizes.map(() => 0)), integers(sizes)]
}

function addEndingIn(activation: number): Uint8Array {
  return tflite({
    tensors: [{ shape }, { shape }],
    operators: [{ code: codeOf('ADD'), inputs: [0, 0], output: 1, options: { 0: { int8: activation } } }],
    inputs: [0],
    outputs: [1],
  })
}

/** Returns the conversion, or nothing when it was refused with a message. Anything else that is thrown is a bug. */
function converted(file: Uint8Array): Uint8Array | undefined {
  try {
    return convertTflite(file)
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(RangeError)
    expect(error).not.toBeInstanceOf(TypeError)
    expect(String(error)).not.toMatch(/undefined|NaN/)
    return undefined
  }
}

const [small] = (windows.CONV_2D ?? []).map((one) => modelOf(codeOf('CONV_2D'), one))

describe('damage', () => {
  test('a file that is cut off anywhere is refused', () => {
    const file = small ?? new Uint8Array()
    const accepted = Array.from({ length: file.length }, (_, length) => length).filter(
      (length) => converted(file.subarray(0, length)) !== undefined,
    )
    expect(accepted).toEqual([])
  })

  test('a real network that is cut off is refused, unless only its end notes are missing', () => {
    const file = networkFile('face-detector-short')
    const whole = convertTflite(file)
    for (let part = 1; part < 60; part++) {
      const result = converted(file.subarray(0, Math.floor((file.length * part) / 60)))
      if (result) expect(result).toEqual(whole)
    }
  })

  test('bytes changed in a small network are noticed or harmless', () => {
    const file = small ?? new Uint8Array()
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const changed = file.slice()
          for (const [at, value] of changes) changed[at] = value
          converted(changed)
        },
      ),
      { numRuns: 4000 },
    )
  })

  test('bytes changed in a real network are noticed or harmless', () => {
    const file = networkFile('face-blendshapes')
    // Names and structure lie at the ends; a change in the weights between them cannot be seen.
    const place = fc.oneof(
      fc.nat(40_000),
      fc.nat(40_000).map((at) => file.length - 1 - at),
    )
    fc.assert(
      fc.property(place, fc.nat(255), (at, value) => {
        const changed = file.slice()
        changed[at] = value
        converted(changed)
      }),
      { numRuns: 150 },
    )
  })

  test('random bytes that begin like a network are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 400 }), (bytes) => {
        bytes.set(new TextEncoder().encode('TFL3'), 4)
        expect(converted(bytes)).toBeUndefined()
      }),
      { numRuns: 2000 },
    )
  })
})

test('the small network of these tests is sound', () => {
  expect(fedInputs(windows.CONV_2D?.[0] ?? { title: '', inputs: [], expected: noise([]) })).toHaveLength(1)
  expect(converted(small ?? new Uint8Array())).toBeDefined()
})
