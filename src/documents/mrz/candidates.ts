// Which lines of a page may be those of a machine-readable zone.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { MrzLine } from './reading.ts'

export interface PlacedLine extends MrzLine {
  readonly quad: Quad
}

/** A line of a zone has thirty characters or more; of one that was cut or torn some are missing. */
const FEWEST = 18
/** Of its characters so many may be none of a zone's. */
const FOREIGN_SHARE = 0.15
const FILLERS = 3

const packed = (text: string): string => text.replaceAll(' ', '')
const foreignOf = (text: string): number => text.replaceAll(/[A-Z0-9<>]/g, '').length

/** Long enough, and made of a zone's characters. */
export function mayBeOfZone({ text }: MrzLine): boolean {
  const own = packed(text)
  // Text with words apart is none; a line of a zone has no spaces, though some are read into it.
  const words = text.split(' ').length
  return own.length >= FEWEST && foreignOf(own) <= FOREIGN_SHARE * own.length && words <= own.length / 6
}

/** Sure to be one, by its fillers. */
export function isOfZone(line: MrzLine): boolean {
  const own = packed(line.text)
  return mayBeOfZone(line) && own.replaceAll(/[^<>]/g, '').length >= FILLERS
}

/** From top to bottom. */
export function zoneCandidates<Line extends PlacedLine>(lines: readonly Line[]): Line[] {
  return lines.filter(mayBeOfZone).toSorted((a, b) => middleOf(a.quad) - middleOf(b.quad))
}

const middleOf = (quad: Quad): number => quad.reduce((sum, { y }) => sum + y / 4, 0)
