// The shared memory of the gallery, allocated in blocks of 64 faces and grown on demand.
import { BLOCK_BYTES, FACES_PER_BLOCK, MAILBOX_BYTES, SCALES_AT, type Views, viewsOf } from './layout.ts'

const PAGE_BYTES = 65536
/** The limit of a 32-bit address space. */
const MOST_PAGES = 65536
/** Growing makes all views anew, and a page costs nothing until it is written. */
const GROWTH_PAGES = 256

export class GalleryFull extends Error {
  override readonly name = 'GalleryFull'
  constructor(ceilingBytes: number) {
    super(`the gallery is at its ceiling of ${Math.round(ceilingBytes / 2 ** 20)} MiB`)
  }
}

export interface Arena {
  readonly memory: WebAssembly.Memory
  /** Must be read again after every `take`: growing makes older views too short. */
  readonly views: Views
  readonly reservedBytes: number
  readonly usedBytes: number
  /** Returns the number of a block without a live slot; throws GalleryFull. */
  take(): number
  /** Must be called only when no thread can still read the block. */
  giveBack(block: number): void
  addressOf(block: number): number
  mailboxOf(thread: number): number
}

export function openArena({ threads, memoryBytes }: { threads: number; memoryBytes: number }): Arena {
  const blocksAt = threads * MAILBOX_BYTES
  const firstPages = Math.ceil((blocksAt + BLOCK_BYTES) / PAGE_BYTES)
  const ceilingPages = Math.min(MOST_PAGES, Math.floor(memoryBytes / PAGE_BYTES))
  if (ceilingPages < firstPages)
    throw new RangeError(`a gallery needs at least ${firstPages * PAGE_BYTES} bytes`)
  const memory = new WebAssembly.Memory({ initial: firstPages, maximum: ceilingPages, shared: true })
  const free: number[] = []
  let views = viewsOf(memory)
  let opened = 0

  const addressOf = (block: number) => blocksAt + block * BLOCK_BYTES

  const grow = () => {
    const pages = memory.buffer.byteLength / PAGE_BYTES
    const more = Math.min(GROWTH_PAGES, ceilingPages - pages)
    try {
      if (more > 0) memory.grow(more)
    } catch {
      // The machine has less memory than the ceiling allows: the gallery is full all the same.
    }
    views = viewsOf(memory)
  }

  const openAnother = () => {
    const end = addressOf(opened + 1)
    if (end > views.bytes.length) grow()
    if (end > views.bytes.length) throw new GalleryFull(views.bytes.length)
    opened += 1
    return opened - 1
  }

  return {
    memory,
    get views() {
      return views
    },
    get reservedBytes() {
      return views.bytes.length
    },
    get usedBytes() {
      return blocksAt + (opened - free.length) * BLOCK_BYTES
    },
    take() {
      const block = free.pop() ?? openAnother()
      const scales = (addressOf(block) + SCALES_AT) / 4
      views.floats.fill(Number.NaN, scales, scales + FACES_PER_BLOCK)
      return block
    },
    giveBack: (block) => void free.push(block),
    addressOf,
    mailboxOf: (thread) => thread * MAILBOX_BYTES,
  }
}
