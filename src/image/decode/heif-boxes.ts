// Walks the boxes of HEIF files: tells films from pictures, and finds where a picture ends.
import { latin1 } from './header.ts'

/** At most so many boxes that lie beside each other are looked at. */
export const MOST_BOXES = 1024
/** Parts that the data of all items may lie in. */
const MOST_PARTS = 16_384

export interface HeifBox {
  readonly type: string
  /** Where its content starts. */
  readonly content: number
  readonly end: number
  /** Whether it goes to the end of the file because nothing says where it ends, or it says more than there is. */
  readonly isOpen: boolean
}

/** Ends before whatever is no box. */
export function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<HeifBox> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = from
  for (let count = 0; at + 8 <= to && count < MOST_BOXES; count++) {
    const type = latin1(bytes, at + 4, at + 8)
    const short = view.getUint32(at)
    // 0 means up to the end of the file; 1 means that the true length follows in eight bytes.
    const isLong = short === 1 && at + 16 <= to
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short
    const content = at + (isLong ? 16 : 8)
    if (at + length < content || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return
    const isOpen = short === 0 || at + length > to
    yield { type, content, end: isOpen ? to : at + length, isOpen }
    if (isOpen) return
    at += length
  }
}

/** A film has a `moov` box, also where its first picture could be shown alone. */
export function isSequence(bytes: Uint8Array): boolean {
  const brand = latin1(bytes, 8, 12)
  if (brand === 'msf1' || brand === 'avis' || brand === 'hevc' || brand === 'hevx') return true
  for (const { type } of boxesIn(bytes, 0, bytes.byteLength)) if (type === 'moov') return true
  return false
}

/**
 * The end of the last box that holds something of the picture: what it consists of, or the list of it. Where that list
 * cannot be read, the end of the last box.
 */
export function heifEnd(bytes: Uint8Array): number {
  const boxes = [...boxesIn(bytes, 0, bytes.byteLength)]
  const meta = boxes.find(({ type }) => type === 'meta')
  const dataEnd = meta && dataEndIn(bytes, meta)
  if (!meta || dataEnd === undefined || dataEnd > bytes.byteLength)
    return boxes.findLast(({ isOpen, type }) => !isOpen || type === 'mdat')?.end ?? bytes.byteLength
  const last = boxes.find(({ end }) => end >= dataEnd)
  return Math.max(meta.end, last && !last.isOpen ? last.end : dataEnd)
}

/** The end of the furthest part of any item; undefined where the list of them is of no kind that we know. */
function dataEndIn(bytes: Uint8Array, meta: HeifBox): number | undefined {
  // Version and flags come first.
  const list = [...boxesIn(bytes, meta.content + 4, meta.end)].find(({ type }) => type === 'iloc')
  const items = list && itemPlaces(bytes, list)
  // Other methods count from places inside of `meta`. No length means all that follows.
  const parts = [...(items?.values() ?? [])].flatMap((item) => (item.method === 0 ? item.parts : []))
  return items && parts.every(({ length }) => length > 0)
    ? parts.reduce((end, { start, length }) => Math.max(end, start + length), 0)
    : undefined
}

export interface ItemPlace {
  /** 0 counts from the start of the file, 1 from that of the `idat` box. */
  readonly method: number
  readonly parts: readonly { readonly start: number; readonly length: number }[]
}

/** Where the data of each item lie, by the `iloc` box; undefined where it is of no kind that we know. */
export function itemPlaces(bytes: Uint8Array, list: HeifBox): Map<number, ItemPlace> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, list.end)
  let at = list.content
  const take = (size: number): number => {
    const from = at
    at += size
    if (size === 0) return 0
    if (size === 2) return view.getUint16(from)
    return size === 4 ? view.getUint32(from) : Number(view.getBigUint64(from))
  }
  try {
    const version = view.getUint8(at)
    at += 4
    const sizes = take(2)
    const [offsetSize = 0, lengthSize = 0, baseSize = 0, indexSize = 0] = [12, 8, 4, 0].map(
      (shift) => (sizes >> shift) & 15,
    )
    if (
      version > 2 ||
      [offsetSize, lengthSize, baseSize].some((size) => size !== 0 && size !== 4 && size !== 8)
    )
      return undefined
    const items = new Map<number, ItemPlace>()
    let all = 0
    for (let left = take(version < 2 ? 2 : 4); left > 0; left--) {
      const id = take(version < 2 ? 2 : 4)
      const method = version === 0 ? 0 : take(2) & 15
      take(2)
      const base = take(baseSize)
      const count = take(2)
      all += count
      // A part may take no bytes of the list at all.
      if (all > MOST_PARTS) return undefined
      const parts = Array.from({ length: count }, () => {
        if (version > 0) take(indexSize)
        return { start: base + take(offsetSize), length: take(lengthSize) }
      })
      items.set(id, { method, parts })
    }
    return items
  } catch {
    // The list is longer than its box.
    return undefined
  }
}
