// A real server for tests that speak only HTTP: own folder, free port, its log kept to be looked at.
import { Writable } from 'node:stream'
import type { Settings } from '../../src/config.ts'
import { type Routes, type Server, startServer } from '../../src/main.ts'
import { openLog } from '../../src/observability/log.ts'
import { addOrganisation, type Credentials } from '../../src/organisations/manage.ts'
import { temporaryFolder, testSettings } from './settings.ts'

export interface TestServer {
  readonly url: string
  readonly server: Server
  readonly data: string
  /** Every line logged so far, as text. */
  readonly logged: () => string
  readonly credentials: Credentials
  /** Another organisation, for trying what crosses between them. */
  organisation(name: string): Promise<Credentials>
  /** A JSON call with the first organisation's credentials, or those given; `body` a string goes as it is. */
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
  doors?: Routes,
  studioFolder?: string,
): Promise<TestServer> {
  const folder = temporaryFolder()
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const config = testSettings(folder.path, overrides)
  const log = openLog({ level: config.logLevel, format: 'json' }, sink)
  const server = await startServer(config, log, doors, studioFolder)
  const credentials = server.firstCredentials ?? { name: '', password: '' }
  return {
    url: server.url,
    server,
    data: config.data,
    logged: () => lines.join(''),
    credentials,
    async organisation(name) {
      const made = await addOrganisation(server.runtime.store, name, Date.now())
      if (!made) throw new Error(`${name} is taken`)
      return made
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
    async stop() {
      await server.stop()
      folder.remove()
    },
  }
}

/** For a file whose tests want servers of different settings: started one by one, stopped together. */
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
