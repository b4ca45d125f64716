// Makes the pictures that the reader is measured on: cards with a chip, photographed by hand, always the same.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Level, TrueDocument } from '../../camera/scene.ts'

const SEED = 3

export interface CardPhoto {
  readonly bytes: Uint8Array
  readonly truth: TrueDocument
}

/** Drawing runs on a thread of its own, so that its memory does not slow every garbage collection of this one. */
export async function cardPhoto(level: Level, seed = SEED): Promise<CardPhoto> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { level, seed } })
  const [photo] = await once(worker, 'message')
  await worker.terminate()
  return photo
}

// A test may import this file on a thread of its own.
if (!isMainThread && workerData?.level) parentPort?.postMessage(await takePhoto(workerData))

async function takePhoto({ level, seed }: { level: Level; seed: number }): Promise<CardPhoto> {
  const { encodePhotograph } = await import('../../camera/encode.ts')
  const { flatDocument } = await import('../../camera/flat-document.ts')
  const { sceneOf } = await import('../../camera/levels.ts')
  const { photograph } = await import('../../camera/photograph.ts')
  const { specimen } = await import('../../documents/specimen.ts')
  const { cast, sheets } = specimen({ kind: 'cccd-chip', seed })
  const [front] = sheets
  if (front === undefined) throw new Error('the specimen has no front')
  const scene = sceneOf(level, seed)
  const taken = photograph([await flatDocument(front, cast, seed)], scene)
  const [truth] = taken.truth.documents
  if (truth === undefined) throw new Error('the photograph shows no document')
  return { bytes: await encodePhotograph(taken, scene), truth }
}
