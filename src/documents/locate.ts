// Finds the pages in a picture: where their corners are, which way up they lie, of what kind and side they are.
import { distance } from '../image/geometry.ts'
import type { Pixels } from '../image/image.ts'
import { flatten, project, type Quad, rectangleOnto } from '../image/perspective.ts'
import { isSoundQuad, polygonOverlap } from '../image/polygon.ts'
import { threshold } from '../models/network.ts'
import { type Alignment, alignPage } from '../models/page-aligner.ts'
import { findPages, startingUpperLeft, turnedQuad } from '../models/page-finder.ts'
import { type Kind, PAGE_CLASSES, type Side } from './kinds.ts'
import type { PageNetworks } from './networks.ts'

/** Each 0 to 1. */
export interface PageConfidences {
  /** That there is a page at all. */
  readonly page: number
  readonly kind: number
  /** Of this side, the kind being right. */
  readonly side: number
  readonly turn: number
}

export interface LocatedPage {
  readonly kind: Kind
  readonly side: Side
  readonly confidences: PageConfidences
  /** In pixels of the picture, from the upper left corner of the upright page. */
  readonly corners: Quad
  /** How often the page is turned clockwise in the picture. */
  readonly quarterTurn: number
}

/** The surest first; of a picture without any page, the whole of it as one of no known kind. */
export async function locatePages(networks: PageNetworks, pixels: Pixels): Promise<LocatedPage[]> {
  const least = threshold(networks.aligner, 'present')
  const pages: LocatedPage[] = []
  for (const { quad } of await findPages(networks.finder, pixels)) {
    const page = await lookClosely(networks, pixels, quad)
    if (page.confidences.page < least) continue
    for (const one of page.kind === 'other' ? await pagesOn(networks, pixels, page, least) : [page])
      if (pages.every(({ corners }) => polygonOverlap(corners, one.corners) <= SAME_PAGE)) pages.push(one)
  }
  return pages.length > 0 ? pages : [await wholePicture(networks, pixels, least)]
}

/** A sheet of paper may be the copy of a card, which lies on it without an edge of its own: then the card is the page. */
async function pagesOn(
  networks: PageNetworks,
  pixels: Pixels,
  sheet: LocatedPage,
  least: number,
): Promise<LocatedPage[]> {
  const onto = rectangleOnto(SHEET_PIXELS, SHEET_PIXELS, sheet.corners)
  const flat = flatten(pixels, onto, SHEET_PIXELS, SHEET_PIXELS)
  const pages: LocatedPage[] = []
  for (const { quad } of await findPages(networks.finder, flat)) {
    const [a, b, c, d] = quad
    const placed: Quad = [project(onto, a), project(onto, b), project(onto, c), project(onto, d)]
    const page = await lookClosely(networks, pixels, startingUpperLeft(placed))
    if (page.confidences.page >= least && page.kind !== 'other') pages.push(page)
  }
  return pages.length > 0 ? pages : [sheet]
}

/** Of a sheet that is searched; the finder sees half as many. */
const SHEET_PIXELS = 640
/** Two that share more than this are one. */
const SAME_PAGE = 0.5

/** Twice, and again as long as the corners still move: each look begins where the last one ended. */
async function lookClosely({ aligner }: PageNetworks, pixels: Pixels, quad: Quad): Promise<LocatedPage> {
  let corners = quad
  for (let look = 1; ; look++) {
    const seen = await alignPage(aligner, pixels, corners)
    const next = isSoundQuad(seen.quad) ? seen.quad : corners
    const moved = Math.max(...next.map((corner, i) => distance(corner, corners[i] ?? corner)))
    const isSteady = moved < STEADY * distance(next[0], next[2])
    if (look >= MOST_LOOKS || (look >= 2 && isSteady)) return named(seen, next)
    corners = turnedQuad(next, likeliest(seen.turns))
  }
}

const MOST_LOOKS = 4
/** Share of the diagonal. */
const STEADY = 0.01

function named({ turns, classes, present }: Alignment, quad: Quad): LocatedPage {
  const turn = likeliest(turns)
  const index = likeliest(classes)
  const { kind, side } = PAGE_CLASSES[index] ?? { kind: 'other', side: 'front' }
  const ofKind = classes.reduce((sum, share, i) => (PAGE_CLASSES[i]?.kind === kind ? sum + share : sum), 0)
  const corners = turnedQuad(quad, turn)
  return {
    kind,
    side,
    confidences: {
      page: present,
      kind: ofKind,
      side: (classes[index] ?? 0) / ofKind,
      turn: turns[turn] ?? 0,
    },
    corners,
    quarterTurn: quarterTurnOf(corners),
  }
}

/** A scan is all page, and has no edges to be found by: it is looked at as if it had been. */
async function wholePicture({ aligner }: PageNetworks, pixels: Pixels, least: number): Promise<LocatedPage> {
  const { width, height } = pixels
  const edges: Quad = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  const look = await alignPage(aligner, pixels, edges)
  const page = named(look, edges)
  if (page.confidences.page >= least) return page
  return { ...page, kind: 'other', side: 'front', corners: edges, quarterTurn: 0 }
}

/** By the direction of its upper edge. */
export function quarterTurnOf([a, b]: Quad): number {
  return (Math.round(Math.atan2(b.y - a.y, b.x - a.x) / (Math.PI / 2)) + 4) % 4
}

function likeliest(shares: Float32Array): number {
  return shares.indexOf(Math.max(...shares))
}
