// Makes the anti-spoof network tell what it sees before its last layer, as 128 numbers.
import type { NetworkRow } from '../../src/models/network.ts'

/** The tensor that the last matrix of the converted network multiplies. */
const FEATURES = 'value 95'

/**
 * ONNX files are protocol buffers, whose parts may follow each other: a second graph with one more output (field 12, an
 * array of floats) is merged into the first.
 */
export function withFeatures(row: NetworkRow, onnx: Uint8Array): [NetworkRow, Uint8Array] {
  const part = (field: number, content: Uint8Array) =>
    Buffer.concat([Buffer.from([(field << 3) | 2, content.length]), content])
  const type = part(2, part(1, Buffer.from([1 << 3, 1])))
  const named = Buffer.concat([part(1, Buffer.from(FEATURES)), type])
  const graph = part(7, part(12, named))
  return [{ ...row, outputs: { ...row.outputs, features: FEATURES } }, Buffer.concat([onnx, graph])]
}
