// The Web Worker that finds faces and guides the person, so that the page stays smooth.
import type { Guidance } from '../../src/challenge/shapes.ts'
import type { FaceAsk, FaceSight } from './browser-guide.ts'
import { guide, needsExpression } from './guide.ts'
import { openNetworks } from './network.ts'
import { pixelsOf } from './picture-pixels.ts'
import { serveLooks } from './serve-looks.ts'
import { type Seen, type Tracker, trackFaces } from './track.ts'

/** The guidance for the last picture. */
let said: Guidance | undefined

async function see(
  look: Tracker,
  picture: ImageBitmap,
  { plan, task, isMirrored, taken }: FaceAsk,
): Promise<FaceSight> {
  const pixels = pixelsOf(picture)
  const { width, height } = pixels
  const expression = needsExpression(plan, task)
  const guidanceFor = ({ people, face }: Seen) =>
    guide(plan, task, { image: { width, height }, people, ...(face && { face }) }, taken, isMirrored)
  let seen = await look(pixels, { expression, search: said === 'ok' })
  said = guidanceFor(seen)
  // A face that is followed is seen a little differently: what is good enough to be sent is looked at as the server will.
  if (said === 'ok' && !seen.isSearched) {
    seen = await look(pixels, { expression, search: true })
    said = guidanceFor(seen)
  }
  return { guidance: said, ...(seen.face && { seen: seen.face }) }
}

serveLooks<FaceAsk, FaceSight>(async (folder, onShare) => {
  const look = trackFaces(await openNetworks(folder, onShare))
  return (picture, ask) => see(look, picture, ask)
})
