// Sums numbers over the square around each place of a picture, at the same cost for squares of every size.

/** What lies beyond the edge: nothing, or its last place again and again. */
type Beyond = 'nothing' | 'edge'

/** The squares reach so far to each side. */
export const boxSums = (values: Float32Array, width: number, reach: number): Float32Array =>
  weighed(values, width, reach, 'nothing', 1, new Float32Array(values.length))

/** The means of the same squares; what is beyond counts as 0, or as the edge. `into` may be `values` itself. */
export const boxMeans = (
  values: Float32Array,
  width: number,
  reach: number,
  beyond: Beyond = 'nothing',
  into: Float32Array = new Float32Array(values.length),
): Float32Array => weighed(values, width, reach, beyond, 1 / (2 * reach + 1) ** 2, into)

function weighed(
  values: Float32Array,
  width: number,
  reach: number,
  beyond: Beyond,
  weight: number,
  into: Float32Array,
): Float32Array {
  const rows = rowsFor(values.length + width)
  sumAlongRows(values, rows, width, reach, beyond)
  const height = values.length / width
  // Behind the last row stands one of nothing, for what lies beyond.
  rows.fill(0, values.length, values.length + width)
  const startOf = (y: number) => {
    if (beyond === 'edge') return Math.max(0, Math.min(height - 1, y)) * width
    return y >= 0 && y < height ? y * width : values.length
  }
  const sums = new Float64Array(width)
  for (let y = -reach; y < reach; y++) addRow(sums, rows, startOf(y))
  for (let y = 0; y < height; y++) {
    addRow(sums, rows, startOf(y + reach))
    takeRow(sums, rows, startOf(y - reach), weight, into, y * width)
  }
  return into
}

let kept = new Float32Array()

/** One array for all calls: nothing is kept in it, and making a large array costs more than filling it. */
function rowsFor(length: number): Float32Array {
  if (kept.length < length) kept = new Float32Array(length)
  return kept
}

function sumAlongRows(
  values: Float32Array,
  sums: Float32Array,
  width: number,
  reach: number,
  beyond: Beyond,
): void {
  const isRepeated = beyond === 'edge'
  for (let row = 0; row < values.length; row += width) {
    const last = row + width - 1
    const before = isRepeated ? (values[row] as number) : 0
    const after = isRepeated ? (values[last] as number) : 0
    let sum = reach * before
    for (let x = 0; x < reach; x++) sum += row + x <= last ? (values[row + x] as number) : after
    for (let at = row; at <= last; at++) {
      sum += at + reach <= last ? (values[at + reach] as number) : after
      sums[at] = sum
      sum -= at - reach >= row ? (values[at - reach] as number) : before
    }
  }
}

/** All columns go side by side, because memory is read along rows. */
function addRow(sums: Float64Array, rows: Float32Array, start: number): void {
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] as number) + (rows[start + x] as number)
}

/** Writes the sums, and takes the row away that the next squares no longer reach. */
function takeRow(
  sums: Float64Array,
  rows: Float32Array,
  start: number,
  weight: number,
  into: Float32Array,
  at: number,
): void {
  for (let x = 0; x < sums.length; x++) {
    const sum = sums[x] as number
    into[at + x] = sum * weight
    sums[x] = sum - (rows[start + x] as number)
  }
}
