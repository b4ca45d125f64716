// The networks that find, judge and read pages, opened together.
import type { Network } from '../../models/network.ts'

export const pageNetworkNames = [
  'page-finder',
  'page-aligner',
  'page-judge',
  'text-detector',
  'text-reader',
] as const

/** The server gives these to browsers, see http/studio.ts: they find a page and judge how it is photographed. */
export const guidingPageNetworkNames = ['page-finder', 'page-aligner', 'page-judge'] as const

export type GuidingPageNetworks = Pick<PageNetworks, 'finder' | 'aligner' | 'judge'>

export async function openGuidingPageNetworks(
  open: (name: (typeof guidingPageNetworkNames)[number]) => Promise<Network>,
): Promise<GuidingPageNetworks> {
  return {
    finder: await open('page-finder'),
    aligner: await open('page-aligner'),
    judge: await open('page-judge'),
  }
}

export interface PageNetworks {
  readonly finder: Network
  readonly aligner: Network
  readonly judge: Network
  readonly detector: Network
  readonly reader: Network
}

export async function openPageNetworks(open: (name: string) => Promise<Network>): Promise<PageNetworks> {
  return {
    ...(await openGuidingPageNetworks(open)),
    detector: await open('text-detector'),
    reader: await open('text-reader'),
  }
}
