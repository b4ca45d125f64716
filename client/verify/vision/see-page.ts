// Follows the page that is held before the camera, with the server's own networks: searched for once, then looked for where it was.
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'
import type { GuidingPageNetworks } from '../../../src/documents/pages/networks.ts'
import { classOf, likeliest } from '../../../src/documents/pages/page-class.ts'
import { ontoPicture, pageSize } from '../../../src/documents/pages/straighten.ts'
import type { Size } from '../../../src/image/geometry/geometry.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import { isSoundQuad } from '../../../src/image/geometry/polygon.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { threshold } from '../../../src/models/network.ts'
import { alignPage } from '../../../src/models/page-aligner.ts'
import { findPages, turnedQuad } from '../../../src/models/page-finder.ts'
import { judgePage, type Quality } from '../../../src/models/page-judge.ts'

export interface SeenPage {
  readonly kind: Kind
  readonly side: Side
  /** How sure kind and side are together, 0 to 1. */
  readonly certainty: number
  /** In pixels of the picture, from the upper left corner of the upright page. */
  readonly corners: Quad
  /** Only of a page that was worth judging. */
  readonly quality?: Quality
}

export interface PageSight {
  readonly image: Size
  /** Mean of the whole picture, from 0 (black) to 1 (white). */
  readonly light: number
  readonly page?: SeenPage
}

/** `isWorthJudging` is asked with what was seen so far: judging a page that is cut or far away would cost time for nothing. */
export type PageTracker = (
  pixels: Pixels,
  isWorthJudging: (sight: PageSight) => boolean,
) => Promise<PageSight>

/** The number of looks between two searches: another page that was laid on top is only found by searching. */
const SEARCH_EVERY = 12

export function trackPages(networks: GuidingPageNetworks): PageTracker {
  let followed: { readonly corners: Quad; readonly looks: number } | undefined
  return async (pixels, isWorthJudging) => {
    const { width, height } = pixels
    const isOld = !followed || followed.looks >= SEARCH_EVERY
    const again = !isOld && followed && (await aligned(networks, pixels, followed.corners))
    const page = again || (await search(networks, pixels))
    followed = page && { corners: page.corners, looks: again && followed ? followed.looks + 1 : 0 }
    const sight: PageSight = { image: { width, height }, light: meanLight(pixels), ...(page && { page }) }
    if (!page || !isWorthJudging(sight)) return sight
    const size = pageSize(page.kind, page.corners)
    const quality = await judgePage(networks.judge, pixels, ontoPicture(size, page.corners), size)
    return { ...sight, page: { ...page, quality } }
  }
}

/** The finder is a few hundredths off, so that the second look starts where the first one ended. */
async function search(networks: GuidingPageNetworks, pixels: Pixels): Promise<SeenPage | undefined> {
  const [found] = await findPages(networks.finder, pixels)
  const first = found && (await aligned(networks, pixels, found.quad))
  return first && ((await aligned(networks, pixels, first.corners)) ?? first)
}

/** Undefined where the network sees no page there. */
async function aligned(
  { aligner }: GuidingPageNetworks,
  pixels: Pixels,
  start: Quad,
): Promise<SeenPage | undefined> {
  const { quad, turns, classes, present } = await alignPage(aligner, pixels, start)
  if (present < threshold(aligner, 'present') || !isSoundQuad(quad)) return undefined
  return {
    ...classOf(classes),
    certainty: Math.max(...classes),
    corners: turnedQuad(quad, likeliest(turns)),
  }
}

/** Every 97th value is enough, and falls on all three colours. */
const STEP = 97

function meanLight({ data }: Pixels): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < data.length; at += STEP) {
    sum += data[at] ?? 0
    count++
  }
  return count === 0 ? 0 : sum / count / 255
}
