// Finds the pages in a picture: their corners, which way up they lie, their kind and side.

import type { Size } from '../../image/geometry/geometry.ts'
import { type Box, boundingBox } from '../../image/geometry/geometry.ts'
import { flatten, project, type Quad, rectangleOnto } from '../../image/geometry/perspective.ts'
import { polygonOverlap } from '../../image/geometry/polygon.ts'
import type { Pixels } from '../../image/pixels.ts'
import { threshold } from '../../models/network.ts'
import { alignPage } from '../../models/page-aligner.ts'
import { findPages, startingUpperLeft, turnedQuad } from '../../models/page-finder.ts'
import { isKnown, PAGE_CLASSES, UNKNOWN_PAGE } from '../kinds/kinds.ts'
import { rectangle } from '../mrz/plane.ts'
import type { PageNetworks } from './networks.ts'
import type { LocatedPage } from './page.ts'
import { classOf, likeliest } from './page-class.ts'
import { isBeyondDoubt, isConvincing, lookClosely, lookFrom, type PageLook } from './refine-corners.ts'
import { shapeError, shapeOf } from './shape.ts'

/**
 * Returns the most certain page first; where there is none, the whole picture counts as one of no known kind. Programs squash
 * pictures: where no page has the shape of its kind, the picture is looked at as if it were that.
 */
export async function locatePages(networks: PageNetworks, pixels: Pixels): Promise<readonly LocatedPage[]> {
  const pages = await pagesAsShown(networks, pixels)
  const isPage = pages.some(({ confidences }) => confidences.page >= LIKE_A_PAGE)
  if (!isPage || pages.some((page) => isShapely(pixels, page))) return pages
  const known = pages.filter(({ kind }) => isKnown(kind))
  let best: Shown = { pages, error: SHAPELY }
  for (const widened of WIDENINGS) {
    const shown = await pagesWidened(networks, pixels, widened)
    if (shown.error < best.error && shown.pages.length >= known.length) best = shown
    if (best.error < EXACT) break
  }
  return best.pages
}

interface Shown {
  readonly pages: readonly LocatedPage[]
  /** The least shape error of a page of known kind. */
  readonly error: number
}

/** A picture may be squashed to a square, or from upright to lengthwise. */
const WIDENINGS = [1.35, 1 / 1.35, 1.75, 1 / 1.75] as const
/** What looks less like a page than this is none in any shape. */
const LIKE_A_PAGE = 0.5
/** Shape errors of pages that need no other look, and of those that were looked at in their shape. */
const [SHAPELY, EXACT] = [0.06, 0.02]
/** A picture that is made wider or narrower has at most so many pixels along a side. */
const MOST_PIXELS = 1600

const errorOf = (size: Size, { kind, corners }: LocatedPage): number =>
  isKnown(kind) ? shapeError(size, corners, kind) : Infinity

const isShapely = (size: Size, page: LocatedPage): boolean => errorOf(size, page) < SHAPELY

/** What is found nearly in shape is looked at once more in shape. */
async function pagesWidened(
  networks: PageNetworks,
  pixels: Pixels,
  widened: number,
  isLast = false,
): Promise<Shown> {
  const root = Math.sqrt(widened)
  const scale = Math.min(1, MOST_PIXELS / Math.max(pixels.width * root, pixels.height / root))
  const [across, down] = [scale * root, scale / root]
  const size = { width: Math.round(pixels.width * across), height: Math.round(pixels.height * down) }
  const onto = Float64Array.of(1 / across, 0, 0, 0, 1 / down, 0, 0, 0, 1)
  const found = await pagesAsShown(networks, flatten(pixels, onto, size.width, size.height))
  const [near] = found.toSorted((one, other) => errorOf(size, one) - errorOf(size, other))
  const error = near ? errorOf(size, near) : Infinity
  const back = (corner: Quad[0]) => project(onto, corner)
  const pages = found
    .filter((page) => isShapely(size, page))
    .map(({ corners: [a, b, c, d], ...page }) => ({
      ...page,
      corners: [back(a), back(b), back(c), back(d)] as const,
    }))
  if (isLast || !near || error < EXACT || error === Infinity) return { pages, error }
  const { stretch } = shapeOf(size, near.corners, near.kind)
  const more = near.quarterTurn % 2 === 0 ? -stretch : stretch
  const again = await pagesWidened(networks, pixels, widened * Math.exp(more), true)
  return again.error < error ? again : { pages, error }
}

