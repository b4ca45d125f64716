// Looks for a zone on a plane of the picture, and closely around lines that seem to belong to one.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'
import { turnedQuad } from '../../models/page-finder.ts'
import { detectLines } from '../../models/text-detector.ts'
import type { PageNetworks } from '../pages/networks.ts'
import { readZoneLines, type ZoneLine } from '../pages/zone-lines.ts'
import { isOfZone, mayBeOfZone } from './candidates.ts'
import { isCountry } from './countries.ts'
import { parseMrz } from './parse.ts'
import { between, lengthOf, mapped, type Plane, stripAround } from './plane.ts'
import { isProved, type MrzCharacter, type MrzLine, type MrzReading } from './reading.ts'
import { expectedRows, joinedRows, levelled, stackedRows } from './rows.ts'

/** Reading costs the most time, so only the longest lines of a plane are read. */
const MOST_LINES = 4
/** Below the first share a line is none of a zone; below the second it is none upside down either. */
const OWN = 0.6
const OWN_FLIPPED = 0.4
/** Below this confidence a zone with right check digits is worth another look: no digit covers names. */
const GOOD = 0.75

export const isGood = (reading: MrzReading): boolean =>
  isProved(reading) &&
  reading.confidence >= GOOD &&
  [reading.fields.issuer, reading.fields.nationality].every(({ text }) => isCountry(text.padEnd(3, '<')))

const rightShare = ({ checkDigits }: MrzReading): number =>
  checkDigits.filter(({ isRight }) => isRight).length / checkDigits.length

/** Tells whether there is no other zone to look for. */
export const isHalfProved = (reading: MrzReading): boolean => rightShare(reading) >= 0.5

export function better(one: MrzReading | undefined, other: MrzReading | undefined): MrzReading | undefined {
  if (!one || !other) return one ?? other
  const [a, b] = [rightShare(one), rightShare(other)]
  return b > a || (b === a && other.confidence > one.confidence) ? other : one
}

/** Places are in pixels of the plane. `flipped` also reads upside down where there is nothing upright. */
export async function zoneOn(
  networks: PageNetworks,
  pixels: Pixels,
  plane: Plane,
  flipped = false,
): Promise<MrzReading | undefined> {
  const found = await detectLines(networks.detector, pixels, plane.onto, plane)
  const rows = stackedRows(joinedRows(found.map(({ quad }) => quad)))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, MOST_LINES)
  const lines = await readZoneLines(networks, pixels, plane.onto, rows)
  const upright = await zoneOf(networks, pixels, plane, lines)
  if (upright || !flipped) return upright
  const over = lines.filter(({ ownShare }) => ownShare >= OWN_FLIPPED).map(({ quad }) => turnedQuad(quad, 2))
  return zoneOf(networks, pixels, plane, await readZoneLines(networks, pixels, plane.onto, over))
}

/** Anything can be read as a zone's characters, but less clearly than this. */
const CLEAR = 0.75

const clarityOf = ({ characters }: MrzLine): number =>
  characters.reduce((sum, { confidence }) => sum + confidence / characters.length, 0)

async function zoneOf(
  networks: PageNetworks,
  pixels: Pixels,
  plane: Plane,
  lines: readonly ZoneLine[],
): Promise<MrzReading | undefined> {
  const own = lines.filter(({ ownShare }) => ownShare >= OWN)
  const plain = parseMrz(inOrder(own))
  if (plain && isGood(plain)) return plain
  const seeds = own.filter((line) => isOfZone(line) && clarityOf(line) >= CLEAR).map(({ quad }) => quad)
  return seeds.length > 0 ? better(plain, await zoneAround(networks, pixels, plane, seeds)) : plain
}

