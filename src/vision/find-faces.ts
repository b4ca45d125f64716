// Finds every face of an image, from one that fills it to a portrait on a card, and keeps those that the mesh confirms.
import {
  area,
  type Box,
  boundingBox,
  distance,
  middleOf,
  type Size,
  sharedArea,
} from '../image/geometry/geometry.ts'
import type { Quad } from '../image/geometry/perspective.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, detectFaces } from '../models/face-detector.ts'
import type { Mesh } from '../models/face-mesh.ts'
import { boxOf, type Candidate, confirmedMesh } from './confirm-face.ts'
import { findPortraits, isOn, type Portraits, portraitOn } from './find-portraits.ts'
import type { FindingNetworks } from './networks.ts'
import { uprightMesh } from './upright.ts'

/**
 * `frame` searches for a person before a camera, `everywhere` also for faces as small as the portrait on a card. `portrait`
 * searches on the pages of documents first, and everywhere where that leaves a doubt.
 */
export type FaceSearch = 'frame' | 'everywhere' | 'portrait'

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

/** Which faces of a picture to look for; without options, all of them. */
interface WantedFaces {
  /** False where one large, sure face is enough. */
  readonly bystanders?: boolean
  /** Look only for faces on this page; its corners begin with the upper left one. */
  readonly page?: Quad
}

export async function findFaces(
  networks: FindingNetworks,
  pixels: Pixels,
  search: FaceSearch,
  { bystanders = true, page }: WantedFaces = {},
): Promise<FoundFace[]> {
  const all = { x: 0, y: 0, width: pixels.width, height: pixels.height }
  if (!page) return facesIn(networks, pixels, search, all, bystanders)
  const known = await portraitOn(networks, pixels, page)
  if (known) return withPortraits(networks, pixels, known)
  const near = await facesIn(networks, pixels, 'everywhere', boundingBox(page), true)
  return near.filter(({ box }) => isOn(page, middleOf(box)))
}

async function facesIn(
  networks: FindingNetworks,
  pixels: Pixels,
  search: FaceSearch,
  part: Box,
  bystanders: boolean,
): Promise<FoundFace[]> {
  const found: FoundFace[] = []
  const [whole, ...closer] = looks(networks, pixels, search, part, bystanders)
  const seen = merge(await whole.detect())
  // On a small card the portrait is confirmed where the page shows it larger.
  if (search !== 'portrait' || seen.some((one) => mayBeLarge(part, one)))
    await confirm(networks, pixels, seen, found)
  if (search === 'portrait' && !found.some((one) => isLarge(part, one))) {
    const pages = await findPortraits(networks, pixels)
    if (pages) return withPortraits(networks, pixels, pages, seen, found)
    await confirm(networks, pixels, seen, found)
  }
  for (const look of closer)
    if (look.isNeeded(found)) await confirm(networks, pixels, merge(await look.detect()), found)
  return search === 'frame' ? largestFirst(found) : upright(networks, pixels, largestFirst(found))
}

const largestFirst = (faces: readonly FoundFace[]): FoundFace[] =>
  faces.toSorted((one, other) => area(other.box) - area(one.box)).slice(0, MAX_FACES)

/** The portraits are upright already; others in the picture count as they do without pages. */
async function withPortraits(
  networks: FindingNetworks,
  pixels: Pixels,
  { portraits, others }: Portraits,
  seen: readonly Candidate[] = [],
  before: readonly FoundFace[] = [],
): Promise<FoundFace[]> {
  const own = portraits.map(({ mesh, score }) => foundFace(mesh, score))
  const found = [...own, ...before.filter(({ box }) => !own.some((face) => covers(face.box, box)))]
  await confirm(networks, pixels, [...seen, ...merge(others)], found)
  return upright(networks, pixels, largestFirst(found), own)
}

const foundFace = ({ points, presence }: Mesh, score: number): FoundFace => ({
  mesh: points,
  box: boxOf(points),
  score,
  presence,
})

/** Cards are photographed lying any way round. A face on its side is found as well, but its mesh is poor. */
async function upright(
  networks: FindingNetworks,
  pixels: Pixels,
  faces: readonly FoundFace[],
  known: readonly FoundFace[] = [],
): Promise<FoundFace[]> {
  const turned: FoundFace[] = []
  for (const [i, face] of faces.entries()) {
    const isAsked = i < MAX_TURNED && !known.includes(face)
    const better = isAsked ? await uprightMesh(networks, pixels, face.box) : undefined
    turned.push(better ? foundFace(better.mesh, better.score) : face)
  }
  return turned
}

