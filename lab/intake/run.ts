// npm run intake: fits genuineness on a folder of consented recordings that an operator brings; nothing leaves the machine.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { networkCache, resultsFolder } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { cardOf, fitIntake } from './fit.ts'
import { observeRecordings } from './observe.ts'
import { readRecordings, UnfitFolder } from './recordings.ts'

const OUT = join(resultsFolder, 'intake')

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
  const frames = await observeRecordings(readRecordings(resolve(folder)), networkCache)
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
