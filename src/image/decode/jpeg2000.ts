// Decodes JPEG 2000, the portraits of chips: OpenJPEG as WebAssembly, because sharp is built without it.
import { createRequire } from 'node:module'
import type startOpenJpeg from '@cornerstonejs/codec-openjpeg/decodewasmjs'
import { decoderAtWork } from '../decoders.ts'
import { instantiatedWithin, KeptDecoder, type MemoryLimit, type StartedDecoder } from '../limited-memory.ts'
import type { Pixels } from '../pixels.ts'
import { DAMAGED, type FileFault } from './header.ts'
import { type Jpeg2000Header, type Jpeg2000Limits, readJpeg2000Header } from './jpeg2000-header.ts'

/** Bytes that OpenJPEG needs besides pixels; it takes 50 MB idle. */
const BASE_BYTES = 96 * 2 ** 20
/** Bytes per pixel for the components, the tiles and what is handed over: four each, three of them, two and a half times. */
const BYTES_PER_PIXEL = 40
const KEPT_BYTES = 128 * 2 ** 20

interface Instance extends StartedDecoder {
  readonly codec: Awaited<ReturnType<typeof startOpenJpeg>>
  /** The decoder goes on where data are missing, and says so. */
  complaints: number
}

/** Pixels in sRGB. The header is held against the limits first, and a file that needs more memory than its header says is refused. */
export async function decodeJpeg2000(bytes: Uint8Array, limits: Jpeg2000Limits): Promise<Pixels | FileFault> {
  const header = readJpeg2000Header(bytes, limits)
  if ('fault' in header) return header
  const instance = await openJpeg.take()
  instance.limitBytes = BASE_BYTES + bytes.byteLength + header.width * header.height * BYTES_PER_PIXEL
  instance.complaints = 0
  try {
    using _ = decoderAtWork()
    const pixels = decodeWith(instance, bytes, header)
    if (!('fault' in pixels)) openJpeg.giveBack(instance)
    return pixels
  } catch {
    return DAMAGED
  }
}

/** Looked for when a worker starts: one that lacks it does not get ready, and says so. */
const WASM = createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/decodewasm')

const openJpeg = new KeptDecoder(start, KEPT_BYTES)

async function start(): Promise<Instance> {
  const { default: startCodec } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
  const limit: MemoryLimit & { complaints: number } = {
    limitBytes: BASE_BYTES,
    isExhausted: false,
    complaints: 0,
  }
  const codec = await startCodec({
    print: (line: string) => {
      if (/^\[ERROR\]|^\[WARNING\].*(?:truncat|corrupt|missing)/i.test(line)) limit.complaints++
    },
    printErr: () => {},
    // Emscripten's own handler would set the exit code of this process.
    quit: (_status: number, thrown: unknown) => {
      throw thrown
    },
    instantiateWasm: await instantiatedWithin(WASM, limit),
  })
  if (!limit.memory) throw new Error('OpenJPEG has no memory of its own')
  return Object.assign(limit, { codec, memory: limit.memory })
}

function decodeWith(
  instance: Instance,
  bytes: Uint8Array,
  { width, height, components }: Jpeg2000Header,
): Pixels | FileFault {
  const decoder = new instance.codec.J2KDecoder()
  try {
    decoder.getEncodedBuffer(bytes.byteLength).set(bytes)
    decoder.decode()
    const data = decoder.getDecodedBuffer()
    // A decoder that gives up returns nothing, and leaves its facts as they were.
    if (instance.complaints > 0 || data.length !== width * height * components) return DAMAGED
    const read = decoder.getFrameInfo()
    if (read.width !== width || read.height !== height || read.componentCount !== components) return DAMAGED
    return { width, height, data: components === 1 ? inThree(data) : new Uint8Array(data.buffer) }
  } finally {
    decoder.delete()
  }
}

function inThree(grey: Uint8ClampedArray): Uint8Array {
  const data = new Uint8Array(grey.length * 3)
  for (const [i, value] of grey.entries()) data.fill(value, 3 * i, 3 * i + 3)
  return data
}