/** Whether a face is sure, and has this share of the longer side. */
const isLarge = (
  { width, height }: Size,
  { box, score }: Pick<FoundFace, 'box' | 'score'>,
  share = LARGE_FACE_SHARE,
): boolean => box.height >= share * Math.max(width, height) && score >= CERTAIN_SCORE

/** The box of a detection has no forehead. */
const mayBeLarge = (size: Size, one: Detection): boolean => isLarge(size, one, LARGE_FACE_SHARE / 2)

interface Look {
  readonly isNeeded: (found: readonly FoundFace[]) => boolean
  readonly detect: () => Promise<Detection[]>
}

const always = (): boolean => true
const ifNone = (found: readonly FoundFace[]): boolean => found.length === 0

/** Only one part of the picture is looked at, mostly all of it. */
function looks(
  networks: FindingNetworks,
  pixels: Pixels,
  search: FaceSearch,
  part: Box,
  bystanders: boolean,
): [Look, ...Look[]] {
  const whole = squareAround(part, 1)
  const near = (square: Box, radians = 0) =>
    detectFaces(networks.detectorShort, networks.shortAnchors, pixels, square, radians)
  const far = (square: Box, radians = 0) =>
    detectFaces(networks.detectorFull, networks.fullAnchors, pixels, square, radians)
  const each = async (squares: readonly Box[], detect: (square: Box) => Promise<Detection[]>) => {
    const found: Detection[] = []
    for (const square of squares) found.push(...(await detect(square)))
    return found
  }
  const isEverywhere = search !== 'frame'
  const unlessLarge = (found: readonly FoundFace[]) => !found.some((one) => isLarge(part, one))
  const unlessNear = (found: readonly FoundFace[]) =>
    !found.some((one) => isLarge(part, one, NEAR_FACE_SHARE))
  // Where all faces are this small, there may be others that are too small for larger tiles.
  const small = SMALL_FACE_SHARE * Math.max(part.width, part.height)
  const ifSmall = (found: readonly FoundFace[]) => found.every(({ box }) => box.height < small)
  // Both detectors together, or the second only where the first is in doubt; a face that both see counts for more.
  let first: Detection[] = []
  const wholeLooks: [Look, ...Look[]] = bystanders
    ? [{ isNeeded: always, detect: async () => [...(await near(whole)), ...(await far(whole))] }]
    : [
        { isNeeded: always, detect: async () => (first = await near(whole)) },
        { isNeeded: unlessNear, detect: async () => [...first, ...(await far(whole))] },
      ]
  return [
    ...wholeLooks,
    { isNeeded: ifNone, detect: () => near(squareAround(part, ROOM_AROUND)) },
    {
      isNeeded: isEverywhere ? unlessLarge : ifNone,
      detect: () => each(tiles(part, LARGE_TILES), (square) => far(square)),
    },
    ...(isEverywhere ? [SMALL_TILES] : []).map((share) => ({
      isNeeded: ifSmall,
      detect: () => each(tiles(part, share), (square) => far(square)),
    })),
    // Cards are photographed lying any way round.
    ...(isEverywhere ? [0.5 * Math.PI, Math.PI, 1.5 * Math.PI] : []).map((radians) => ({
      isNeeded: ifNone,
      detect: async () => [
        ...(await near(whole, radians)),
        ...(await each([whole, ...tiles(part, LARGE_TILES)], (square) => far(square, radians))),
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
    found.push(foundFace(mesh, candidate.score))
  }
}

/** Whether two boxes are of one face: they have nearly the same middle, or share most of the smaller. */
export function covers(one: Box, other: Box): boolean {
  const small = Math.min(area(one), area(other))
  const near = distance(middleOf(one), middleOf(other)) < 0.25 * Math.min(one.width, other.width)
  return near || sharedArea(one, other) > 0.6 * small
}

function squareAround({ x, y, width, height }: Box, times: number): Box {
  const side = Math.max(width, height) * times
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side }
}

/** Squares that cover a part of the image, each half over the next; their side is a share of its longer side. */
export function tiles({ x: left, y: top, width, height }: Box, share: number): Box[] {
  const side = Math.max(width, height) * share
  if (side < SMALLEST_TILE_PIXELS) return []
  const starts = (length: number): number[] => {
    if (length <= side) return [(length - side) / 2]
    const steps = Math.ceil((length - side) / (side / 2))
    return Array.from({ length: steps + 1 }, (_, i) => (i * (length - side)) / steps)
  }
  return starts(height).flatMap((y) =>
    starts(width).map((x) => ({ x: left + x, y: top + y, width: side, height: side })),
  )
}
