// A growing list of quantised faces: their blocks, which of them are alive, and the error bound of their scores.
import type { Arena } from './arena.ts'
import { FACES_PER_BLOCK, SCALES_AT, SUMS_AT, VALUES } from './layout.ts'
import { quantiseFace, slackOf } from './quantise.ts'

/**
 * A slot on disk: codes, scale (NaN when dead), sum of the codes, and the residual. All codes come first, then all
 * scales, then the rest, as in a block, so that whole blocks are copied at once.
 */
export const SLOT_BYTES = VALUES + 12

export interface Rows {
  /** The number of slots, dead ones included. */
  readonly length: number
  readonly alive: number
  /** The largest possible difference between a score and the true cosine. */
  readonly slack: number
  /** Returns its slot; throws GalleryFull. */
  append(vector: Float32Array): number
  /** The face is never found again; its slot is not reused. */
  kill(slot: number): void
  isAlive(slot: number): boolean
  exportSlots(from: number, to: number): Uint8Array
  /** Appends what `exportSlots` gave; throws GalleryFull. */
  importSlots(bytes: Uint8Array): void
  /** Gives the blocks back once no search reads them; using the rows afterwards throws. */
  release(): void
}

/** The part of rows that only searches need. */
export interface SearchableRows extends Rows {
  /** Block numbers in the order of the slots; the list only grows. */
  readonly blocks: readonly number[]
  /** Keeps the blocks from being reused until `letGo`, even when the rows are released. */
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

  /** The indexes of a slot's codes, scale and sum in the byte, float and integer views of its memory. */
  const placeOf = (slot: number) => {
    const block = blocks[Math.floor(slot / FACES_PER_BLOCK)]
    if (block === undefined || slot >= length) throw new RangeError(`there is no slot ${slot}`)
    return placeIn(block, slot)
  }
  const placeIn = (block: number, slot: number) => {
    const address = arena.addressOf(block)
    const face = slot % FACES_PER_BLOCK
    return {
      views: arena.viewsOf(arena.memoryOf(block)),
      codes: address + face * VALUES,
      scale: (address + SCALES_AT) / 4 + face,
      sum: (address + SUMS_AT) / 4 + face,
    }
  }
  const nextPlace = () => {
    let block = blocks.at(-1)
    if (block === undefined || length === blocks.length * FACES_PER_BLOCK) {
      block = arena.take()
      blocks.push(block)
    }
    return placeIn(block, length)
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
      const { codes, floats, integers } = place.views
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
      const place = placeOf(slot)
      const { codes, floats, integers } = place.views
      if (!Number.isNaN(floats[place.scale])) alive -= 1
      // The scale goes first, so that no search takes the slot for a face; then the codes go: nothing may stay.
      floats[place.scale] = Number.NaN
      codes.fill(0, place.codes, place.codes + VALUES)
      integers[place.sum] = 0
    },
    isAlive(slot) {
      check()
      const { views, scale } = placeOf(slot)
      return !Number.isNaN(views.floats[scale])
    },
    exportSlots(from, to) {
      check()
      const slots = Math.max(0, to - from)
      const exported = new Uint8Array(slots * SLOT_BYTES)
      const at = columnsOf(slots)
      for (let slot = from; slot < to; ) {
        const some = Math.min(to - slot, FACES_PER_BLOCK - (slot % FACES_PER_BLOCK))
        const { views, codes, scale, sum } = placeOf(slot)
        const { bytes } = views
        const done = slot - from
        exported.set(bytes.subarray(codes, codes + some * VALUES), done * VALUES)
        exported.set(bytes.subarray(4 * scale, 4 * (scale + some)), at.scales + 4 * done)
        exported.set(bytes.subarray(4 * sum, 4 * (sum + some)), at.sums + 4 * done)
        slot += some
      }
      new Float32Array(exported.buffer, at.residuals).fill(residualUpwards(residual))
      return exported
    },
    importSlots(imported) {
      check()
      if (imported.length % SLOT_BYTES !== 0) throw new RangeError('there is a part of a slot')
      const slots = imported.length / SLOT_BYTES
      const at = columnsOf(slots)
      const numbers = new DataView(imported.buffer, imported.byteOffset, imported.byteLength)
      for (let done = 0; done < slots; ) {
        const { views, codes, scale, sum } = nextPlace()
        const { bytes, floats } = views
        const some = Math.min(slots - done, FACES_PER_BLOCK - (length % FACES_PER_BLOCK))
        bytes.set(imported.subarray(done * VALUES, (done + some) * VALUES), codes)
        bytes.set(imported.subarray(at.scales + 4 * done, at.scales + 4 * (done + some)), 4 * scale)
        bytes.set(imported.subarray(at.sums + 4 * done, at.sums + 4 * (done + some)), 4 * sum)
        for (let i = 0; i < some; i++) {
          if (!Number.isNaN(floats[scale + i])) alive += 1
          residual = Math.max(residual, numbers.getFloat32(at.residuals + 4 * (done + i), true))
        }
        length += some
        done += some
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

/** The byte offsets of the columns for this number of slots. */
const columnsOf = (slots: number) => ({
  scales: slots * VALUES,
  sums: slots * (VALUES + 4),
  residuals: slots * (VALUES + 8),
})

/** Rounds up to single precision: rounded down, the bound would be too small. */
function residualUpwards(residual: number): number {
  return Math.fround(residual * (1 + 2 ** -23))
}
