// Traffic of all kinds of writes to both servers, which goes on until it is told to stop.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../rounds/plan.ts'
import { type Acting, crowd, lanes, shelf } from './acts.ts'
import { callerOn } from './caller.ts'
import type { Cluster } from './cluster.ts'
import type { Ledger } from './ledger.ts'
import { takePictures } from './pictures.ts'

export interface Traffic {
  /** Resolves when every request under way is answered. */
  stop(): Promise<void>
}

const openapi = new URL('../../../docs/openapi.json', import.meta.url)

export const servedPaths = (): ReadonlySet<string> =>
  new Set(Object.keys((JSON.parse(readFileSync(openapi, 'utf8')) as { paths: object }).paths))

/** After a refusal callers wait a little, as `Retry-After` asks; not so long that an outage goes by unseen. */
const waitMs = 200

export interface TrafficOptions {
  readonly seed: number
  /** How many register faces, and nothing else, beside the lanes. */
  readonly crowd: number
}

export async function startTraffic(
  cluster: Cluster,
  ledger: Ledger,
  options: TrafficOptions,
): Promise<Traffic> {
  const throwDice = dice(options.seed)
  const urls = cluster.servers.map(({ url }) => url)
  const ask = callerOn({ urls, as: cluster.member.credentials, ledger, throwDice })
  const acting: Acting = {
    ask,
    ledger,
    store: cluster.store,
    throwDice,
    paths: servedPaths(),
    pictures: await takePictures(throwDice),
  }
  const body = { id: shelf, external_person_id: 'owner' }
  await ask({ act: 'shelf', needs: [], path: '/face-collections/sign-collection-id', body })
  ledger.collections.set(shelf, 'there')

  let stopping = false
  const all = [...lanes, ...Array.from({ length: options.crowd }, () => crowd)]
  const running = all.map(async (acts) => {
    for (let count = 0; !stopping; count++) {
      const before = ledger.answers.length
      await acts[count % acts.length]?.(acting)
      if (ledger.answers.slice(before).some(({ status }) => status !== 200)) await sleep(waitMs)
    }
  })
  return {
    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }
}
