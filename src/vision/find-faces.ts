// Finds every face of an image, from one that fills it to a portrait on a card, and keeps those the mesh confirms.
import { area, type Box, distance, middleOf, sharedArea } from '../image/geometry/geometry.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, detectFaces } from '../models/face-detector.ts'
import { boxOf, type Candidate, confirmedMesh } from './confirm-face.ts'
import type { FindingNetworks } from './networks.ts'
import { uprightMesh } from './upright.ts'

/** `frame`: what a camera sees of a person. `everywhere`: also faces as small as the portrait on a card. */
export type Search = 'frame' | 'everywhere'

export interface FoundFace {
  readonly mesh: Float32Array
  /** About the mesh: forehead to chin, ear to ear. */
  readonly box: Box
  /** That of the detector, 0 to 1. */
  readonly score: number
  /** That of the mesh, 0 to 1. */
  readonly presence: number
}

/** Of fewer pixels a mesh can be laid over anything. */
const SMALLEST_FACE_PIXELS = 24
/** A crowd is no portrait: beyond these the smallest are left out. */
const MOST_FACES = 12
/** Of a face that nobody asks about it does not matter which way up it is. */
const MOST_TURNED = 2
/** A detector sees a face that fills the image only when there is room around it. */
const ROOM_AROUND = 1.6
/** Tiles overlap by half, so that a face as large as half a tile lies whole in one of them. */
const LARGE_TILES = 0.5
const SMALL_TILES = 0.25
const SMALL_FACE_SHARE = 0.06
/** Smaller tiles would be enlarged, which shows a detector nothing new. */
const SMALLEST_TILE_PIXELS = 160

export async function findFaces(
  networks: FindingNetworks,
  pixels: Pixels,
  search: Search,
): Promise<FoundFace[]> {
  const found: FoundFace[] = []
  for (const look of looks(networks, pixels, search)) {
    if (!look.isNeeded(found)) continue
    await confirm(networks, pixels, merge(await look.detect()), found)
  }
  const largestFirst = found.toSorted((one, other) => area(other.box) - area(one.box)).slice(0, MOST_FACES)
  return search === 'everywhere' ? upright(networks, pixels, largestFirst) : largestFirst
}

/** Cards are photographed lying any way round, and a face on its side is found as well, only badly. */
async function upright(
  networks: FindingNetworks,
  pixels: Pixels,
  faces: readonly FoundFace[],
): Promise<FoundFace[]> {
  const turned: FoundFace[] = []
  for (const [i, face] of faces.entries()) {
    const better = i < MOST_TURNED ? await uprightMesh(networks, pixels, face.box) : undefined
    if (!better) turned.push(face)
    else {
      const { points, presence } = better.mesh
      turned.push({ mesh: points, box: boxOf(points), score: better.score, presence })
    }
  }
  return turned
}

interface Look {
  readonly isNeeded: (found: readonly FoundFace[]) => boolean
  readonly detect: () => Promise<Detection[]>
}

const always = (): boolean => true
const ifNone = (found: readonly FoundFace[]): boolean => found.length === 0

function looks(networks: FindingNetworks, pixels: Pixels, search: Search): Look[] {
  const whole = squareAround(pixels, 1)
  const near = (square: Box, quarters = 0) =>
    detectFaces(networks.detectorShort, networks.shortAnchors, pixels, square, quarters)
  const far = (square: Box, quarters = 0) =>
    detectFaces(networks.detectorFull, networks.fullAnchors, pixels, square, quarters)
  const each = async (squares: readonly Box[], detect: (square: Box) => Promise<Detection[]>) => {
    const found: Detection[] = []
    for (const square of squares) found.push(...(await detect(square)))
    return found
  }
  const isEverywhere = search === 'everywhere'
  // Where one face is this small others may be, too small for larger tiles.
  const small = SMALL_FACE_SHARE * Math.max(pixels.width, pixels.height)
  const ifSmall = (found: readonly FoundFace[]) => found.every(({ box }) => box.height < small)
  return [
    { isNeeded: always, detect: async () => [...(await near(whole)), ...(await far(whole))] },
    { isNeeded: ifNone, detect: () => near(squareAround(pixels, ROOM_AROUND)) },
    {
      isNeeded: isEverywhere ? always : ifNone,
      detect: () => each(tiles(pixels, LARGE_TILES), (square) => far(square)),
    },
    ...(isEverywhere ? [SMALL_TILES] : []).map((share) => ({
      isNeeded: ifSmall,
      detect: () => each(tiles(pixels, share), (square) => far(square)),
    })),
    // Cards are photographed lying any way round.
    ...(isEverywhere ? [1, 2, 3] : []).map((quarters) => ({
      isNeeded: ifNone,
      detect: async () => [
        ...(await near(whole, quarters)),
        ...(await each([whole, ...tiles(pixels, LARGE_TILES)], (square) => far(square, quarters))),
      ],
    })),
  ]
}

/** Detections of one face by two detectors or in two tiles become the surest of them. */
export function merge(found: readonly Detection[]): Candidate[] {
  const kept: (Detection & { seconded: boolean })[] = []
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    const same = kept.find((other) => covers(other.box, one.box))
    if (same) same.seconded = true
    else kept.push({ ...one, seconded: false })
  }
  return kept.toSorted((one, other) => area(other.box) - area(one.box)).slice(0, 2 * MOST_FACES)
}

async function confirm(
  networks: FindingNetworks,
  pixels: Pixels,
  candidates: readonly Candidate[],
  found: FoundFace[],
): Promise<void> {
  for (const candidate of candidates) {
    if (found.some(({ box }) => covers(box, candidate.box))) continue
    const mesh = await confirmedMesh(networks.mesh, pixels, candidate)
    if (mesh === undefined) continue
    const box = boxOf(mesh.points)
    if (Math.max(box.width, box.height) < SMALLEST_FACE_PIXELS) continue
    if (found.some((other) => covers(other.box, box))) continue
    found.push({ mesh: mesh.points, box, score: candidate.score, presence: mesh.presence })
  }
}

/** One face or two: boxes of one face have nearly one middle, or share most of the smaller. */
export function covers(one: Box, other: Box): boolean {
  const small = Math.min(area(one), area(other))
  const near = distance(middleOf(one), middleOf(other)) < 0.25 * Math.min(one.width, other.width)
  return near || sharedArea(one, other) > 0.6 * small
}

function squareAround({ width, height }: Pixels, times: number): Box {
  const side = Math.max(width, height) * times
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
}

/** Squares of a share of the longer side that cover the image, each half over the next. */
export function tiles({ width, height }: Pixels, share: number): Box[] {
  const side = Math.max(width, height) * share
  if (side < SMALLEST_TILE_PIXELS) return []
  const starts = (length: number): number[] => {
    if (length <= side) return [(length - side) / 2]
    const steps = Math.ceil((length - side) / (side / 2))
    return Array.from({ length: steps + 1 }, (_, i) => (i * (length - side)) / steps)
  }
  return starts(height).flatMap((y) => starts(width).map((x) => ({ x, y, width: side, height: side })))
}
