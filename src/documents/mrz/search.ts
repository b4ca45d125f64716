// Finds the machine-readable zone of a picture: among the lines that were read, then with more effort, as far as needed.

import type { Point } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'
import { type Kind, pageDefinition, type Side } from '../kinds/kinds.ts'
import type { PageNetworks } from '../pages/networks.ts'
import { ontoPicture } from '../pages/straighten.ts'
import { isOfZone, type PlacedLine, zoneCandidates } from './candidates.ts'
import { better, isGood, isHalfProved, zoneAround, zoneOn } from './look.ts'
import { parseMrz } from './parse.ts'
import { between, mapped, type Plane, partOf, rectangle, turnedPicture } from './plane.ts'
import type { MrzReading } from './reading.ts'

/** What the search needs of a page; see pages/page.ts. */
export interface ZonePage {
  readonly kind: Kind
  readonly side: Side
  readonly corners: Quad
  readonly width: number
  readonly height: number
  readonly lines: readonly PlacedLine[]
}

/** A zone is searched where the kind of a page has one, or everywhere. */
type ZoneSearch = 'expected' | 'everywhere'

/** In degrees, the likeliest first; lines that are askew by half a step are still found. */
const TURNS = [0, 90, 30, 150, 60, 120] as const
/** The part of a page in which its zone lies, as shares of the page, with room for inexact corners. */
const ZONE_PLACE = { left: -0.1, top: 0.55, right: 1.1, bottom: 1.15 } as const

const hasZone = ({ kind, side }: Pick<ZonePage, 'kind' | 'side'>): boolean =>
  pageDefinition({ kind, side })?.zone?.isExpected === true

/** Returns one entry for each page; places are in pixels of the page. */
export async function findZones(
  networks: PageNetworks,
  pixels: Pixels,
  pages: readonly ZonePage[],
  search: ZoneSearch,
): Promise<(MrzReading | undefined)[]> {
  const zones: (MrzReading | undefined)[] = []
  for (const page of pages) zones.push(await zoneOfPage(networks, pixels, page))
  const isWanted = search === 'everywhere' || pages.some(hasZone)
  if (!isWanted || zones.some((zone) => zone && isHalfProved(zone))) return zones
  const found = await zoneOfPicture(networks, pixels)
  const at = found ? ownerOf(found, pages) : -1
  const page = pages[at]
  if (found && page) zones[at] = better(zones[at], placed(found, page))
  return zones
}

const planeOf = ({ corners, width, height }: ZonePage): Plane => ({
  width,
  height,
  onto: ontoPicture({ width, height }, corners),
})

async function zoneOfPage(
  networks: PageNetworks,
  pixels: Pixels,
  page: ZonePage,
): Promise<MrzReading | undefined> {
  const plain = parseMrz(zoneCandidates(page.lines))
  if (plain && isGood(plain)) return plain
  const plane = planeOf(page)
  const seeds = plain?.lines.flatMap(({ quad }) => (quad ? [quad] : [])) ?? []
  const quads = seeds.length > 0 ? seeds : page.lines.filter(isOfZone).map(({ quad }) => quad)
  if (quads.length > 0) return better(plain, await zoneAround(networks, pixels, plane, quads))
  if (!hasZone(page)) return plain
  const { left, top, right, bottom } = ZONE_PLACE
  const { width: w, height: h } = page
  const strip = partOf(plane, rectangle(left * w, top * h, right * w, bottom * h))
  const found = await zoneOn(networks, pixels, strip)
  return better(plain, found && movedTo(found, strip, plane))
}

async function zoneOfPicture(networks: PageNetworks, pixels: Pixels): Promise<MrzReading | undefined> {
  let best: MrzReading | undefined
  for (const turn of TURNS) {
    const plane = turnedPicture(pixels, turn)
    const found = await zoneOn(networks, pixels, plane, true)
    best = better(best, found && movedTo(found, plane, PICTURE))
    if (best && isGood(best)) return best
  }
  return best
}

const PICTURE: Plane = { width: 0, height: 0, onto: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) }

function movedTo(reading: MrzReading, from: Plane, to: Plane): MrzReading {
  const way = between(from.onto, to.onto)
  const lines = reading.lines.map((line) => (line.quad ? { ...line, quad: mapped(way, line.quad) } : line))
  return { ...reading, lines }
}

const placed = (reading: MrzReading, page: ZonePage): MrzReading => movedTo(reading, PICTURE, planeOf(page))

/** Returns the index of the page on which the first line begins, or 0. */
function ownerOf({ lines: [line] }: MrzReading, pages: readonly ZonePage[]): number {
  const start = line?.quad?.[0]
  const at = pages.findIndex(({ corners }) => start && isInside(corners, start))
  return Math.max(0, at)
}

function isInside(quad: Quad, { x, y }: Point): boolean {
  return quad.every((from, i) => {
    const to = quad[(i + 1) % 4] ?? from
    return (to.x - from.x) * (y - from.y) >= (to.y - from.y) * (x - from.x)
  })
}
