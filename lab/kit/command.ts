// Runs the command line of the evaluations: which suite, on what data, and what is printed and kept of its report.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DataMissing, folderMissing } from './datasets/labels.ts'
import { networksIn } from './folders.ts'
import { type Context, type Evaluate, keepReport, sampleOf } from './report.ts'
import { textTable } from './table.ts'
import { printTargets } from './targets.ts'

interface Suite {
  readonly about: string
  /** The names that --only may take. */
  readonly parts: readonly string[]
  /** The suite's own options without a value, by name; each with what it does. */
  readonly options?: Readonly<Record<string, string>>
  /** Whether most of the suite runs without the measurement data. */
  readonly dataIsOptional?: boolean
  /** The module is loaded only when its suite runs. */
  readonly module: URL
  /** The name under which the module exports its `Evaluate`. */
  readonly evaluate: string
}

export type Suites = Readonly<Record<string, Suite>>

/** The default folders. */
interface Folders {
  readonly data: string
  readonly cache: string
  readonly out: string
}

/** The exit codes of the process. */
const exits = { done: 0, failed: 1, misused: 2, dataMissing: 3 } as const

interface Asked extends Folders {
  readonly name: string
  readonly suite: Suite
  readonly limit: number | undefined
  readonly workers: number
  readonly only: readonly string[] | undefined
  readonly options: readonly string[]
}

/** Returns the exit code of the process; a missed target is printed and is no failure of the run. */
export async function runCommand(
  words: readonly string[],
  suites: Suites,
  folders: Folders,
): Promise<number> {
  let asked: Asked | 'help'
  try {
    asked = readWords(words, suites, folders)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help(suites, folders)}`)
    return exits.misused
  }
  if (asked === 'help') {
    console.log(help(suites, folders))
    return exits.done
  }
  try {
    if (!existsSync(asked.data) && !asked.suite.dataIsOptional) throw folderMissing(asked.data)
    await runSuite(asked)
    return exits.done
  } catch (error) {
    if (!(error instanceof DataMissing)) throw error
    console.error(error.message)
    return exits.dataMissing
  }
}

function readWords(words: readonly string[], suites: Suites, folders: Folders): Asked | 'help' {
  const ofSuites = Object.values(suites).flatMap(({ options }) => Object.keys(options ?? {}))
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(ofSuites.map((option) => [option, { type: 'boolean' as const }])),
      limit: { type: 'string' },
      data: { type: 'string', default: folders.data },
      cache: { type: 'string', default: folders.cache },
      out: { type: 'string', default: folders.out },
      only: { type: 'string' },
      workers: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  const [name, ...more] = positionals
  const suite = name !== undefined && Object.hasOwn(suites, name) ? suites[name] : undefined
  if (name === undefined || more.length > 0) throw new Error('Name one suite.')
  if (suite === undefined) throw new Error(`There is no suite named ${name}.`)
  const only = values.only?.split(',').map((part) => part.trim())
  const odd = only?.find((part) => !suite.parts.includes(part))
  if (odd !== undefined)
    throw new Error(`${name} has no part named "${odd}"; it has ${suite.parts.join(', ')}.`)
  const options = ofSuites.filter((option) => (values as Record<string, unknown>)[option] === true)
  const foreign = options.find((option) => !Object.hasOwn(suite.options ?? {}, option))
  if (foreign !== undefined) throw new Error(`${name} has no option --${foreign}.`)
  return {
    name,
    suite,
    data: resolve(values.data),
    cache: resolve(values.cache),
    out: resolve(values.out),
    limit: wholeNumber('--limit', values.limit),
    workers: wholeNumber('--workers', values.workers) ?? availableParallelism(),
    only,
    options,
  }
}

function wholeNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`${option} is a whole number above 0, not ${value}.`)
  return Number(value)
}

function help(suites: Suites, folders: Folders): string {
  const list = Object.entries(suites).flatMap(([name, { about, parts, options }]) => [
    `  ${name.padEnd(12)} ${about}`,
    `  ${' '.repeat(12)} parts: ${parts.join(', ')}`,
    ...Object.entries(options ?? {}).map(([option, does]) => `  ${' '.repeat(12)} --${option}: ${does}`),
  ])
  return `npm run evaluate -- SUITE [--limit N] [--data FOLDER] [--cache FOLDER] [--out FOLDER] [--only PART,PART] [--workers N]

Suites:
${list.join('\n')}

  --limit N      at most N items of each list, spread evenly over it: for a quick look, not for figures
  --data FOLDER  the measurement data (${folders.data})
  --cache FOLDER converted networks and drawn photographs, kept between runs (${folders.cache})
  --out FOLDER   where tables, figures and plots are kept (${folders.out})
  --only PARTS   only these parts, separated by commas
  --workers N    worker processes (as many as there are processors)

Writes nothing but these two folders.
Ends with 0 when it ran, also when a target is short; 3 when the measurement data is missing.`
}

async function runSuite(asked: Asked): Promise<void> {
  const { name, suite, data, cache, out, limit, workers, only, options } = asked
  const startedAt = new Date()
  const context: Context = {
    data,
    cache,
    networksFolder: networksIn(cache),
    out,
    workers,
    limit,
    wants: (part) => {
      // A misspelt part would otherwise be left out silently.
      if (!suite.parts.includes(part)) throw new Error(`the row of ${name} does not list the part ${part}`)
      return only === undefined || only.includes(part)
    },
    asked: (option) => {
      if (!Object.hasOwn(suite.options ?? {}, option))
        throw new Error(`the row of ${name} does not list the option ${option}`)
      return options.includes(option)
    },
    sample: (items) => sampleOf(items, limit),
  }
  const report = await (await load(suite))(context)
  for (const table of report.tables) console.log(`${textTable(table)}\n`)
  const run = {
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    limit,
    only,
    workers,
    ...(options.length > 0 && { options }),
  }
  const files = await keepReport({ suite: name, report, folder: out, run })
  console.log(`Kept ${files.length} files in ${out}`)
  if (limit !== undefined) console.log(`Limited to ${limit} of each list: a quick look, not figures to cite`)
  printTargets(report.targets)
}

async function load({ module, evaluate }: Suite): Promise<Evaluate> {
  const loaded = (await import(module.href)) as Record<string, unknown>
  const found = loaded[evaluate]
  if (typeof found !== 'function') throw new Error(`${module.href} exports no function named ${evaluate}`)
  return found as Evaluate
}
