// selfsame serve: runs the server until a signal stops it.
import { setFlagsFromString } from 'node:v8'
import type { Settings } from '../config.ts'
import { arePagesBuilt, buildCommands } from '../http/studio.ts'
import { type Server, startServer } from '../main.ts'
import { openLog } from '../observability/log.ts'
import { explainStart } from './start-errors.ts'
import { CommandError, say } from './terminal.ts'

export async function serve(config: Settings): Promise<void> {
  // Threads that start from now on: the youngest part of each heap would grow to 32 MiB under load, and stay so.
  setFlagsFromString('--max-semi-space-size=4')
  const log = openLog({ level: config.logLevel, format: config.logFormat })
  const stopSignal = listenForStop()
  const startedAt = performance.now()
  const server = await startServer(config, log).catch((error: unknown) => {
    const why = explainStart(error)
    throw why === undefined ? error : new CommandError(`Selfsame cannot start. ${why}`)
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
