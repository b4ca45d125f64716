// The worker's side: opens the networks when it is asked to, and answers each look at a picture.
import type { Looker } from './guiding-worker.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

type Open<Ask, Seen> = (folder: string, onShare: (share: number) => void) => Promise<Looker<Ask, Seen>>

/** `given` lists what goes to the page for good, such as the picture; a picture that does not is closed. */
export function serveLooks<Ask, Seen>(
  open: Open<Ask, Seen>,
  given: (seen: Seen) => Transferable[] = () => [],
) {
  let look: Looker<Ask, Seen> | undefined
  const say = (message: FromWorker<Seen>, transfer: Transferable[] = []): void =>
    self.postMessage(message, { transfer })

  const openAll = async (folder: string): Promise<void> => {
    try {
      // Where a worker cannot read pixels, nothing needs to be loaded.
      if (typeof OffscreenCanvas === 'undefined' || !new OffscreenCanvas(1, 1).getContext('2d'))
        throw new Error('this browser gives a worker no pixels')
      look = await open(folder, (share) => say({ kind: 'share', share }))
      say({ kind: 'open' })
    } catch (error) {
      say({ kind: 'closed', fault: faultOf(error) })
    }
  }

  const see = async (id: number, picture: ImageBitmap, ask: Ask): Promise<void> => {
    try {
      if (!look) throw new Error('the networks are not open')
      const seen = await look(picture, ask)
      say({ kind: 'seen', id, seen }, given(seen))
    } catch (error) {
      say({ kind: 'blind', id, fault: faultOf(error) })
    } finally {
      // One that was given away is closed here already, which does nothing.
      picture.close()
    }
  }

  self.addEventListener('message', ({ data }: MessageEvent<ToWorker<Ask>>) => {
    if (data.kind === 'open') void openAll(data.folder)
    else void see(data.id, data.picture, data.ask)
  })
}

const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
