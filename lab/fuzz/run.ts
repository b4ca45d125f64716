// npm run fuzz: sends generated and damaged requests to a server of its own and says what should not have happened.
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Credentials } from '../../src/organisations/manage.ts'
import { resultsFolder } from '../kit/folders.ts'
import { again } from './again.ts'
import { fuzz, type Progress } from './fuzz.ts'
import { report } from './report.ts'

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
  },
})

const number = (name: 'requests' | 'seed' | 'time' | 'lanes' | 'deep' | 'workers'): number => {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number`)
  return value
}

/** Nobody else's server is ever sent this. */
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
let toldAt = startedAt

function tell({ sent, tally, findings }: Progress): void {
  const now = performance.now()
  if (now - toldAt < everyMs) return
  toldAt = now
  const rate = Math.round((1000 * sent) / (now - startedAt))
  const statuses = [...tally.statuses()].toSorted(([one], [other]) => one - other)
  const told = statuses.map(([status, count]) => `${status || 'none'} ${count}`).join(' ')
  const text = `${sent} sent, ${rate}/s, ${findings.all.length} findings | ${told}`
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

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
  process.exitCode = report(outcome) ? 0 : 1
}
