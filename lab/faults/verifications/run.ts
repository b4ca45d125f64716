// npm run test:fault -- verifications: kills servers while verifications are created, walked through, decided, cancelled and announced by webhook.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresInstalled } from '../../../specimens/kit/engines/postgres.ts'
import { seededRandom } from '../../../specimens/random.ts'
import { databasePath } from '../../../src/store/open.ts'
import { basicAuthorization } from '../../kit/caller.ts'
import { sqliteFaults } from '../../kit/installation.ts'
import { type ServerProcess, startServer } from '../../kit/server.ts'
import { none, type Target } from '../../kit/targets.ts'
import { type Receiver, startReceiver } from '../../kit/webhook-receiver.ts'
import { addMember, type Installation, type Member, openInstallation } from '../installation.ts'
import type { Engine } from '../rounds/plan.ts'
import type { Scenario } from '../scenario.ts'
import { openViolations, type Violation } from '../violation.ts'
import { inspect } from './inspect.ts'
import { type Lanes, startLanes } from './lanes.ts'

const LANES = 6
/** A server is killed at a random moment around this time. */
const KILLED_AFTER_MS = 700
/** Of so many messages the receiver refuses one, so that retries are part of it. */
const REFUSES_ONE_OF = 12

export const verificationsScenario: Scenario = {
  about:
    'servers killed while verifications are walked, decided and told of: SQLite --times, PostgreSQL a quarter of it with two servers',
  async run({ times, seed, only }) {
    const outcomes: Outcome[] = []
    if (only !== 'postgres') outcomes.push(await runOn('sqlite', 1, times, seed))
    if (only !== 'sqlite' && postgresInstalled())
      outcomes.push(await runOn('postgres', 2, Math.ceil(times / 4), seed))
    return { targets: outcomes.flatMap(targetsOf), result: { outcomes } }
  },
}

interface Outcome {
  readonly engine: Engine
  readonly kills: number
  readonly created: number
  readonly ended: number
  readonly calls: number
  readonly messages: number
  readonly repeated: number
  readonly seconds: number
  readonly violations: readonly Violation[]
}

async function runOn(engine: Engine, count: number, kills: number, seed: number): Promise<Outcome> {
  const begun = performance.now()
  const random = seededRandom(seed * 7919 + count).next
  const receiver = await startReceiver()
  const installation = await openInstallation(engine, 1)
  const servers: (ServerProcess | undefined)[] = []
  try {
    const start = async (index: number) => {
      const folder = join(installation.folder, `server-${index}`)
      mkdirSync(folder, { recursive: true })
      const variables = {
        ...installation.variables,
        SELFSAME_WEBHOOK_ALLOW: receiver.allow,
        ...(count > 1 && { SELFSAME_DATA: join(folder, 'data') }),
      }
      servers[index] = await startServer({ folder, variables })
    }
    for (let i = 0; i < count; i++) await start(i)
    const member = await installation.withStore(addMember)
    await prepare(servers[0]?.url ?? '', member, receiver)
    receiver.failing = () => random() < 1 / REFUSES_ONE_OF
    const urls = () => servers.flatMap((server) => (server ? [server.url] : []))
    const lanes = startLanes({ urls, credentials: member.credentials, lanes: LANES, random })
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(KILLED_AFTER_MS * (0.1 + random()))
      const index = kill % count
      const victim = servers[index]
      servers[index] = undefined
      await victim?.kill()
      await start(index)
      if (kill % 10 === 0 || kill === kills)
        console.log(
          `${engine}: ${kill} of ${kills} kills, ${lanes.walked.length} verifications, ${receiver.taken.length} messages`,
        )
    }
    return await judge({ engine, kills, begun, installation, member, lanes, receiver, servers })
  } finally {
    for (const server of servers) await server?.kill().catch(() => undefined)
    await installation.close()
    await receiver.stop()
  }
}

/** Policies whose steps need no network, an endpoint for all events, and the secret that signs them. */
async function prepare(url: string, { credentials }: Member, receiver: Receiver): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: basicAuthorization(credentials), 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as Record<string, unknown>
    if (response.status !== 200)
      throw new Error(`${path} answered ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const steps = { consent: { required: true }, chip: { mode: 'preferred' } }
  await post('/policies', { id: 'quick', definition: { steps } })
  await post('/policies', { id: 'look', definition: { steps, outcomes: { 'chip-skipped': 'review' } } })
  const { secret } = await post('/webhook-endpoints', { url: receiver.url, events: ['*'] })
  receiver.expect(secret as string)
}

interface Ending {
  readonly engine: Engine
  readonly kills: number
  readonly begun: number
  readonly installation: Installation
  readonly member: Member
  readonly lanes: Lanes
  readonly receiver: Receiver
  readonly servers: readonly (ServerProcess | undefined)[]
}

/** Longer than a server that died holds what it judged or sent. */
const SETTLED_WITHIN_MS = 300_000

async function judge(ending: Ending): Promise<Outcome> {
  const { engine, kills, begun, installation, member, lanes, receiver, servers } = ending
  const { found, accuse } = openViolations()
  receiver.failing = () => false
  await sleep(2000)
  await lanes.stop()
  for (const what of lanes.wrong) accuse('wrong', what)
  await installation.withStore(async (store) => {
    const busy = async () => {
      const [row] = await store.database.query<{ n: number }>(
        `SELECT (SELECT COUNT(*) FROM verifications WHERE state = 'processing')
           + (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'waiting') AS n`,
      )
      return row?.n ?? 0
    }
    const deadline = performance.now() + SETTLED_WITHIN_MS
    while ((await busy()) > 0 && performance.now() < deadline) await sleep(500)
    if ((await busy()) > 0) accuse('unrecovered', `${await busy()} wait to be judged or delivered`)
    await inspect({ store, organisationId: member.id, lanes, receiver, accuse })
  })
  if (receiver.unsigned > 0) accuse('wrong', `${receiver.unsigned} messages had a wrong signature`)
  for (const server of servers) await server?.stop()
  if (engine === 'sqlite')
    for (const what of sqliteFaults(databasePath(installation.config))) accuse('lost', what)
  const outcome: Outcome = {
    engine,
    kills,
    created: lanes.walked.filter(({ id }) => id !== undefined).length,
    ended: lanes.walked.filter(({ ended }) => ended !== undefined).length,
    calls: lanes.calls(),
    messages: receiver.taken.length,
    repeated: receiver.taken.length - new Set(receiver.taken.map(({ id }) => id)).size,
    seconds: Math.round((performance.now() - begun) / 1000),
    violations: found,
  }
  const { violations, ...counts } = outcome
  console.log(
    Object.entries(counts)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )
  for (const { kind, what } of violations.slice(0, 20)) console.log(`  ${kind}: ${what}`)
  return outcome
}

function targetsOf({ engine, created, messages, violations }: Outcome): Target[] {
  const of = (...kinds: Violation['kind'][]) => violations.filter(({ kind }) => kinds.includes(kind)).length
  return [
    { name: `fault_verifications_${engine}_created`, value: created, bound: 1, good: 'at least' },
    { name: `fault_verifications_${engine}_messages`, value: messages, bound: 1, good: 'at least' },
    none(`fault_verifications_${engine}_lost`, of('lost', 'half')),
    none(`fault_verifications_${engine}_twice`, of('twice')),
    none(`fault_verifications_${engine}_undelivered`, of('unrecovered')),
    none(`fault_verifications_${engine}_out_of_order`, of('numbers')),
    none(`fault_verifications_${engine}_wrong`, of('wrong', 'back', 'orphan', 'leftover')),
  ]
}
