// Starts the server that is fuzzed: a process of its own on SQLite and disk, in a folder that is removed afterwards.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../src/config.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import {
  addOrganisations,
  settingsOf,
  temporaryFolder,
  unlimited,
  type Variables,
  withStore,
} from '../kit/installation.ts'
import {
  type CommandResult,
  type LogLine,
  runCommandLine,
  type ServerProcess,
  startServer,
} from '../kit/server.ts'
import { pageOrigin } from './proofs.ts'

export interface FuzzedServer extends ServerProcess {
  readonly config: Settings
  /** The folder where its processes write temporary files. */
  readonly temporary: string
  readonly organisations: readonly Credentials[]
  /** Runs a command of the command line on the same installation. */
  command(...words: readonly string[]): Promise<CommandResult>
  remove(): void
}

/** Timeouts are short, so that callers who never finish meet them often. */
const short: Variables = {
  SELFSAME_HEADERS_TIMEOUT: '3 s',
  SELFSAME_REQUEST_TIMEOUT: '6 s',
  SELFSAME_VIDEO_TIMEOUT: '30 s',
}

/** The first large body starts a thread, which stays: what comes later is growth. */
async function readLargeBody(url: string, who: Credentials | undefined): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${who?.name}:${who?.password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  await fetch(`${url}/compare-faces`, { method: 'POST', headers, body: `"${'large '.repeat(50_000)}"` })
}

export async function startFuzzed(workers: number, onLine: (line: LogLine) => void): Promise<FuzzedServer> {
  const { path: folder, remove } = temporaryFolder('fuzz')
  try {
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    mkdirSync(join(folder, 'data'))
    const variables = {
      ...unlimited,
      ...short,
      SELFSAME_DATA: join(folder, 'data'),
      SELFSAME_WORKERS: String(workers),
      SELFSAME_PUBLIC_URL: pageOrigin,
      TMPDIR: temporary,
    }
    const config = settingsOf(variables)
    const names = ['fuzz-one', 'fuzz-two', 'fuzz-six']
    const organisations = await withStore(config, (store) => addOrganisations(store, names))
    const server = await startServer({ folder, variables, onLine, collectsGarbage: true })
    await readLargeBody(server.url, organisations[0])
    const command = (...words: readonly string[]) => runCommandLine({ folder, variables }, words)
    return { ...server, config, temporary, organisations, command, remove }
  } catch (error) {
    remove()
    throw error
  }
}
