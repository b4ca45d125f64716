// Follows a face from picture to picture: it is searched for at first, then looked for where it was, in a third of the time.
import type { Pixels } from '../../../src/image/pixels.ts'
import { layMesh } from '../../../src/models/face-mesh.ts'
import { threshold } from '../../../src/models/network.ts'
import { inFront } from '../../../src/vision/bystanders.ts'
import { boxOf, regionOfMesh } from '../../../src/vision/confirm-face.ts'
import { type FoundFace, findFaces } from '../../../src/vision/find-faces.ts'
import { lookAtFace } from '../../../src/vision/look-at-face.ts'
import type { GuidingNetworks } from '../../../src/vision/networks.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'

export interface Seen {
  /** Whether the face was found as the server finds it, and not only followed. */
  readonly isSearched: boolean
  /** Persons in front of the camera; `face` is the nearest. */
  readonly people: number
  readonly face?: SeenFace
}

interface TrackerAsk {
  readonly expression: boolean
  /** Whether the face must be searched for, and not only followed. */
  readonly search: boolean
}

export type Tracker = (pixels: Pixels, ask: TrackerAsk) => Promise<Seen>

/** The number of looks between two searches: a second person is only found by searching. */
const SEARCH_EVERY = 4

export function trackFaces(networks: GuidingNetworks): Tracker {
  let followed: { readonly face: FoundFace; readonly people: number; readonly looks: number } | undefined
  return async (pixels, { expression, search: mustSearch }) => {
    const isOld = !followed || followed.looks >= SEARCH_EVERY
    const again = !mustSearch && !isOld && followed && (await follow(networks, pixels, followed.face))
    if (again && followed) followed = { ...followed, face: again, looks: followed.looks + 1 }
    else followed = await search(networks, pixels)
    const isSearched = !again
    if (!followed) return { people: 0, isSearched }
    const { face, people } = followed
    return { people, isSearched, face: await lookAtFace(networks, pixels, face, { expression }) }
  }
}

async function search(networks: GuidingNetworks, pixels: Pixels) {
  const near = inFront(await findFaces(networks, pixels, 'frame'))
  const [face] = near
  return face && { face, people: near.length, looks: 0 }
}

/** Undefined when the mesh says that there is no face any more. */
async function follow(
  { mesh: network }: GuidingNetworks,
  pixels: Pixels,
  face: FoundFace,
): Promise<FoundFace | undefined> {
  const { points, presence } = await layMesh(network, pixels, regionOfMesh(face.mesh))
  if (presence < threshold(network, 'presence')) return undefined
  return { mesh: points, box: boxOf(points), score: face.score, presence }
}
