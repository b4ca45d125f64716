// Reads lines as those of a machine-readable zone: only its characters, each with the others that were seen there.
import type { Homography, Quad } from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'
import { threshold } from '../../models/network.ts'
import { type LineScores, scoreLines } from '../../models/text-reader.ts'
import type { MrzCharacter, MrzLine } from '../mrz/reading.ts'
import { allowedClasses } from '../text/decoding/alphabets.ts'
import { type LineShares, sharesOf } from '../text/decoding/shares.ts'
import type { PageNetworks } from './networks.ts'

/** Characters seen with a smaller share are left out. */
const LEAST_SEEN = 0.005
const FILLER = '<'
/** Some Vietnamese passports print their fillers the wrong way round. */
const REVERSED = '>'

export interface ZoneLine extends MrzLine {
  readonly quad: Quad
  /** The share of all characters seen that a zone can have: nearly all in a zone, less in words. */
  readonly ownShare: number
}

/** The quads surround the ink, in pixels of a plane that `onto` maps to the picture. */
export async function readZoneLines(
  { reader }: PageNetworks,
  pixels: Pixels,
  onto: Homography,
  quads: readonly Quad[],
): Promise<ZoneLine[]> {
  const { charset } = reader
  if (charset === undefined) throw new Error('the reader has no charset')
  const scores = await scoreLines(reader, pixels, onto, quads)
  const temperature = threshold(reader, 'temperature')
  const allowed = zoneClasses(charset)
  return quads.flatMap((quad, i) => {
    const line = scores[i]
    if (!line) return []
    const characters = zoneCharacters(line, charset, temperature)
    const text = characters.map((one) => one.text).join('')
    return [{ text, characters, quad, ownShare: ownShareOf(line, temperature, allowed) }]
  })
}

function ownShareOf(scores: LineScores, temperature: number, allowed: Uint8Array): number {
  const { columns, classes, shares } = sharesOf(scores, temperature)
  let [own, all] = [0, 0]
  for (let column = 0; column < columns; column++)
    for (let label = 1; label < classes; label++) {
      const share = shares[column * classes + label] ?? 0
      all += share
      if (allowed[label] === 1) own += share
    }
  return all > 0 ? own / all : 0
}

export function zoneCharacters(
  scores: LineScores,
  charset: readonly string[],
  temperature: number,
): MrzCharacter[] {
  const line = sharesOf(scores, temperature, zoneClasses(charset))
  const signs = ['', ...charset.map((sign) => (sign === REVERSED ? FILLER : sign))]
  return peaks(line).map((column) => characterAt(line, signs, column))
}

function zoneClasses(charset: readonly string[]): Uint8Array {
  const allowed = Uint8Array.from(allowedClasses(charset, 'mrz'))
  const reversed = charset.indexOf(REVERSED)
  if (reversed >= 0) allowed[reversed + 1] = 1
  return allowed
}

/** Returns the column that is most certain of each character: runs of the same likeliest class, blanks left out. */
function peaks({ columns, classes, shares, best }: LineShares): number[] {
  const found: number[] = []
  const shareAt = (column: number): number => shares[column * classes + (best[column] ?? 0)] ?? 0
  for (let column = 0; column < columns; column++) {
    const label = best[column] ?? 0
    if (label === 0) continue
    const isNew = column === 0 || label !== best[column - 1]
    if (isNew) found.push(column)
    else if (shareAt(column) > shareAt(found.at(-1) ?? column)) found[found.length - 1] = column
  }
  return found
}

function characterAt(
  { classes, shares }: LineShares,
  signs: readonly string[],
  column: number,
): MrzCharacter {
  const seen = new Map<string, number>()
  for (let label = 1; label < classes; label++) {
    const share = shares[column * classes + label] ?? 0
    const sign = signs[label] ?? ''
    if (share >= LEAST_SEEN) seen.set(sign, (seen.get(sign) ?? 0) + share)
  }
  const [first, ...rest] = [...seen]
    .map(([text, confidence]) => ({ text, confidence: Math.min(1, confidence) }))
    .toSorted((a, b) => b.confidence - a.confidence)
  return { text: first?.text ?? '', confidence: first?.confidence ?? 0, others: rest }
}
