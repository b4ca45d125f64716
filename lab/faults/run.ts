// npm run test:fault: kills the server at random moments under write load and inspects what is left; or runs another fault by name.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { resultsFolder } from '../kit/folders.ts'
import { openRecord } from '../kit/record.ts'
import { tellSandboxes } from '../kit/sandbox.ts'
import { isMet, printTargets } from '../kit/targets.ts'
import { clockScenario } from './clock/run.ts'
import { diskScenario } from './disk/run.ts'
import { enginesScenario } from './engines/run.ts'
import { type FacesOutcome, runFaces } from './faces/faces.ts'
import { faceTable, faceTargets, writeFaceResult } from './faces/report.ts'
import type { Engine } from './rounds/plan.ts'
import { summary, targetsOf, writeResult } from './rounds/report.ts'
import { type Outcome, runRounds } from './rounds/rounds.ts'
import type { Scenario } from './scenario.ts'
import { startsScenario } from './starts/run.ts'
import { verificationsScenario } from './verifications/run.ts'
import { workersScenario } from './workers/run.ts'

const scenarios: Readonly<Record<string, Scenario>> = {
  engines: enginesScenario,
  disk: diskScenario,
  workers: workersScenario,
  starts: startsScenario,
  clock: clockScenario,
  verifications: verificationsScenario,
}
const others = Object.entries(scenarios).map(([name, { about }]) => `  ${name.padEnd(16)}${about}`)

const help = `Kills the server with SIGKILL at random moments under write load, starts it again, and holds what is
stored against everything that was acknowledged.

  --rounds N      rounds on SQLite and disk (200)
  --pg-rounds N   rounds on PostgreSQL and disk; in some the database itself is killed (50)
  --faces N       instead of rounds: kills a process that registers faces until N were acknowledged
  --kills N       about how often (60); goes with --faces
  --seed N        chooses the moments (drawn at random, and printed)
  --help          this text

With a name, one of the other faults instead:

${others.join('\n')}
  --times N       how often, where it is done more than once (10)
  --only NAME     one part of it alone
  --record        publishes the result in docs/evidence/results

Writes fault.json, fault-faces.json or fault-NAME.json to lab/results/faults, and nothing else in the checkout. Ends with status 1 when a write was lost, something was left over by half,
or a process outlived its server; a slow start-up is only reported.`

const results = join(resultsFolder, 'faults')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '200' },
    'pg-rounds': { type: 'string', default: '50' },
    faces: { type: 'string', default: '0' },
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function whole(name: 'times' | 'rounds' | 'pg-rounds' | 'faces' | 'kills' | 'seed'): number {
  if (/^\d{1,10}$/.test(values[name])) return Number(values[name])
  console.error(`--${name} must be a whole number, not ${JSON.stringify(values[name])}\n\n${help}`)
  process.exit(2)
}

function progress({ engine, round, rounds, kills, databaseKills, acknowledged, violations }: Outcome): void {
  const killed = `${kills} kills${databaseKills > 0 ? ` + ${databaseKills} of the database` : ''}`
  const line = `${engine} round ${round}/${rounds}, ${killed}, ${acknowledged} acknowledged, ${violations.length} violations`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${round === rounds ? '\n' : ''}`)
  else if (round % 10 === 0 || round === rounds) console.log(line)
}

function progressOfFaces({ round, kills, registered, registrations, violations }: FacesOutcome): void {
  console.log(
    `round ${round}, ${kills} kills, ${registered}/${registrations} registered, ${violations.length} violations`,
  )
}

async function faces(registrations: number, kills: number, seed: number): Promise<void> {
  console.log(`seed ${seed}`)
  const startedAt = performance.now()
  const outcome = await runFaces({ registrations, kills, seed, onRound: progressOfFaces })
  const seconds = (performance.now() - startedAt) / 1000
  writeFaceResult(join(results, 'fault-faces.json'), seed, seconds, outcome)
  for (const line of faceTable(outcome, seconds)) console.log(line)
  printTargets(faceTargets(outcome))
  process.exitCode = outcome.violations.length > 0 ? 1 : 0
}

async function other(name: string, seed: number): Promise<void> {
  const scenario = scenarios[name]
  if (!scenario) {
    console.error(`there is no fault ${JSON.stringify(name)}\n\n${help}`)
    process.exit(2)
  }
  console.log(`seed ${seed}`)
  const record = values.record ? openRecord(`faults-${name}`) : undefined
  const { targets, result } = await scenario.run({ times: whole('times'), seed, only: values.only })
  mkdirSync(results, { recursive: true })
  writeFileSync(
    join(results, `fault-${name}.json`),
    `${JSON.stringify({ seed, targets, ...result }, null, 2)}\n`,
  )
  printTargets(targets)
  record?.write('', targets)
  process.exitCode = targets.every(isMet) ? 0 : 1
}

async function main(): Promise<void> {
  if (values.help) return console.log(help)
  tellSandboxes()
  const seed = whole('seed')
  const [name] = positionals
  if (name !== undefined) return other(name, seed)
  if (whole('faces') > 0) return faces(whole('faces'), Math.max(1, whole('kills')), seed)
  const wanted: [Engine, number][] = [
    ['sqlite', whole('rounds')],
    ['postgres', whole('pg-rounds')],
  ]
  console.log(`seed ${seed}`)
  const startedAt = performance.now()
  const outcomes: Outcome[] = []
  for (const [engine, rounds] of wanted) {
    if (rounds === 0) continue
    const evidence = join(results, `fault-${engine}-${seed}`)
    outcomes.push(await runRounds({ engine, rounds, seed, onRound: progress, evidence }))
    for (const line of summary(outcomes.at(-1) as Outcome)) console.log(line)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  writeResult(join(results, 'fault.json'), seed, seconds, outcomes)
  const targets = targetsOf(outcomes)
  printTargets(targets)
  // The time of a start depends on other load of the machine, so it is reported and is no failure.
  const binding = targets.filter(({ name }) => !name.startsWith('fault_startup_'))
  process.exitCode = binding.every(isMet) ? 0 : 1
}

await main()
