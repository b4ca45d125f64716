// Looks at the colours of a face: screens and printers stretch them, skin in one light has few.
import type { Pixels } from '../../image/pixels.ts'

/** Standard deviation of red against brightness over a picture of the face, in bytes; about 14 for a live face. */
export function gamut({ data }: Pixels): number {
  let sum = 0
  let squares = 0
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] as number
    const brightness = 0.299 * red + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)
    sum += red - brightness
    squares += (red - brightness) ** 2
  }
  const count = data.length / 3
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