async function pagesAsShown(networks: PageNetworks, pixels: Pixels): Promise<LocatedPage[]> {
  const least = threshold(networks.aligner, 'present')
  const sure = threshold(networks.finder, 'score')
  const pages: LocatedPage[] = []
  const isNew = (quad: Quad): boolean =>
    pages.every(({ corners }) => polygonOverlap(corners, quad) <= SAME_PAGE)
  for (const { quad, score } of await findPages(networks.finder, pixels, Math.min(sure, FAINT))) {
    if (!isNew(quad)) continue
    const isFaint = score < sure
    // Beside another page one that the finder hardly saw is mostly a part of that one, and not worth several starts.
    const lookAt = isFaint && pages.length > 0 ? lookFrom : lookClosely
    const look = await lookAt(networks.aligner, pixels, quad)
    // A page that the finder hardly saw must look like one in every way.
    if (look.present < least || (isFaint && !isBeyondDoubt(look))) continue
    for (const one of await pagesIn(networks, pixels, look, least)) if (isNew(one.corners)) pages.push(one)
  }
  if (pages.length === 0) pages.push(...(await pagesInTheMiddle(networks, pixels)))
  return pages.length > 0 ? pages : [await wholePicture(networks, pixels, least)]
}

/** A part of the picture beside a page is searched if it is at least this share of the picture's side. */
const LEAST_BESIDE = 0.3

/** Searches what lies left and right of, above and below the pages that were found, from nearby; for one that was missed. */
export async function pagesBeside(
  networks: PageNetworks,
  pixels: Pixels,
  found: readonly LocatedPage[],
): Promise<LocatedPage[]> {
  const least = threshold(networks.aligner, 'present')
  const pages: LocatedPage[] = []
  const isNew = (quad: Quad): boolean =>
    [...found, ...pages].every(({ corners }) => polygonOverlap(corners, quad) <= SAME_PAGE)
  for (const { x, y, width, height } of boxesBeside(found, pixels)) {
    const scale = SHEET_PIXELS / Math.max(width, height)
    const quad = rectangle(x, y, x + width, y + height)
    const size = [Math.round(scale * width), Math.round(scale * height)] as const
    for (const look of await looksIn(networks, pixels, quad, ...size)) {
      const isPage = look.present >= least && Math.max(...look.classes) > KNOWN
      if (isPage && isKnown(classOf(look.classes).kind) && isNew(look.quad)) pages.push(locatedPage(look))
    }
  }
  return pages
}

/** Whole strips of the picture. Where all of it is one page, there are none. */
function boxesBeside(found: readonly Pick<LocatedPage, 'corners'>[], { width, height }: Size): Box[] {
  const around = boundingBox(found.flatMap(({ corners }) => corners))
  const [right, bottom] = [around.x + around.width, around.y + around.height]
  return [
    { x: 0, y: 0, width: around.x, height },
    { x: right, y: 0, width: width - right, height },
    { x: 0, y: 0, width, height: around.y },
    { x: 0, y: bottom, width, height: height - bottom },
  ].filter((box) => box.width >= LEAST_BESIDE * width && box.height >= LEAST_BESIDE * height)
}

