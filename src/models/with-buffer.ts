// Lends arrays for the inputs of networks: megabytes made anew for every look would keep the collector busy all the time.

const KEPT = 4
/** Numbers; lengths are rounded up, so that batches of different sizes can share. */
const STEP = 1 << 16

const free: Float32Array[] = []

/** What is lent holds the numbers of an earlier use: whoever borrows fills all of it, and keeps none of it. */
export async function withBuffer<T>(
  length: number,
  use: (numbers: Float32Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  const fits = free.filter((one) => one.length >= length).toSorted((a, b) => a.length - b.length)
  const whole = fits[0] ?? new Float32Array(STEP * Math.ceil(length / STEP))
  const at = free.indexOf(whole)
  if (at >= 0) free.splice(at, 1)
  try {
    return await use(new Float32Array(whole.buffer as ArrayBuffer, 0, length))
  } finally {
    free.push(whole)
    // The smallest is the cheapest to make anew.
    if (free.length > KEPT) free.splice(free.indexOf(free.reduce((a, b) => (b.length < a.length ? b : a))), 1)
  }
}
