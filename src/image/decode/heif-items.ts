// Reads what the picture of a HEIF file is put together of, and refuses what no camera writes before a decoder sees it.
import { type FileFault, latin1, UNREADABLE } from './header.ts'
import { boxesIn, type HeifBox, type ItemPlace, itemPlaces, MOST_BOXES } from './heif-boxes.ts'

/** A picture is turned, mirrored and cut at most once each; a decoder does as many as the file asks for. */
const MOST_CHANGES = 3
/** Pictures in the data of one item: HEVC has one, AV1 may have it in four sizes, each refining the one before. */
const MOST_PICTURES: Readonly<Record<string, number>> = { hvc1: 1, av01: 4 }
/** Parts of one picture of HEVC, each of which may cover all of it. */
const MOST_SLICES = 16
/** Units that the data of one item have: a picture, its slices and what describes it. */
const MOST_UNITS = 4096
/** Pixels that are decoded for each that is shown, with those of its transparency, and besides: tiles stand out at the edges. */
const [MOST_DECODED, BESIDES] = [3, 4e6]

/** Pictures that are made of others; of these only a grid is decoded. */
const MADE = ['grid', 'iden', 'iovl']
const CHANGES = ['irot', 'imir', 'clap']
const ODD: FileFault = { fault: 'is put together as no camera does, and would take too long to decode' }

interface Item {
  readonly type: string
  readonly properties: readonly HeifBox[]
  /** Items that it is made of, as often as it names them. */
  readonly parts: readonly number[]
  /** The item whose transparency it is. */
  readonly transparencyOf: readonly number[]
}

/** Undefined where the picture is one, or tiles side by side, each decoded and changed about once. */
export function heifFault(bytes: Uint8Array): FileFault | undefined {
  try {
    const file = readItems(bytes)
    return file ? faultOf(bytes, file) : UNREADABLE
  } catch (thrown) {
    // A place behind the end of the bytes.
    if (thrown instanceof RangeError) return UNREADABLE
    throw thrown
  }
}

interface HeifFile {
  readonly items: ReadonlyMap<number, Item>
  readonly places: ReadonlyMap<number, ItemPlace>
  readonly inside: HeifBox | undefined
  readonly primary: number
}

function faultOf(bytes: Uint8Array, file: HeifFile): FileFault | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = file.items.get(file.primary)
  if (!whole || !(whole.type in MOST_PICTURES || MADE.includes(whole.type))) return UNREADABLE
  const shown = new Set([file.primary, ...whole.parts])
  const layers = [...file.items].flatMap(([id, one]) =>
    one.transparencyOf.some((of) => shown.has(of)) ? [id] : [],
  )
  const decoded = [file.primary, ...layers].flatMap((id) => {
    const item = file.items.get(id)
    return item?.type === 'grid' ? [id, ...item.parts] : [id]
  })
  let [pixels, unread] = [0, bytes.byteLength]
  const known = new Map<number, number>()
  for (const id of decoded) {
    const item = file.items.get(id)
    const area = known.get(id) ?? (item && itemArea(id, item))
    if (area === undefined) return ODD
    known.set(id, area)
    if (item?.type !== 'grid') pixels += area
  }
  return pixels > MOST_DECODED * (known.get(file.primary) ?? 0) + BESIDES ? ODD : undefined

  /** Undefined where it takes more than its pixels say. */
  function itemArea(id: number, { type, properties }: Item): number | undefined {
    if (properties.filter((one) => CHANGES.includes(one.type)).length > MOST_CHANGES) return undefined
    const size = properties.find((one) => one.type === 'ispe')
    if (!size) return undefined
    const area = view.getUint32(size.content + 4) * view.getUint32(size.content + 8)
    if (type === 'grid') return area
    const most = MOST_PICTURES[type]
    if (most === undefined) return undefined
    const parts = partsOf(bytes, file, id)
    // Honest items do not overlap; a thousand that are all the same bytes would take long to look through.
    unread -= parts.reduce((sum, part) => sum + part.byteLength, 0)
    if (unread < 0) return undefined
    const data = Buffer.concat(parts)
    const pictures = type === 'hvc1' ? hevcPictures(data, view, properties) : av1Pictures(data)
    return pictures > most ? undefined : area
  }
}

function partsOf(bytes: Uint8Array, { places, inside }: HeifFile, id: number): Uint8Array[] {
  const place = places.get(id)
  const from = place?.method === 1 ? (inside?.content ?? 0) : 0
  return (place?.parts ?? []).map(({ start, length }) =>
    bytes.subarray(from + start, length === 0 ? bytes.byteLength : from + start + length),
  )
}

/** Infinite where there are too many units or slices, or where the parameters beside the data hold pictures. */
function hevcPictures(data: Uint8Array, view: DataView, properties: readonly HeifBox[]): number {
  const setup = properties.find((one) => one.type === 'hvcC')
  if (!setup) return 0
  const lengthBytes = (view.getUint8(setup.content + 21) & 3) + 1
  let at = setup.content + 23
  for (let lists = view.getUint8(setup.content + 22); lists > 0; lists--) {
    if ((view.getUint8(at) & 0x3f) < 32) return Number.POSITIVE_INFINITY
    let units = view.getUint16(at + 1)
    for (at += 3; units > 0; units--) at += 2 + view.getUint16(at)
  }
  let [pictures, slices, units] = [0, 0, 0]
  for (let from = 0; from + lengthBytes + 2 < data.length; ) {
    if (++units > MOST_UNITS) return Number.POSITIVE_INFINITY
    let length = 0
    for (let i = 0; i < lengthBytes; i++) length = length * 256 + (data[from + i] ?? 0)
    from += lengthBytes
    if ((data[from] ?? 0) >> 1 < 32) {
      if (++slices > MOST_SLICES) return Number.POSITIVE_INFINITY
      if ((data[from + 2] ?? 0) >> 7) pictures++
    }
    from += length
  }
  return pictures
}

