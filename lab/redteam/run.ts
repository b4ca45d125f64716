// npm run redteam: plays attacks and genuine people through the public API and counts, per attack, who was accepted.
import { parseArgs } from 'node:util'
import { type Caller, callerOf } from '../kit/caller.ts'
import { dataFolder } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { type Proportion, proportionOf } from '../kit/statistics/proportion.ts'
import { none, printTargets } from '../kit/targets.ts'
import { type Family, families, type Sent } from './films.ts'
import { attacks, genuine, type Presentation } from './presentations.ts'
import { playRealPeople } from './real-people.ts'
import { begin, finish, type Outcome } from './session.ts'

answerHelp(`Plays attacks and honest people through the public API of a server of its own, and counts who got in.

  --people N        rendered people, each in every family of challenges (4)
  --species NAMES   only these attacks: ${attacks.map(({ name }) => name).join(', ')}
  --families NAMES  only these families: ${families.join(', ')}
  --data FOLDER     the measurement data, for real people and real attacks; left out where it is missing
                    (${dataFolder})

${writesCacheOnly}`)

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '4' },
    species: { type: 'string' },
    families: { type: 'string' },
    data: { type: 'string', default: dataFolder },
  },
})
const seeds = Array.from({ length: Number(values.people) }, (_, i) => i + 1)
const chosen = attacks.filter(({ name }) => values.species?.split(',').includes(name) ?? true)
const played = families.filter((family) => values.families?.split(',').includes(family) ?? true)
const SIZE = { width: 360, height: 480 }
const EXERCISE = 'yaw-pitch'

interface Game extends Outcome {
  readonly family: Family
}

const server = await startInProcess()
let organisations = 0
const games = new Map<Presentation, Game[]>()
for (const kind of [genuine, ...chosen]) {
  const all: Game[] = []
  for (const family of played)
    for (const seed of seeds) {
      all.push({ family, ...(await play(kind, family, seed)) })
      process.stderr.write(`\r${kind.name} ${all.length} of ${played.length * seeds.length}    `)
    }
  process.stderr.write('\n')
  games.set(kind, all)
  report(kind, all)
}
const real = await playRealPeople(values.data, newCaller)
if (real) {
  console.log(`\n${real.name}: ${real.what}`)
  for (const { name, rate, reasons } of real.rows)
    console.log(`  ${name.padEnd(10)} ${text(rate)}  ${reasons}`)
}
await server.stop()
printTargets([
  ...[...games].map(([kind, all]) =>
    kind === genuine
      ? none('redteam-bpcer-stand-in', percent(refused(all).value))
      : none(`redteam-apcer-${kind.name}`, percent(accepted(all).value)),
  ),
  ...(real ? real.targets : []),
])

/** Every session has an organisation of its own, so that no attacker's frames are known from another session. */
async function newCaller(): Promise<Caller> {
  return callerOf(server.url, await server.addOrganisation(`attacker-${++organisations}`))
}

async function play(kind: Presentation, family: Family, seed: number): Promise<Outcome> {
  const caller = await newCaller()
  const earlier = kind.needsEarlier ? await earlierSession(caller, family, seed) : []
  const started = await begin(caller, family, SIZE, EXERCISE)
  return finish(caller, family, started.id, await kind.frames({ family, started, seed, earlier }))
}

async function earlierSession(caller: Caller, family: Family, seed: number): Promise<Sent[]> {
  const started = await begin(caller, family, SIZE, EXERCISE)
  const frames = await genuine.frames({ family, started, seed, earlier: [] })
  await finish(caller, family, started.id, frames)
  return frames
}

function report(kind: Presentation, all: readonly Game[]): void {
  const rate = kind === genuine ? refused(all) : accepted(all)
  console.log(`\n${kind.name}: ${kind.what}`)
  console.log(`  ${kind === genuine ? 'BPCER' : 'APCER'} ${text(rate)}`)
  for (const family of played) {
    const own = all.filter((game) => game.family === family)
    const rateOf = kind === genuine ? refused(own) : accepted(own)
    console.log(`  ${family.padEnd(9)} ${text(rateOf)}  ${reasons(own)}`)
  }
}

function accepted(all: readonly Outcome[]): Proportion {
  return proportionOf(all, ({ code }) => code === 200)
}

function refused(all: readonly Outcome[]): Proportion {
  return proportionOf(all, ({ code }) => code !== 200)
}

/** Lists the codes, and the failed checks where the verdict is not genuine. */
function reasons(all: readonly Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { code, failed } of all)
    if (code !== 200) {
      const reason = code === 141 ? `141 (${failed.join(', ')})` : String(code)
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  return [...counts].map(([reason, count]) => `${count} x ${reason}`).join('; ')
}

function percent(share: number): number {
  return Math.round(1000 * share) / 10
}

function text({ count, total, value, low, high }: Proportion): string {
  return `${percent(value)} % (${percent(low)}-${percent(high)}), ${count} of ${total}`
}
