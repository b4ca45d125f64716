// Lends buffers for the inputs of networks: megabytes allocated for every run would keep the garbage collector busy.

/** Buffers that are kept for later use. */
const KEPT = 4
/** Lengths are rounded up to so many numbers, so that batches of different sizes can share a buffer. */
const STEP = 1 << 16

const free: Float32Array[] = []

/** The buffer holds numbers of an earlier use: `use` fills all of it, and keeps no reference to it. */
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
    // The smallest one is the cheapest to allocate again.
    if (free.length > KEPT) free.splice(free.indexOf(free.reduce((a, b) => (b.length < a.length ? b : a))), 1)
  }
}
