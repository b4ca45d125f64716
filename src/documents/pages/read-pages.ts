// Reads the pages in an encoded picture: kind and side, lines with their text, codes, zone and quality.
import { decodeImage, encodeJpeg } from '../../image/decode/image.ts'
import type { Point } from '../../image/geometry/geometry.ts'
import type { Pixels } from '../../image/pixels.ts'
import { turnedQuad } from '../../models/page-finder.ts'
import { judgePage } from '../../models/page-judge.ts'
import { isIdentityDocument, isLicence, type Kind } from '../kinds/kinds.ts'
import { findZones } from '../mrz/search.ts'
import { withClassCells } from './class-cells.ts'
import { codeContrast, readPageCodes } from './codes.ts'
import { colourOf, photocopyBy } from './colour.ts'
import { lookInPlace } from './in-place.ts'
import { locatePages, pagesBeside } from './locate.ts'
import type { PageNetworks } from './networks.ts'
import { withNumberLine } from './number-line.ts'
import type { LocatedPage, Page, PageAsk, PageLine, PagesReading } from './page.ts'
import { mayBeCutOff } from './quality.ts'
import { readLines, withBlindRuns } from './read-lines.ts'
import { mirrored, ontoPicture, pageSize, straightened } from './straighten.ts'
import { reclassifyByTitle } from './titles.ts'

export async function readPages(
  networks: PageNetworks,
  bytes: Uint8Array,
  maxMegapixels: number,
  ask: PageAsk,
  /** Called between steps, and awaited. */
  giveWay: () => Promise<void> = async () => {},
): Promise<PagesReading> {
  // The picture is decoded at full size: half the size takes longer for a JPEG, and the smallest print would be lost.
  const decoded = await decodeImage(bytes, { maxMegapixels })
  if ('fault' in decoded) return decoded
  const seen = await pagesOn(networks, decoded.pixels, ask, giveWay)
  const { name, version } = networks.reader.row
  return {
    image: decoded.image,
    extent: decoded.extent,
    pages: seen.some(looksMirrored) ? await unmirrored(networks, decoded.pixels, seen, ask, giveWay) : seen,
    reader: { name, version },
  }
}

async function pagesOn(
  networks: PageNetworks,
  pixels: Pixels,
  ask: PageAsk,
  giveWay: () => Promise<void>,
): Promise<Page[]> {
  const pages: Page[] = []
  const full = ask.mrz ? { ...ask, lines: true } : ask
  const read = async (located: readonly LocatedPage[]): Promise<void> => {
    for (const page of located.slice(0, MOST_PAGES - pages.length)) {
      pages.push(await readUpright(networks, pixels, page, full, giveWay))
      await giveWay()
    }
  }
  const isSought = ask.seeks && SOUGHT[ask.seeks]
  await giveWay()
  const located = await locatePages(networks, pixels)
  // What was asked for is among those read, however many others there are.
  const [first, then] = [true, false].map((is) =>
    located.filter(({ kind }) => (isSought?.(kind) ?? true) === is),
  ) as [LocatedPage[], LocatedPage[]]
  await giveWay()
  await read([...first, ...then])
  if (isSought && !pages.some(({ kind }) => isSought(kind)))
    await read(await pagesBeside(networks, pixels, pages))
  const zones = ask.mrz ? await findZones(networks, pixels, pages, ask.mrz) : []
  return pages.map((page, i) => (zones[i] ? { ...page, mrz: zones[i] } : page))
}

/** Pages of so few characters say nothing about how well they can be read. */
const LEAST_CHARACTERS = 40
/** Of the 155 pages of 138 specimens all but one had 0.43 or more, or a kind beyond doubt; mirrored ones had 0.27 to 0.38. */
const MIRRORED_READS = 0.42
const MIRRORED_KIND = 0.97

/** Some browsers send what their preview shows, as in a mirror: it looks like a document, and hardly a character can be read. */
function looksMirrored(page: Page): boolean {
  const { length } = page.lines.flatMap(({ characters }) => characters)
  return (
    length >= LEAST_CHARACTERS &&
    page.confidences.kind < MIRRORED_KIND &&
    readable(page) < MIRRORED_READS * length
  )
}

