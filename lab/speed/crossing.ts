// bench:crossing: measures whether an organisation can tell by the answer's time that another's id exists, path by path.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { chipBody, type OwnIds, unknownId } from '../../specimens/kit/records/crossing.ts'
import { type Asked, type Trial, trials } from '../../specimens/kit/records/crossing-trials.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { basicAuthorization } from '../kit/caller.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { median } from '../kit/statistics/summary.ts'
import { printTargets } from '../kit/targets.ts'

answerHelp(`Measures whether another organisation can tell by the time of an answer that an id exists.

  --tries N  pairs of requests a path (1000)

${writesCacheOnly}`)

const { values } = parseArgs({ options: { tries: { type: 'string', default: '1000' } } })
const tries = Number(values.tries)
const warmUps = 50

interface Started {
  readonly url: string
  readonly credentials: Credentials
  readonly own: OwnIds
  readonly theirs: readonly OwnIds[]
}

const child: ChildProcess = fork(new URL('./crossing-server.ts', import.meta.url), [String(tries + warmUps)])
const [{ url, credentials, own, theirs }] = (await once(child, 'message')) as [Started]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const around = {
  own,
  picture: Buffer.from('no picture at all').toString('base64'),
  chip: await chipBody(),
}

/** Returns the microseconds from the request to the end of its answer. */
function timed({ method, path, body }: Asked): Promise<number> {
  const text = body ? JSON.stringify(body) : undefined
  const headers = {
    authorization: basicAuthorization(credentials),
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const begun = process.hrtime.bigint()
    const asking = request(url + path, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(Number(process.hrtime.bigint() - begun) / 1000))
    })
    asking.once('error', reject)
    asking.end(text)
  })
}

/** Returns how often one of the first is slower than one of the second; ties count half, and 0.5 reveals nothing. */
function slowerShare(first: readonly number[], second: readonly number[]): number {
  const sorted = second.toSorted((a, b) => a - b)
  const below = (value: number, orEqual: boolean): number => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = sorted[middle] ?? 0
      if (at < value || (orEqual && at === value)) low = middle + 1
      else high = middle
    }
    return low
  }
  const sum = first.reduce((so, value) => so + (below(value, false) + below(value, true)) / 2, 0)
  return sum / (first.length * second.length)
}

/** Requests are sent in pairs in random order, so that other load affects both alike. */
async function compare({ ask, means, only }: Trial) {
  const kind = means ?? only ?? 'person'
  const [foreign, unknown]: [number[], number[]] = [[], []]
  for (let i = -warmUps; i < tries; i++) {
    const pair = [
      // Every id is used once, because a collection that the caller has signed is its own afterwards.
      { list: foreign, id: theirs[i + warmUps]?.[kind] ?? '' },
      { list: unknown, id: unknownId(kind) },
    ]
    if (Math.random() < 0.5) pair.reverse()
    for (const { list, id } of pair) {
      const micros = await timed(ask(id, around))
      if (i >= 0) list.push(micros)
    }
  }
  const spread = Math.sqrt((2 * tries + 1) / (12 * tries * tries))
  const share = slowerShare(foreign, unknown)
  return { foreign: median(foreign), unknown: median(unknown), share, deviations: (share - 0.5) / spread }
}

console.log(
  `${tries} pairs a path, one after the other; share: how often theirs is slower than nobody's, 0.5 tells nothing`,
)
console.log(
  `${'path'.padEnd(50)} ${'theirs us'.padStart(10)} ${"nobody's us".padStart(12)} ${'share'.padStart(6)} ${'deviations'.padStart(11)}`,
)
const worst = { deviations: 0, share: 0.5 }
for (const trial of trials) {
  if (!trial.means) continue
  const { foreign, unknown, share, deviations } = await compare(trial)
  console.log(
    `${`${trial.operation}: ${trial.word}`.padEnd(50)} ${foreign.toFixed(0).padStart(10)} ${unknown.toFixed(0).padStart(12)} ${share.toFixed(3).padStart(6)} ${deviations.toFixed(1).padStart(11)}`,
  )
  if (Math.abs(deviations) > Math.abs(worst.deviations)) Object.assign(worst, { deviations, share })
}
child.disconnect()
agent.destroy()
printTargets([
  {
    name: 'crossing_time_worst_deviations',
    value: Math.abs(worst.deviations),
    bound: 4,
    good: 'at most',
  },
])
