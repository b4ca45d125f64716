// selfsame serve: runs the server until a signal stops it.
import { AttestationSettingUnusable } from '../attestation/fault.ts'
import type { Settings } from '../config.ts'
import { arePagesBuilt, buildCommands } from '../http/studio.ts'
import { CannotStart, type Server, startServer } from '../main.ts'
import { FolderUnusable } from '../make-folder.ts'
import { NetworkUnusable } from '../models/manifest.ts'
import { openLog } from '../observability/log.ts'
import { MasterKeyUnusable } from '../store/master-key.ts'
import { MigrationRefused } from '../store/migrate.ts'
import { StoredDataDamaged, StoreUnavailable } from '../store/port.ts'
import { CageRequired } from '../workers/cage.ts'
import { NoWorkerReady } from '../workers/errors.ts'
import { CommandError, say } from './terminal.ts'

const explained = [
  AttestationSettingUnusable,
  CageRequired,
  CannotStart,
  FolderUnusable,
  MasterKeyUnusable,
  MigrationRefused,
  NetworkUnusable,
  StoreUnavailable,
  StoredDataDamaged,
  NoWorkerReady,
]

export async function serve(config: Settings): Promise<void> {
  const log = openLog({ level: config.logLevel, format: config.logFormat })
  const stopSignal = listenForStop()
  const startedAt = performance.now()
  const server = await startServer(config, log).catch((error: unknown) => {
    throw explain(error)
  })
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught error; the process ends')
    process.exit(1)
  }
  process.on('uncaughtException', fatal)
  process.on('unhandledRejection', fatal)
  const { workers } = server.runtime.workers.stats()
  log.info(
    {
      url: server.url,
      version: server.runtime.version,
      database: server.runtime.store.database.engine,
      files: server.runtime.store.files.engine,
      workers,
      liveness_floor: server.runtime.config.livenessFloor,
      ms: Math.round(performance.now() - startedAt),
    },
    'Selfsame is ready',
  )
  if (!arePagesBuilt())
    log.warn(
      { run: buildCommands },
      'the studio and the page of the person are not built, so their addresses answer 404; the API serves without them',
    )
  log.flush()
  if (server.firstCredentials) introduce(server, server.firstCredentials)
  const signal = await stopSignal
  log.info({ signal, in_flight: server.runtime.traffic.inFlight }, 'shutting down')
  const drained = await server.stop()
  if (drained) log.info('shut down')
  else log.warn('shut down by the deadline with requests unfinished')
  process.exitCode = drained ? 0 : 1
}

/** Listens from the first moment: a signal during the start stops the server after it, and a second one ends it at once. */
function listenForStop(): Promise<string> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (signal: string) => {
      if (isStopping) process.exit(1)
      isStopping = true
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}

/** Printed and not logged, because a password belongs to the person at the terminal and not to a log store. */
function introduce(server: Server, { name, password }: { name: string; password: string }): void {
  const address = arePagesBuilt()
    ? `  Try it in a browser: ${server.url}/studio/\n\n`
    : `  The studio is not in this installation. To have it, here:\n\n    ${buildCommands}\n\n`
  const studio = server.runtime.config.studio === 'on' ? address : ''
  const docs = server.runtime.config.docs === 'on' ? `  The API to browse: ${server.url}/docs\n` : ''
  say(`
  A first organisation was made. Its password is shown this once:

    user      ${name}
    password  ${password}

${studio}  Try it from here:

    curl -u '${name}:${password}' ${server.url}/face-collections/sign-collection-id \\
      -H 'content-type: application/json' -d '{"id":"staff","external_person_id":"me"}'

${docs}`)
}

function explain(error: unknown): unknown {
  if (explained.some((kind) => error instanceof kind))
    return new CommandError(`Selfsame cannot start. ${(error as Error).message}`)
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return new CommandError(
      `Selfsame cannot start. Port ${port} of ${address} is taken; choose another with SELFSAME_PORT.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CommandError('Selfsame cannot start. SELFSAME_HOST is not an address of this machine.')
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC')
    return new CommandError(`Selfsame cannot start. ${(error as Error).message}`)
  return error
}
