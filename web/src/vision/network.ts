// The door to onnxruntime in the browser: the server's networks, run by the server's code, on one thread.
import * as ort from 'onnxruntime-web/wasm'
import type { Network, NetworkRow } from '../../../src/models/network.ts'
import manifest from '../../../weights/manifest.json'

/** Read by the server's own tests against the files it hands out. */
const rows = manifest.networks as unknown as readonly NetworkRow[]

export function rowNamed(name: string): NetworkRow {
  const found = rows.find((row) => row.name === name)
  if (found) return found
  throw new Error(`the manifest has no network named ${name}`)
}

/** Before the first network is opened. More threads would need headers that forbid much else, and a blob: worker. */
export function prepareRuntime(wasm: ArrayBuffer): void {
  ort.env.wasm.numThreads = 1
  ort.env.wasm.proxy = false
  ort.env.wasm.wasmBinary = wasm
  ort.env.logLevel = 'error'
}

export async function openNetwork(row: NetworkRow, onnx: Uint8Array): Promise<Network> {
  const session = await ort.InferenceSession.create(onnx, {
    executionProviders: ['wasm'],
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  })
  const names = Object.entries(row.outputs)
  const wanted = names.map(([, theirs]) => theirs)
  return {
    row,
    run: async (input, shape = row.input.shape as readonly number[]) => {
      const tensor = new ort.Tensor('float32', input, shape)
      const answer = await session.run({ [row.input.name]: tensor }, wanted)
      const outputs: Record<string, Float32Array> = {}
      for (const [ours, theirs] of names) outputs[ours] = answer[theirs]?.data as Float32Array
      return outputs
    },
  }
}
