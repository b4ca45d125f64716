// npm run bench:servers: what two servers do that share one PostgreSQL and one S3, against one of them alone.
import { parseArgs } from 'node:util'
import { seededDice } from '../../specimens/person/dice.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { openCluster } from '../faults/engines/cluster.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { addOrganisations } from '../kit/installation.ts'
import { median } from '../kit/statistics/summary.ts'
import { printTargets } from '../kit/targets.ts'
import { compared, registered } from '../soak/acts/faces.ts'
import { Answers } from '../soak/answers.ts'
import { type Caller, openCaller } from '../soak/caller.ts'
import { drawMaterial, type Material } from '../soak/material.ts'
import { type Act, Spoiled } from '../soak/session.ts'

answerHelp(`Starts two servers of one worker each on one PostgreSQL and one S3, and sends the same work to one of them and
to both, in turn.

  --seconds N  for each kind of work, for one and for two (15)
  --rounds N   of both (4)

With two, every request goes to the other server than the one before, also within one person's registration.
The machine has to have cores for both: on two cores, PostgreSQL, S3 and the callers take some of them. ${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, rounds: { type: 'string', default: '4' } },
})
const SECONDS = Number(options.seconds)
const MOST_AT_ONCE = 8

interface Work {
  readonly name: string
  readonly play: Act
  readonly atOnce: number
}

const works: readonly Work[] = [
  {
    name: 'small request',
    play: async ({ caller }) => void (await caller.ask('organisation')),
    atOnce: MOST_AT_ONCE,
  },
  { name: 'compare faces', play: compared, atOnce: 4 },
  { name: 'register, identify, delete', play: registered, atOnce: 4 },
]

const material = (await drawMaterial(['faces'])) as Material
const cluster = await openCluster({ withQdrant: false, servers: 2, quickS3: true, writeDeadlineMs: 30_000 })
const answers = new Answers([])
let marks = 0
/** Everybody who asks at once has an organisation of their own: two would register the same faces. */
const organisations = (
  await addOrganisations(
    cluster.store,
    Array.from({ length: MOST_AT_ONCE }, (_, i) => `caller-${i}`),
  )
).map((credentials) => ({ credentials, made: new Set<string>() }))

/** Takes the servers in turn: nothing may depend on which one was asked before. */
function callerOf(urls: readonly string[], credentials: Credentials): Caller {
  const callers = urls.map((url) => openCaller(url, credentials, answers))
  let asked = 0
  return {
    act: '',
    ask(operation, body) {
      const caller = callers[asked++ % callers.length]
      if (!caller) throw new Error('there is no server')
      return caller.ask(operation, body)
    },
  }
}

/** How often the work was done in a second. */
async function rateOf({ play, atOnce }: Work, urls: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  const keepPlaying = async ({ credentials, made }: (typeof organisations)[number]) => {
    const dice = seededDice(marks, 7)
    const session = { caller: callerOf(urls, credentials), material, dice, made, mark: () => marks++ }
    do {
      await play(session).catch((error: unknown) => {
        if (!(error instanceof Spoiled)) throw error
      })
      done += 1
    } while (performance.now() - startedAt < 1000 * SECONDS)
  }
  await Promise.all(organisations.slice(0, atOnce).map(keepPlaying))
  return (1000 * done) / (performance.now() - startedAt)
}

try {
  const urls = cluster.servers.map(({ url }) => url)
  const [first = ''] = urls
  const targets = []
  for (const work of works) {
    await rateOf({ ...work, atOnce: 2 }, urls)
    const rates: { one: number; two: number }[] = []
    for (let round = 0; round < Number(options.rounds); round++) {
      const one = await rateOf(work, [first])
      rates.push({ one, two: await rateOf(work, urls) })
    }
    const ratio = median(rates.map(({ one, two }) => two / one))
    console.log(
      `${work.name}: one server ${median(rates.map(({ one }) => one)).toFixed(1)} a second, two ` +
        `${median(rates.map(({ two }) => two)).toFixed(1)}: ${ratio.toFixed(2)} times (median of ${rates.length} rounds)`,
    )
    targets.push({
      name: `two-servers-${work.name.replaceAll(/\W+/g, '-')}`,
      ratio,
      isNetworks: work.atOnce === 4,
    })
  }
  console.log(`on ${cluster.on}; not as expected: ${answers.complaints.length}`)
  for (const complaint of answers.complaints.slice(0, 5)) console.log(complaint)
  printTargets([
    // What takes the time of workers must grow with them; small requests are bound by the cores of this machine.
    ...targets.flatMap(({ name, ratio, isNetworks }) =>
      isNetworks ? [{ name, value: ratio, bound: 1.5, good: 'at least' as const }] : [],
    ),
    { name: 'two-servers-unexpected', value: answers.complaints.length, bound: 0, good: 'at most' },
  ])
} finally {
  await cluster.close()
}
