// npm run intake: fits genuineness on a folder of consented recordings that an operator brings; nothing leaves the machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeImage } from '../../src/image/decode/image.ts'
import { loadNetwork } from '../../src/models/cache.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import type { Network } from '../../src/models/network.ts'
import { openNetwork, openSession } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import { observePixels } from '../../src/vision/observe.ts'
import { networkCache, resultsFolder } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { temporaryFolder } from '../kit/installation.ts'
import { cutFrames } from '../kit/video-frames.ts'
import { withFeatures } from './features.ts'
import { cardOf, fitIntake, type IntakeFrame } from './fit.ts'
import { isVideo, type Recording, readRecordings, UnfitFolder } from './recordings.ts'

const OUT = join(resultsFolder, 'intake')
const MAX_MEGAPIXELS = 50
const FRAMES_A_SECOND = 2

answerHelp(`Fits the numbers of genuineness on recordings that people consented to, and reports on people not fitted on.

  npm run intake -- FOLDER [--out FOLDER]

FOLDER has live/PERSON/... and attack/KIND/PERSON/... (or recordings.csv: file,person,label,kind,source), pictures or
videos, and consent.csv: person,reference. training/README.md says how much is needed.

Writes numbers.json, card.md and features.jsonl to ${OUT}, and nothing else; nothing leaves the machine.`)

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: OUT } },
  allowPositionals: true,
})
try {
  const [folder] = positionals
  if (!folder) throw new UnfitFolder('Name a folder: npm run intake -- FOLDER (--help says more).')
  const frames = await observeAll(readRecordings(resolve(folder)))
  const report = fitIntake(frames)
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, 'numbers.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  writeFileSync(join(values.out, 'card.md'), cardOf(report, frames))
  const lines = frames.map((frame) => `${JSON.stringify(frame)}\n`)
  writeFileSync(join(values.out, 'features.jsonl'), lines.join(''))
  console.log(cardOf(report, frames))
} catch (error) {
  if (!(error instanceof UnfitFolder)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function observeAll(recordings: readonly Recording[]): Promise<IntakeFrame[]> {
  const networks = await openFaceNetworks((name) => openNetwork(name, networkCache))
  const row = rowNamed('anti-spoof')
  const session = await openSession(...withFeatures(row, await loadNetwork(row, networkCache)))
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
