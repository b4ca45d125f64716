// The Web Worker that finds and judges the document before the camera, so that the page stays smooth.
import { guidingPageNetworkNames, openGuidingPageNetworks } from '../../../src/documents/pages/networks.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { openNamedNetworks } from '../vision/network.ts'
import { hintFor, placeHint } from './hint.ts'
import type { FromPageWorker, ToPageWorker } from './messages.ts'
import { type PageTracker, trackPages } from './see-page.ts'

/** The long side at which pictures are looked at: a card that fills half of it is judged as the server judges it. */
const LONG_SIDE = 1280

let canvas: OffscreenCanvas | undefined
let look: PageTracker | undefined
let before: Quad | undefined

const say = (message: FromPageWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })
const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function open(folder: string): Promise<void> {
  try {
    // Where a worker cannot read pixels, nothing needs to be loaded.
    if (typeof OffscreenCanvas === 'undefined' || !new OffscreenCanvas(1, 1).getContext('2d'))
      throw new Error('this browser gives a worker no pixels')
    const opener = await openNamedNetworks(folder, guidingPageNetworkNames, (share) =>
      say({ kind: 'share', share }),
    )
    look = trackPages(await openGuidingPageNetworks(opener))
    say({ kind: 'open' })
  } catch (error) {
    say({ kind: 'closed', fault: faultOf(error) })
  }
}

async function see({ id, picture, wish }: Extract<ToPageWorker, { kind: 'look' }>): Promise<void> {
  const from = performance.now()
  try {
    if (!look) throw new Error('the networks are not open')
    const pixels = pixelsOf(picture)
    const scale = picture.width / pixels.width
    const sight = await look(pixels, (seen) => placeHint({ sight: seen, scale }, wish) === undefined)
    const hint = hintFor({ sight, scale, before }, wish)
    before = sight.page?.corners
    const corners = (before ?? []).map(({ x, y }) => ({ x: x / pixels.width, y: y / pixels.height }))
    say({ kind: 'looked', id, picture, hint, corners, milliseconds: performance.now() - from }, [picture])
  } catch (error) {
    say({ kind: 'blind', id, picture, fault: faultOf(error) }, [picture])
  }
}

/** Reads the pixels of a picture as the functions of the server take them, at most `LONG_SIDE` long. */
function pixelsOf(picture: ImageBitmap): Pixels {
  const share = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(share * picture.width), Math.round(share * picture.height)]
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error('this browser gives no pixels')
  context.drawImage(picture, 0, 0, width, height)
  const rgba = context.getImageData(0, 0, width, height).data
  const data = new Uint8Array(3 * width * height)
  for (let to = 0, from = 0; to < data.length; to += 3, from += 4) {
    data[to] = rgba[from] ?? 0
    data[to + 1] = rgba[from + 1] ?? 0
    data[to + 2] = rgba[from + 2] ?? 0
  }
  return { width, height, data }
}

self.addEventListener('message', ({ data }: MessageEvent<ToPageWorker>) => {
  if (data.kind === 'open') void open(data.folder)
  else void see(data)
})
