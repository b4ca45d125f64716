// The layout of the shared memory: blocks of faces, and a mailbox for each thread.

export const VALUES = 128
export const FACES_PER_BLOCK = 64
/** In a block: the codes of its faces, then their scales, then the sums of their codes. scan.wat says the same. */
export const SCALES_AT = FACES_PER_BLOCK * VALUES
export const SUMS_AT = SCALES_AT + 4 * FACES_PER_BLOCK
export const BLOCK_BYTES = SUMS_AT + 4 * FACES_PER_BLOCK

/** The number of searches of the same rows that share one pass. */
export const QUERIES_PER_TASK = 4
/** The number of searches of one batch that do: the memory is read once for all of them. */
export const QUERIES_PER_BATCH = 32
export const QUERY_BYTES = 3 * VALUES
/** The largest limit of a search. */
export const MOST_HITS = 8192
/** The places for the best of all queries of a task together. */
export const HITS_PER_TASK = QUERIES_PER_TASK * MOST_HITS
/** Neighbouring blocks form one run, so a task is small unless its rows are scattered. */
export const RUNS_PER_TASK = 1024

const QUERY_BYTES_AT = 32 + 12 * QUERIES_PER_BATCH
/** Byte offsets in a mailbox: two counters to wait on and the memory of the task, in the first one; the task, and its result. */
export const MAILBOX = {
  asked: 0,
  answered: 4,
  queries: 8,
  limit: 12,
  runs: 16,
  firstSlot: 20,
  isSifted: 24,
  memory: 28,
  /** Of each query three numbers: its margin, the score that a hit must exceed, the first slot that it does not want. */
  queryNumbers: 32,
  queryBytes: QUERY_BYTES_AT,
  runList: QUERY_BYTES_AT + QUERIES_PER_BATCH * QUERY_BYTES,
  best: QUERY_BYTES_AT + QUERIES_PER_BATCH * QUERY_BYTES + 8 * RUNS_PER_TASK,
} as const
export const MAILBOX_BYTES = MAILBOX.best + 8 * HITS_PER_TASK

/** The memory seen as the numbers it holds. */
export interface Views {
  readonly bytes: Uint8Array<SharedArrayBuffer>
  readonly codes: Int8Array<SharedArrayBuffer>
  readonly integers: Int32Array<SharedArrayBuffer>
  readonly floats: Float32Array<SharedArrayBuffer>
}

export function viewsOf(memory: WebAssembly.Memory): Views {
  // The memory is created as shared; the types of browsers do not say so.
  const buffer = memory.buffer as ArrayBufferLike as SharedArrayBuffer
  return {
    bytes: new Uint8Array(buffer),
    codes: new Int8Array(buffer),
    integers: new Int32Array(buffer),
    floats: new Float32Array(buffer),
  }
}
