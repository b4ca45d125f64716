// Opens the networks for tests, once per process.
import { openPageNetworks, type PageNetworks } from '../../../src/documents/pages/networks.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { type FaceNetworks, openFaceNetworks } from '../../../src/vision/networks.ts'
import { networksCache } from './networks-cache.ts'

let opened: Promise<FaceNetworks> | undefined
let openedForPages: Promise<PageNetworks> | undefined

export function openTestNetworks(): Promise<FaceNetworks> {
  opened ??= openFaceNetworks((name) => openNetwork(name, networksCache))
  return opened
}

export function openTestPageNetworks(): Promise<PageNetworks> {
  openedForPages ??= openPageNetworks((name) => openNetwork(name, networksCache))
  return openedForPages
}