/** Reads the picture as in a mirror. Its pages are taken where they can be read better, with the corners as they lie in the picture. */
async function unmirrored(
  networks: PageNetworks,
  pixels: Pixels,
  seen: Page[],
  ask: PageAsk,
  giveWay: () => Promise<void>,
): Promise<Page[]> {
  const pages = await pagesOn(networks, mirrored(pixels), ask, giveWay)
  const sum = (all: readonly Page[]) => all.reduce((total, page) => total + readable(page), 0)
  if (sum(pages) <= MIRRORED_GAIN * sum(seen)) return seen
  const moved = ({ x, y }: Point): Point => ({ x: pixels.width - x, y })
  return pages.map((page) => {
    const [a, b, c, d] = page.corners
    return { ...page, corners: [moved(a), moved(b), moved(c), moved(d)] }
  })
}

const MIRRORED_GAIN = 1.15

/** Each page takes as long to read as a picture of it alone. Two cards and a third are told from one with two sides. */
const MOST_PAGES = 3

const SOUGHT: Readonly<Record<NonNullable<PageAsk['seeks']>, (kind: Kind) => boolean>> = {
  identity: isIdentityDocument,
  licence: isLicence,
}

/** Where the aligner is unsure which way up a page is, the page is read both ways; the way that reads better is right. */
async function readUpright(
  networks: PageNetworks,
  pixels: Pixels,
  located: LocatedPage,
  ask: PageAsk,
  giveWay: () => Promise<void>,
): Promise<Page> {
  if (!ask.lines || located.confidences.turn >= SURE_TURN) return readPage(networks, pixels, located, ask)
  const linesOf = async (page: LocatedPage): Promise<Page> => {
    const read = await readPage(networks, pixels, page, { lines: true })
    await giveWay()
    return read
  }
  const corners = turnedQuad(located.corners, 2)
  const over = { ...located, corners, quarterTurn: (located.quarterTurn + 2) % 4 }
  const [one, other] = [await linesOf(located), await linesOf(over)]
  const isOver = readable(other) > readable(one)
  return readPage(networks, pixels, isOver ? over : located, ask, (isOver ? other : one).lines)
}

const SURE_TURN = 0.97

/** Adds up how much likelier right than wrong the characters are. */
function readable({ lines }: Page): number {
  const characters = lines.flatMap((line) => line.characters)
  return characters.reduce((sum, { confidence }) => sum + Math.max(0, confidence - 0.5), 0)
}

/** The corners are in pixels of `pixels`, which are sampled again for each network and line. `read` are lines read before. */
export async function readPage(
  networks: PageNetworks,
  pixels: Pixels,
  located: LocatedPage,
  ask: PageAsk,
  read?: readonly PageLine[],
): Promise<Page> {
  const size = pageSize(located.kind, located.corners)
  const onto = ontoPicture(size, located.corners)
  const found = read ?? (ask.lines ? await readLines(networks, pixels, onto, size) : [])
  // The size stays that of the first guess, because the lines are in its pixels.
  const page = reclassifyByTitle(located, found)
  const numbered = await withNumberLine(networks, pixels, onto, { ...page, lines: found })
  const seen = withBlindRuns(pixels, onto, size, page, numbered)
  const lines = await withClassCells(networks, pixels, onto, { ...page, lines: seen })
  const codes = ask.codes ? await readPageCodes(pixels, onto, size, page, ask.codes) : []
  const isLookedFor = ask.codes && codes.length === 0 && !mayBeCutOff(page, pixels)
  const contrast = isLookedFor ? codeContrast(pixels, onto, size, page) : undefined
  const judged = ask.quality && (await judgePage(networks.judge, pixels, onto, size))
  const quality = judged && {
    ...judged,
    photocopy: photocopyBy(judged.photocopy, colourOf(pixels, onto, size), page.side),
  }
  const placed = ask.quality ? lookInPlace(pixels, page, size, { lines, codes }) : { lines, codes }
  const picture = ask.picture && (await encodeJpeg(straightened(pixels, size, located.corners)))
  return {
    ...page,
    ...size,
    ...placed,
    ...(contrast !== undefined && { codeContrast: contrast }),
    ...(quality && { quality }),
    ...(picture && { picture }),
  }
}
