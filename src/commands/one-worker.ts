// Opens one worker for a command, and says at once why it cannot start where the server would try again.
import type { Settings } from '../config.ts'
import type { Jobs } from '../jobs.ts'
import { networksFolder, openWorkers } from '../open-workers.ts'
import type { Pool, PoolEvent } from '../workers/port.ts'

export class WorkerCannotStart extends Error {
  override readonly name = 'WorkerCannotStart'
}

export interface OneWorker {
  readonly pool: Pool<Jobs>
  /** From nothing to all networks open. */
  readonly startMs: number
}

/** `folder` holds networks that are ready. Throws WorkerCannotStart. */
export async function withWorker<T>(
  config: Settings,
  use: (worker: OneWorker) => Promise<T>,
  folder = networksFolder(config),
): Promise<T> {
  const failed = Promise.withResolvers<never>()
  const startedAt = performance.now()
  const pool = openWorkers(config, {
    workers: 1,
    networksFolder: folder,
    log: (event) => {
      if (event.kind === 'gone' && event.reason === 'start') failed.reject(new WorkerCannotStart(why(event)))
    },
  })
  try {
    await Promise.race([pool.started(), failed.promise])
    return await use({ pool, startMs: performance.now() - startedAt })
  } finally {
    await pool.close(1000)
  }
}

/** Of all that a process writes when it fails to start, the line that names the error. */
function why({ stderrTail, code, signal }: Extract<PoolEvent, { kind: 'gone' }>): string {
  const error = /^[A-Z]\w*(?: \[\w+\])?: .+$/m.exec(stderrTail)?.[0]
  return `a worker cannot start: ${error ?? `it ended with ${signal ?? `code ${code}`}`}`
}
