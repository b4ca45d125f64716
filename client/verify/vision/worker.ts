// The Web Worker that finds faces and guides the person, so that the page stays smooth.

import type { Guidance } from '../../src/challenge/shapes.ts'
import { guide, needsExpression } from './guide.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { openNetworks } from './network.ts'
import { pixelsOf } from './picture-pixels.ts'
import { type Seen, type Tracker, trackFaces } from './track.ts'

let look: Tracker | undefined
/** The guidance for the last picture. */
let said: Guidance | undefined

const say = (message: FromWorker): void => self.postMessage(message)
const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function open(folder: string): Promise<void> {
  try {
    // Where a worker cannot read pixels, nothing needs to be loaded.
    if (typeof OffscreenCanvas === 'undefined' || !new OffscreenCanvas(1, 1).getContext('2d'))
      throw new Error('this browser gives a worker no pixels')
    look = trackFaces(await openNetworks(folder, (share) => say({ kind: 'share', share })))
    say({ kind: 'open' })
  } catch (error) {
    say({ kind: 'closed', fault: faultOf(error) })
  }
}

async function see({
  id,
  picture,
  plan,
  task,
  isMirrored,
  taken,
}: Extract<ToWorker, { kind: 'look' }>): Promise<void> {
  const from = performance.now()
  try {
    if (!look) throw new Error('the networks are not open')
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
    say({ kind: 'seen', id, guidance: said, face: seen.face, milliseconds: performance.now() - from })
  } catch (error) {
    say({ kind: 'blind', id, fault: faultOf(error) })
  } finally {
    picture.close()
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'open') void open(data.folder)
  else void see(data)
})
