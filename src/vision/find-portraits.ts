// Finds the portraits of documents by their pages: a portrait stands in the left half of its page, as upright as the page.
import { type Box, distance, middleOf, type Point } from '../image/geometry/geometry.ts'
import { project, type Quad, rectangleOnto } from '../image/geometry/perspective.ts'
import { clipped, signedArea } from '../image/geometry/polygon.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, detectFaces } from '../models/face-detector.ts'
import type { Mesh } from '../models/face-mesh.ts'
import { findPages, turnedQuad } from '../models/page-finder.ts'
import { confirmedMesh, regionOfMesh } from './confirm-face.ts'
import type { FindingNetworks } from './networks.ts'
import { CERTAIN, uprightMesh } from './upright.ts'

interface Portrait {
  readonly mesh: Mesh
  readonly score: number
}

export interface Portraits {
  readonly portraits: readonly Portrait[]
  /** Other faces on the same pages that are large enough to count, to be confirmed. */
  readonly others: readonly Detection[]
}

/** The middle of the part of a page that is looked at, as shares of the page; every kind has its portrait around it. */
const PORTRAIT_MIDDLE: Point = { x: 0.2, y: 0.56 }
/** The sides of a page differ at least by this factor; otherwise it is not known which of them is the upper one. */
const LEAST_ASPECT = 1.2
/** The height of the smallest portrait's face, as a share of the page's; ghost portraits are smaller. */
const LEAST_FACE = 0.1
/** Sum of the scores of both detectors, each at most 1, from which on both see a face. */
const SEEN_BY_BOTH = 1
/** Another face on the page is looked at from this share of the portrait's height. */
const LEAST_OTHER = 0.5

/** Undefined where no page shows a portrait, or one shows a face that is not sure: then the picture is to be searched. */
export async function findPortraits(
  networks: FindingNetworks,
  pixels: Pixels,
): Promise<Portraits | undefined> {
  const pages = networks.pageFinder ? await findPages(networks.pageFinder, pixels) : []
  const portraits: Portrait[] = []
  const others: Detection[] = []
  const shown: Quad[] = []
  for (const { quad } of pages) {
    if (shown.some((page) => isOneOf(quad, page))) continue
    const upright = lyingAlong(quad)
    const seen = upright && (await lookAtPage(networks, pixels, [upright, turnedQuad(upright, 2)]))
    if (seen === 'nobody') continue
    const portrait = seen && (await portraitOf(networks, pixels, seen))
    if (!portrait) return undefined
    portraits.push(portrait)
    shown.push(quad)
    others.push(...(await othersOn(networks, pixels, quad, seen)))
  }
  return portraits.length > 0 ? { portraits, others } : undefined
}

/** The portrait on a page whose corners are known, from the upper left one. Undefined where it is not surely seen. */
export async function portraitOn(
  networks: FindingNetworks,
  pixels: Pixels,
  page: Quad,
): Promise<Portraits | undefined> {
  const seen = await lookAtPage(networks, pixels, [page])
  if (!seen || seen === 'nobody') return undefined
  const portrait = await portraitOf(networks, pixels, seen)
  return portrait && { portraits: [portrait], others: await othersOn(networks, pixels, page, seen) }
}

/** Whether a point lies on a page. */
export const isOn = (page: Quad, { x, y }: Point): boolean =>
  page.every((from, i) => {
    const to = page[(i + 1) % page.length] ?? from
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0
  })

/** Whether one holds most of the other: the finder may take a portrait for a page, or the sheet under a card. */
function isOneOf(one: Quad, other: Quad): boolean {
  const shared = Math.abs(signedArea(clipped(one, other)))
  return shared > 0.5 * Math.min(Math.abs(signedArea(one)), Math.abs(signedArea(other)))
}

interface SeenPortrait {
  readonly seen: Detection
  /** Sum of the scores of both detectors. */
  readonly totalScore: number
}

