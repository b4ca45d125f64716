// The word that keeps a specimen from being taken for a document.
import type { Run } from '../sheet.ts'

/** Small and grey at a corner where nothing is read: `x` and `baseline` in millimetres. */
export function specimenMark(
  x: number,
  baseline: number,
  sizeMm = 1.5,
  anchor: 'start' | 'middle' | 'end' = 'start',
): Run {
  return {
    text: 'SPECIMEN',
    typeface: 'sans',
    sizeMm,
    x,
    baseline,
    anchor,
    colour: '#8a8f94',
    spacingMm: 0.25,
    role: 'other',
  }
}
