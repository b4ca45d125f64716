// npm run bench:http: measures the throughput of the whole HTTP stack against bare node:http with JSON.parse.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { basicAuthorization } from '../kit/caller.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { median } from '../kit/statistics/summary.ts'
import { printTargets, type Target } from '../kit/targets.ts'

answerHelp(`Measures the throughput of the whole HTTP stack beside bare node:http with JSON.parse, and what an API key costs
beside name and password.

  --seconds N  of each measurement (3)
  --rounds N   of each size of body; the median counts (5)

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const warmUpSeconds = 4

const sizes = [
  { name: '200B', bytes: 200, connections: 50 },
  { name: '0.2MB', bytes: 200_000, connections: 16 },
  { name: '2MB', bytes: 2_000_000, connections: 8 },
  { name: '8MB', bytes: 8_000_000, connections: 4 },
]

interface Peer {
  readonly child: ChildProcess
  readonly url: string
  readonly authorization: string
  /** The header of an API key; empty for the bare server. */
  readonly keyAuthorization: string
}

async function start(file: string): Promise<Peer> {
  // Logs are written as in production, but to the null device, so that no disk is measured.
  const child = fork(new URL(file, import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [{ url, credentials, key }] = await once(child, 'message')
  return {
    child,
    url,
    authorization: credentials ? basicAuthorization(credentials) : '',
    keyAuthorization: key ? `Bearer ${key}` : '',
  }
}

async function cpuMicros({ child }: Peer): Promise<number> {
  child.send('cpu')
  const [{ cpuMicros }] = await once(child, 'message')
  return cpuMicros
}

interface Measured {
  readonly perSecond: number
  readonly cpuMicrosEach: number
}

async function measure(peer: Peer, body: string, connections: number, duration: number): Promise<Measured> {
  const before = await cpuMicros(peer)
  const result = await autocannon({
    url: peer.url,
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: peer.authorization },
    body,
    connections,
    duration,
  })
  const used = (await cpuMicros(peer)) - before
  const done = result['2xx']
  if (result.non2xx > 0 || result.errors > 0 || done === 0)
    throw new Error(`${peer.url}: ${result.non2xx} refused, ${result.errors} errors`)
  return { perSecond: done / result.duration, cpuMicrosEach: used / done }
}

function bodyOf(bytes: number): string {
  const frame = { external_person_id: 'person-1', timestamp: 1_700_000_000, photo: '' }
  const room = bytes - JSON.stringify(frame).length
  return JSON.stringify({
    ...frame,
    photo: 'iVBORw0K'.repeat(Math.ceil(room / 8)).slice(0, room - (room % 4)),
  })
}

/** A key is looked up in the database for every request, and name and password once a second. */
async function compareKeys(): Promise<void> {
  const { bytes, connections } = sizes[0] as (typeof sizes)[number]
  const body = bodyOf(bytes)
  const withKey: Peer = { ...floor, authorization: floor.keyAuthorization }
  await measure(withKey, body, connections, warmUpSeconds)
  const pairs: { basic: Measured; key: Measured }[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({
      basic: await measure(floor, body, connections, seconds),
      key: await measure(withKey, body, connections, seconds),
    })
  const ratio = median(pairs.map(({ basic, key }) => key.perSecond / basic.perSecond))
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick)).toFixed(0)
  console.log(
    `API key: ${of(({ key }) => key.perSecond)}/s beside ${of(({ basic }) => basic.perSecond)}/s with name and password,`,
    `CPU ${of(({ key }) => key.cpuMicrosEach)} us beside ${of(({ basic }) => basic.cpuMicrosEach)} us`,
  )
  targets.push({ name: 'http_key_ratio_200B', value: ratio, bound: 0.5, good: 'at least' })
}

const floor = await start('./http-server.ts')
const bare = await start('./bare-server.ts')
const targets: Target[] = []
console.log('body     bare/s   floor/s   ratio   bare CPU us   floor CPU us   CPU ratio')
for (const { name, bytes, connections } of sizes) {
  const body = bodyOf(bytes)
  // Both servers are warm, so that no compilation is measured.
  for (const peer of [bare, floor]) await measure(peer, body, connections, warmUpSeconds)
  const pairs: { bare: Measured; floor: Measured }[] = []
  for (let round = 0; round < rounds; round++)
    pairs.push({
      bare: await measure(bare, body, connections, seconds),
      floor: await measure(floor, body, connections, seconds),
    })
  const ratio = median(pairs.map((pair) => pair.floor.perSecond / pair.bare.perSecond))
  const cpuRatio = median(pairs.map((pair) => pair.bare.cpuMicrosEach / pair.floor.cpuMicrosEach))
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick)).toFixed(0)
  console.log(
    name.padEnd(6),
    of((pair) => pair.bare.perSecond).padStart(8),
    of((pair) => pair.floor.perSecond).padStart(9),
    ratio.toFixed(2).padStart(7),
    of((pair) => pair.bare.cpuMicrosEach).padStart(13),
    of((pair) => pair.floor.cpuMicrosEach).padStart(14),
    cpuRatio.toFixed(2).padStart(11),
  )
  targets.push({ name: `http_throughput_ratio_${name}`, value: ratio, bound: 0.5, good: 'at least' })
}
await compareKeys()
floor.child.disconnect()
bare.child.disconnect()
printTargets(targets)
