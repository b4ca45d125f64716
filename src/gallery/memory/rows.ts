// A list of faces that grows: the blocks they lie in, which of them are alive, and how exact their scores are.
import type { Arena } from './arena.ts'
import { FACES_PER_BLOCK, SCALES_AT, SUMS_AT, VALUES } from './layout.ts'
import { quantiseFace, slackOf } from './quantise.ts'

/** A slot on disk: codes, scale (not a number when dead), sum of the codes, and how far the codes may be off. */
export const SLOT_BYTES = VALUES + 12

export interface Rows {
  /** Slots, dead ones included. */
  readonly length: number
  readonly alive: number
  /** The most by which a score can differ from the true cosine of any vector here. */
  readonly slack: number
  /** Returns its slot; throws GalleryFull. */
  append(vector: Float32Array): number
  /** Never found again; its slot is not used for another. */
  kill(slot: number): void
  isAlive(slot: number): boolean
  exportSlots(from: number, to: number): Uint8Array
  /** Appends what `exportSlots` gave; throws GalleryFull. */
  importSlots(bytes: Uint8Array): void
  /** Its blocks go to others once no search reads them any more; using it afterwards is a bug and throws. */
  release(): void
}

/** What searches need of rows besides. */
export interface SearchableRows extends Rows {
  /** In the order of the slots; those that are there stay as they are. */
  readonly blocks: readonly number[]
  /** Keeps the blocks from others until `letGo`, even when the rows are released. */
  hold(): void
  letGo(): void
}

export function newRows(arena: Arena): SearchableRows {
  const blocks: number[] = []
  let length = 0
  let alive = 0
  let residual = 0
  let readers = 0
  let isReleased = false

  const check = () => {
    if (isReleased) throw new Error('these rows were released')
  }
  const giveBackWhenUnread = () => {
    if (!isReleased || readers > 0) return
    for (const block of blocks.splice(0)) arena.giveBack(block)
  }

  /** Where a slot's codes, its scale and its sum lie, each counted in its own kind of number. */
  const placeOf = (slot: number) => {
    const block = blocks[Math.floor(slot / FACES_PER_BLOCK)]
    if (block === undefined || slot >= length) throw new RangeError(`there is no slot ${slot}`)
    return placeIn(block, slot)
  }
  const placeIn = (block: number, slot: number) => {
    const address = arena.addressOf(block)
    const face = slot % FACES_PER_BLOCK
    return {
      codes: address + face * VALUES,
      scale: (address + SCALES_AT) / 4 + face,
      sum: (address + SUMS_AT) / 4 + face,
    }
  }
  const nextPlace = () => {
    if (length === blocks.length * FACES_PER_BLOCK) blocks.push(arena.take())
    return placeIn(blocks[blocks.length - 1] as number, length)
  }

  return {
    get length() {
      return length
    },
    get alive() {
      return alive
    },
    get slack() {
      return slackOf(residual)
    },
    blocks,
    append(vector) {
      check()
      const place = nextPlace()
      const { codes, floats, integers } = arena.views
      const quantised = quantiseFace(vector, codes, place.codes)
      integers[place.sum] = quantised.sum
      floats[place.scale] = quantised.scale
      residual = Math.max(residual, quantised.residual)
      alive += 1
      length += 1
      return length - 1
    },
    kill(slot) {
      check()
      const { scale } = placeOf(slot)
      const { floats } = arena.views
      if (!Number.isNaN(floats[scale])) alive -= 1
      floats[scale] = Number.NaN
    },
    isAlive(slot) {
      check()
      return !Number.isNaN(arena.views.floats[placeOf(slot).scale])
    },
    exportSlots(from, to) {
      check()
      const exported = new Uint8Array(Math.max(0, to - from) * SLOT_BYTES)
      const numbers = new DataView(exported.buffer)
      const { bytes, floats, integers } = arena.views
      for (let slot = from, at = 0; slot < to; slot++, at += SLOT_BYTES) {
        const place = placeOf(slot)
        exported.set(bytes.subarray(place.codes, place.codes + VALUES), at)
        numbers.setFloat32(at + VALUES, floats[place.scale] as number, true)
        numbers.setInt32(at + VALUES + 4, integers[place.sum] as number, true)
        numbers.setFloat32(at + VALUES + 8, residualUpwards(residual), true)
      }
      return exported
    },
    importSlots(imported) {
      check()
      if (imported.length % SLOT_BYTES !== 0) throw new RangeError('there is a part of a slot')
      const numbers = new DataView(imported.buffer, imported.byteOffset, imported.byteLength)
      for (let at = 0; at < imported.length; at += SLOT_BYTES) {
        const place = nextPlace()
        const { bytes, floats, integers } = arena.views
        const scale = numbers.getFloat32(at + VALUES, true)
        bytes.set(imported.subarray(at, at + VALUES), place.codes)
        floats[place.scale] = scale
        integers[place.sum] = numbers.getInt32(at + VALUES + 4, true)
        residual = Math.max(residual, numbers.getFloat32(at + VALUES + 8, true))
        if (!Number.isNaN(scale)) alive += 1
        length += 1
      }
    },
    release() {
      check()
      isReleased = true
      giveBackWhenUnread()
    },
    hold() {
      check()
      readers += 1
    },
    letGo() {
      readers -= 1
      giveBackWhenUnread()
    },
  }
}

/** The next single above: rounded down it would promise too much. */
function residualUpwards(residual: number): number {
  return Math.fround(residual * (1 + 2 ** -23))
}
