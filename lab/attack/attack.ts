// Says what an attack is: a name, what is tried, and whether the server held.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../src/config.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import {
  addOrganisations,
  settingsOf,
  temporaryFolder,
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

/** An attack that `could not` be tried says what this machine lacks; it counts neither way. */
export interface Outcome {
  readonly end: 'held' | 'fell' | 'not tried'
  readonly why: string
}

export const held = (why: string): Outcome => ({ end: 'held', why })
export const fell = (why: string): Outcome => ({ end: 'fell', why })
export const notTried = (why: string): Outcome => ({ end: 'not tried', why })

/** Holds where there are no faults, and falls with them otherwise. */
export const heldUnless = (faults: readonly string[], why: string): Outcome =>
  faults.length === 0 ? held(why) : fell(faults.slice(0, 4).join('; '))

export interface Attack {
  readonly name: string
  /** What the attacker does, as a clause: "two lengths in one request". */
  readonly tries: string
  /** The tests that try more of the same, as paths of the checkout. */
  readonly seeAlso?: readonly string[]
  /** A case that throws counts as fell. */
  run(): Promise<Outcome>
}

/** A server of its own that is attacked: a process with its workers, its data in a folder that goes with it. */
export interface Victim extends AsyncDisposable {
  readonly server: ServerProcess
  readonly url: string
  /** The folder of the process, in which `data` lies. */
  readonly folder: string
  readonly settings: Settings
  readonly variables: Variables
  /** The organisation that means harm. */
  readonly attacker: Credentials
  /** The organisation that must not notice. */
  readonly neighbour: Credentials
  /** All lines that the server logged so far. */
  readonly logged: readonly LogLine[]
  /** Runs a command of the command line on the same installation. */
  command(...words: readonly string[]): Promise<CommandResult>
}

/** Settings are the defaults except for the port, one worker, and what is given. */
export async function startVictim(given: Variables = {}): Promise<Victim> {
  const { path: folder, remove } = temporaryFolder('attack')
  try {
    const data = join(folder, 'data')
    mkdirSync(data)
    const variables = { SELFSAME_WORKERS: '1', SELFSAME_DATA: data, ...given }
    const settings = settingsOf(variables)
    const [attacker, neighbour] = await withStore(settings, (store) =>
      addOrganisations(store, ['attacker', 'neighbour']),
    )
    if (!attacker || !neighbour) throw new Error('the organisations were not made')
    const logged: LogLine[] = []
    const server = await startServer({ folder, variables, onLine: (line) => logged.push(line) })
    return {
      server,
      url: server.url,
      folder,
      settings,
      variables,
      attacker,
      neighbour,
      logged,
      command: (...words) => runCommandLine({ folder, variables }, words),
      async [Symbol.asyncDispose]() {
        // A case may have killed it.
        await server.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