/** Looks at a page in each of the ways in which it may lie. Undefined where a face is seen that is too small. */
async function lookAtPage(
  networks: FindingNetworks,
  pixels: Pixels,
  ways: readonly Quad[],
): Promise<SeenPortrait | 'nobody' | undefined> {
  let best: SeenPortrait | undefined
  let isNobody = true
  for (const page of ways) {
    const square = portraitSquare(page)
    const radians = directionOf(page)
    const near = await detectFaces(networks.detectorShort, networks.shortAnchors, pixels, square, radians)
    const far = await detectFaces(networks.detectorFull, networks.fullAnchors, pixels, square, radians)
    // The short range is the better one for the place of a face.
    for (const [ones, others] of [
      [near, far],
      [far, near],
    ] as const)
      for (const seen of ones) {
        isNobody = false
        const same = others.find(({ box }) => isSame(box, seen.box))
        const totalScore = seen.score + (same?.score ?? 0)
        const isFace = seen.box.height >= LEAST_FACE * square.height
        if (isFace && totalScore > (best?.totalScore ?? 0)) best = { seen, totalScore }
      }
    if (best && best.totalScore >= CERTAIN) return best
  }
  return isNobody ? 'nobody' : best
}

/** Where the face or its turn is in doubt, it is looked at closely, in all turns: a ghost on a page upside down has another one. */
async function portraitOf(
  networks: FindingNetworks,
  pixels: Pixels,
  { seen, totalScore }: SeenPortrait,
): Promise<Portrait | undefined> {
  if (totalScore < CERTAIN) {
    const closer = await uprightMesh(networks, pixels, seen.box)
    if (!closer || closer.totalScore < SEEN_BY_BOTH) return undefined
    const { radians } = regionOfMesh(closer.mesh.points)
    return Math.cos(radians - seen.radians) > Math.SQRT1_2 ? closer : undefined
  }
  const mesh = await confirmedMesh(networks.mesh, pixels, { ...seen, seconded: true })
  return mesh && { mesh, score: seen.score }
}

/** The whole page in the turn of its portrait. */
async function othersOn(
  networks: FindingNetworks,
  pixels: Pixels,
  quad: Quad,
  { seen: portrait }: SeenPortrait,
): Promise<Detection[]> {
  const [a, b, c, d] = quad
  const side = Math.max(distance(a, b), distance(b, c), distance(c, d), distance(d, a))
  const square = squareAbout(project(rectangleOnto(1, 1, quad), { x: 0.5, y: 0.5 }), side)
  const { detectorFull, fullAnchors } = networks
  const found = await detectFaces(detectorFull, fullAnchors, pixels, square, portrait.radians)
  const least = LEAST_OTHER * portrait.box.height
  return found.filter(({ box }) => box.height >= least && !isSame(box, portrait.box))
}

/** A page lies along its longer side, one way up or the other. Undefined for one that is nearly square. */
function lyingAlong(quad: Quad): Quad | undefined {
  const [a, b, c, d] = quad
  const [along, down] = [distance(a, b) + distance(c, d), distance(b, c) + distance(d, a)]
  if (Math.max(along, down) < LEAST_ASPECT * Math.min(along, down)) return undefined
  return along > down ? quad : turnedQuad(quad, 1)
}

/** A square as high as the page, about its portrait. */
function portraitSquare(page: Quad): Box {
  const [a, b, c, d] = page
  const height = (distance(b, c) + distance(d, a)) / 2
  return squareAbout(project(rectangleOnto(1, 1, page), PORTRAIT_MIDDLE), height)
}

/** Clockwise, of the upper and lower edge. */
const directionOf = ([a, b, c, d]: Quad): number => Math.atan2(b.y - a.y + c.y - d.y, b.x - a.x + c.x - d.x)

const squareAbout = ({ x, y }: Point, side: number): Box => ({
  x: x - side / 2,
  y: y - side / 2,
  width: side,
  height: side,
})

/** Whether the middle of one detection lies well within the other. */
const isSame = (one: Box, other: Box): boolean =>
  distance(middleOf(one), middleOf(other)) < 0.4 * Math.min(one.width, other.width)
