// Measures what a frame of a challenge costs without HTTP and store: decoding, its networks, and the rest of its observation.

import { decodeImage } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { askOfFrame } from '../../src/liveness/frame.ts'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import type { Ask, SeenFace } from '../../src/vision/observation.ts'
import { observeImage, observePixels, readShot } from '../../src/vision/observe.ts'
import type { ActedFrame } from './liveness-frames.ts'
import { type Run, recorded, runAll } from './network-runs.ts'

const decoding = { maxMegapixels: 50, longestSide: 1920 }

/** The route asks for covers once, in the first frame. */
const askOf = (index: number): Ask => ({
  ...askOfFrame,
  expression: true,
  ...(index === 0 && { cover: true }),
})

interface FrameCost {
  readonly runs: readonly Run[]
  /** Milliseconds for all frames together. */
  networks(): Promise<number>
  decode(): Promise<number>
  /** The time of what the files themselves show. */
  shot(): Promise<number>
  whole(): Promise<number>
}

export async function openFrameCost(
  networksFolder: string,
  frames: readonly ActedFrame[],
): Promise<FrameCost> {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  const decoded = await Promise.all(frames.map(({ photo }) => decodedPixels(photo)))
  const runs: Run[] = []
  for (const [i, pixels] of decoded.entries()) runs.push(...(await recorded(networks, pixels, askOf(i))))
  const faces: (SeenFace | undefined)[] = []
  for (const pixels of decoded) {
    const [face] = await observePixels(networks, pixels, { search: 'frame', closely: 0 })
    faces.push(face)
  }
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }
  return {
    runs,
    networks: () => timed(() => runAll(runs)),
    decode: () =>
      timed(async () => {
        for (const { photo } of frames) await decodeImage(photo, decoding)
      }),
    shot: () =>
      timed(async () => {
        for (const [i, { photo }] of frames.entries()) readShot(photo, decoded[i] as Pixels, 1, faces[i])
      }),
    whole: () =>
      timed(async () => {
        for (const [i, { photo }] of frames.entries()) await observeImage(networks, photo, 50, askOf(i))
      }),
  }
}

async function decodedPixels(photo: Uint8Array): Promise<Pixels> {
  const reading = await decodeImage(photo, decoding)
  if ('fault' in reading) throw new Error(reading.fault)
  return reading.pixels
}
