// Measures how far the colours of a face spread, which screens and printers stretch.
import type { Pixels } from '../../src/image/pixels.ts'

/** Standard deviation of red less brightness over a picture of the face, in bytes; about 14 for a live face, 0 in grey. */
export function gamut({ data }: Pixels): number {
  let sum = 0
  let squares = 0
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] ?? 0
    const brightness = 0.299 * red + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    sum += red - brightness
    squares += (red - brightness) ** 2
  }
  const count = data.length / 3
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
