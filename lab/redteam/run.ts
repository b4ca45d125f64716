// npm run redteam: plays attacks and genuine people through the public API and counts, per attack, who was accepted.
import { parseArgs } from 'node:util'
import { openNetwork } from '../../src/models/session.ts'
import { openFaceNetworks } from '../../src/vision/networks.ts'
import { type Caller, callerOf } from '../kit/caller.ts'
import { dataFolder, networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { type Proportion, proportionOf } from '../kit/statistics/proportion.ts'
import { atMost, none, printTargets, type Target } from '../kit/targets.ts'
import { playFilmedReplays } from './filmed-replays.ts'
import { type Family, families, type Sent } from './films.ts'
import { attacks, genuine, type Presentation } from './presentations.ts'
import { photographsIn } from './puppet/photographs.ts'
import { playPuppet, type Stage, stages } from './puppet/play.ts'
import { variants } from './puppet/variants.ts'
import { playRealPeople } from './real-people.ts'
import { begin, finish, type Outcome } from './session.ts'

const FILMED = { name: 'filmed-replay', what: 'frames of replays that somebody filmed from a screen' }
const species = [...attacks, ...variants, FILMED].map(({ name }) => name)

answerHelp(`Plays attacks and honest people through the public API of a server of its own, and counts who got in.

  --people N        rendered people, each in every family of challenges (4)
  --sessions N      photographs of each puppet, in every family and as video (2)
  --species NAMES   only these attacks: ${species.join(', ')}
  --families NAMES  only these families: ${stages.join(', ')}
  --data FOLDER     the measurement data, for real people and attacks, and for the photographs of puppets;
                    without it only rendered people are played
                    (${dataFolder})

${writesCacheOnly}`)

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '4' },
    sessions: { type: 'string', default: '2' },
    species: { type: 'string' },
    families: { type: 'string' },
    data: { type: 'string', default: dataFolder },
  },
})
const seeds = Array.from({ length: Number(values.people) }, (_, i) => i + 1)
const isChosen = (name: string): boolean => values.species?.split(',').includes(name) ?? true
const isPlayed = (family: Stage): boolean => values.families?.split(',').includes(family) ?? true
const played = families.filter(isPlayed)
const SIZE = { width: 360, height: 480 }
const EXERCISE = 'yaw-pitch'
const MOST_TRIES = 4
/** Takes below this are those of the presentations; each accepted session is acted anew, and no other has its frames. */
let takes = 10

interface Game extends Outcome {
  readonly family: Stage
}

let server = await startInProcess()
let organisations = 0
const targets: Target[] = []
for (const kind of [genuine, ...attacks.filter(({ name }) => isChosen(name))]) {
  const isGenuine = kind === genuine
  const all = await playAll(kind.name, played, seeds, (family, seed) => play(kind, family, seed))
  report(kind, all, played, isGenuine)
  targets.push(
    isGenuine
      ? none('redteam-bpcer-stand-in', percent(refused(all).value))
      : none(`redteam-apcer-${kind.name}`, percent(accepted(all).value)),
  )
}
const networks = await openFaceNetworks((name) => openNetwork(name, networkCache))
const photographs = photographsIn(values.data, networks)
const numbers = Array.from({ length: Number(values.sessions) }, (_, i) => i)
for (const variant of variants.filter(({ name }) => isChosen(name))) {
  // Variants share their photographs: a server that has seen one would know the next.
  await server.stop()
  server = await startInProcess()
  const shown = stages.filter(isPlayed)
  const all = await playAll(variant.name, shown, numbers, async (stage, number) =>
    playPuppet(await newCaller(), { networks, photographs }, variant, stage, number),
  )
  report(variant, all, shown, false)
  for (const stage of shown) {
    const { value } = accepted(all.filter(({ family }) => family === stage))
    const bound = stage === 'profile' ? variant.bounds.profile : variant.bounds.other
    targets.push(atMost(`redteam-${variant.name}-${stage}`, percent(value), bound))
  }
}
if (isChosen(FILMED.name)) {
  const outcomes = await playFilmedReplays(values.data, networks, newCaller)
  const all = outcomes.map((outcome) => ({ family: 'profile' as const, ...outcome }))
  if (all.length > 0) {
    report(FILMED, all, ['profile'], false)
    targets.push(none('redteam-filmed-replay', percent(accepted(all).value)))
  }
}
const real = values.species === undefined ? await playRealPeople(values.data, newCaller) : undefined
if (real) {
  console.log(`\n${real.name}: ${real.what}`)
  for (const { name, rate, reasons } of real.rows)
    console.log(`  ${name.padEnd(10)} ${text(rate)}  ${reasons}`)
  targets.push(...real.targets)
}
await server.stop()
printTargets(targets)

async function playAll<Family extends Stage>(
  name: string,
  among: readonly Family[],
  numbers: readonly number[],
  one: (family: Family, number: number) => Promise<Outcome>,
): Promise<Game[]> {
  const all: Game[] = []
  for (const family of among)
    for (const number of numbers) {
      all.push({ family, ...(await one(family, number)) })
      process.stderr.write(`\r${name} ${all.length} of ${among.length * numbers.length}    `)
    }
  process.stderr.write('\n')
  return all
}

/** Every session has an organisation of its own, so that no attacker's frames are known from another session. */
async function newCaller(): Promise<Caller> {
  return callerOf(server.url, await server.addOrganisation(`attacker-${++organisations}`))
}

async function play(kind: Presentation, family: Family, seed: number): Promise<Outcome> {
  const caller = await newCaller()
  const isElsewhere = kind.earlier === 'here-or-elsewhere' && seed % 2 === 0
  const before = isElsewhere ? await newCaller() : caller
  const earlier = kind.earlier ? await acceptedSession(before, family, seed) : []
  const started = await begin(caller, family, SIZE, EXERCISE)
  return finish(caller, family, started.id, await kind.frames({ family, started, seed, earlier }))
}

/** A session that was refused proves nothing about its replay, so that the person tries again. */
async function acceptedSession(caller: Caller, family: Family, seed: number): Promise<Sent[]> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const started = await begin(caller, family, SIZE, EXERCISE)
    const frames = await genuine.frames({ family, started, seed, earlier: [], take: ++takes })
    const { code } = await finish(caller, family, started.id, frames)
    if (code === 200) return frames
  }
  throw new Error(`the rendered person ${seed} is never accepted in ${family}`)
}

function report(
  kind: { readonly name: string; readonly what: string },
  all: readonly Game[],
  among: readonly Stage[],
  isGenuine: boolean,
): void {
  const rate = isGenuine ? refused(all) : accepted(all)
  console.log(`\n${kind.name}: ${kind.what}`)
  console.log(`  ${isGenuine ? 'BPCER' : 'APCER'} ${text(rate)}`)
  for (const family of among) {
    const own = all.filter((game) => game.family === family)
    const rateOf = isGenuine ? refused(own) : accepted(own)
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
