// The machine-readable zone as every document prints it: OCR-B, ten letters to the inch.
import { REFERENCE } from '../drawing/casts.ts'
import { textWidth } from '../drawing/typefaces.ts'
import type { Paper } from './paper.ts'

const PITCH_MM = 2.54
const LINE_MM = 6.35

interface Zone {
  /** Left end of the first letter. */
  readonly x: number
  readonly baseline: number
  readonly colour?: string
  readonly lineMm?: number
}

/** Some printers set it a little tighter: `pitchMm` is the distance from letter to letter. */
export function writeMrz(page: Paper, lines: readonly string[], zone: Zone, pitchMm = PITCH_MM): void {
  const sizeMm = pitchMm / textWidth(REFERENCE, 'ocr-b', '<', 1)
  for (const [index, line] of lines.entries()) {
    page.write(line, zone.x, zone.baseline + index * (zone.lineMm ?? LINE_MM), {
      typeface: 'ocr-b',
      sizeMm,
      colour: zone.colour ?? '#15161a',
      role: 'mrz',
    })
  }
}
