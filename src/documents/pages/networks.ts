// The networks that find, judge and read pages, opened together.
import type { Network } from '../../models/network.ts'

export const pageNetworkNames = [
  'page-finder',
  'page-aligner',
  'page-judge',
  'text-detector',
  'text-reader',
] as const

export interface PageNetworks {
  readonly finder: Network
  readonly aligner: Network
  readonly judge: Network
  readonly detector: Network
  readonly reader: Network
}

export async function openPageNetworks(open: (name: string) => Promise<Network>): Promise<PageNetworks> {
  return {
    finder: await open('page-finder'),
    aligner: await open('page-aligner'),
    judge: await open('page-judge'),
    detector: await open('text-detector'),
    reader: await open('text-reader'),
  }
}