/** `quads` surround lines that seem to belong to the zone; they and the result are in pixels of the plane. */
export async function zoneAround(
  networks: PageNetworks,
  pixels: Pixels,
  plane: Plane,
  quads: readonly Quad[],
): Promise<MrzReading | undefined> {
  const strip = stripAround(plane, quads)
  const found = await detectLines(networks.detector, pixels, strip.onto, strip)
  const rows = joinedRows(found.map(({ quad }) => quad))
  const longest = Math.max(...rows.map(lengthOf))
  const long = rows.filter((quad) => lengthOf(quad) > longest / 2)
  const read = async (all: readonly Quad[]): Promise<MrzLine[]> => {
    const lines = await readZoneLines(networks, pixels, strip.onto, all)
    return lines.filter(({ ownShare }) => ownShare >= OWN)
  }
  const reading = await closest(read, long)
  if (!reading) return undefined
  const way = between(strip.onto, plane.onto)
  const lines = reading.lines.map((line) => (line.quad ? { ...line, quad: mapped(way, line.quad) } : line))
  return { ...reading, lines }
}

type Read = (quads: readonly Quad[]) => Promise<MrzLine[]>

/** Reads the rows as found, then with missing rows added, looser and tighter, and at last puts all readings together. */
async function closest(read: Read, rows: readonly Quad[]): Promise<MrzReading | undefined> {
  const first = await read(rows)
  const readings: MrzReading[] = []
  const tell = (lines: readonly MrzLine[]): MrzReading | undefined => {
    const reading = parseMrz(inOrder(lines))
    if (reading) readings.push(reading)
    return reading && isGood(reading) ? reading : undefined
  }
  const good = tell(first)
  if (good) return good
  const zone = first.filter(mayBeOfZone)
  const [row] = zone.toSorted((a, b) => b.text.length - a.text.length)
  if (!row?.quad) return undefined
  const own = zone.flatMap(({ quad }) => (quad ? [quad] : []))
  const all = [...own, ...(own.length < MOST_ROWS ? expectedRows(row.quad, row.text.length, own) : [])]
  for (const higher of HEIGHTS) {
    const again = tell(await read(levelled(all, higher)))
    if (again) return again
  }
  return together(readings)
}

const MOST_ROWS = 3
const HEIGHTS = [0.15, -0.1] as const

function together(readings: readonly MrzReading[]): MrzReading | undefined {
  const best = readings.reduce<MrzReading | undefined>(better, undefined)
  const alike = readings.filter(({ format }) => format === best?.format)
  return alike.length > 1 ? better(best, parseMrz(votedLines(alike))) : best
}

/** Each place gets the character with the highest confidence over all readings. They are of one format; the first gives the places of the lines. */
export function votedLines(readings: readonly MrzReading[]): MrzLine[] {
  const [first] = readings
  return (first?.lines ?? []).map((line, i) => {
    const characters = line.characters.map((_, at) =>
      voted(readings.flatMap(({ lines }) => lines[i]?.characters[at] ?? [])),
    )
    return { ...line, text: characters.map(({ text }) => text).join(''), characters }
  })
}

function voted(seen: readonly MrzCharacter[]): MrzCharacter {
  const sums = new Map<string, number>()
  for (const { text, confidence, others = [] } of seen)
    for (const one of [{ text, confidence }, ...others])
      sums.set(one.text, (sums.get(one.text) ?? 0) + one.confidence / seen.length)
  const [first, ...others] = [...sums]
    .map(([text, confidence]) => ({ text, confidence: Math.min(1, confidence) }))
    .toSorted((a, b) => b.confidence - a.confidence)
  return { text: first?.text ?? '', confidence: first?.confidence ?? 0, others }
}

const middleOf = (line: MrzLine): number => line.quad?.reduce((sum, { y }) => sum + y, 0) ?? 0

/** Sorts the lines from the first to the last of the zone. */
function inOrder(lines: readonly MrzLine[]): MrzLine[] {
  const isFlipped = lines.some(({ quad }) => quad && quad[1].x < quad[0].x)
  const sorted = lines.filter(mayBeOfZone).toSorted((a, b) => middleOf(a) - middleOf(b))
  return isFlipped ? sorted.reverse() : sorted
}
