// The build of a QR code: which modules are always the same, in which order the others hold the codewords, and their blocks.

/** One version of the code, which has a size of its own. */
export interface QrSymbol {
  readonly version: number
  /** Modules along a side. */
  readonly side: number
  /** For each module, row by row: 1 always dark, -1 always light, 0 differs from code to code. */
  readonly known: Int8Array
  /** The modules of the two copies of the format, from its lowest bit. */
  readonly format: readonly (readonly [number, number])[]
  /** The modules that hold codewords, in their order, highest bit first. */
  readonly data: Int32Array
}

export const LEVELS = ['L', 'M', 'Q', 'H'] as const
export type Level = (typeof LEVELS)[number]

/** Larger codes are not printed on cards: their modules would be too small for a phone. */
export const MOST_VERSION = 20

// The numbers of the standard for the versions 1 to 20.
const CHECK_WORDS: Readonly<Record<Level, readonly number[]>> = {
  L: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28],
  M: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26],
  Q: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30],
  H: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28],
}
const BLOCKS: Readonly<Record<Level, readonly number[]>> = {
  L: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8],
  M: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16],
  Q: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20],
  H: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25],
}

/** The bits of each level in the format. */
const LEVEL_BITS: Readonly<Record<Level, number>> = { L: 1, M: 0, Q: 3, H: 2 }

export interface Format {
  readonly level: Level
  readonly mask: number
  /** Fifteen bits, as they are printed. */
  readonly bits: number
}

export const FORMATS: readonly Format[] = LEVELS.flatMap((level) =>
  Array.from({ length: 8 }, (_, mask) => {
    const word = (LEVEL_BITS[level] << 3) | mask
    return { level, mask, bits: ((word << 10) | remainder(word, 10, 0x537)) ^ 0x5412 }
  }),
)

/** What is left of the word, shifted by so many bits, when it is divided by the polynomial. */
function remainder(word: number, bits: number, polynomial: number): number {
  let rest = word
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * polynomial)
  return rest
}

const symbols = new Map<number, QrSymbol>()

/** Undefined for a side that no version has. */
export function symbolOf(side: number): QrSymbol | undefined {
  const version = (side - 17) / 4
  if (!Number.isInteger(version) || version < 1 || version > MOST_VERSION) return undefined
  const symbol = symbols.get(side) ?? built(version, side)
  symbols.set(side, symbol)
  return symbol
}

function built(version: number, side: number): QrSymbol {
  const known = new Int8Array(side * side)
  const isTaken = new Uint8Array(side * side)
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x < 0 || y < 0 || x >= side || y >= side) return
    known[y * side + x] = isDark ? 1 : -1
    isTaken[y * side + x] = 1
  }
  const square = (x: number, y: number, reach: number, light: readonly number[]): void => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let i = 0; i < side; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const places = alignmentPlaces(version, side)
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  for (const y of places)
    for (const x of places) {
      const isFinder =
        (x === first && y === first) || (x === first && y === last) || (x === last && y === first)
      if (!isFinder) square(x, y, 2, [1])
    }
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const)
    square(x, y, 4, [2, 4])
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 12, 0x1f25)
    for (let i = 0; i < 18; i++) {
      const [a, b] = [side - 11 + (i % 3), Math.floor(i / 3)]
      set(a, b, ((bits >>> i) & 1) === 1)
      set(b, a, ((bits >>> i) & 1) === 1)
    }
  }
  const format = formatPlaces(side)
  for (const at of format.flat()) {
    known[at] = 0
    isTaken[at] = 1
  }
  set(8, side - 8, true)
  return { version, side, known, format, data: dataOrder(side, isTaken) }
}

function alignmentPlaces(version: number, side: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => side - 7 - step * (count - 2 - i))]
}

function formatPlaces(side: number): (readonly [number, number])[] {
  const at = (x: number, y: number): number => y * side + x
  const one = [
    ...Array.from({ length: 6 }, (_, i) => at(8, i)),
    at(8, 7),
    at(8, 8),
    at(7, 8),
    ...Array.from({ length: 6 }, (_, i) => at(5 - i, 8)),
  ]
  const other = [
    ...Array.from({ length: 8 }, (_, i) => at(side - 1 - i, 8)),
    ...Array.from({ length: 7 }, (_, i) => at(8, side - 7 + i)),
  ]
  return one.map((place, i) => [place, other[i] ?? place] as const)
}

/** Columns in pairs from the right, up and down by turns; the upright line of the timing is left out. */
function dataOrder(side: number, isTaken: Uint8Array): Int32Array {
  const order: number[] = []
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUp = ((right + 1) & 2) === 0
    for (let step = 0; step < side; step++)
      for (const x of [right, right - 1]) {
        const y = isUp ? side - 1 - step : step
        if (!isTaken[y * side + x]) order.push(y * side + x)
      }
  }
  return Int32Array.from(order.slice(0, order.length - (order.length % 8)))
}

/** Whether the mask turns this module around. */
export function isMasked(mask: number, x: number, y: number): boolean {
  switch (mask) {
    case 0:
      return (x + y) % 2 === 0
    case 1:
      return y % 2 === 0
    case 2:
      return x % 3 === 0
    case 3:
      return (x + y) % 3 === 0
    case 4:
      return (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0
    case 5:
      return ((x * y) % 2) + ((x * y) % 3) === 0
    case 6:
      return (((x * y) % 2) + ((x * y) % 3)) % 2 === 0
    default:
      return (((x + y) % 2) + ((x * y) % 3)) % 2 === 0
  }
}

export interface Block {
  /** Indices of its codewords in the order in which they are printed: data first, then check words. */
  readonly words: readonly number[]
  readonly checkWords: number
}

export function blocksOf({ version, data }: QrSymbol, level: Level): Block[] {
  const [total, count] = [data.length / 8, BLOCKS[level][version - 1] ?? 1]
  const checkWords = CHECK_WORDS[level][version - 1] ?? 0
  const short = count - (total % count)
  const length = Math.floor(total / count) - checkWords
  const blocks = Array.from({ length: count }, (): number[] => [])
  let next = 0
  for (let i = 0; i <= length; i++)
    for (const [k, block] of blocks.entries()) if (i < length || k >= short) block.push(next++)
  for (let i = 0; i < checkWords; i++) for (const block of blocks) block.push(next++)
  return blocks.map((words) => ({ words, checkWords }))
}
