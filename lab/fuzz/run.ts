// npm run fuzz: sends generated and damaged requests to a server of its own and reports wrong behaviour.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Credentials } from '../../src/organisations/manage.ts'
import { resultsFolder } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { openRecord } from '../kit/record.ts'
import { tellSandboxes } from '../kit/sandbox.ts'
import type { LogLine } from '../kit/server.ts'
import { readApi } from './api.ts'
import { playAgain, readFinding } from './findings.ts'
import { fuzz, hangMs, type Progress } from './fuzz.ts'
import { firstLine, judgeLast } from './minimise.ts'
import { report, targetsOf } from './report.ts'
import { startFuzzed } from './server.ts'
import { openLine } from './wire.ts'

answerHelp(`Sends generated and damaged requests to a server of its own and says what should not have happened.

  --requests N         how many (2000)
  --seed N             chooses what is sent (1)
  --time SECONDS       stops before that many were sent (7200)
  --lanes N            callers at once (16)
  --deep N             lanes that send files for the workers to read (4)
  --workers N          worker processes of the server (1)
  --small              a small corpus, made in two seconds
  --out FOLDER         where findings are written (${join(resultsFolder, 'fuzz')})
  --url URL            a server on this machine that was started before; only its answers are judged
  --user NAME:PASSWORD an organisation of that server, once or twice
  --again FILE         plays a finding once more on a fresh server
  --record             publishes the result in docs/evidence/results

Writes nothing in the checkout but findings, and converted networks to node_modules/.cache.
Ends with status 1 when something was found.`)

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    time: { type: 'string', default: '7200' },
    lanes: { type: 'string', default: '16' },
    deep: { type: 'string', default: '4' },
    workers: { type: 'string', default: '1' },
    small: { type: 'boolean', default: false },
    out: { type: 'string', default: join(resultsFolder, 'fuzz') },
    url: { type: 'string' },
    user: { type: 'string', multiple: true },
    again: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})

const number = (name: 'requests' | 'seed' | 'time' | 'lanes' | 'deep' | 'workers'): number => {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number`)
  return value
}

/** Only servers of this machine may be fuzzed. */
function loopback(url: string): string {
  const { hostname, protocol } = new URL(url)
  if (protocol !== 'http:' || !['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
    throw new Error('--url takes an http address of this machine: http://127.0.0.1:PORT')
  return url
}

function organisationsGiven(): readonly [Credentials, Credentials] {
  const all = (values.user ?? []).map((text) => {
    const colon = text.indexOf(':')
    return { name: text.slice(0, colon), password: text.slice(colon + 1) }
  })
  const [one, other = one] = all
  if (!one || !other) throw new Error('--url needs --user NAME:PASSWORD, once or twice')
  return [one, other]
}

const everyMs = process.stderr.isTTY ? 3000 : 60_000
const startedAt = performance.now()
let printedAt = startedAt

function tell({ sent, answers, findings }: Progress): void {
  const now = performance.now()
  if (now - printedAt < everyMs) return
  printedAt = now
  const rate = Math.round((1000 * sent) / (now - startedAt))
  const statuses = [...answers.statuses].toSorted(([one], [other]) => one - other)
  const shown = statuses.map(([status, count]) => `${status || 'none'} ${count}`).join(' ')
  const text = `${sent} sent, ${rate}/s, ${findings.all.length} findings | ${shown}`
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

tellSandboxes()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

if (values.again !== undefined) process.exitCode = (await again(values.again)) ? 1 : 0
else {
  const folder = join(values.out, `seed-${number('seed')}`)
  mkdirSync(folder, { recursive: true })
  const outcome = await fuzz({
    requests: number('requests'),
    seed: number('seed'),
    seconds: number('time'),
    lanes: number('lanes'),
    deepLanes: number('deep'),
    workers: number('workers'),
    corpus: values.small ? 'small' : 'whole',
    folder,
    ...(values.url !== undefined && {
      elsewhere: { url: loopback(values.url), organisations: organisationsGiven() },
    }),
    onProgress: tell,
    keepLog: (text) => appendFileSync(join(folder, 'server.log'), `${text}\n`),
  })
  if (process.stderr.isTTY) process.stderr.write('\n')
  const record = values.record ? openRecord('fuzz') : undefined
  process.exitCode = report(outcome) ? 0 : 1
  const figures = `${outcome.answers.requests} answers in ${Math.round(outcome.seconds)} s.`
  record?.write(figures, targetsOf(outcome))
}

/** Replays a finding on a fresh server; the result is true when the fault is there again. */
async function again(file: string): Promise<boolean> {
  const finding = readFinding(file)
  const { kind, operation, what, seed, sequence } = finding
  console.log(`${kind} in ${operation}: ${what} (seed ${seed}, story ${sequence})`)
  const complaints: LogLine[] = []
  const server = await startFuzzed(1, (line) => {
    if (['warn', 'error', 'fatal'].includes(line.level)) complaints.push(line)
  })
  const line = openLine(server.url)
  try {
    const played = await playAgain(finding, line, server.organisations, hangMs)
    for (const [i, step] of played.entries()) {
      const { answers, outcome } = step.exchange
      const shown = answers.map(({ status, body }) => `${status} ${body.toString().slice(0, 300)}`)
      const asked = firstLine(step).join(' ').slice(0, 120)
      console.log(`step ${i + 1}: ${asked} -> ${shown.join(' | ') || outcome}`)
    }
    const faults = judgeLast(readApi(), played)
    for (const fault of faults) console.log(`still: ${fault.kind}: ${fault.what}`)
    for (const { text } of complaints) console.log(`log: ${text}`)
    if (faults.length === 0) console.log('the fault did not show again')
    return faults.length > 0
  } finally {
    line.close()
    await server.stop()
    server.remove()
  }
}
