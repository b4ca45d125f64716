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

const PAGE_BYTES = 65_536

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
