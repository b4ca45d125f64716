// npm run intake: fits genuineness, or measures the light challenge, on consented recordings that an operator brings; nothing leaves the machine.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { networkCache, resultsFolder } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { cardOf, fitIntake } from './fit.ts'
import { judgeLightSessions, lightCard, reportLight } from './light.ts'
import { readLightSessions } from './light-sessions.ts'
import { observeRecordings } from './observe.ts'
import { readRecordings, UnfitFolder } from './recordings.ts'

const OUT = join(resultsFolder, 'intake')

answerHelp(`Fits the numbers of genuineness on recordings that people consented to, and reports on people not fitted on.
With --light it measures the light challenge on them.

  npm run intake -- FOLDER [--out FOLDER]
  npm run intake -- FOLDER --light [--out FOLDER]

FOLDER has live/PERSON/... and attack/KIND/PERSON/... (or recordings.csv: file,person,label,kind,source), pictures or
videos, and consent.csv: person,reference. training/README.md says how much is needed.

With --light FOLDER has light sessions instead: live/PERSON/SESSION/session.json and attack/KIND/PERSON/SESSION/session.json
beside their frames, or exports of people as live/PERSON/*.json; docs/guides/measure-light.md says how to record them.
Prints who is accepted, and what each check measured, and writes light.json and light.md.

Writes numbers.json, card.md and features.jsonl to ${OUT}, and nothing else; nothing leaves the machine.`)

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: OUT }, light: { type: 'boolean', default: false } },
  allowPositionals: true,
})
try {
  const [folder] = positionals
  if (!folder) throw new UnfitFolder('Name a folder: npm run intake -- FOLDER (--help says more).')
  mkdirSync(values.out, { recursive: true })
  await (values.light
    ? measureLightOf(resolve(folder), values.out)
    : fitGenuinenessOf(resolve(folder), values.out))
} catch (error) {
  if (!(error instanceof UnfitFolder)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function fitGenuinenessOf(folder: string, out: string): Promise<void> {
  const frames = await observeRecordings(readRecordings(folder), networkCache)
  const report = fitIntake(frames)
  writeFileSync(join(out, 'numbers.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  writeFileSync(join(out, 'card.md'), cardOf(report, frames))
  const lines = frames.map((frame) => `${JSON.stringify(frame)}\n`)
  writeFileSync(join(out, 'features.jsonl'), lines.join(''))
  console.log(cardOf(report, frames))
}

async function measureLightOf(folder: string, out: string): Promise<void> {
  const report = reportLight(await judgeLightSessions(readLightSessions(folder), networkCache))
  writeFileSync(join(out, 'light.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  writeFileSync(join(out, 'light.md'), lightCard(report))
  console.log(lightCard(report))
}
