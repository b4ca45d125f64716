// Starts decoders that are WebAssembly with a limit to their memory, which each file may set anew.
import { readFile } from 'node:fs/promises'

/** The parts of WebAssembly that are used: its types come only with those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (code: object, imports: object) => { readonly exports: Record<string, unknown> }
  readonly Memory: new () => WasmMemory
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}

export interface MemoryLimit {
  /** Set when the decoder starts, where it has a memory of its own. */
  memory?: WasmMemory
  limitBytes: number
  /** The decoder asked for more than the limit. */
  isExhausted: boolean
}

/** A started decoder: its limit, and the memory that it has. */
export interface StartedDecoder extends MemoryLimit {
  readonly memory: WasmMemory
}

const PAGE_BYTES = 65_536
/** Starting one takes 10 to 25 ms. Workers collect garbage after a second of rest, so it is let go before. */
export const KEPT_MS = 500

/**
 * Keeps one decoder between two files. WebAssembly memory never shrinks: one that grew over `mostBytes` is let go at once,
 * and every one where no other file follows.
 */
export class KeptDecoder<Decoder extends StartedDecoder> {
  #kept: Decoder | undefined
  #rest: NodeJS.Timeout | undefined
  readonly #start: () => Promise<Decoder>
  readonly #mostBytes: number

  constructor(start: () => Promise<Decoder>, mostBytes: number) {
    this.#start = start
    this.#mostBytes = mostBytes
  }

  /** It is not kept until it is given back: after a trap the state of its memory is unknown. */
  async take(): Promise<Decoder> {
    const taken = this.#kept ?? (await this.#start())
    this.#kept = undefined
    return taken
  }

  giveBack(decoder: Decoder): void {
    if (decoder.memory.buffer.byteLength > this.#mostBytes) return
    this.#kept = decoder
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      this.#kept = undefined
    }, KEPT_MS).unref()
  }

  get heldBytes(): number {
    return this.#kept?.memory.buffer.byteLength ?? 0
  }
}

/** Compiled once a process, by file. */
const programs = new Map<string, object>()

/** Returns the `instantiateWasm` of Emscripten's options: it starts the program of `file` under the limit. */
export async function instantiatedWithin(file: string, limit: MemoryLimit) {
  const program = programs.get(file) ?? new WebAssembly.Module(await readFile(file))
  programs.set(file, program)
  return (imports: object, done: (started: object) => unknown): unknown => {
    const started = new WebAssembly.Instance(program, imports)
    const memory = Object.values(started.exports).find((one) => one instanceof WebAssembly.Memory)
    if (memory) limit.memory = limited(memory, limit)
    return done(started)
  }
}

/** To the decoder a growth that fails is a failed allocation: it reports it or traps. */
function limited(memory: WasmMemory, limit: MemoryLimit): WasmMemory {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > limit.limitBytes) {
      limit.isExhausted = true
      throw new RangeError('more memory than the file may take')
    }
    return grow(pages)
  }
  return memory
}
