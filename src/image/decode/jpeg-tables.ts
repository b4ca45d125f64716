// Reads from a JPEG what tells the encoder that wrote it: quantisation tables, sampling, kind and markers.
import { latin1 } from './header.ts'

export interface JpegTables {
  /** Steps of the 64 frequencies of light and of colour, row by row; those of colour are missing in a grey picture. */
  readonly light: Uint16Array
  readonly colour: Uint16Array | undefined
  /** Horizontal by vertical factors of each component: `2x2,1x1,1x1`. */
  readonly sampling: string
  readonly isProgressive: boolean
  /** Names of the application segments in their order, each once: `JFIF`, `Exif`, `ICC`, `app13`. */
  readonly markers: readonly string[]
}

const DEFINE_TABLES = 0xdb
const START_OF_SCAN = 0xda
const APP0 = 0xe0
const APP15 = 0xef
const PROGRESSIVE = 0xc2
/** Segments that are read: a file of nothing but segments is an attack. */
const MOST_SEGMENTS = 4096

/** Index, row by row, of each number of a table in stored order. */
const ZIGZAG: readonly number[] = zigzag()

/** Undefined where there is no frame or no table for its light. */
export function jpegTables(bytes: Uint8Array): JpegTables | undefined {
  const tables: (Uint16Array | undefined)[] = []
  const markers = new Set<string>()
  let frame: { marker: number; content: Uint8Array } | undefined
  for (const { marker, content } of segments(bytes)) {
    if (marker === DEFINE_TABLES) readTables(content, tables)
    else if (marker >= APP0 && marker <= APP15) markers.add(nameOf(marker, content))
    else if (isFrame(marker)) frame ??= { marker, content }
  }
  if (!frame) return undefined
  const components = componentsOf(frame.content)
  const light = tables[components[0]?.table ?? 0]
  if (!light) return undefined
  return {
    light,
    colour: components[1] && tables[components[1].table],
    sampling: components.map(({ sampling }) => sampling).join(),
    isProgressive: frame.marker === PROGRESSIVE,
    markers: [...markers],
  }
}

/** Yields the segments up to the first scan, which is included. */
function* segments(bytes: Uint8Array): Generator<{ marker: number; content: Uint8Array }> {
  let at = 2
  for (let count = 0; at + 4 <= bytes.length && count < MOST_SEGMENTS; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xff || marker <= 1 || (marker >= 0xd0 && marker <= 0xd7)) {
      at++
      continue
    }
    const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    if (length < 2 || marker === START_OF_SCAN) return
    yield { marker, content: bytes.subarray(at + 4, at + 2 + length) }
    at += 2 + length
    count++
  }
}

function readTables(content: Uint8Array, tables: (Uint16Array | undefined)[]): void {
  let at = 0
  while (at < content.length) {
    const isWide = (content[at] ?? 0) >> 4 !== 0
    const place = (content[at] ?? 0) & 3
    const end = at + 1 + (isWide ? 128 : 64)
    if (end > content.length) return
    const table = new Uint16Array(64)
    for (const [i, where] of ZIGZAG.entries())
      table[where] = isWide
        ? (content[at + 1 + 2 * i] ?? 0) * 256 + (content[at + 2 + 2 * i] ?? 0)
        : (content[at + 1 + i] ?? 0)
    tables[place] = table
    at = end
  }
}

function componentsOf(frame: Uint8Array): { sampling: string; table: number }[] {
  return Array.from({ length: Math.min(4, frame[5] ?? 0) }, (_, i) => {
    const factors = frame[7 + 3 * i] ?? 0
    return { sampling: `${factors >> 4}x${factors & 15}`, table: (frame[8 + 3 * i] ?? 0) & 3 }
  })
}

function nameOf(marker: number, content: Uint8Array): string {
  const name = /^(JFIF|JFXX|Exif|ICC_PROFILE|Adobe|MPF|http)/.exec(latin1(content, 0, 12))?.[1]
  return name ?? `app${marker - APP0}`
}

/** Every kind of frame, but for the three markers among them that are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function zigzag(): number[] {
  const places = Array.from({ length: 64 }, (_, place) => place)
  const diagonal = (place: number) => (place >> 3) + (place & 7)
  // Odd diagonals run down, even ones up.
  const along = (place: number) => (diagonal(place) % 2 === 1 ? place >> 3 : place & 7)
  return places.sort((a, b) => diagonal(a) - diagonal(b) || along(a) - along(b))
}
