// Opens a network in a worker process; the server itself never loads onnxruntime.
import { loadNetwork } from './cache.ts'
import { readCharset, rowNamed } from './manifest.ts'
import type { Network } from './network.ts'
import { openSession } from './session.ts'

export async function openNetwork(name: string, folder: string): Promise<Network> {
  const row = rowNamed(name)
  const network = await openSession(row, await loadNetwork(row, folder))
  const charset = await readCharset(row)
  return charset === undefined ? network : { ...network, charset }
}
