// Looks at the frames of recordings: the cues of genuineness, and what the anti-spoof network sees before its last layer.
import { readFileSync } from 'node:fs'
import { decodeImage } from '../../src/image/decode/image.ts'
import { loadNetwork } from '../../src/models/cache.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import type { Network, NetworkRow } from '../../src/models/network.ts'
import { openNetwork, openSession } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import { observePixels } from '../../src/vision/observe.ts'
import { temporaryFolder } from '../kit/installation.ts'
import { cutFrames } from '../kit/video-frames.ts'
import type { IntakeFrame } from './fit.ts'
import { isVideo, type Recording, UnfitFolder } from './recordings.ts'

const MAX_MEGAPIXELS = 50
const FRAMES_A_SECOND = 2

export async function observeRecordings(
  recordings: readonly Recording[],
  networksFolder: string,
): Promise<IntakeFrame[]> {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  const row = rowNamed('anti-spoof')
  const session = await openSession(...withFeatures(row, await loadNetwork(row, networksFolder)))
  let features: readonly number[] = []
  const antiSpoof: Network = {
    row,
    run: async (input) => {
      const outputs = await session.run(input)
      features = [...(outputs.features ?? [])]
      return outputs
    },
  }
  const frames: IntakeFrame[] = []
  for (const { file, person, kind, source } of recordings)
    for (const bytes of picturesOf(file)) {
      const decoded = await decodeImage(bytes, { maxMegapixels: MAX_MEGAPIXELS, longestSide: 1920 })
      if ('fault' in decoded) throw new UnfitFolder(`${file} ${decoded.fault}`)
      const ask = { search: 'frame', closely: 1, genuineness: true } as const
      const [face] = await observePixels({ ...networks, antiSpoof }, decoded.pixels, ask)
      if (!face?.genuineness) console.error(`${file}: no face found, left out`)
      else frames.push({ person, kind, source, cues: face.genuineness.cues, features })
    }
  return frames
}

function picturesOf(file: string): Uint8Array[] {
  if (!isVideo(file)) return [readFileSync(file)]
  const folder = temporaryFolder('intake')
  try {
    return cutFrames(file, FRAMES_A_SECOND, folder.path).map((frame) => readFileSync(frame))
  } finally {
    folder.remove()
  }
}

/** The tensor that the last matrix of the converted network multiplies. */
const FEATURES = 'value 95'

/**
 * ONNX files are protocol buffers, whose parts may follow each other: a second graph with one more output (field 12, an
 * array of floats) is merged into the first.
 */
function withFeatures(row: NetworkRow, onnx: Uint8Array): [NetworkRow, Uint8Array] {
  const part = (field: number, content: Uint8Array) =>
    Buffer.concat([Buffer.from([(field << 3) | 2, content.length]), content])
  const type = part(2, part(1, Buffer.from([1 << 3, 1])))
  const named = Buffer.concat([part(1, Buffer.from(FEATURES)), type])
  const graph = part(7, part(12, named))
  return [{ ...row, outputs: { ...row.outputs, features: FEATURES } }, Buffer.concat([onnx, graph])]
}
