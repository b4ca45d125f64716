// Decodes HEIC, the pictures of iPhones: libheif as WebAssembly, because sharp is built without HEVC.
import { createRequire } from 'node:module'
import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import { instantiatedWithin, KeptDecoder, type MemoryLimit, type StartedDecoder } from '../limited-memory.ts'
import { DAMAGED, type FileFault } from './header.ts'

interface HeicPixels {
  /** Upright pixels: the turns in the file are applied. Its EXIF repeats the same turns and must not be applied again. */
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly premultiplied: boolean
  readonly isDisplayP3: boolean
  readonly data: Uint8Array
}

/** Bytes that libheif needs besides pixels; it takes 17 MB idle. */
const BASE_BYTES = 96 * 2 ** 20
/** Bytes per pixel for planes, the decoder's copy of them and RGB: 4.5 to 7 for photos of phones, 13.5 with ten bits a colour. */
const BYTES_PER_PIXEL = 14
const KEPT_BYTES = 192 * 2 ** 20

/** `enum`s of libheif's headers. */
const COLOURSPACE_RGB = 1
const INTERLEAVED_RGB = 10
const INTERLEAVED_RGBA = 11
const CHANNEL_INTERLEAVED = 10
const PRIMARIES_DISPLAY_P3 = 12

interface Instance extends StartedDecoder {
  readonly heif: MainModule
}

/** A file that asks for more memory than a picture of `maxPixels` needs is refused, whatever its header claims. */
export async function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<HeicPixels | FileFault> {
  const instance = await decoder.take()
  instance.limitBytes = BASE_BYTES + bytes.byteLength + maxPixels * BYTES_PER_PIXEL
  try {
    const pixels = decodeWith(instance.heif, bytes, maxPixels)
    decoder.giveBack(instance)
    return pixels
  } catch {
    return DAMAGED
  }
}

/** Bytes that the decoder keeps until the next picture. */
export const heldBytes = (): number => decoder.heldBytes

/** Looked for when a worker starts: one that lacks it does not get ready, and says so. */
const WASM = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')

const decoder = new KeptDecoder(start, KEPT_BYTES)

async function start(): Promise<Instance> {
  const { default: factory } = (await import('libheif-js/libheif-wasm/libheif.js')) as unknown as {
    default: (options: unknown) => MainModule
  }
  const limit: MemoryLimit = { limitBytes: BASE_BYTES, isExhausted: false }
  const heif = factory({
    print: () => {},
    printErr: () => {},
    // Emscripten's own handler would set the exit code of this process.
    quit: (_status: number, thrown: unknown) => {
      throw thrown
    },
    instantiateWasm: await instantiatedWithin(WASM, limit),
  })
  if (!limit.memory) throw new Error('libheif has no memory of its own')
  return Object.assign(limit, { heif, memory: limit.memory })
}

function decodeWith(heif: MainModule, bytes: Uint8Array, maxPixels: number): HeicPixels | FileFault {
  const number = (at: number): number => (heif.HEAPU32 as Uint32Array)[at >>> 2] ?? 0
  const error = heif._malloc(12)
  const answer = heif._malloc(4)
  const file = heif._malloc(bytes.byteLength)
  const context = heif._heif_context_alloc()
  let handle = 0
  let image = 0
  try {
    if (!error || !answer || !file || !context) return DAMAGED
    ;(heif.HEAPU8 as Uint8Array).set(bytes, file)
    heif._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)))
    heif._heif_context_read_from_memory_without_copy(error, context, file, bytes.byteLength, 0)
    if (number(error) !== 0) return DAMAGED
    heif._heif_context_get_primary_image_handle(error, context, answer)
    if (number(error) !== 0) return DAMAGED
    handle = number(answer)
    if (heif._heif_image_handle_get_width(handle) * heif._heif_image_handle_get_height(handle) > maxPixels)
      return DAMAGED
    const channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3
    const chroma = channels === 4 ? INTERLEAVED_RGBA : INTERLEAVED_RGB
    heif._heif_decode_image(error, handle, answer, COLOURSPACE_RGB, chroma, 0)
    if (number(error) !== 0) return DAMAGED
    image = number(answer)
    const width = heif._heif_image_get_width(image, CHANNEL_INTERLEAVED)
    const height = heif._heif_image_get_height(image, CHANNEL_INTERLEAVED)
    const plane = heif._heif_image_get_plane_readonly(image, CHANNEL_INTERLEAVED, answer)
    if (!plane || width < 1 || height < 1 || width * height > maxPixels) return DAMAGED
    const data = copyRows(heif.HEAPU8 as Uint8Array, plane, number(answer), width * channels, height)
    const premultiplied = heif._heif_image_handle_is_premultiplied_alpha(handle) !== 0
    return { width, height, channels, premultiplied, isDisplayP3: isDisplayP3(), data }
  } finally {
    if (image) heif._heif_image_release(image)
    if (handle) heif._heif_image_handle_release(handle)
    heif._heif_context_free(context)
    for (const pointer of [error, answer, file]) heif._free(pointer)
  }

  /** Colour space given by four numbers instead of a profile. */
  function isDisplayP3(): boolean {
    heif._heif_image_handle_get_nclx_color_profile(error, handle, answer)
    if (number(error) !== 0) return false
    const nclx = number(answer)
    const primaries = number(nclx + 4)
    heif._heif_nclx_color_profile_free(nclx)
    return primaries === PRIMARIES_DISPLAY_P3
  }
}

/** Removes the gaps between rows in libheif's memory. */
function copyRows(heap: Uint8Array, from: number, stride: number, length: number, rows: number): Uint8Array {
  if (stride === length) return heap.slice(from, from + rows * length)
  const data = new Uint8Array(rows * length)
  for (let row = 0; row < rows; row++)
    data.set(heap.subarray(from + row * stride, from + row * stride + length), row * length)
  return data
}
