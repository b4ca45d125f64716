// Says the one thing that a person should do next with the document before the camera.
import { isKnown, kindDefinition } from '../../../src/documents/kinds/kinds.ts'
import { pixelsPerMm, QUALITY_LIMITS } from '../../../src/documents/pages/quality-limits.ts'
import {
  degreesBetween,
  FACING_STRAIGHT,
  facingOf,
  type LyingPage,
} from '../../../src/documents/pages/tilt.ts'
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
  'tilt-more',
  'tilt-less',
  'other-side',
  'other-document',
  'hold-still',
  'glare',
  'blurred',
] as const
export type CaptureHint = (typeof captureHints)[number]

/** What is to be photographed: a side that lies flat, or the front once more, tilted. */
export type Shot = 'front' | 'tilted' | 'back'

export interface CaptureWish {
  readonly shot: Shot
  /** Names of the kinds that are taken; any where there is none. */
  readonly kinds: readonly string[]
  /** A tilted picture is compared with this one, which must then be flatter than one to read from. */
  readonly isTiltedLater?: boolean
  /** How the page lay in the flat picture; a tilted one is compared with it, or with a page that lies quite flat. */
  readonly flat?: LyingPage | undefined
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
/** What lies around a page is compared where it is tilted. */
const MOST_FILL_TILTED = 0.9
/** The server asks for 4.5: a card that has this is 513 pixels wide, and its small letters are read. */
const LEAST_PIXELS_PER_MM = 6
/** One side of the page by the opposite one: at 25 degrees it is 0.84 for a card that fills the picture. */
const LEAST_SIDE_RATIO = 0.82
/** How much flatter or narrower than its kind a page may look. */
const MOST_STRETCH = 1.22
/** How far a page may be tilted that is to be compared with a tilted one: hardly more than corners are off. */
const MOST_FLAT_DEGREES = 8
/** The server takes 9 to 45 degrees, and finds the corners a little elsewhere. */
const TILTED_DEGREES = { least: 11, most: 24 }
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
  const isCompared = wish.shot === 'tilted' || wish.isTiltedLater === true
  if (fill > (isCompared ? MOST_FILL_TILTED : MOST_FILL)) return 'farther'
  const margin = LEAST_MARGIN * Math.max(image.width, image.height)
  const isWhole =
    Math.min(x, y) >= margin && x + width <= image.width - margin && y + height <= image.height - margin
  if (!isWhole) return 'whole-page'
  const isCoarse = isKnown(page.kind) && scale * pixelsPerMm(page.kind, page.corners) < LEAST_PIXELS_PER_MM
  if (fill < LEAST_FILL || isCoarse) return 'closer'
  // Of a page that is tilted on purpose, the wrong side can be told at once.
  return wish.shot === 'tilted'
    ? (misfit(page, wish) ?? tiltHint({ ...image, ...page }, wish))
    : (flatHint({ ...image, ...page }, wish) ?? misfit(page, wish))
}

type PageInPicture = LyingPage & SeenPage

function tiltHint(page: PageInPicture, { flat }: CaptureWish): CaptureHint | undefined {
  const degrees = degreesBetween(facingOf(page), flat ? facingOf(flat) : FACING_STRAIGHT)
  if (degrees < TILTED_DEGREES.least) return 'tilt-more'
  return degrees > TILTED_DEGREES.most ? 'tilt-less' : undefined
}

function flatHint(page: PageInPicture, { isTiltedLater = false }: CaptureWish): CaptureHint | undefined {
  const isFlat = !isTiltedLater || degreesBetween(facingOf(page), FACING_STRAIGHT) <= MOST_FLAT_DEGREES
  return isTilted(page) || !isFlat ? 'tilt' : undefined
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
  return (side === 'back') === (wish.shot === 'back') ? undefined : 'other-side'
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
