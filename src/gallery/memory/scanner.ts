// Searches rows of quantised faces in shared memory with threads of its own.
import { openArena } from './arena.ts'
import type { RowSearch } from './job.ts'
import { fastestKernel, isSiftFaster, type KernelName, loadKernel } from './kernel.ts'
import { MOST_HITS } from './layout.ts'
import type { Hit } from './mailbox.ts'
import { quantiseQuery } from './quantise.ts'
import { newRows, type Rows, type SearchableRows } from './rows.ts'
import { openThread, type Thread } from './thread.ts'
import { newWaiting, type Work } from './waiting.ts'

interface ScannerOptions {
  readonly threads: number
  /** The largest size of the shared memories together. */
  readonly memoryBytes: number
}

/** Parts that tests and benches replace: the kernel, the thread, the size of a memory. */
interface ScannerParts {
  readonly kernel?: KernelName
  readonly entry?: URL
  readonly pagesPerMemory?: number
}

/** One of many searches of the same rows. */
interface Asked {
  readonly vector: Float32Array
  /** Slots from here on are not searched. */
  readonly end: number
  readonly least: number
}

export interface Scanner {
  /** An empty list of vectors that grows. */
  newRows(): Rows
  /**
   * Returns the `limit` best live slots, best first; fewer when there are fewer. It sees everything that was appended and
   * killed before the call. `limit` is at most MOST_HITS. With `end`, only slots before it are searched.
   */
  search(rows: Rows, vector: Float32Array, limit: number, end?: number): Promise<Hit[]>
  /**
   * The same for each of many, and only slots with at least a score: they share passes over the rows, so that each takes
   * a fraction of the time. Other searches take turns with them.
   */
  searchEach(rows: Rows, asked: readonly Asked[], limit: number): Promise<Hit[][]>
  stats(): {
    readonly kernel: KernelName
    readonly threads: number
    readonly reservedBytes: number
    readonly usedBytes: number
  }
  close(): Promise<void>
}

/** Below this likeness strangers are so many that a first look at each would be in vain. */
const LEAST_SIFTED = 0.3
/** More than single precision rounds off. */
const ROUNDING = 1e-6

const ENTRY = new URL('./scan-thread.ts', import.meta.url)

export async function openScanner(options: ScannerOptions, parts: ScannerParts = {}): Promise<Scanner> {
  const kernel = await loadKernel(parts.kernel ?? fastestKernel())
  const arena = openArena({ ...options, ...parts })
  const known = new WeakMap<Rows, SearchableRows>()
  const waiting = newWaiting({ threads: options.threads, arena })
  const threads = Array.from({ length: options.threads }, (_, number) =>
    openThread({
      entry: parts.entry ?? ENTRY,
      arena,
      module: kernel.module,
      mailbox: arena.mailboxOf(number),
    }),
  )
  const idle = new Set<Thread>(threads)
  let isClosed = false

  /** A thread takes one task after the other while there are any. */
  const keepBusy = async (thread: Thread, first: Work) => {
    idle.delete(thread)
    for (let work: Work | undefined = first; work !== undefined; work = waiting.next()) {
      try {
        work.job.add(await thread.run(work.task))
      } catch (error) {
        work.job.fail(error)
      }
    }
    idle.add(thread)
  }

  const wake = () => {
    for (const thread of idle) {
      const work = waiting.next()
      if (work === undefined) return
      void keepBusy(thread, work)
    }
  }

  const check = (rows: Rows, limit: number): SearchableRows => {
    if (isClosed) throw new Error('the scanner is closed')
    if (!(Number.isInteger(limit) && limit > 0 && limit <= MOST_HITS))
      throw new RangeError(`a search is for 1 to ${MOST_HITS} hits, not ${limit}`)
    const searchable = known.get(rows)
    if (searchable === undefined) throw new Error('these rows are of another scanner')
    return searchable
  }

  const searchFor = (rows: SearchableRows, { vector, end, least }: Asked, limit: number) => {
    const query = quantiseQuery(vector, kernel.name)
    const { promise, resolve, reject } = Promise.withResolvers<Hit[]>()
    const isSifted = isSiftFaster && least - query.coarseMargin * query.scale >= LEAST_SIFTED
    const floor = (least - ROUNDING) / query.scale
    const search: RowSearch = { rows, query, floor, isSifted, limit, end, resolve, reject }
    return { search, promise }
  }

  return {
    newRows() {
      // They are ready when the faces are loaded.
      for (const thread of threads) thread.start()
      const rows = newRows(arena)
      known.set(rows, rows)
      return rows
    },
    async search(rows, vector, limit, end = Number.POSITIVE_INFINITY) {
      const searchable = check(rows, limit)
      const asked = { vector, end, least: Number.NEGATIVE_INFINITY }
      const { search, promise } = searchFor(searchable, asked, Math.min(limit, rows.length))
      searchable.hold()
      if (rows.length === 0 || end <= 0) {
        searchable.letGo()
        return []
      }
      waiting.add(search)
      wake()
      return promise
    },
    async searchEach(rows, asked, limit) {
      const searchable = check(rows, limit)
      if (rows.length === 0 || asked.length === 0) return asked.map(() => [])
      const searches = asked.map((one) => searchFor(searchable, one, Math.min(limit, rows.length)))
      for (const _ of searches) searchable.hold()
      waiting.addBatch(
        searchable,
        searches.map(({ search }) => search),
      )
      wake()
      return Promise.all(searches.map(({ promise }) => promise))
    },
    stats: () => ({
      kernel: kernel.name,
      threads: threads.length,
      reservedBytes: arena.reservedBytes,
      usedBytes: arena.usedBytes,
    }),
    async close() {
      isClosed = true
      waiting.rejectAll(new Error('the scanner is closed'))
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
