// Says the one thing that a person should do next with the document before the camera.
import { isKnown, kindDefinition, type Side } from '../../../src/documents/kinds/kinds.ts'
import { pixelsPerMm, QUALITY_LIMITS } from '../../../src/documents/pages/quality-limits.ts'
import { boundingBox, distance } from '../../../src/image/geometry/geometry.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import type { Quality } from '../../../src/models/page-judge.ts'
import type { PageSight, SeenPage } from './see-page.ts'

/** In the order in which they are said: what comes later cannot be judged before what stands above it is right. */
export const captureHints = [
  'too-dark',
  'no-document',
  'farther',
  'whole-page',
  'closer',
  'tilt',
  'other-side',
  'other-document',
  'hold-still',
  'glare',
  'blurred',
] as const
export type CaptureHint = (typeof captureHints)[number]

/** What is to be photographed. */
export interface CaptureWish {
  readonly side: Side
  /** Names of the kinds that are taken; any where there is none. */
  readonly kinds: readonly string[]
}

export interface LookedAt {
  readonly sight: PageSight
  /** How many times larger the picture is that will be sent than the one that was looked at. */
  readonly scale: number
  /** The corners that were seen before this, in pixels of the same size. */
  readonly before?: Quad | undefined
}

/** A picture without a page that is darker than this is too dark to find one. */
const DARK_PICTURE = 0.16
/** The share of the longer side of the picture that stays free around the page. */
const LEAST_MARGIN = 0.008
/** The share of the picture that the page takes in the direction that is fuller. */
const LEAST_FILL = 0.55
const MOST_FILL = 0.97
/** The server asks for 4.5: a card that has this is 513 pixels wide, and its small letters are read. */
const LEAST_PIXELS_PER_MM = 6
/** One side of the page by the opposite one: at 25 degrees it is 0.84 for a card that fills the picture. */
const LEAST_SIDE_RATIO = 0.82
/** How much flatter or narrower than its kind a page may look. */
const MOST_STRETCH = 1.22
/** What is less certain is not held against the person. */
const SURE = 0.85
/** The way of a corner from one look to the next, as a share of the diagonal of the page. */
const MOST_MOVED = 0.02
/** What is sent must pass at the server: its limits are met with room to spare. */
const STRICTER = 0.85

/** Undefined where nothing is wrong with how the page lies; its light and sharpness are then worth judging. */
export function placeHint({ sight, scale }: LookedAt, wish: CaptureWish): CaptureHint | undefined {
  const { page, image, light } = sight
  if (!page) return light < DARK_PICTURE ? 'too-dark' : 'no-document'
  const { x, y, width, height } = boundingBox(page.corners)
  const fill = Math.max(width / image.width, height / image.height)
  if (fill > MOST_FILL) return 'farther'
  const margin = LEAST_MARGIN * Math.max(image.width, image.height)
  const isWhole =
    Math.min(x, y) >= margin && x + width <= image.width - margin && y + height <= image.height - margin
  if (!isWhole) return 'whole-page'
  const isCoarse = isKnown(page.kind) && scale * pixelsPerMm(page.kind, page.corners) < LEAST_PIXELS_PER_MM
  if (fill < LEAST_FILL || isCoarse) return 'closer'
  if (isTilted(page)) return 'tilt'
  return misfit(page, wish)
}

export function hintFor(look: LookedAt, wish: CaptureWish): CaptureHint | 'ok' {
  const { page } = look.sight
  const place = placeHint(look, wish)
  if (place || !page) return place ?? 'no-document'
  if (!look.before || moved(look.before, page.corners) > MOST_MOVED) return 'hold-still'
  return (page.quality && qualityHint(page.quality)) ?? 'ok'
}

function isTilted({ kind, corners: [a, b, c, d] }: SeenPage): boolean {
  const [top, bottom, left, right] = [distance(a, b), distance(d, c), distance(a, d), distance(b, c)]
  const ratio = (one: number, other: number): number => Math.min(one, other) / Math.max(one, other)
  if (Math.min(ratio(top, bottom), ratio(left, right)) < LEAST_SIDE_RATIO) return true
  if (!isKnown(kind)) return false
  const { widthMm, heightMm } = kindDefinition(kind)
  const stretch = (top + bottom) / (left + right) / (widthMm / heightMm)
  return Math.max(stretch, 1 / stretch) > MOST_STRETCH
}

function misfit({ kind, side, certainty }: SeenPage, wish: CaptureWish): CaptureHint | undefined {
  if (certainty < SURE || !isKnown(kind)) return undefined
  const isTaken = wish.kinds.length === 0 || wish.kinds.includes(kind)
  if (!isTaken) return 'other-document'
  return side === wish.side ? undefined : 'other-side'
}

/** The way of the corner that moved most, whichever of them the page was taken to begin with. */
function moved(before: Quad, now: Quad): number {
  const ways = [0, 1, 2, 3].map((turn) =>
    Math.max(...now.map((corner, i) => distance(corner, before[(i + turn) % 4] ?? corner))),
  )
  return Math.min(...ways) / distance(now[0], now[2])
}

function qualityHint(quality: Quality): CaptureHint | undefined {
  const isOver = (name: 'darkness' | 'glare' | 'blur'): boolean =>
    quality[name] > STRICTER * QUALITY_LIMITS[name]
  if (isOver('darkness')) return 'too-dark'
  if (isOver('glare')) return 'glare'
  return isOver('blur') ? 'blurred' : undefined
}
