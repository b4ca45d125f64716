// Computes where the pixels of a row come from: places in a picture as whole numbers, so that sampling needs no fractions.

/** Units of a place per pixel: finer ones would show no more. */
export const UNITS = 16

/** Places are limited to this distance, in units. */
const FAR = 1 << 24

/** Writes x and y of the place in the picture of the middle of each pixel of row y. NaN becomes the upper left corner. */
export function placesOfRow(m: Float64Array, y: number, places: Int32Array): void {
  const [a, d, g] = [m[0] ?? 0, m[3] ?? 0, m[6] ?? 0]
  let u = UNITS * (a * 0.5 + (m[1] ?? 0) * (y + 0.5) + (m[2] ?? 0))
  let v = UNITS * (d * 0.5 + (m[4] ?? 0) * (y + 0.5) + (m[5] ?? 0))
  let w = g * 0.5 + (m[7] ?? 0) * (y + 0.5) + (m[8] ?? 0)
  const [right, down] = [UNITS * a, UNITS * d]
  for (let i = 0; i < places.length; i += 2, u += right, v += down, w += g) {
    const near = 1 / w
    places[i] = Math.floor(Math.max(-FAR, Math.min(FAR, u * near + 0.5))) | 0
    places[i + 1] = Math.floor(Math.max(-FAR, Math.min(FAR, v * near + 0.5))) | 0
  }
}
