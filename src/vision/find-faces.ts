// Finds every face of an image, from one that fills it to a portrait on a card, and keeps those that the mesh confirms.
import { area, type Box, distance, middleOf, sharedArea } from '../image/geometry/geometry.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, detectFaces } from '../models/face-detector.ts'
import { boxOf, type Candidate, confirmedMesh } from './confirm-face.ts'
import type { FindingNetworks } from './networks.ts'
import { uprightMesh } from './upright.ts'

/** `frame` searches for a person before a camera, `everywhere` also for faces as small as the portrait on a card. */
export type Search = 'frame' | 'everywhere'

export interface FoundFace {
  readonly mesh: Float32Array
  /** Bounding box of the mesh: forehead to chin, ear to ear. */
  readonly box: Box
  /** Score of the detector, 0 to 1. */
  readonly score: number
  /** Confidence of the mesh that there is a face, 0 to 1. */
  readonly presence: number
}

/** On fewer pixels the mesh fits anything. */
const SMALLEST_FACE_PIXELS = 24
/** Of more faces the smallest are left out. */
const MAX_FACES = 12
/** The way up is found for so many of the largest faces only: nothing is asked about the others. */
const MAX_TURNED = 2
/** Side of the square around an image: a detector finds a face that fills the image only when there is room around it. */
const ROOM_AROUND = 1.6
/** Tiles overlap by half, so that a face as large as half a tile lies whole in one of them. */
const LARGE_TILES = 0.5
const SMALL_TILES = 0.25
const SMALL_FACE_SHARE = 0.06
/** Beside a face of this share of the longer side, others that are high enough to count are seen in the whole picture too. */
const LARGE_FACE_SHARE = 0.09
/** A face of this share fills so much of the picture that the near detector sees it well. */
const NEAR_FACE_SHARE = 0.2
/** A face that a detector is so sure of, and the mesh confirms, is one: what else tiles may find is smaller. */
const CERTAIN_SCORE = 0.75
/** Smaller tiles would be enlarged, which shows a detector nothing new. */
const SMALLEST_TILE_PIXELS = 160

export async function findFaces(
  networks: FindingNetworks,
  pixels: Pixels,
  search: Search,
  bystanders = true,
): Promise<FoundFace[]> {
  const found: FoundFace[] = []
  for (const look of looks(networks, pixels, search, bystanders)) {
    if (!look.isNeeded(found)) continue
    await confirm(networks, pixels, merge(await look.detect()), found)
  }
  const largestFirst = found.toSorted((one, other) => area(other.box) - area(one.box)).slice(0, MAX_FACES)
  return search === 'everywhere' ? upright(networks, pixels, largestFirst) : largestFirst
}

/** Cards are photographed lying any way round. A face on its side is found as well, but its mesh is poor. */
async function upright(
  networks: FindingNetworks,
  pixels: Pixels,
  faces: readonly FoundFace[],
): Promise<FoundFace[]> {
  const turned: FoundFace[] = []
  for (const [i, face] of faces.entries()) {
    const better = i < MAX_TURNED ? await uprightMesh(networks, pixels, face.box) : undefined
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

function looks(networks: FindingNetworks, pixels: Pixels, search: Search, bystanders: boolean): Look[] {
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
  const large = LARGE_FACE_SHARE * Math.max(pixels.width, pixels.height)
  const unlessLarge = (found: readonly FoundFace[]) =>
    !found.some(({ box, score }) => box.height >= large && score >= CERTAIN_SCORE)
  const close = NEAR_FACE_SHARE * Math.max(pixels.width, pixels.height)
  const unlessNear = (found: readonly FoundFace[]) =>
    !found.some(({ box, score }) => box.height >= close && score >= CERTAIN_SCORE)
  // Where all faces are this small, there may be others that are too small for larger tiles.
  const small = SMALL_FACE_SHARE * Math.max(pixels.width, pixels.height)
  const ifSmall = (found: readonly FoundFace[]) => found.every(({ box }) => box.height < small)
  // Both detectors together, or the second only where the first is in doubt; a face that both see counts for more.
  let first: Detection[] = []
  const wholeLooks: Look[] = bystanders
    ? [{ isNeeded: always, detect: async () => [...(await near(whole)), ...(await far(whole))] }]
    : [
        { isNeeded: always, detect: async () => (first = await near(whole)) },
        { isNeeded: unlessNear, detect: async () => [...first, ...(await far(whole))] },
      ]
  return [
    ...wholeLooks,
    { isNeeded: ifNone, detect: () => near(squareAround(pixels, ROOM_AROUND)) },
    {
      isNeeded: isEverywhere ? unlessLarge : ifNone,
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

/** Of the detections of one face by two detectors or in two tiles the best is kept. */
export function merge(found: readonly Detection[]): Candidate[] {
  const kept: (Detection & { seconded: boolean })[] = []
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    const same = kept.find((other) => covers(other.box, one.box))
    if (same) same.seconded = true
    else kept.push({ ...one, seconded: false })
  }
  return kept.toSorted((one, other) => area(other.box) - area(one.box)).slice(0, 2 * MAX_FACES)
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

/** Whether two boxes are of one face: they have nearly the same middle, or share most of the smaller. */
export function covers(one: Box, other: Box): boolean {
  const small = Math.min(area(one), area(other))
  const near = distance(middleOf(one), middleOf(other)) < 0.25 * Math.min(one.width, other.width)
  return near || sharedArea(one, other) > 0.6 * small
}

function squareAround({ width, height }: Pixels, times: number): Box {
  const side = Math.max(width, height) * times
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
}

/** Squares that cover the image, each half over the next; their side is a share of the longer side of the image. */
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
