// The sets of networks that look at faces: all of them on the server, in a browser those that guide a person.
import type { Point } from '../image/geometry/geometry.ts'
import { fullRangeGrids, layAnchors, shortRangeGrids } from '../models/face-detector.ts'
import type { Network } from '../models/network.ts'

export interface FindingNetworks {
  readonly detectorShort: Network
  readonly shortAnchors: readonly Point[]
  readonly detectorFull: Network
  readonly fullAnchors: readonly Point[]
  readonly mesh: Network
  /** Finds the pages on which portraits are; without it a picture of a card is searched everywhere. */
  readonly pageFinder?: Network
}

export interface ExpressionNetworks {
  readonly blendshapes: Network
  readonly expression: Network
}

export type GuidingNetworks = FindingNetworks & ExpressionNetworks

export interface FaceNetworks extends FindingNetworks, ExpressionNetworks {
  readonly embedder: Network
  readonly antiSpoof: Network
  readonly parts: Network
  readonly pageFinder: Network
}

/** The server gives these to the studio, see http/studio.ts. */
export const guidingNetworkNames = [
  'face-detector-short',
  'face-detector-full',
  'face-mesh',
  'face-blendshapes',
  'face-expression',
] as const

export async function openGuidingNetworks(
  open: (name: (typeof guidingNetworkNames)[number]) => Promise<Network>,
): Promise<GuidingNetworks> {
  return {
    detectorShort: await open('face-detector-short'),
    shortAnchors: layAnchors(shortRangeGrids),
    detectorFull: await open('face-detector-full'),
    fullAnchors: layAnchors(fullRangeGrids),
    mesh: await open('face-mesh'),
    blendshapes: await open('face-blendshapes'),
    expression: await open('face-expression'),
  }
}

export async function openFaceNetworks(open: (name: string) => Promise<Network>): Promise<FaceNetworks> {
  return {
    ...(await openGuidingNetworks(open)),
    embedder: await open('face-embedder'),
    antiSpoof: await open('anti-spoof'),
    parts: await open('face-parts'),
    pageFinder: await open('page-finder'),
  }
}
