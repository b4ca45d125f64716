// Aligns a known text with a line: how likely the line says exactly that, and the confidence of each character.
import type { Path } from './greedy.ts'
import type { LineShares } from './shares.ts'

/** Returns the probability of the text over all alignments, 0 to 1. */
export function likelihood(line: LineShares, labels: Int32Array): number {
  const states = 2 * labels.length + 1
  let now = new Float64Array(states)
  let next = new Float64Array(states)
  let logarithm = 0
  now[0] = 1
  for (let column = 0; column < line.columns; column++) {
    const total = step(line, labels, column, now, next)
    if (!(total > 0)) return 0
    logarithm += Math.log(total)
    for (let i = 0; i < states; i++) next[i] = (next[i] as number) / total
    const spare = now
    now = next
    next = spare
  }
  const ended = (now[states - 1] as number) + (states > 1 ? (now[states - 2] as number) : 0)
  return Math.min(1, ended * Math.exp(logarithm))
}

/** Advances by one column; returns the sum for normalisation. */
function step(
  { classes, shares }: LineShares,
  labels: Int32Array,
  column: number,
  now: Float64Array,
  next: Float64Array,
): number {
  const start = column * classes
  let total = 0
  for (let state = 0; state < now.length; state++) {
    const isBlank = state % 2 === 0
    const label = isBlank ? 0 : (labels[(state - 1) / 2] as number)
    let from = now[state] as number
    if (state > 0) from += now[state - 1] as number
    if (!isBlank && state > 1 && labels[(state - 3) / 2] !== label) from += now[state - 2] as number
    const value = from * (shares[start + label] as number)
    next[state] = value
    total += value
  }
  return total
}

/** Returns the best alignment: for each character the highest share among its columns, and their middle. */
export function align(line: LineShares, labels: Int32Array): Path {
  const states = 2 * labels.length + 1
  const moves = new Uint8Array(line.columns * states)
  const last = walk(line, labels, moves)
  return { labels, ...runs(line, labels, moves, last) }
}

/** Fills in how many states back each state was best reached from; returns the better of the last two states. */
function walk(line: LineShares, labels: Int32Array, moves: Uint8Array): number {
  const { columns, classes, shares } = line
  const states = 2 * labels.length + 1
  const scores = new Float64Array(states)
  for (let column = 0; column < columns; column++) {
    let most = 0
    // The states are updated from the last one down, so that values of this column are not read.
    for (let state = Math.min(states - 1, 2 * column + 1); state >= 0; state--) {
      const isBlank = state % 2 === 0
      const label = isBlank ? 0 : (labels[(state - 1) / 2] as number)
      let best = column === 0 ? 1 : (scores[state] as number)
      let move = 0
      if (column > 0 && state > 0 && (scores[state - 1] as number) > best) {
        best = scores[state - 1] as number
        move = 1
      }
      const mayJump = !isBlank && state > 1 && labels[(state - 3) / 2] !== label
      if (column > 0 && mayJump && (scores[state - 2] as number) > best) {
        best = scores[state - 2] as number
        move = 2
      }
      const score = best * (shares[column * classes + label] as number)
      scores[state] = score
      moves[column * states + state] = move
      if (score > most) most = score
    }
    for (let state = 0; state < states; state++) scores[state] = (scores[state] as number) / (most || 1)
  }
  return states > 1 && (scores[states - 2] as number) > (scores[states - 1] as number)
    ? states - 2
    : states - 1
}

function runs(
  { columns, classes, shares }: LineShares,
  labels: Int32Array,
  moves: Uint8Array,
  last: number,
): Pick<Path, 'confidences' | 'middles'> {
  const states = 2 * labels.length + 1
  const confidences = new Float32Array(labels.length)
  const middles = new Float32Array(labels.length)
  let before = -1
  for (let column = columns - 1, state = last; column >= 0; column--) {
    if (state % 2 === 1) {
      const character = (state - 1) / 2
      const share = shares[column * classes + (labels[character] as number)] as number
      if (share > (confidences[character] as number)) confidences[character] = share
      // This runs from the last column of a run to its first.
      middles[character] = character === before ? (middles[character] as number) - 0.5 : column
      before = character
    }
    state -= moves[column * states + state] as number
  }
  return { confidences, middles }
}
