// The shared memory of the gallery, allocated in blocks of 64 faces and grown on demand: one memory of up to 4 GiB after the other.
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
  /** All of them are there from the beginning: a thread that waits cannot be given another. */
  readonly memories: readonly WebAssembly.Memory[]
  /** Must be read again after every `take`: growing makes older views too short. */
  viewsOf(memory: number): Views
  readonly reservedBytes: number
  readonly usedBytes: number
  /** Returns the number of a block without a live slot; throws GalleryFull. */
  take(): number
  /** Must be called only when no thread can still read the block. */
  giveBack(block: number): void
  /** The memory in which a block is. */
  memoryOf(block: number): number
  /** The address of a block in its memory. */
  addressOf(block: number): number
  /** The same in each memory. */
  mailboxOf(thread: number): number
}

interface ArenaOptions {
  readonly threads: number
  /** The ceiling of all memories together. */
  readonly memoryBytes: number
  /** Tests have smaller ones. */
  readonly pagesPerMemory?: number
}

export function openArena({ threads, memoryBytes, pagesPerMemory = MOST_PAGES }: ArenaOptions): Arena {
  // Every memory begins with the mailboxes of the threads: a kernel sees one memory only.
  const blocksAt = threads * MAILBOX_BYTES
  const firstPages = Math.ceil((blocksAt + BLOCK_BYTES) / PAGE_BYTES)
  const blocksPerMemory = Math.floor((pagesPerMemory * PAGE_BYTES - blocksAt) / BLOCK_BYTES)
  const parts: ArenaPart[] = []
  for (let pages = Math.floor(memoryBytes / PAGE_BYTES); pages >= firstPages; pages -= pagesPerMemory)
    parts.push(openPart(blocksAt, firstPages, Math.min(pagesPerMemory, pages)))
  if (parts.length === 0) throw new RangeError(`a gallery needs at least ${firstPages * PAGE_BYTES} bytes`)
  const partAt = (memory: number) => parts[memory] as ArenaPart
  const free: number[] = []
  /** All memories before are full. */
  let current = 0

  const reserved = () => parts.reduce((sum, part) => sum + part.views.bytes.length, 0)
  const memoryOf = (block: number) => Math.floor(block / blocksPerMemory)
  const addressOf = (block: number) => blocksAt + (block % blocksPerMemory) * BLOCK_BYTES

  const openAnother = (): number => {
    for (; ; current += 1) {
      const block = partAt(current).open()
      if (block !== undefined) return current * blocksPerMemory + block
      if (current + 1 === parts.length) throw new GalleryFull(reserved())
    }
  }

  return {
    memories: parts.map(({ memory }) => memory),
    viewsOf: (memory) => partAt(memory).views,
    get reservedBytes() {
      return reserved()
    },
    get usedBytes() {
      const opened = parts.reduce((sum, part) => sum + part.opened, 0)
      return parts.length * blocksAt + (opened - free.length) * BLOCK_BYTES
    },
    take() {
      const block = free.pop() ?? openAnother()
      const scales = (addressOf(block) + SCALES_AT) / 4
      partAt(memoryOf(block)).views.floats.fill(Number.NaN, scales, scales + FACES_PER_BLOCK)
      return block
    },
    giveBack: (block) => void free.push(block),
    memoryOf,
    addressOf,
    mailboxOf: (thread) => thread * MAILBOX_BYTES,
  }
}

interface ArenaPart {
  readonly memory: WebAssembly.Memory
  readonly views: Views
  /** The number of blocks that were opened. */
  readonly opened: number
  /** Returns the next block, undefined at the ceiling. */
  open(): number | undefined
}

function openPart(blocksAt: number, firstPages: number, ceilingPages: number): ArenaPart {
  const memory = new WebAssembly.Memory({ initial: firstPages, maximum: ceilingPages, shared: true })
  let views = viewsOf(memory)
  let opened = 0

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

  return {
    memory,
    get views() {
      return views
    },
    get opened() {
      return opened
    },
    open() {
      const end = blocksAt + (opened + 1) * BLOCK_BYTES
      if (end > views.bytes.length) grow()
      if (end > views.bytes.length) return undefined
      opened += 1
      return opened - 1
    },
  }
}
