// selfsame models: which networks this installation sees with, where each comes from, and whether it is sound.
import { resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { exportNetworks, prepareNetworks } from '../models/cache.ts'
import { inspectNetworks, type NetworkState } from '../models/inspect.ts'
import { isOurs, NetworkUnusable, networkRows } from '../models/manifest.ts'
import type { NetworkRow } from '../models/network.ts'
import { networksFolder } from '../open-workers.ts'
import { CommandError, megabytes, say } from './terminal.ts'

export interface ModelsOptions {
  readonly json?: boolean
  readonly prepare?: boolean
  /** The folder to export to. */
  readonly export?: string
}

export async function listModels(
  config: Settings,
  { json = false, prepare = false, export: exported }: ModelsOptions,
  rows: readonly NetworkRow[] = networkRows,
): Promise<void> {
  const folder = networksFolder(config)
  if (exported !== undefined) return exportTo(folder, exported)
  if (prepare) await explained(() => prepareNetworks(folder))
  const states = await inspectNetworks(folder, rows)
  if (json) say(JSON.stringify({ folder, networks: states.map(flat) }, null, 2))
  else for (const state of states) say(`${describe(state)}\n`)
  const faults = states.flatMap(({ fault }) => fault ?? [])
  if (faults.length > 0) throw new CommandError(faults.join('\n'))
  if (!json) say(summary(states, folder))
}

/** For the day a package is no longer to be had: keep the folder, and name it as the cache. */
async function exportTo(cache: string, folder: string): Promise<void> {
  const { files, bytes } = await explained(() => exportNetworks(cache, folder))
  say(`${files} networks, ${megabytes(bytes)}, are in ${resolve(folder)}.`)
  say('With SELFSAME_NETWORK_CACHE set to it, the packages that carried them are not needed.')
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof NetworkUnusable ? new CommandError(error.message) : error
  }
}

function flat({ row, ready, fault }: NetworkState): object {
  return { ...row, card: cardOf(row), sound: fault === undefined, ready, ...(fault && { fault }) }
}

function describe({ row, ready, fault }: NetworkState): string {
  const { source } = row
  const state = fault ? 'NOT SOUND' : ready ? 'sound, ready' : 'sound, made at the next start'
  const member = source.member ? ` > ${source.member}` : ''
  const lines = [
    ['origin', row.origin],
    ['licence', row.licence],
    ['package', isOurs(row) ? 'none: trained here' : `${source.package}@${source.version}`],
    ['file', `${source.file}${member}`],
    ['SHA-256', `${short(source.sha256)} of the file, ${short(row.sha256)} of what is run`],
    ...(source.description
      ? [['with', `${source.description.file}, SHA-256 ${short(source.description.sha256)}`]]
      : []),
    ...(source.charset
      ? [['charset', `${source.charset.file}, SHA-256 ${short(source.charset.sha256)}`]]
      : []),
    ...row.figures.map((figure) => ['measured', figure]),
    ['card', cardOf(row)],
  ] as const
  const details = lines.map(([name = '', value = '']) => `  ${name.padEnd(9)} ${value}`)
  return [`${row.name} ${row.version}: ${state}`, `  ${row.purpose}`, ...details].join('\n')
}

const short = (sha256: string): string => sha256.slice(0, 8)

const cardOf = ({ name }: NetworkRow): string => `weights/cards/${name}.md`

function summary(states: readonly NetworkState[], folder: string): string {
  const waiting = states.filter(({ ready }) => !ready).length
  const where = resolve(folder)
  const rest =
    waiting === 0
      ? `all ready in ${where}`
      : `${waiting} not yet in ${where}; the next start makes them, or \`selfsame models --prepare\` now`
  return `${states.length} networks, all sound, ${rest}.`
}
