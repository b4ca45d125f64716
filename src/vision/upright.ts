// Finds which way up a face is by detecting it in all four turns: a mesh fits a face that lies on its side almost as well.
import { type Box, middleOf } from '../image/geometry/geometry.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, detectFaces } from '../models/face-detector.ts'
import type { Mesh } from '../models/face-mesh.ts'
import { confirmedMesh } from './confirm-face.ts'
import type { FindingNetworks } from './networks.ts'

/** Side of the square that is searched, by the size of the face: both detectors know faces of that size. */
const SQUARE_PER_FACE = 3
/** Sum of the scores of both detectors, each at most 1, from which on no other turn is tried: a face that lies on its side reaches it in no turn but its own. */
export const CERTAIN = 1.65

interface UprightFace {
  readonly mesh: Mesh
  readonly score: number
  /** Sum of the scores of both detectors. */
  readonly totalScore: number
}

/** The mesh in the turn in which the detectors score highest; undefined when they find nothing. */
export async function uprightMesh(
  networks: FindingNetworks,
  pixels: Pixels,
  face: Box,
): Promise<UprightFace | undefined> {
  const side = SQUARE_PER_FACE * Math.max(face.width, face.height)
  const middle = middleOf(face)
  const square = { x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side }
  let best: { readonly seen: Detection; readonly totalScore: number } | undefined
  for (const radians of [0, 0.5 * Math.PI, Math.PI, 1.5 * Math.PI]) {
    const looks = [
      await detectFaces(networks.detectorShort, networks.shortAnchors, pixels, square, radians),
      await detectFaces(networks.detectorFull, networks.fullAnchors, pixels, square, radians),
    ]
    const seen = looks.flatMap((found) => bestIn(face, found))
    const [first] = seen
    const totalScore = seen.reduce((sum, { score }) => sum + score, 0)
    if (first && totalScore > (best?.totalScore ?? 0)) best = { seen: first, totalScore }
    if (totalScore >= CERTAIN) break
  }
  if (!best) return undefined
  const mesh = await confirmedMesh(networks.mesh, pixels, { ...best.seen, seconded: false })
  return mesh && { mesh, score: best.seen.score, totalScore: best.totalScore }
}

/** At most one detection: the best whose middle lies in the face. */
function bestIn(face: Box, found: readonly Detection[]): Detection[] {
  const isIn = ({ box }: Detection): boolean => {
    const { x, y } = middleOf(box)
    return x > face.x && x < face.x + face.width && y > face.y && y < face.y + face.height
  }
  return found
    .filter(isIn)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 1)
}
