// npm run redteam: plays attacks and honest people through the public API and counts, per species, who got in.
import { parseArgs } from 'node:util'
import { type Proportion, proportionOf } from '../kit/statistics/proportion.ts'
import { none, printTargets } from '../kit/targets.ts'
import { startServer } from './arena.ts'
import { begin, type Caller, finish, type Outcome } from './caller.ts'
import { type Family, families, type Sent } from './material.ts'
import { playRealPeople } from './real-people.ts'
import { genuine, type Species, species } from './species.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '4' },
    species: { type: 'string' },
    families: { type: 'string' },
  },
})
const seeds = Array.from({ length: Number(values.people) }, (_, i) => i + 1)
const chosen = species.filter(({ name }) => values.species?.split(',').includes(name) ?? true)
const played = families.filter((family) => values.families?.split(',').includes(family) ?? true)
const SIZE = { width: 360, height: 480 }
const EXERCISE = 'yaw-pitch'

interface Game extends Outcome {
  readonly family: Family
}

const arena = await startServer()
const games = new Map<Species, Game[]>()
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
const real = await playRealPeople(arena)
if (real) {
  console.log(`\n${real.name}: ${real.what}`)
  for (const { name, rate, reasons } of real.rows)
    console.log(`  ${name.padEnd(10)} ${text(rate)}  ${reasons}`)
}
await arena.stop()
printTargets([
  ...[...games].map(([kind, all]) =>
    kind === genuine
      ? none('redteam-bpcer-stand-in', percent(refused(all).value))
      : none(`redteam-apcer-${kind.name}`, percent(accepted(all).value)),
  ),
  ...(real ? real.targets : []),
])

/** Each in an organisation of its own: what one attacker sent is not known from another. */
async function play(kind: Species, family: Family, seed: number): Promise<Outcome> {
  const caller = await arena.newCaller()
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

function report(kind: Species, all: readonly Game[]): void {
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

/** Codes, and what failed where the code is that of not genuine. */
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
