// Computes Spearman's rank correlation of two measures.

/** The result is from -1 to 1; ties have the mean of their ranks. It is NaN where one measure never changes. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const [ones, others] = [ranksOf(pairs.map(([one]) => one)), ranksOf(pairs.map(([, other]) => other))]
  const middle = (pairs.length - 1) / 2
  let [together, spread, otherSpread] = [0, 0, 0]
  for (const [i, one] of ones.entries()) {
    const other = others[i] ?? middle
    together += (one - middle) * (other - middle)
    spread += (one - middle) ** 2
    otherSpread += (other - middle) ** 2
  }
  return together / Math.sqrt(spread * otherSpread)
}

function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, i) => ({ value, i })).toSorted((one, other) => one.value - other.value)
  const ranks = new Array<number>(values.length).fill(0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (order[to + 1]?.value === order[from]?.value) to++
    for (const { i } of order.slice(from, to + 1)) ranks[i] = (from + to) / 2
    from = to + 1
  }
  return ranks
}