/** On a background full of edges, such as a keyboard, a page is sometimes found only from nearby; it must be beyond doubt. */
async function pagesInTheMiddle(networks: PageNetworks, pixels: Pixels): Promise<LocatedPage[]> {
  const [width, height] = [pixels.width, pixels.height].map((side) => MIDDLE * side) as [number, number]
  const [x, y] = [(pixels.width - width) / 2, (pixels.height - height) / 2]
  const middle: Quad = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  const scale = SHEET_PIXELS / Math.max(width, height)
  const looks = await looksIn(networks, pixels, middle, Math.round(scale * width), Math.round(scale * height))
  return looks.filter((look) => isBeyondDoubt(look) && isKnown(classOf(look.classes).kind)).map(locatedPage)
}

/** The share of each side of the picture that is searched. */
const MIDDLE = 0.75

/** Looks closely at every page that the finder sees in this part of the picture. */
async function looksIn(
  { finder, aligner }: PageNetworks,
  pixels: Pixels,
  quad: Quad,
  width: number,
  height: number,
): Promise<PageLook[]> {
  const onto = rectangleOnto(width, height, quad)
  const looks: PageLook[] = []
  for (const { quad } of await findPages(finder, flatten(pixels, onto, width, height))) {
    const [a, b, c, d] = quad
    const placed: Quad = [project(onto, a), project(onto, b), project(onto, c), project(onto, d)]
    looks.push(await lookClosely(aligner, pixels, startingUpperLeft(placed)))
  }
  return looks
}

const FAINT = 0.1

/**
 * A sheet of paper may be the copy of a card, which has no edge of its own there: then the card is the page.
 * A page that does not convince may be two cards side by side.
 */
async function pagesIn(
  networks: PageNetworks,
  pixels: Pixels,
  look: PageLook,
  least: number,
): Promise<LocatedPage[]> {
  const sheet = locatedPage(look)
  const isSheet = !isKnown(sheet.kind)
  if (!isSheet && isConvincing(look)) return [sheet]
  const pages: LocatedPage[] = []
  for (const closer of await looksIn(networks, pixels, look.quad, SHEET_PIXELS, SHEET_PIXELS)) {
    const isPage = isSheet
      ? closer.present >= least && Math.max(...closer.classes) > KNOWN
      : isBeyondDoubt(closer)
    if (isPage && isKnown(classOf(closer.classes).kind)) pages.push(locatedPage(closer))
  }
  return pages.length > 0 ? pages : [sheet]
}

/** Below this confidence, it is a part of a document that we do not know. */
const KNOWN = 0.6
/** The size at which a part of the picture is searched. */
const SHEET_PIXELS = 640
/** Two pages that overlap by more than this are one. */
const SAME_PAGE = 0.5

function locatedPage({ turns, classes, present, quad: corners }: PageLook): LocatedPage {
  const { kind, side } = classOf(classes)
  const ofKind = classes.reduce((sum, share, i) => (PAGE_CLASSES[i]?.kind === kind ? sum + share : sum), 0)
  return {
    kind,
    side,
    confidences: {
      page: present,
      kind: ofKind,
      side: Math.max(...classes) / ofKind,
      turn: Math.max(...turns),
    },
    corners,
    quarterTurn: quarterTurnOf(corners),
  }
}

/** A scan is all page and has no edges, so the finder cannot see it. */
async function wholePicture({ aligner }: PageNetworks, pixels: Pixels, least: number): Promise<LocatedPage> {
  const { width, height } = pixels
  const edges: Quad = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const look = await alignPage(aligner, pixels, edges)
  const page = locatedPage({
    ...look,
    quad: turnedQuad(edges, likeliest(look.turns)),
    support: 0,
    strange: 0,
  })
  if (page.confidences.page >= least) return page
  return { ...page, ...UNKNOWN_PAGE, corners: edges, quarterTurn: 0 }
}

/** Goes by the direction of the upper edge. */
export function quarterTurnOf([a, b]: Quad): number {
  return (Math.round(Math.atan2(b.y - a.y, b.x - a.x) / (Math.PI / 2)) + 4) % 4
}
