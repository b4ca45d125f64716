// Guides a person in the browser: one worker with the face networks.
import type { SeenFace } from '../../../src/vision/observation.ts'
import type { Guide, Look, Sight } from '../../src/challenge/shapes.ts'
import { guidingWorker } from './guiding-worker.ts'
import workerUrl from './worker.ts?worker&url'

export type { SeenFace }
export type FaceGuide = Guide<SeenFace>

/** What is asked of a picture of a person, and what was seen in it. */
export type FaceAsk = Omit<Look<SeenFace>, 'picture'>
export type FaceSight = Sight<SeenFace>

const openWorker = guidingWorker<FaceAsk, FaceSight>(() => {
  const url = new URL(workerUrl, location.href)
  if (url.origin === location.origin) return new Worker(url, { type: 'module' })
  // A worker must be of the page's own origin: a script of another one is imported by a worker that only does so.
  const importing = new Blob([`import ${JSON.stringify(url.href)}`], { type: 'text/javascript' })
  return new Worker(URL.createObjectURL(importing), { type: 'module' })
})

export async function openBrowserGuide(folder: string, onShare: (share: number) => void): Promise<FaceGuide> {
  const look = await openWorker(folder, onShare)
  return ({ picture, ...ask }) => look(picture, ask)
}
