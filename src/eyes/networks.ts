// The networks that see faces, opened together.
import type { Point } from '../image/geometry.ts'
import { fullRangeGrids, layAnchors, shortRangeGrids } from '../models/face-detector.ts'
import type { Network } from '../models/network.ts'

export interface FaceNetworks {
  readonly detectorShort: Network
  readonly shortAnchors: readonly Point[]
  readonly detectorFull: Network
  readonly fullAnchors: readonly Point[]
  readonly mesh: Network
  readonly blendshapes: Network
  readonly expression: Network
  readonly embedder: Network
  readonly antiSpoof: Network
  readonly parts: Network
}

export async function openFaceNetworks(open: (name: string) => Promise<Network>): Promise<FaceNetworks> {
  return {
    detectorShort: await open('face-detector-short'),
    shortAnchors: layAnchors(shortRangeGrids),
    detectorFull: await open('face-detector-full'),
    fullAnchors: layAnchors(fullRangeGrids),
    mesh: await open('face-mesh'),
    blendshapes: await open('face-blendshapes'),
    expression: await open('face-expression'),
    embedder: await open('face-embedder'),
    antiSpoof: await open('anti-spoof'),
    parts: await open('face-parts'),
  }
}
