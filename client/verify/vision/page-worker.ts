// The Web Worker that finds and judges the document before the camera, so that the page stays smooth.
import { guidingPageNetworkNames, openGuidingPageNetworks } from '../../../src/documents/pages/networks.ts'
import type { Quad } from '../../../src/image/geometry/perspective.ts'
import { openNamedNetworks } from './network.ts'
import type { PageLooked } from './page-guide.ts'
import { type CaptureWish, hintFor, placeHint } from './page-hint.ts'
import { pixelsOf } from './picture-pixels.ts'
import { type PageTracker, trackPages } from './see-page.ts'
import { serveLooks } from './serve-looks.ts'

/** The long side at which pictures are looked at: a card that fills half of it is judged as the server judges it. */
const LONG_SIDE = 1280

let before: Quad | undefined

async function seePage(look: PageTracker, picture: ImageBitmap, wish: CaptureWish): Promise<PageLooked> {
  const share = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height))
  const pixels = pixelsOf(picture, share)
  const scale = picture.width / pixels.width
  const sight = await look(pixels, (seen) => placeHint({ sight: seen, scale }, wish) === undefined)
  const hint = hintFor({ sight, scale, before }, wish)
  before = sight.page?.corners
  const corners = (before ?? []).map(({ x, y }) => ({ x: x / pixels.width, y: y / pixels.height }))
  return { picture, hint, corners }
}

serveLooks<CaptureWish, PageLooked>(
  async (folder, onShare) => {
    const opener = await openNamedNetworks(folder, guidingPageNetworkNames, onShare)
    const look = trackPages(await openGuidingPageNetworks(opener))
    return (picture, wish) => seePage(look, picture, wish)
  },
  ({ picture }) => [picture],
)
