// Computes a dense layer of the largest numbers in float and in 8 bits; ends with 1 where sums were cut off. Run it on an emulated processor.
import { withSmallDense } from '../../src/models/conversion/dense.ts'
import { writeOnnx } from '../../src/models/conversion/onnx.ts'
import type { NetworkRow } from '../../src/models/network.ts'
import { openSession } from '../../src/models/session.ts'

const [INPUTS, OUTPUTS] = [65_536, 16]
const onnx = writeOnnx({
  nodes: [{ type: 'Gemm', inputs: ['x', 'weights', 'bias'], output: 'y', attributes: { transB: 1 } }],
  initialisers: [
    { name: 'weights', shape: [OUTPUTS, INPUTS], numbers: new Float32Array(OUTPUTS * INPUTS).fill(0.5) },
    { name: 'bias', shape: [OUTPUTS], numbers: new Float32Array(OUTPUTS) },
  ],
  inputs: [{ name: 'x', type: 'float32', shape: [1, INPUTS] }],
  outputs: [{ name: 'y', type: 'float32', shape: [1, OUTPUTS] }],
})
const row = { outputs: { y: 'y' }, input: { name: 'x', shape: [1, INPUTS] } } as unknown as NetworkRow
const sumWith = async (rewrite: (onnx: Uint8Array) => Uint8Array): Promise<number> => {
  const network = await openSession(row, onnx, rewrite)
  const { y } = await network.run(new Float32Array(INPUTS).fill(3))
  return y?.[0] ?? 0
}

const [inFloat, inBytes] = [await sumWith((file) => file), await sumWith(withSmallDense)]
console.log(`in float ${inFloat}, in 8 bits ${inBytes}`)
process.exitCode = Math.abs(inBytes / inFloat - 1) < 0.001 ? 0 : 1
