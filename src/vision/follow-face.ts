// Follows a face from picture to picture: it moves little, so where its mesh was, a mesh finds it again.
import type { Pixels } from '../image/pixels.ts'
import { layMesh, type Mesh } from '../models/face-mesh.ts'
import { type Network, threshold } from '../models/network.ts'
import { regionOfMesh } from './confirm-face.ts'

/** Undefined where it is lost, and has to be found anew. */
export async function followFace(
  network: Network,
  pixels: Pixels,
  before: Float32Array,
): Promise<Mesh | undefined> {
  const mesh = await layMesh(network, pixels, regionOfMesh(before))
  return mesh.presence >= threshold(network, 'presence') ? mesh : undefined
}
