// Opens the worker processes of this installation, in the same way for the server and for every command.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from './config.ts'
import { ffmpegCandidates, findLimiter } from './image/video/find-ffmpeg.ts'
import type { JobSettings, Jobs } from './jobs.ts'
import { type Cage, openCage } from './workers/cage.ts'
import type { HiddenPath } from './workers/cage-plan.ts'
import { openPool } from './workers/pool.ts'
import type { Pool, PoolEvent } from './workers/port.ts'

/** What a caller wants otherwise than the settings say. */
export interface WorkerOverrides {
  readonly workers?: number
  readonly networksFolder?: string
  readonly log?: (event: PoolEvent) => void
}

/** The caller prepares the networks first, so that they are prepared once and not by each worker. */
export function openWorkers(config: Settings, cage: Cage, overrides: WorkerOverrides = {}): Pool<Jobs> {
  const { workers = config.workers || availableParallelism(), log } = overrides
  const jobSettings: JobSettings = { networksFolder: overrides.networksFolder ?? networksFolder(config) }
  return openPool<Jobs>({
    jobsModule: new URL('./jobs.ts', import.meta.url),
    jobSettings,
    workers,
    queueLimit: config.queue,
    jobTimeoutMs: config.jobTimeoutMs,
    decodingTimeoutMs: config.decodingTimeoutMs,
    memoryCeilingBytes: config.workerMemoryBytes,
    env: compileCache(),
    cage,
    ...(log && { log }),
  })
}

/** Room for two videos, of which one stands still, and for what the system keeps beside them. */
const temporaryBytesOf = ({ videoLimitBytes }: Settings) => 3 * videoLimitBytes

/** All that a worker reads is the program with its packages, and networks. Throws CageRequired. */
export function openWorkersCage(config: Settings, networks = networksFolder(config)): Promise<Cage> {
  const installed = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
  const limiter = findLimiter()
  return openCage({
    mode: config.cage,
    readable: [
      ...['src', 'weights', 'package.json'].map(installed),
      ...packageFolders(installed('node_modules')),
      networks,
    ],
    hidden: hiddenPaths(config),
    programs: [...ffmpegCandidates(config.ffmpeg), ...(limiter ? [limiter] : [])],
    temporaryBytes: temporaryBytesOf(config),
  })
}

/** Where keys and data lie. The command line reads settings from `.env`. */
const hiddenPaths = ({ data, gallerySnapshots, secretFiles }: Settings): HiddenPath[] => [
  { what: 'the data folder', path: data },
  ...(gallerySnapshots ? [{ what: 'the snapshots of collections', path: gallerySnapshots }] : []),
  ...Object.entries(secretFiles).map(([what, path]) => ({ what: `the file of ${what}`, path })),
  { what: 'the file .env', path: '.env' },
]

/** Where this package is one among others, its libraries for this processor may lie beside it. */
function packageFolders(own: string): string[] {
  const beside = dirname(dirname(own))
  const isFlat = basename(beside) === 'node_modules' && !existsSync(join(own, '@img'))
  const folders = [own, ...(isFlat ? [beside] : [])].filter((folder) => existsSync(folder))
  return folders.flatMap((folder) => [folder, ...linkedPackages(folder)])
}

/**
 * Where packages lie that are only linked: the folder of packages that each is in, since it needs its neighbours, which
 * may be links again.
 */
function linkedPackages(folder: string): string[] {
  const places = new Set<string>()
  const look = (packages: string): void => {
    for (const link of linksIn(packages)) {
      const place = realpathSync(link)
      const neighbours = place.lastIndexOf('/node_modules/')
      const found = neighbours < 0 ? place : place.slice(0, neighbours + '/node_modules'.length)
      if (places.has(found) || found === folder) continue
      places.add(found)
      look(neighbours < 0 ? join(found, 'node_modules') : found)
    }
  }
  look(folder)
  return [...places]
}

/** Links that lead nowhere are left out. */
function linksIn(folder: string): string[] {
  const entries = (path: string) => (existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [])
  return entries(folder)
    .flatMap((entry) =>
      entry.name.startsWith('@') && entry.isDirectory() ? entries(join(folder, entry.name)) : [entry],
    )
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => existsSync(path))
}

export function networksFolder(config: Settings): string {
  return config.networkCache || join(config.data, 'networks')
}

/** Workers start faster with the compile cache of this process, if it has one. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
