// The cosine waves that make up the print of a shot: their order, their weights, and how they are stored in bytes.

/** A wave with `across` half periods from left to right and `down` half periods from top to bottom. */
interface Wave {
  readonly across: number
  readonly down: number
}

/** Half periods in all that are kept: encoders change finer waves first. */
const FINEST = 13.5
/** Half periods from which on finer waves weigh less and less, so that no sharp cut-off rings. */
const FADING = 7

/** Waves from the coarsest on; the mean is left out. */
const WAVES: readonly Wave[] = Array.from({ length: 14 * 14 }, (_, i) => ({
  across: i % 14,
  down: Math.floor(i / 14),
}))
  .filter((wave) => finenessOf(wave) > 0 && finenessOf(wave) < FINEST)
  .sort((one, other) => finenessOf(one) - finenessOf(other) || one.across - other.across)

/** The same waves as two lists of numbers, for hot loops. */
export const ACROSS = Uint8Array.from(WAVES, ({ across }) => across)
export const DOWN = Uint8Array.from(WAVES, ({ down }) => down)

const WEIGHTS = Float64Array.from(WAVES, (wave) => Math.exp(-(finenessOf(wave) ** 2) / (2 * FADING ** 2)))

function finenessOf({ across, down }: Wave): number {
  return Math.hypot(across, down)
}

/** Weighted waves of a square picture, normalised to length one; all 0 where the picture is flat. */
export function wavesOf(grey: ArrayLike<number>, side: number): Float64Array {
  const heights = new Float64Array(WAVES.length)
  const cosines = cosinesOver(side)
  const lines = new Float64Array(side * 14)
  for (let y = 0; y < side; y++)
    for (let wave = 0; wave < 14; wave++) {
      let sum = 0
      for (let x = 0; x < side; x++) sum += (cosines[x * 14 + wave] ?? 0) * (grey[y * side + x] ?? 0)
      lines[y * 14 + wave] = sum
    }
  let power = 0
  for (let i = 0; i < heights.length; i++) {
    let across = ACROSS[i] ?? 0
    let down = DOWN[i] ?? 0
    let sum = 0
    for (let y = 0; y < side; y++, across += 14, down += 14)
      sum += (cosines[down] ?? 0) * (lines[across] ?? 0)
    const height = sum * (WEIGHTS[i] ?? 0)
    heights[i] = height
    power += height * height
  }
  const length = Math.sqrt(power)
  // Less than half a step of grey is rounding.
  return length < side / 2 ? heights.fill(0) : heights.map((height) => height / length)
}

const known = new Map<number, Float64Array>()

function cosinesOver(side: number): Float64Array {
  const cosines = known.get(side) ?? wavesAt(side, 0).cosines
  known.set(side, cosines)
  return cosines
}

/** The 14 coarsest waves of one direction, and their slopes, at `count` places in the middle of `count + 2 border`. */
interface WaveTable {
  readonly cosines: Float64Array
  readonly slopes: Float64Array
}

export function wavesAt(count: number, border: number): WaveTable {
  const whole = count + 2 * border
  const angle = (i: number) => (Math.PI * (Math.floor(i / 14) + border + 0.5)) / whole
  const scale = (wave: number) => Math.sqrt((wave === 0 ? 1 : 2) / whole)
  const each = (valueAt: (i: number, wave: number) => number) =>
    Float64Array.from({ length: 14 * count }, (_, i) => scale(i % 14) * valueAt(i, i % 14))
  return {
    cosines: each((i, wave) => Math.cos(angle(i) * wave)),
    slopes: each((i, wave) => (-(Math.PI * wave) / whole) * Math.sin(angle(i) * wave)),
  }
}

/** The coarsest waves have two bytes each, because most of a picture is in them; the others have one. */
const WIDE = 40
const STEP = 0.001
export const PACKED_BYTES = WAVES.length + WIDE

export function pack(heights: Float64Array, into: Uint8Array): void {
  const view = new DataView(into.buffer, into.byteOffset, into.byteLength)
  for (const [i, height] of heights.entries()) {
    const steps = Math.round(height / STEP)
    if (i < WIDE) view.setInt16(2 * i, steps)
    else view.setInt8(WIDE + i, Math.max(-127, Math.min(127, steps)))
  }
}

export function unpack(from: Uint8Array): Float64Array {
  const view = new DataView(from.buffer, from.byteOffset, from.byteLength)
  const heights = new Float64Array(WAVES.length)
  for (let i = 0; i < heights.length; i++)
    heights[i] = STEP * (i < WIDE ? view.getInt16(2 * i) : view.getInt8(WIDE + i))
  return heights
}

const MIRROR = Float64Array.from(WAVES, ({ across }) => (across % 2 === 1 ? -1 : 1))

/** The mirrored picture has the same waves; the sign of those that are odd across changes. */
export function mirrored(heights: Float64Array): Float64Array {
  const result = new Float64Array(heights.length)
  for (let i = 0; i < result.length; i++) result[i] = (heights[i] ?? 0) * (MIRROR[i] ?? 0)
  return result
}