const AV1_FRAMES = [3, 6]

function av1Pictures(data: Uint8Array): number {
  let [pictures, units] = [0, 0]
  for (let at = 0; at < data.length; ) {
    if (++units > MOST_UNITS) return Number.POSITIVE_INFINITY
    const head = data[at] ?? 0
    if (AV1_FRAMES.includes((head >> 3) & 15)) pictures++
    // Without a length it goes to the end.
    if ((head & 2) === 0) break
    at += head & 4 ? 2 : 1
    let length = 0
    for (let shift = 0; shift < 56; shift += 7) {
      const byte = data[at++] ?? 0
      length += (byte & 0x7f) * 2 ** shift
      if (byte < 128) break
    }
    at += length
  }
  return pictures
}

/** Undefined where a box is missing, is there twice, or has more in it than is looked at. */
function readItems(bytes: Uint8Array): HeifFile | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const outer = [...boxesIn(bytes, 0, bytes.byteLength)].filter(({ type }) => type === 'meta')
  const [meta] = outer
  if (!meta || outer.length > 1) return undefined
  let isWhole = true
  const within = (from: number, to: number): HeifBox[] => {
    const all = [...boxesIn(bytes, from, to)]
    isWhole &&= all.length < MOST_BOXES
    return all
  }
  const boxes = within(meta.content + 4, meta.end)
  const only = (type: string) => {
    const found = boxes.filter((one) => one.type === type)
    isWhole &&= found.length <= 1
    return found[0]
  }
  const [first, list, made, described, located] = [
    only('pitm'),
    only('iinf'),
    only('iref'),
    only('iprp'),
    only('iloc'),
  ]
  const inside = only('idat')
  const places = located && itemPlaces(bytes, located)
  if (!first || !list || !described || !places) return undefined
  const wide = (box: HeifBox) => view.getUint8(box.content) > 0
  const number = (at: number, isWide: boolean) => (isWide ? view.getUint32(at) : view.getUint16(at))

  const types = new Map<number, string>()
  for (const entry of within(list.content + (wide(list) ? 8 : 6), list.end)) {
    const version = view.getUint8(entry.content)
    const id = number(entry.content + 4, version > 2)
    const at = entry.content + (version > 2 ? 10 : 8)
    const type = latin1(bytes, at, at + 4)
    // A description may be packed, and unpack to anything.
    const [, , packed = ''] = type === 'mime' ? latin1(bytes, at + 4, entry.end).split('\0') : []
    if (version < 2 || packed !== '' || types.has(id)) return undefined
    types.set(id, type)
  }

  const kinds = within(described.content, described.end)
  const listed = kinds.filter(({ type }) => type === 'ipco').flatMap((box) => within(box.content, box.end))
  const properties = new Map<number, HeifBox[]>()
  for (const box of kinds.filter(({ type }) => type === 'ipma')) {
    const isLong = (view.getUint8(box.content + 3) & 1) === 1
    let at = box.content + 8
    for (let count = view.getUint32(box.content + 4); count > 0; count--) {
      const id = number(at, wide(box))
      at += wide(box) ? 4 : 2
      const own = properties.get(id) ?? []
      properties.set(id, own)
      let rest = view.getUint8(at++)
      for (; rest > 0; rest--) {
        const index = isLong ? view.getUint16(at) & 0x7fff : view.getUint8(at) & 0x7f
        at += isLong ? 2 : 1
        const property = listed[index - 1]
        if (property) own.push(property)
      }
    }
  }

  const references = new Map<string, number[]>()
  for (const one of made ? within(made.content + 4, made.end) : []) {
    const isWide = made !== undefined && wide(made)
    const bytesEach = isWide ? 4 : 2
    const key = `${one.type} ${number(one.content, isWide)}`
    const to = references.get(key) ?? []
    const count = view.getUint16(one.content + bytesEach)
    for (let i = 0; i < count; i++) to.push(number(one.content + bytesEach + 2 + i * bytesEach, isWide))
    references.set(key, to)
  }

  const isTransparency = ({ type, content, end }: HeifBox) =>
    type === 'auxC' && /auxid:1\b|auxiliary:alpha/.test(latin1(bytes, content, Math.min(end, content + 128)))
  const items = new Map(
    [...types].map(([id, type]) => {
      const own = properties.get(id) ?? []
      return [
        id,
        {
          type,
          properties: own,
          parts: references.get(`dimg ${id}`) ?? [],
          transparencyOf: own.some(isTransparency) ? (references.get(`auxl ${id}`) ?? []) : [],
        },
      ]
    }),
  )
  return isWhole ? { items, places, inside, primary: number(first.content + 4, wide(first)) } : undefined
}
