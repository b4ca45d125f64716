// Guides a person in the browser: one worker with the face networks, opened when first needed and kept.

import type { SeenFace } from '../../../src/vision/observation.ts'
import type { Guide } from '../../src/challenge/shapes.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import workerUrl from './worker.ts?worker&url'

export interface BrowserGuide {
  readonly guide: Guide<SeenFace>
  /** The milliseconds that the last looks took in the worker. */
  readonly timings: readonly number[]
}

interface Waiting {
  resolve(message: Extract<FromWorker, { kind: 'seen' }>): void
  reject(fault: Error): void
}

const MOST_TIMINGS = 200

let opening: Promise<BrowserGuide> | undefined
const listeners = new Set<(share: number) => void>()

/**
 * Rejects where the browser cannot run networks; the next call tries again. `folder` is where the networks are, with a
 * slash at its end; `onShare` gets the share that is downloaded.
 */
export async function openBrowserGuide(
  folder: string,
  onShare: (share: number) => void = () => {},
): Promise<BrowserGuide> {
  listeners.add(onShare)
  opening ??= start(folder)
  try {
    return await opening
  } catch (error) {
    opening = undefined
    throw error
  } finally {
    listeners.delete(onShare)
  }
}

function start(folder: string): Promise<BrowserGuide> {
  const worker = openWorker()
  const waiting = new Map<number, Waiting>()
  const timings: number[] = []
  let looks = 0
  const tell = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const guide: Guide<SeenFace> = async ({ picture, plan, task, isMirrored, taken }) => {
    const id = ++looks
    const seen = await new Promise<Extract<FromWorker, { kind: 'seen' }>>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      tell({ kind: 'look', id, picture, plan, task, isMirrored, taken }, [picture])
    })
    return { guidance: seen.guidance, ...(seen.face && { seen: seen.face }) }
  }
  return new Promise((resolve, reject) => {
    const fail = (fault: string) => {
      worker.terminate()
      opening = undefined
      const error = new Error(fault)
      for (const { reject } of waiting.values()) reject(error)
      reject(error)
    }
    worker.addEventListener('error', ({ message }) => fail(message || 'the worker could not be started'))
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'share') for (const listener of listeners) listener(data.share)
      else if (data.kind === 'open') resolve({ guide, timings })
      else if (data.kind === 'closed') fail(data.fault)
      else {
        const asked = waiting.get(data.id)
        waiting.delete(data.id)
        if (data.kind === 'blind') asked?.reject(new Error(data.fault))
        else {
          timings.push(data.milliseconds)
          if (timings.length > MOST_TIMINGS) timings.shift()
          asked?.resolve(data)
        }
      }
    })
    tell({ kind: 'open', folder: new URL(folder, location.href).href })
  })
}

/** A worker must be of the page's own origin: a script of another one is imported by a worker that only does so. */
function openWorker(): Worker {
  const url = new URL(workerUrl, location.href)
  if (url.origin === location.origin) return new Worker(url, { type: 'module' })
  const importing = new Blob([`import ${JSON.stringify(url.href)}`], { type: 'text/javascript' })
  return new Worker(URL.createObjectURL(importing), { type: 'module' })
}
