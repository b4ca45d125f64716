// Computes the outputs of every network for two faces cut out of photos, as weights/golden/faces.json keeps them.

import { portrait } from '../../specimens/kit/photographs/sample-photos.ts'
import { type Box, middleOf, type Point, squareOnto } from '../../src/image/geometry/geometry.ts'
import { crop } from '../../src/image/geometry/warp.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { judgeSpoof } from '../../src/models/anti-spoof.ts'
import { readBlendshapes } from '../../src/models/face-blendshapes.ts'
import { type Detection, detectFaces } from '../../src/models/face-detector.ts'
import { embedTwice, fivePoints, placeFace } from '../../src/models/face-embedder.ts'
import { readHappiness } from '../../src/models/face-expression.ts'
import { layMesh, pointOf } from '../../src/models/face-mesh.ts'
import { readParts } from '../../src/models/face-parts.ts'
import { boxOf, regionOf, regionOfMesh } from '../../src/vision/confirm-face.ts'
import type { FaceNetworks } from '../../src/vision/networks.ts'

/** The points are: iris, iris, nose, lips, chin, brow, forehead, cheeks, temples, ear to ear. */
const MESH_SAMPLE = [468, 473, 4, 13, 14, 152, 105, 10, 117, 346, 127, 356] as const
/** The points are: skin, eyes, lips, forehead, and the corners and upper and lower middles of the bounding box. */
const PARTS_SAMPLE = [4, 13, 10, 152, 468, 205] as const

export type GoldenFace = Omit<Awaited<ReturnType<typeof measureFace>>, 'wholeVector'>
export interface Golden {
  readonly faces: Readonly<Record<string, GoldenFace>>
  /** Holds cosines of two vectors: the same face, smaller and turned, and two people. */
  readonly cosines: { readonly same: number; readonly others: number }
}

export async function measureGolden(networks: FaceNetworks): Promise<Golden> {
  // The cut leaves a margin around the face for the networks that look at its surroundings.
  const [one, other] = [await portrait(6, 0, 650), await portrait(3, 1, 650)]
  // It is the same picture at 0.7 of its size, turned by 12 degrees.
  const window = squareOnto(455, { x: 325, y: 325 }, 650, Math.PI / 15)
  const again = crop(one, window, 455, 455)
  const { wholeVector: here, ...left } = await measureFace(networks, one)
  const { wholeVector: there, ...middle } = await measureFace(networks, other)
  const { wholeVector: small } = await measureFace(networks, again)
  return {
    faces: { 'sample6-left': left, 'sample3-middle': middle },
    cosines: { same: cosine(here, small), others: cosine(here, there) },
  }
}

async function measureFace(networks: FaceNetworks, pixels: Pixels) {
  const square = { x: 0, y: 0, width: pixels.width, height: pixels.width }
  const short = best(await detectFaces(networks.detectorShort, networks.shortAnchors, pixels, square))
  const full = best(await detectFaces(networks.detectorFull, networks.fullAnchors, pixels, square))
  const { points, presence } = await layMesh(networks.mesh, pixels, regionOf(short))
  const box = boxOf(points)
  const shapes = Object.entries(await readBlendshapes(networks.blendshapes, points))
  const vector = await embedTwice(networks.embedder, pixels, placeFace(fivePoints(points)))
  const parts = await readParts(networks.parts, pixels, box, partsPlaces(points, box))
  return {
    detectorShort: flat(short),
    detectorFull: flat(full),
    presence,
    mesh: MESH_SAMPLE.map((point) => [...points.subarray(3 * point, 3 * point + 3)]),
    happiness: await readHappiness(networks.expression, pixels, box, regionOfMesh(points).radians),
    blendshapes: Object.fromEntries(shapes.toSorted((a, b) => b[1] - a[1]).slice(0, 10)),
    vector: [...vector.subarray(0, 16)],
    wholeVector: vector,
    spoof: await judgeSpoof(networks.antiSpoof, pixels, box),
    parts: parts.map((part) => Object.values(part)),
  }
}

function partsPlaces(mesh: Float32Array, { x, y, width, height }: Box): Point[] {
  // The very middle falls between two pixels of the network, where rounding would choose one of them.
  const middle = middleOf({ x, y, width, height }).x - 0.001 * width
  const around = [
    { x: x - 0.1 * width, y },
    { x: x + 1.1 * width, y },
    { x: middle, y: y - 0.15 * height },
    { x: middle, y: y + 1.15 * height },
    { x: x - 0.25 * width, y: y + height },
    { x: x + 1.25 * width, y: y + height },
  ]
  return [...PARTS_SAMPLE.map((point) => pointOf(mesh, point)), ...around]
}

function best([face]: readonly Detection[]): Detection {
  if (!face) throw new Error('no face found')
  return face
}

function flat({ box, points, score }: Detection) {
  return { box: [box.x, box.y, box.width, box.height], points: points.map(({ x, y }) => [x, y]), score }
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)
}
