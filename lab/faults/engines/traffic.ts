// Sends all kinds of writes to both servers until it is stopped.
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../specimens/random.ts'
import { type Acting, crowd, lanes, peopleCollection } from './acts.ts'
import { callerOn } from './caller.ts'
import type { Cluster } from './cluster.ts'
import type { EnginesLedger } from './ledger.ts'
import { takePictures } from './pictures.ts'

interface Traffic {
  /** Resolves when every request under way is answered. */
  stop(): Promise<void>
}

/** After a refusal callers wait a little, as `Retry-After` asks, but short enough to notice an outage. */
const waitMs = 200

export interface TrafficOptions {
  readonly seed: number
  /** How many lanes only register faces, beside the other lanes. */
  readonly crowd: number
}

export async function startTraffic(
  cluster: Cluster,
  ledger: EnginesLedger,
  options: TrafficOptions,
): Promise<Traffic> {
  const random = seededRandom(options.seed).next
  const urls = cluster.servers.map(({ url }) => url)
  const ask = callerOn({ urls, as: cluster.member.credentials, ledger, random })
  const acting: Acting = {
    ask,
    ledger,
    store: cluster.store,
    random,
    pictures: await takePictures(random),
  }
  const body = { id: peopleCollection, external_person_id: 'owner' }
  ledger.collections.send(peopleCollection, {})
  await ask({ act: 'first collection', needs: [], operation: 'signCollectionId', body })
  ledger.collections.acknowledge(peopleCollection)

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
