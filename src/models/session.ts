// Opens networks in a worker process with onnxruntime; the server itself never loads it.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { loadNetwork } from './cache.ts'
import { withWholeBlocks } from './conversion/channels.ts'
import { withSmallDense } from './conversion/dense.ts'
import { withoutPrelu } from './conversion/prelu.ts'
import { readCharset, rowNamed } from './manifest.ts'
import type { Network, NetworkRow } from './network.ts'

/** Parallelism comes from several processes: more threads in one process cost more than they give. */
const options: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
}

/** Unless this is set before the first network is opened, the library reports to its makers what it runs. */
const forbidReports = (): void => {
  process.env.ORT_DISABLE_TELEMETRY = '1'
}

/** Only onnxruntime on x64 keeps pictures in blocks of channels. */
const forThisMachine = (onnx: Uint8Array): Uint8Array =>
  process.arch === 'x64' ? withSmallDense(withWholeBlocks(withoutPrelu(onnx))) : onnx

/** `rewrite` prepares the file for this machine; as it is, a server on arm64 runs it. */
export async function openSession(
  row: NetworkRow,
  onnx: Uint8Array,
  rewrite = forThisMachine,
): Promise<Network> {
  forbidReports()
  const session = await InferenceSession.create(rewrite(onnx), options)
  const names = Object.entries(row.outputs)
  const wanted = names.map(([, theirs]) => theirs)
  return {
    row,
    run: async (input, shape = row.input.shape as readonly number[]) => {
      const tensor = new Tensor('float32', input, shape)
      const answer = await session.run({ [row.input.name]: tensor }, wanted)
      const outputs: Record<string, Float32Array> = {}
      for (const [ours, theirs] of names) outputs[ours] = answer[theirs]?.data as Float32Array
      return outputs
    },
  }
}

export async function openNetwork(name: string, folder: string): Promise<Network> {
  const row = rowNamed(name)
  const network = await openSession(row, await loadNetwork(row, folder))
  const charset = await readCharset(row)
  return charset === undefined ? network : { ...network, charset }
}
