// Wraps ZXing: reads QR codes and barcodes in grey pixels, and never fetches its program from elsewhere.
import { createRequire } from 'node:module'
import { prepareZXingModule, purgeZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import type { Quad } from './geometry/perspective.ts'
import { instantiatedWithin, KEPT_MS } from './limited-memory.ts'
import type { Grey } from './measure.ts'

export type CodeFormat = 'qr' | 'pdf417' | 'code128' | 'datamatrix'

export interface ReadCode {
  readonly format: CodeFormat
  readonly text: string
  /** Corners in pixels of the picture. */
  readonly quad: Quad
}

const formats = {
  QRCode: 'qr',
  PDF417: 'pdf417',
  Code128: 'code128',
  DataMatrix: 'datamatrix',
} as const satisfies Record<string, CodeFormat>

const MOST_CODES = 4

const options: ReaderOptions = {
  formats: Object.keys(formats) as (keyof typeof formats)[],
  tryInvert: false,
  maxNumberOfSymbols: MOST_CODES,
}

/** ZXing holds a picture of four bytes a pixel, and little else. */
const MOST_BYTES = 512 * 2 ** 20
type Instantiate = NonNullable<
  NonNullable<NonNullable<Parameters<typeof prepareZXingModule>[0]>['overrides']>['instantiateWasm']
>
let isPrepared = false
let rest: NodeJS.Timeout | undefined

/** `harder` takes longer and finds codes that are blurred, turned or tiny. */
export async function readCodes(grey: Grey, harder: boolean): Promise<ReadCode[]> {
  await prepare()
  const found = await readBarcodes(opaque(grey) as Parameters<typeof readBarcodes>[0], {
    ...options,
    tryHarder: harder,
    tryRotate: harder,
  })
  const seen = new Set<string>()
  return found.flatMap(({ isValid, format, text, position }) => {
    const ours = formats[format as keyof typeof formats]
    // A stacked code is sometimes found once for each half of it.
    if (!isValid || ours === undefined || seen.has(text)) return []
    seen.add(text)
    const { topLeft, topRight, bottomRight, bottomLeft } = position
    return { format: ours, text, quad: [topLeft, topRight, bottomRight, bottomLeft] }
  })
}

/** Looked for when a worker starts: one that lacks it does not get ready, and says so. */
const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

async function prepare(): Promise<void> {
  if (!isPrepared) {
    const started = await instantiatedWithin(WASM, { limitBytes: MOST_BYTES, isExhausted: false })
    prepareZXingModule({ overrides: { instantiateWasm: started as Instantiate } })
    isPrepared = true
  }
  clearTimeout(rest)
  rest = setTimeout(letGo, KEPT_MS).unref()
}

/** Its memory never shrinks. A reading that goes on has its program in hand. */
function letGo(): void {
  purgeZXingModule()
  isPrepared = false
}

interface OpaquePixels {
  /** Red, green, blue and alpha of each pixel. */
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** The library takes a file or the ImageData of a browser. */
function opaque({ width, height, data }: Grey): OpaquePixels {
  const rgba = new Uint8ClampedArray(4 * width * height)
  for (let from = 0, to = 0; from < data.length; from++, to += 4) {
    const value = data[from] ?? 0
    rgba[to] = value
    rgba[to + 1] = value
    rgba[to + 2] = value
    rgba[to + 3] = 255
  }
  return { data: rgba, width, height }
}
