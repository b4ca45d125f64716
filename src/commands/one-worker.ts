// Opens one worker for a command. Where it cannot start, the command says why at once, and does not try again.
import type { Settings } from '../config.ts'
import type { Jobs } from '../jobs.ts'
import { networksFolder, openWorkers, openWorkersCage } from '../open-workers.ts'
import { errorLineIn } from '../workers/errors.ts'
import type { Pool, PoolEvent } from '../workers/port.ts'

export class WorkerCannotStart extends Error {
  override readonly name = 'WorkerCannotStart'
}

export interface OneWorker {
  readonly pool: Pool<Jobs>
  /** Time from the start of the process until all networks are open, in milliseconds. */
  readonly startMs: number
}

/** `folder` holds prepared networks. Throws WorkerCannotStart. */
export async function withWorker<T>(
  config: Settings,
  use: (worker: OneWorker) => Promise<T>,
  folder = networksFolder(config),
): Promise<T> {
  const failed = Promise.withResolvers<never>()
  const startedAt = performance.now()
  const options = {
    workers: 1,
    networksFolder: folder,
    log: (event: PoolEvent) => {
      if (event.kind === 'gone' && event.reason === 'start') failed.reject(new WorkerCannotStart(why(event)))
    },
  }
  const cage = await openWorkersCage(config, folder)
  await using opened = new AsyncDisposableStack()
  const pool = opened.adopt(openWorkers(config, cage, options), (open) => open.close(1000))
  await Promise.race([pool.started(), failed.promise])
  return await use({ pool, startMs: performance.now() - startedAt })
}

const why = ({ stderrTail, code, signal }: Extract<PoolEvent, { kind: 'gone' }>): string =>
  `a worker cannot start: ${errorLineIn(stderrTail) ?? `it ended with ${signal ?? `code ${code}`}`}`
