// The lines for machines, in OCR-B, as wide as the zone.
import type { Cast } from '../drawing/casts.ts'
import { textWidth } from '../drawing/typefaces.ts'
import type { Run } from '../sheet.ts'

interface MrzPlace {
  readonly left: number
  readonly right: number
  readonly baselines: readonly number[]
  readonly colour?: string
}

export function mrzRuns(cast: Cast, lines: readonly string[], place: MrzPlace): Run[] {
  const longest = Math.max(...lines.map((line) => textWidth(cast, 'ocr-b', line, 1)))
  const sizeMm = (place.right - place.left) / longest
  const colour = place.colour ?? '#1b1c20'
  return lines.map((text, k) => {
    const baseline = place.baselines[k] ?? 0
    return { text, typeface: 'ocr-b', sizeMm, x: place.left, baseline, colour, role: 'mrz', field: 'mrz' }
  })
}
