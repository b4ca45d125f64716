// npm run test:machines: tries the README's two commands, and one request of every kind, on machines that differ in what they have.
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askEveryKind, kindNames } from '../kit/every-kind.ts'
import { cacheFolder } from '../kit/folders.ts'
import { openRecord } from '../kit/record.ts'
import { none, printTargets } from '../kit/targets.ts'
import { type Machine, startMachine } from './machine.ts'
import { type Row, rows } from './rows.ts'

const help = `Lays this checkout over root folders of Debian, a machine for each row, and tries the README's commands there: npm ci
where the row says so (the others take over what this checkout has installed), npm start, doctor, and one request of every kind.

  --only NAMES    only these rows, with commas between:
                  ${rows.map(({ name }) => name).join(', ')}
  --roots FOLDER  root folders that are kept between runs (lab/results/cache/machines)
  --record        publishes the result in docs/evidence/results
  --help          this text

Needs root, debootstrap and a mirror of Debian; the first run makes the root folders. Machines live in memory and are gone
when they end. Ends with status 1 when a row failed.`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    roots: { type: 'string', default: join(cacheFolder, 'machines') },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const credentials = /user +(\S+)\s+password +(\S+)/
/** `npm ci` over a slow network is the longest. */
const START_MS = 1_200_000
const COMMAND_MS = 1_800_000

interface Outcome {
  /** What was tried, in words of the table. */
  readonly tried: string
  readonly faults: readonly string[]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** The end of what was said, and before it the tests that failed: Vitest names them far above its sums. */
function lastOf({ said }: Machine): string {
  const lines = said().trim().split('\n')
  const failed = lines.slice(0, -12).filter((line) => /\bFAIL\b|×|AssertionError/.test(line))
  return [...new Set(failed), ...lines.slice(-12)].join('\n')
}

const within = <Result>(work: Promise<Result>, ms: number): Promise<Result | 'late'> =>
  Promise.race([work, sleep(ms, 'late' as const, { ref: false })])

async function tryRow(row: Row): Promise<Outcome> {
  const port = await freePort()
  const settings = {
    ...row,
    variables: { SELFSAME_PORT: String(port), SELFSAME_WORKERS: '1', ...row.variables },
  }
  const commands = [...(row.installs ? ['npm ci'] : []), row.command ?? 'npm start']
  const machine = startMachine(settings, resolve(values.roots), commands.join(' && '))
  try {
    if (row.command) {
      const code = await within(machine.exited, COMMAND_MS)
      return { tried: `\`${row.command}\``, faults: code === 0 ? [] : [`${code}: ${lastOf(machine)}`] }
    }
    const url = `http://127.0.0.1:${port}`
    const state = await within(Promise.race([machine.exited, untilReady(url, machine)]), START_MS)
    if (row.refusal) {
      const isRefused = state !== 'ready' && row.refusal.test(machine.said())
      return {
        tried: 'a start that is refused',
        faults: isRefused ? [] : [`not refused: ${lastOf(machine)}`],
      }
    }
    const tried = `${commands.map((one) => `\`${one}\``).join(', ')}, doctor, ${kindNames.join(', ')}`
    if (state !== 'ready') return { tried, faults: [`no start (${state}): ${lastOf(machine)}`] }
    const [, name = '', password = ''] = credentials.exec(machine.said()) ?? []
    const doctor = await machine.run('bin/selfsame doctor')
    const answers = await askEveryKind(url, { name, password })
    const wrong = answers.filter(({ fault }) => fault !== undefined)
    return {
      tried,
      faults: [
        ...(doctor.isOk ? [] : [`doctor: ${doctor.said.trim()}`]),
        ...wrong.map(({ kind, fault }) => `${kind}: ${fault}`),
        ...(wrong.length > 0 ? [lastOf(machine)] : []),
      ],
    }
  } finally {
    await machine.stop()
  }
}

/** The credentials are printed after the port is open. */
async function untilReady(url: string, { exited, said }: Machine): Promise<'ready' | undefined> {
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  while (!isOver) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok && credentials.test(said())) return 'ready'
    await sleep(200)
  }
  return undefined
}

async function main(): Promise<void> {
  if (values.help) return console.log(help)
  const only = values.only?.split(',').map((name) => name.trim())
  const odd = only?.find((name) => !rows.some((row) => row.name === name))
  if (odd !== undefined) {
    console.error(`There is no row named ${odd}.\n\n${help}`)
    process.exit(2)
  }
  const record = values.record ? openRecord('machines') : undefined
  const chosen = rows.filter(({ name }) => !only || only.includes(name))
  let failed = 0
  console.log('| machine | Debian | tried | result |\n|---|---|---|---|')
  for (const row of chosen) {
    const startedAt = performance.now()
    const { tried, faults } = await tryRow(row).catch((error: Error) => ({
      tried: '',
      faults: [error.message],
    }))
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    if (faults.length > 0) failed++
    for (const fault of faults) console.error(`${row.name}: ${fault}`)
    console.log(`| ${row.name} | ${row.debian} | ${tried} | ${faults.length > 0 ? 'failed' : 'ok'} |`)
    console.error(`${row.name} took ${seconds} s`)
  }
  const targets = [none('machines-rows-failed', failed)]
  printTargets(targets)
  record?.write(`${chosen.length} machines.`, targets)
  process.exitCode = failed > 0 ? 1 : 0
}

// Machines are ended when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
await main()
