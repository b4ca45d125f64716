// Starts real servers for tests that speak only HTTP: one that all files of a thread share, or one with settings of its own.
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Settings } from '../../../src/config.ts'
import { type Routes, type Server, type StartedWorkers, startServer } from '../../../src/main.ts'
import { prepareNetworks } from '../../../src/models/cache.ts'
import { openLog } from '../../../src/observability/log.ts'
import { openWorkers, openWorkersCage } from '../../../src/open-workers.ts'
import { addOrganisation, type Credentials } from '../../../src/organisations/manage.ts'
import { listOrganisations } from '../../../src/store/records/organisations.ts'
import { networksCache } from '../networks/networks-cache.ts'
import { isInRun, runFolder } from '../run-folder.ts'
import { putMigratedSqlite } from './migrated-database.ts'
import { quickHash } from './quick-hash.ts'
import { rememberingAnswers } from './remembered-answers.ts'
import { temporaryFolder, testSettings } from './settings.ts'

export interface TestServer {
  readonly url: string
  readonly server: Server
  readonly data: string
  /** Returns every line logged so far as text; for a shared server, since this file uses it. */
  readonly logged: () => string
  readonly credentials: Credentials
  /** Adds another organisation, to test isolation. A shared server may give it a longer name. */
  organisation(name: string): Promise<Credentials>
  /** Returns a number from SQL about rows that belong to no organisation of an earlier file. */
  number(sql: string, table: string): Promise<number>
  /** Counts files on the disk that belong to no organisation of an earlier file. */
  filesOnDisk(): number
  /** Makes a JSON call with the first organisation's credentials, or those given; a string `body` is sent as it is. */
  post(
    path: string,
    body: unknown,
    as?: Credentials | null,
    headers?: Record<string, string>,
  ): Promise<Answered>
  stop(): Promise<void>
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export const basic = ({ name, password }: Credentials): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

export async function startTestServer(
  overrides: Partial<Settings> = {},
  routes?: Routes,
  studioFolder?: string,
): Promise<TestServer> {
  const folder = temporaryFolder()
  if (!overrides.data && !overrides.databaseUrl) await putMigratedSqlite({ data: folder.path })
  const { server, lines } = await startLogged({ data: folder.path, ...overrides }, routes, studioFolder)
  return {
    ...viewOf(server, lines, server.firstCredentials ?? { name: '', password: '' }),
    organisation: (name) => organisationOf(server, name),
    async stop() {
      await server.stop()
      folder.remove()
    },
  }
}

async function startLogged(
  settings: Partial<Settings> & { readonly data: string },
  routes?: Routes,
  studioFolder?: string,
) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const config = testSettings(settings.data, settings)
  const log = openLog({ level: config.logLevel, format: 'json' }, sink)
  const hasOwn = !isInRun() || ofWorkers.some((name) => name in settings)
  const lent = hasOwn ? undefined : await workersOfThread()
  return { server: await startServer(config, log, routes, studioFolder, lent), lines }
}

/**
 * A server with one of these among its settings gets workers of its own; so does a test that ends workers. Limits of videos
 * and the path of ffmpeg go with each job: tests set them lower, or to a program that there is not.
 */
const ofWorkers: readonly (keyof Settings)[] = [
  'workers',
  'queue',
  'jobTimeoutMs',
  'workerMemoryBytes',
  'networkCache',
  'cage',
]
let lentWorkers: Promise<StartedWorkers> | undefined

/** Opening all networks takes most of a start, so the servers of a thread share workers. They end with the thread. */
function workersOfThread(): Promise<StartedWorkers> {
  lentWorkers ??= openLentWorkers()
  return lentWorkers
}

async function openLentWorkers(): Promise<StartedWorkers> {
  const config = testSettings(mkdtempSync(join(runFolder(), 'workers-')))
  await prepareNetworks(networksCache)
  const cage = await openWorkersCage(config)
  return { pool: rememberingAnswers(openWorkers(config, cage)), sandbox: cage.sandbox }
}

async function organisationOf({ runtime }: Server, name: string): Promise<Credentials> {
  const made = await addOrganisation(runtime.store, name, Date.now(), quickHash)
  if (!made) throw new Error(`${name} is taken`)
  return made
}

/** `earlier` are the ids of organisations whose rows and files are not counted, `firstLine` is where the log begins. */
function viewOf(
  server: Server,
  lines: readonly string[],
  credentials: Credentials,
  { earlier = [], firstLine = 0 }: { readonly earlier?: readonly string[]; readonly firstLine?: number } = {},
): Omit<TestServer, 'organisation' | 'stop'> {
  const { store, config } = server.runtime
  const others = earlier.map((_, i) => `$${i + 1}`).join(', ')
  return {
    url: server.url,
    server,
    data: config.data,
    logged: () => lines.slice(firstLine).join(''),
    credentials,
    async number(sql, table) {
      const where = earlier.length === 0 ? '' : ` WHERE organisation_id NOT IN (${others})`
      const rows = await store.database.query<{ n: number }>(`SELECT ${sql} AS n FROM ${table}${where}`, [
        ...earlier,
      ])
      return rows[0]?.n ?? 0
    },
    filesOnDisk() {
      const folder = join(config.data, 'files')
      const lying = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
      const isEarlier = (path: string) => earlier.some((id) => path.startsWith(join(folder, id)))
      // The folder itself holds the file by which a server checks that it can write.
      return lying.filter((one) => one.isFile() && one.parentPath !== folder && !isEarlier(one.parentPath))
        .length
    },
    async post(path, body, as = credentials, headers = {}) {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(as ? { authorization: basic(as) } : {}),
          ...headers,
        },
        body:
          typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      })
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Record<string, unknown>,
      }
    },
  }
}

/** Test files with one address must not use up each other's wrong passwords. */
const generous: Partial<Settings> = {
  rate: 100_000,
  rateBurst: 100_000,
  failedLogins: 100_000,
  failedLoginsPerAddress: 1_000_000,
}
let shared: Promise<{ readonly server: Server; readonly lines: readonly string[] }> | undefined
let files = 0

/**
 * The server of default settings that the files of a thread use one after the other, each as an organisation of its own.
 * It ends with the thread, and its folder with the run.
 */
export async function sharedServer(): Promise<TestServer> {
  shared ??= startLogged({ ...generous, data: mkdtempSync(join(runFolder(), 'server-')) })
  const { server, lines } = await shared
  const number = ++files
  const earlier = (await listOrganisations(server.runtime.store.database)).map(({ id }) => id)
  const credentials = await organisationOf(server, `file-${number}`)
  return {
    ...viewOf(server, lines, credentials, { earlier, firstLine: lines.length }),
    organisation: (name) => organisationOf(server, `${name}-${number}`),
    stop: async () => {},
  }
}

/** Serves a file whose tests want servers of different settings: started one by one, stopped together. */
export function testServers() {
  const started: TestServer[] = []
  return {
    async start(...settings: Parameters<typeof startTestServer>): Promise<TestServer> {
      const server = await startTestServer(...settings)
      started.push(server)
      return server
    },
    async stopAll(): Promise<void> {
      for (const server of started) await server.stop()
    },
  }
}
