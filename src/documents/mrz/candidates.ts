// Picks the lines of a page that may belong to a machine-readable zone.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { MrzLine } from './reading.ts'

export interface PlacedLine extends MrzLine {
  readonly quad: Quad
}

/** A line of a zone has thirty characters or more; some are missing where it was cut or torn. */
const FEWEST = 18
/** At most this share of a line may be characters that no zone has. */
const FOREIGN_SHARE = 0.15
const FILLERS = 3

const packed = (text: string): string => text.replaceAll(' ', '')
const foreignOf = (text: string): number => text.replaceAll(/[A-Z0-9<>]/g, '').length

/** Tells whether the line is long enough and made of a zone's characters. */
export function mayBeOfZone({ text }: MrzLine): boolean {
  const own = packed(text)
  // A line of a zone has no spaces, though a few may be read into it; text has one after each word.
  const words = text.split(' ').length
  return own.length >= FEWEST && foreignOf(own) <= FOREIGN_SHARE * own.length && words <= own.length / 6
}

/** Tells by its fillers whether the line certainly belongs to a zone. */
export function isOfZone(line: MrzLine): boolean {
  const own = packed(line.text)
  return mayBeOfZone(line) && own.replaceAll(/[^<>]/g, '').length >= FILLERS
}

/** Returns the lines from top to bottom. */
export function zoneCandidates<Line extends PlacedLine>(lines: readonly Line[]): Line[] {
  return lines.filter(mayBeOfZone).toSorted((a, b) => middleOf(a.quad) - middleOf(b.quad))
}

const middleOf = (quad: Quad): number => quad.reduce((sum, { y }) => sum + y / 4, 0)
