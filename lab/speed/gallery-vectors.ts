// Makes unit vectors by number, the same in every process.

export function vectorNumbered(number: number): Float32Array {
  let state = (Math.imul(number, 2654435761) + 12345) >>> 0
  const vector = new Float32Array(128)
  let squares = 0
  for (let i = 0; i < vector.length; i++) {
    let sum = -1.5
    for (let j = 0; j < 3; j++) {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      sum += ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
    vector[i] = sum
    squares += sum * sum
  }
  const length = Math.sqrt(squares)
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length
  return vector
}
