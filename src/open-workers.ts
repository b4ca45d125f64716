// Opens the worker processes of this installation, in the same way for the server and for every command.
import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { Settings } from './config.ts'
import type { JobSettings, Jobs } from './jobs.ts'
import { openPool } from './workers/pool.ts'
import type { Pool, PoolEvent } from './workers/port.ts'

export interface Differently {
  readonly workers?: number
  readonly networksFolder?: string
  readonly log?: (event: PoolEvent) => void
}

/** The caller prepares the networks first, so that they are prepared once and not by each worker. */
export function openWorkers(config: Settings, differently: Differently = {}): Pool<Jobs> {
  const { workers = config.workers || availableParallelism(), log } = differently
  const jobSettings: JobSettings = { networksFolder: differently.networksFolder ?? networksFolder(config) }
  return openPool<Jobs>({
    jobsModule: new URL('./jobs.ts', import.meta.url),
    jobSettings,
    workers,
    queueLimit: config.queue,
    jobTimeoutMs: config.jobTimeoutMs,
    memoryCeilingBytes: config.workerMemoryBytes,
    env: compileCache(),
    ...(log && { log }),
  })
}

export function networksFolder(config: Settings): string {
  return config.networkCache || join(config.data, 'networks')
}

/** Workers start faster with the compile cache of this process, if it has one. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
