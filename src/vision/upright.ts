// Looks at a found face once more, from all four sides: the mesh lies on a face on its side almost as willingly.
import { type Box, middleOf } from '../image/geometry/geometry.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, detectFaces } from '../models/face-detector.ts'
import type { Mesh } from '../models/face-mesh.ts'
import { confirmedMesh } from './confirm-face.ts'
import type { FindingNetworks } from './networks.ts'

/** Of the face, so that both detectors see it in a size they know. */
const SQUARE_PER_FACE = 3

/** The mesh as laid from the side from which the detectors are surest; undefined when they see nothing new. */
export async function uprightMesh(
  networks: FindingNetworks,
  pixels: Pixels,
  face: Box,
): Promise<{ readonly mesh: Mesh; readonly score: number } | undefined> {
  const side = SQUARE_PER_FACE * Math.max(face.width, face.height)
  const middle = middleOf(face)
  const square = { x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side }
  let best: { readonly seen: Detection; readonly sureness: number } | undefined
  for (const quarters of [0, 1, 2, 3]) {
    const looks = [
      await detectFaces(networks.detectorShort, networks.shortAnchors, pixels, square, quarters),
      await detectFaces(networks.detectorFull, networks.fullAnchors, pixels, square, quarters),
    ]
    const seen = looks.flatMap((found) => surestIn(face, found))
    const [first] = seen
    const sureness = seen.reduce((sum, { score }) => sum + score, 0)
    if (first && sureness > (best?.sureness ?? 0)) best = { seen: first, sureness }
  }
  if (!best) return undefined
  const mesh = await confirmedMesh(networks.mesh, pixels, { ...best.seen, seconded: false })
  return mesh && { mesh, score: best.seen.score }
}

/** At most one: the surest whose middle lies in the face. */
function surestIn(face: Box, found: readonly Detection[]): Detection[] {
  const isIn = ({ box }: Detection): boolean => {
    const { x, y } = middleOf(box)
    return x > face.x && x < face.x + face.width && y > face.y && y < face.y + face.height
  }
  return found
    .filter(isIn)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 1)
}
