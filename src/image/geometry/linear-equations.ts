// Solves a few linear equations by elimination.

/** Below this pivot the equations say the same twice: callers bring their unknowns to about one size. */
const LEAST_PIVOT = 1e-12

/** Each row ends with its right side; rows are changed on the way. Undefined where there is no single solution. */
export function solved(rows: Float64Array[]): number[] | undefined {
  const size = rows.length
  const entry = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let column = 0; column < size; column++) {
    let best = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(entry(row, column)) > Math.abs(entry(best, column))) best = row
    const lead = rows[best] as Float64Array
    rows[best] = rows[column] as Float64Array
    rows[column] = lead
    const pivot = lead[column] ?? 0
    if (Math.abs(pivot) < LEAST_PIVOT) return undefined
    for (const row of rows) {
      if (row === lead) continue
      const times = (row[column] ?? 0) / pivot
      for (let k = column; k <= size; k++) row[k] = (row[k] ?? 0) - times * (lead[k] ?? 0)
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1))
}
