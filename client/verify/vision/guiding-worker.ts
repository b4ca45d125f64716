// The page's side of a worker that looks at pictures with networks: opened when first needed, and kept.
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** The picture is the worker's from then on. */
export type Looker<Ask, Seen> = (picture: ImageBitmap, ask: Ask) => Promise<Seen>

interface Waiting<Seen> {
  resolve(seen: Seen): void
  reject(fault: Error): void
}

/**
 * What it gives rejects where the browser cannot run networks; the next call tries again. `folder` is where the networks
 * are, with a slash at its end; `onShare` gets the share that is downloaded.
 */
export function guidingWorker<Ask, Seen>(start: () => Worker) {
  let opening: Promise<Looker<Ask, Seen>> | undefined
  const listeners = new Set<(share: number) => void>()

  const open = (folder: string) =>
    new Promise<Looker<Ask, Seen>>((resolve, reject) => {
      const worker = start()
      const waiting = new Map<number, Waiting<Seen>>()
      let looks = 0
      const tell = (message: ToWorker<Ask>, transfer: Transferable[] = []) =>
        worker.postMessage(message, transfer)
      const look: Looker<Ask, Seen> = (picture, ask) =>
        new Promise((resolve, reject) => {
          const id = ++looks
          waiting.set(id, { resolve, reject })
          tell({ kind: 'look', id, picture, ask }, [picture])
        })
      const fail = (fault: string) => {
        worker.terminate()
        opening = undefined
        const error = new Error(fault)
        for (const one of waiting.values()) one.reject(error)
        waiting.clear()
        reject(error)
      }
      worker.addEventListener('error', ({ message }) => fail(message || 'the worker could not be started'))
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker<Seen>>) => {
        if (data.kind === 'share') for (const listener of listeners) listener(data.share)
        else if (data.kind === 'open') resolve(look)
        else if (data.kind === 'closed') fail(data.fault)
        else {
          const asked = waiting.get(data.id)
          waiting.delete(data.id)
          if (data.kind === 'seen') asked?.resolve(data.seen)
          else asked?.reject(new Error(data.fault))
        }
      })
      tell({ kind: 'open', folder: new URL(folder, location.href).href })
    })

  return async (folder: string, onShare: (share: number) => void = () => {}): Promise<Looker<Ask, Seen>> => {
    listeners.add(onShare)
    opening ??= open(folder)
    try {
      return await opening
    } catch (error) {
      opening = undefined
      throw error
    } finally {
      listeners.delete(onShare)
    }
  }
}
