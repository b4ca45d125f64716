// Where the pixels of a row come from: places in a picture as whole numbers, so that what follows needs no fractions.

/** Of a place for one pixel: finer would show nothing that these do not. */
export const UNITS = 16

/** What lies farther outside than this, in units, is as far outside. */
const FAR = 1 << 24

/** Of the middle of each pixel of row y its place in the picture: x, then y. What is no number is the upper left corner. */
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
