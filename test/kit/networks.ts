// The networks for tests: opened once per process.
import { type FaceNetworks, openFaceNetworks } from '../../src/eyes/networks.ts'
import { openNetwork } from '../../src/models/open.ts'
import { networksCache } from './networks-cache.ts'

let opened: Promise<FaceNetworks> | undefined

export function openTestNetworks(): Promise<FaceNetworks> {
  opened ??= openFaceNetworks((name) => openNetwork(name, networksCache))
  return opened
}
