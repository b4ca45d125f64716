// Opens the networks that guide a person, as the server hands them out.
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { fileOf } from '../../../src/models/network.ts'
import {
  type GuidingNetworks,
  guidingNetworkNames,
  openGuidingNetworks,
} from '../../../src/vision/networks.ts'
import { download } from './download.ts'
import { openNetwork, prepareRuntime, rowNamed } from './network.ts'

/** About. */
const megabytes: Readonly<Record<(typeof guidingNetworkNames)[number], number>> = {
  'face-detector-short': 0.4,
  'face-detector-full': 2.1,
  'face-mesh': 4.8,
  'face-blendshapes': 1.8,
  'face-expression': 1.3,
}
const WASM_MEGABYTES = 14.2

/** `folder` is the address of the networks, with a slash at its end. */
export async function openNetworks(
  folder: string,
  onShare: (share: number) => void,
): Promise<GuidingNetworks> {
  const files = guidingNetworkNames.map((name) => ({
    url: folder + fileOf(rowNamed(name)),
    megabytes: megabytes[name],
  }))
  const [wasm, ...networks] = await download([{ url: wasmUrl, megabytes: WASM_MEGABYTES }, ...files], onShare)
  if (!wasm) throw new Error('the runtime did not come')
  prepareRuntime(wasm.buffer)
  return openGuidingNetworks((name) => {
    const onnx = networks[guidingNetworkNames.indexOf(name)]
    if (!onnx) throw new Error(`the network ${name} did not come`)
    return openNetwork(rowNamed(name), onnx)
  })
}
