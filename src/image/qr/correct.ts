// Corrects the codewords of a block by its check words (Reed-Solomon): wrong ones, and doubtful ones whose places are known.

const EXP = new Uint8Array(512)
const LOG = new Uint8Array(256)
for (let i = 0, value = 1; i < 255; i++) {
  EXP[i] = value
  EXP[i + 255] = value
  LOG[value] = i
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d
}

const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (EXP[(LOG[a] as number) + (LOG[b] as number)] as number)

/** Returns the corrected words, or undefined where they are too wrong; `doubtful` are indices of words. */
export function corrected(
  words: Uint8Array,
  checkWords: number,
  doubtful: readonly number[],
): Uint8Array | undefined {
  const syndromes = syndromesOf(words, checkWords)
  if (syndromes.every((value) => value === 0)) return words
  const locator = locatorOf(syndromes, words.length, doubtful)
  const degree = locator.findLastIndex((value) => value !== 0)
  if (2 * degree - doubtful.length > checkWords) return undefined
  const evaluator = product(locator, syndromes, checkWords)
  const fixed = words.slice()
  let found = 0
  for (let at = 0; at < words.length; at++) {
    const power = words.length - 1 - at
    const inverse = (255 - power) % 255
    if (valueAt(locator, inverse) !== 0) continue
    found++
    const slope = valueAt(
      locator.map((value, i) => (i % 2 === 1 ? value : 0)),
      inverse,
    )
    // The odd terms are x times the derivative, so the word's own factor is in them already.
    if (slope === 0) return undefined
    const change = times(valueAt(evaluator, inverse), EXP[255 - (LOG[slope] as number)] as number)
    fixed[at] = (fixed[at] as number) ^ change
  }
  if (found !== degree) return undefined
  return syndromesOf(fixed, checkWords).every((value) => value === 0) ? fixed : undefined
}

/** The code of the words at each root; all zero where nothing is wrong. */
function syndromesOf(words: Uint8Array, count: number): Uint8Array {
  const syndromes = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    let sum = 0
    for (const word of words) sum = times(sum, EXP[i] as number) ^ word
    syndromes[i] = sum
  }
  return syndromes
}

/** Berlekamp-Massey, begun with the polynomial of the doubtful words. */
function locatorOf(syndromes: Uint8Array, length: number, doubtful: readonly number[]): Uint8Array {
  const size = syndromes.length + 1
  let locator = new Uint8Array(size)
  locator[0] = 1
  for (const at of doubtful) {
    const root = EXP[length - 1 - at] as number
    for (let i = size - 1; i > 0; i--)
      locator[i] = (locator[i] as number) ^ times(locator[i - 1] as number, root)
  }
  let before = locator
  let errors = doubtful.length
  for (let r = doubtful.length + 1; r <= syndromes.length; r++) {
    let gap = 0
    for (let j = 0; j <= errors && j < r; j++)
      gap ^= times(locator[j] as number, syndromes[r - 1 - j] as number)
    const shifted = new Uint8Array(size)
    shifted.set(before.subarray(0, size - 1), 1)
    if (gap === 0) {
      before = shifted
      continue
    }
    const next = locator.map((value, i) => value ^ times(gap, shifted[i] as number))
    if (2 * errors <= r + doubtful.length - 1) {
      const inverse = EXP[255 - (LOG[gap] as number)] as number
      before = locator.map((value) => times(value, inverse))
      errors = r + doubtful.length - errors
    } else before = shifted
    locator = next
  }
  return locator
}

function product(one: Uint8Array, other: Uint8Array, size: number): Uint8Array {
  const result = new Uint8Array(size)
  for (let i = 0; i < one.length; i++)
    for (let j = 0; i + j < size && j < other.length; j++)
      result[i + j] = (result[i + j] as number) ^ times(one[i] as number, other[j] as number)
  return result
}

/** The value of the polynomial at this power of the generator. */
function valueAt(polynomial: Uint8Array, power: number): number {
  let sum = 0
  for (let i = polynomial.length - 1; i >= 0; i--)
    sum = times(sum, EXP[power] as number) ^ (polynomial[i] as number)
  return sum
}
