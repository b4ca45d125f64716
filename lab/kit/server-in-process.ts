// Starts the whole server inside this process, in a temporary folder, for programs that need access to its internals.
import { join } from 'node:path'
import type { Settings } from '../../src/config.ts'
import { type Routes, startServer } from '../../src/main.ts'
import { openLog } from '../../src/observability/log.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import type { Runtime } from '../../src/runtime.ts'
import { networkCache } from './folders.ts'
import { addOrganisations, settingsOf, temporaryFolder } from './installation.ts'
import { noteSandbox } from './sandbox.ts'

export interface ServerInProcess {
  readonly url: string
  readonly runtime: Runtime
  /** The organisation that every first start makes. */
  readonly credentials: Credentials
  addOrganisation(name: string): Promise<Credentials>
  stop(): Promise<void>
}

/** The settings are the defaults except for the port, the folder and the `overrides`. */
export async function startInProcess(
  overrides: Partial<Settings> = {},
  logLevel: Settings['logLevel'] = 'error',
  routes?: Routes,
): Promise<ServerInProcess> {
  const folder = temporaryFolder('lab')
  const data = join(folder.path, 'data')
  const settings = { ...settingsOf({}), port: 0, data, networkCache, ...overrides }
  const server = await startServer(settings, openLog({ level: logLevel, format: 'json' }), routes)
  noteSandbox(server.runtime.sandbox)
  return {
    url: server.url,
    runtime: server.runtime,
    credentials: server.firstCredentials ?? { name: '', password: '' },
    async addOrganisation(name) {
      const [credentials] = await addOrganisations(server.runtime.store, [name])
      return credentials ?? { name, password: '' }
    },
    async stop() {
      await server.stop()
      folder.remove()
    },
  }
}
