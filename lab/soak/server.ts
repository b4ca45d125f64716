// Starts the server under test as an operator does, after adding its callers' organisations.
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials } from '../../src/organisations/manage.ts'
import { databasePath } from '../../src/store/open.ts'
import {
  addOrganisations,
  settingsOf,
  temporaryFolder,
  unlimited,
  type Variables,
  withStore,
} from '../kit/installation.ts'
import { startServer } from '../kit/server.ts'
import { type Receiver, startReceiver } from '../kit/webhook-receiver.ts'

export interface Served {
  readonly url: string
  readonly pid: number
  readonly data: string
  readonly database: string
  readonly organisations: readonly Credentials[]
  readonly receiver: Receiver
  /** Lines of its log above information. */
  readonly warnings: readonly string[]
  /** Ends it as an operator does; the result is false when it did not end in order. */
  stop(): Promise<boolean>
}

/** Nobody asks for the name: callers come to the address. */
export const publicUrl = 'https://soak.example'

/** Retention is short, so that the disk holds only what the last minutes made. */
const short: Variables = {
  SELFSAME_CHALLENGE_LIFE: '2 min',
  // Other load of the machine is no fault of the server.
  SELFSAME_JOB_TIMEOUT: '2 min',
  SELFSAME_VIDEO_TIMEOUT: '2 min',
  SELFSAME_FRAME_RETENTION: '2 min',
  SELFSAME_SHOT_MEMORY: '2 min',
  // All callers send the same pictures.
  SELFSAME_SHOT_MEMORY_OF: 'organisation',
  SELFSAME_FILE_RETENTION: '2 min',
  SELFSAME_READING_RETENTION: '2 min',
  SELFSAME_RECEIPT_RETENTION: '2 min',
  SELFSAME_VERIFICATION_RETENTION: '2 min',
  SELFSAME_API_KEY_RETENTION: '1 min',
  SELFSAME_CAPTURE_KEY_LIFE: '2 min',
  // Passkeys are for pages with a name.
  SELFSAME_PUBLIC_URL: publicUrl,
}

const MOST_WARNINGS = 200

interface ServeOptions {
  readonly callers: number
  readonly workers: number
  /** The file of its log, if any. */
  readonly log?: string
}

export async function serve({ callers, workers, log }: ServeOptions): Promise<Served> {
  const folder = temporaryFolder('soak')
  const data = join(folder.path, 'data')
  mkdirSync(data)
  const receiver = await startReceiver()
  const variables = {
    ...{ ...unlimited, ...short, SELFSAME_DATA: data, SELFSAME_WORKERS: String(workers) },
    SELFSAME_WEBHOOK_ALLOW: receiver.allow,
  }
  const settings = settingsOf(variables)
  const names = Array.from({ length: callers }, (_, i) => `caller-${i}`)
  const organisations = await withStore(settings, (store) => addOrganisations(store, names))
  const written = log === undefined ? undefined : createWriteStream(log)
  const warnings: string[] = []
  const server = await startServer({
    folder: folder.path,
    variables,
    onLine: ({ level, text }) => {
      written?.write(`${text}\n`)
      if (!/^(warn|error|fatal)$/.test(level) || warnings.length >= MOST_WARNINGS) return
      // What this machine lacks for the cage is no fault of the traffic.
      if (!text.includes('workers are caged')) warnings.push(text)
    },
  })
  return {
    url: server.url,
    pid: server.pid,
    data,
    database: databasePath(settings),
    organisations,
    receiver,
    warnings,
    async stop() {
      const isOk = await server.stop()
      written?.end()
      await receiver.stop()
      folder.remove()
      return isOk
    },
  }
}
