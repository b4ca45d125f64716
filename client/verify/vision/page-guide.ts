// Guides a person who photographs a document: one worker with the page networks, opened when first needed and kept.
import type { CaptureWish } from './page-hint.ts'
import type { FromPageWorker, PageLooked, ToPageWorker } from './page-messages.ts'

export interface PageGuide {
  /** The picture comes back with the answer; where looking failed it is closed and the promise rejects. */
  look(picture: ImageBitmap, wish: CaptureWish): Promise<PageLooked>
}

interface Waiting {
  resolve(looked: PageLooked): void
  reject(fault: Error): void
}

let opening: Promise<PageGuide> | undefined

/**
 * Rejects where the browser cannot run networks; the next call tries again. `folder` is where the networks are, with a
 * slash at its end. Call it while the person still reads: everything is downloaded then.
 */
export function openPageGuide(folder: string): Promise<PageGuide> {
  opening ??= start(folder).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

async function start(folder: string): Promise<PageGuide> {
  // A page of another origin may not start it, and then this throws.
  const worker = new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let looks = 0
  const tell = (message: ToPageWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const guide: PageGuide = {
    look: (picture, wish) =>
      new Promise((resolve, reject) => {
        const id = ++looks
        waiting.set(id, { resolve, reject })
        tell({ kind: 'look', id, picture, wish }, [picture])
      }),
  }
  return new Promise((resolve, reject) => {
    const fail = (fault: string) => {
      worker.terminate()
      opening = undefined
      const error = new Error(fault)
      for (const one of waiting.values()) one.reject(error)
      waiting.clear()
      reject(error)
    }
    worker.addEventListener('error', ({ message }) => fail(message || 'the worker could not be started'))
    worker.addEventListener('message', ({ data }: MessageEvent<FromPageWorker>) => {
      if (data.kind === 'share') return
      if (data.kind === 'open') return resolve(guide)
      if (data.kind === 'closed') return fail(data.fault)
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.kind === 'looked') return asked?.resolve(data)
      data.picture.close()
      asked?.reject(new Error(data.fault))
    })
    tell({ kind: 'open', folder })
  })
}
