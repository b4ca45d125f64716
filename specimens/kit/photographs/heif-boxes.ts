// Builds HEIF files box by box around pictures that an encoder made: as iPhones write them, and as forgers might.
export interface Item {
  readonly type: string
  readonly data: Uint8Array
  readonly properties?: readonly Buffer[]
  /** Item numbers are counted from 1: the tiles of a grid, the picture a thumbnail or EXIF belongs to. */
  readonly references?: { readonly type: string; readonly to: readonly number[] }
}

export const u16 = (value: number) => Uint8Array.of(value >>> 8, value)
export const u32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}
const fullBox = (type: string, version: number, ...parts: readonly Uint8Array[]) =>
  box(type, u32(version << 24), ...parts)

export const extent = (width: number, height: number) => fullBox('ispe', 0, u32(width), u32(height))
/** Turns are quarters, anticlockwise. */
export const turn = (quarters: number) => box('irot', Uint8Array.of(quarters))
/** 0 exchanges top and bottom, 1 left and right. */
export const mirror = (axis: number) => box('imir', Uint8Array.of(axis))
export const profile = (icc: Uint8Array) => box('colr', Buffer.from('prof'), icc)
export const primaries = (colours: number, transfer: number, matrix: number) =>
  box('colr', Buffer.from('nclx'), u16(colours), u16(transfer), u16(matrix), Uint8Array.of(0x80))

/** Describes rows and columns of tiles, and the size of the whole. */
export const grid = (rows: number, columns: number, width: number, height: number) =>
  Buffer.concat([Uint8Array.of(0, 1, rows - 1, columns - 1), u32(width), u32(height)])

export function heifFile(
  items: readonly Item[],
  options: { primary?: number; brands?: readonly string[]; after?: readonly Buffer[] } = {},
): Buffer {
  const { primary = 1, brands = ['heic', 'mif1', 'heic'], after = [] } = options
  const [major = 'heic', ...compatible] = brands
  const kind = box('ftyp', Buffer.from(major), u32(0), Buffer.from(compatible.join('')))
  const length = kind.length + metaBox(items, primary, 0).length + 8
  const content = items.map(({ data }) => data)
  return Buffer.concat([kind, metaBox(items, primary, length), box('mdat', ...content), ...after])
}

function metaBox(items: readonly Item[], primary: number, dataStart: number): Buffer {
  const properties = items.flatMap((item) => item.properties ?? [])
  let offset = dataStart
  const locations = items.map(({ data }, index) => {
    const location = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(offset), u32(data.length)])
    offset += data.length
    return location
  })
  const infos = items.map(({ type }, index) =>
    fullBox('infe', 2, u16(index + 1), u16(0), Buffer.from(type), Uint8Array.of(0)),
  )
  let propertyNumber = 0
  const associations = items.map(({ properties: own = [] }, index) => {
    const numbers = own.map(() => ++propertyNumber | 0x80)
    return Buffer.concat([u16(index + 1), Uint8Array.of(own.length, ...numbers)])
  })
  const references = items.flatMap(({ references: one }, index) =>
    one ? [box(one.type, u16(index + 1), u16(one.to.length), ...one.to.map(u16))] : [],
  )
  return fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
    fullBox('pitm', 0, u16(primary)),
    fullBox('iloc', 0, Uint8Array.of(0x44, 0), u16(items.length), ...locations),
    fullBox('iinf', 0, u16(items.length), ...infos),
    box('iprp', box('ipco', ...properties), fullBox('ipma', 0, u32(items.length), ...associations)),
    ...(references.length > 0 ? [fullBox('iref', 0, ...references)] : []),
  )
}

/** Returns the setup of the decoder and the data of a file's only picture. */
export function onlyPicture(file: Buffer, config: 'hvcC' | 'av1C'): { config: Buffer; data: Buffer } {
  const at = file.indexOf(config, 0, 'latin1') - 4
  const data = file.indexOf('mdat', 0, 'latin1') - 4
  return {
    config: file.subarray(at, at + file.readUInt32BE(at)),
    data: file.subarray(data + 8, data + file.readUInt32BE(data)),
  }
}
