// The Web Worker that finds and judges the document before the camera, so that the page stays smooth.
import { guidingPageNetworkNames, openGuidingPageNetworks } from '../../../src/documents/pages/networks.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import { openNamedNetworks } from './network.ts'
import { hintFor, placeHint } from './page-hint.ts'
import type { FromPageWorker, ToPageWorker } from './page-messages.ts'
import { pixelsOf } from './picture-pixels.ts'
import { type PageTracker, trackPages } from './see-page.ts'

/** The long side at which pictures are looked at: a card that fills half of it is judged as the server judges it. */
const LONG_SIDE = 1280

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
    const share = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height))
    const pixels = pixelsOf(picture, share)
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

self.addEventListener('message', ({ data }: MessageEvent<ToPageWorker>) => {
  if (data.kind === 'open') void open(data.folder)
  else void see(data)
})
