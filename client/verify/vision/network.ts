// Opens the networks that guide a person, in the browser: the only file that knows onnxruntime-web.
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import * as ort from 'onnxruntime-web/wasm'
import { fileOf, type Network, type NetworkRow } from '../../../src/models/network.ts'
import {
  type GuidingNetworks,
  guidingNetworkNames,
  openGuidingNetworks,
} from '../../../src/vision/networks.ts'
import manifest from '../../../weights/manifest.json'
import { download } from './download.ts'

/** The server's tests hold these rows to the files that it hands out. */
const rows = manifest.networks as unknown as readonly NetworkRow[]

/** The approximate size of each network, unpacked. */
const megabytes = {
  'face-detector-short': 0.4,
  'face-detector-full': 2.1,
  'face-mesh': 4.8,
  'face-blendshapes': 1.8,
  'face-expression': 1.3,
  'page-finder': 2,
  'page-aligner': 5.2,
  'page-judge': 0.4,
} as const
type Named = keyof typeof megabytes
const WASM_MEGABYTES = 14.2

/** `folder` is the address of the networks, with a slash at its end. */
export const openNetworks = async (
  folder: string,
  onShare: (share: number) => void,
): Promise<GuidingNetworks> =>
  openGuidingNetworks(await openNamedNetworks(folder, guidingNetworkNames, onShare))

/** Downloads the runtime and these networks together; what comes back opens each of them. */
export async function openNamedNetworks<Name extends Named>(
  folder: string,
  names: readonly Name[],
  onShare: (share: number) => void,
): Promise<(name: Name) => Promise<Network>> {
  const files = names.map((name) => ({ url: folder + fileOf(rowNamed(name)), megabytes: megabytes[name] }))
  const [wasm, ...networks] = await download([{ url: wasmUrl, megabytes: WASM_MEGABYTES }, ...files], onShare)
  if (!wasm) throw new Error('the runtime did not come')
  prepareRuntime(wasm.buffer)
  return (name) => {
    const onnx = networks[names.indexOf(name)]
    if (!onnx) throw new Error(`the network ${name} did not come`)
    return openNetwork(rowNamed(name), onnx)
  }
}

function rowNamed(name: string): NetworkRow {
  const found = rows.find((row) => row.name === name)
  if (found) return found
  throw new Error(`the manifest has no network named ${name}`)
}

/** Called before the first network is opened. More threads would need headers that forbid much else, and a blob: worker. */
function prepareRuntime(wasm: ArrayBuffer): void {
  ort.env.wasm.numThreads = 1
  ort.env.wasm.proxy = false
  ort.env.wasm.wasmBinary = wasm
  ort.env.logLevel = 'error'
}

async function openNetwork(row: NetworkRow, onnx: Uint8Array): Promise<Network> {
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
