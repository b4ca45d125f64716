// npm run soak: sends mixed genuine traffic to all endpoints of a real server and measures what grows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { resultsFolder } from '../kit/folders.ts'
import { pngOf } from '../kit/plots/png.ts'
import { openRecord } from '../kit/record.ts'
import { tellSandboxes } from '../kit/sandbox.ts'
import { printTargets } from '../kit/targets.ts'
import { csvOf } from './csv.ts'
import { targetsOf } from './findings.ts'
import { drawSoak } from './plot.ts'
import { soak } from './soak.ts'
import { growthTable, operationTable } from './table.ts'

const help = `Starts a server of its own (SQLite and disk in a temporary folder, real workers), sends it mixed traffic over every
operation of docs/reference/openapi.json, each request knowing what its answer must be, and watches what grows.

  --requests N      how many (2000)
  --time MINUTES    stops before that many were sent (120)
  --concurrency N   callers at once, each an organisation of its own (6)
  --workers N       worker processes (one a core)
  --seed N          chooses the acts (1)
  --every SECONDS   between two samples (5)
  --settle MINUTES  waits so long at most, after the last request, until the clocks have run out (6)
  --plot FILE       draws the plot there too, to be published
  --record          publishes the result in docs/evidence/results
  --help            this text

Writes samples, plot and the server's log to lab/results/soak, and nothing else in the checkout. Ends with status 1 when an answer was wrong.`

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    time: { type: 'string', default: '120' },
    concurrency: { type: 'string', default: '6' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '5' },
    settle: { type: 'string', default: '6' },
    plot: { type: 'string' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

type Numbered = 'requests' | 'time' | 'concurrency' | 'workers' | 'seed' | 'every' | 'settle'
function positive(name: Numbered): number {
  if (/^\d{1,9}(\.\d+)?$/.test(values[name]) && Number(values[name]) > 0) return Number(values[name])
  console.error(`--${name} must be a number above 0, not ${JSON.stringify(values[name])}\n\n${help}`)
  process.exit(2)
}

async function main(): Promise<void> {
  if (values.help) return console.log(help)
  tellSandboxes()
  const results = join(resultsFolder, 'soak')
  mkdirSync(results, { recursive: true })
  const [requests, concurrency, seed] = [positive('requests'), positive('concurrency'), positive('seed')]
  const done = await soak({
    requests,
    concurrency,
    seed,
    workers: positive('workers'),
    limitMs: 60_000 * positive('time'),
    everyMs: 1000 * positive('every'),
    settleMs: 60_000 * positive('settle'),
    log: join(results, 'server.log'),
    progress: (line, samples) => {
      console.log(line)
      // These files are also there when the run is stopped early.
      writeFileSync(join(results, 'samples.csv'), csvOf(samples))
    },
  })
  const { samples, answers, findings, seconds } = done
  const title = `Soak: ${answers.requests.toLocaleString('en')} requests in ${(seconds / 60).toFixed(0)} minutes`
  const command = `npm run soak -- --requests ${requests} --concurrency ${concurrency} --seed ${seed}`
  const svg = drawSoak(samples, title, command)
  writeFileSync(join(results, 'samples.csv'), csvOf(samples))
  writeFileSync(join(results, 'soak.svg'), svg)
  writeFileSync(join(results, 'soak.png'), await pngOf(svg))
  if (values.plot) writeFileSync(resolve(values.plot), svg)
  for (const line of operationTable(answers)) console.log(line)
  console.log('')
  for (const line of growthTable(findings)) console.log(line)
  console.log(
    `audit trail: ${findings.trailBytesPerRequest.toFixed(0)} B a request, by design; left after the clocks: ${(findings.leftBytes / 2 ** 20).toFixed(2)} MiB; ${(answers.requests / seconds).toFixed(1)} requests/s`,
  )
  for (const complaint of answers.complaints) console.log(`wrong: ${complaint}`)
  for (const warning of done.warnings.slice(0, 20)) console.log(`the server warned: ${warning}`)
  if (!done.endedWell) console.log('the server did not end well')
  const targets = targetsOf(findings, concurrency)
  printTargets(targets)
  const figures = `${answers.requests.toLocaleString('en')} requests in ${(seconds / 60).toFixed(0)} minutes.`
  if (values.record) openRecord('soak').write(figures, targets)
  process.exitCode = findings.unexpected === 0 && done.endedWell ? 0 : 1
}

// The server is ended when this process exits, not when it is killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
await main()
