// Checks the machine of this installation: Node.js, disk space, memory, port.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { sizeText } from '../http/base64.ts'
import { arePagesBuilt, buildCommands, builtStudio } from '../http/studio.ts'
import { publicKeys } from '../receipts/keys.ts'
import { openDatabase } from '../store/open.ts'
import { isHeld } from '../store/sqlite.ts'
import type { DoctorFinding } from './doctor-finding.ts'

export async function nodeVersion(): Promise<DoctorFinding> {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return { ok: process.version }
  return {
    fault: `${process.version} is too old`,
    fix: 'Run through `npm start` or bin/selfsame, which use the pinned Node.js 24.',
  }
}

export async function dataFolder(config: Settings): Promise<DoctorFinding> {
  const folder = resolve(config.data)
  let nearest = folder
  while (!existsSync(nearest)) nearest = dirname(nearest)
  // What is there is only asked; what is missing is made by the first start.
  const unusable = whyUnusable(nearest)
  if (unusable)
    return {
      fault: unusable === nearest ? `${nearest} is no folder` : `${folder}: ${unusable}`,
      fix: `Give it to this user (\`chown -R ${process.getuid?.()} ${nearest}\`), or set SELFSAME_DATA to another folder.`,
    }
  const { bavail, bsize } = await statfs(nearest)
  const free = bavail * bsize
  if (free < 256 * 1024 ** 2)
    return { fault: `only ${sizeText(free)} free in ${folder}`, fix: 'Make room, or move SELFSAME_DATA.' }
  if (nearest !== folder) return { ok: `${folder} will be made at first start; ${sizeText(free)} free` }
  const open = statSync(folder).mode & 0o077
  if (open)
    return { advice: `${folder} can be read by other users of this machine; \`chmod 700 ${config.data}\`` }
  return { ok: `${folder}, ${sizeText(free)} free` }
}

function whyUnusable(folder: string): string | undefined {
  if (!statSync(folder).isDirectory()) return folder
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

export async function pages({ studio }: Settings): Promise<DoctorFinding> {
  if (arePagesBuilt()) return { ok: `built, in ${builtStudio}` }
  const missing = studio === 'on' ? 'the studio and the page of the person are' : 'the page of the person is'
  return {
    advice: `${missing} not built, so links of verifications answer 404; \`${buildCommands}\` builds them into ${builtStudio}`,
  }
}

export async function memory(config: Settings): Promise<DoctorFinding> {
  const count = config.workers || availableParallelism()
  const needed = count * config.workerMemoryBytes + config.memoryForBodiesBytes * 3
  if (needed <= totalmem()) return { ok: `${sizeText(totalmem())} for ${count} workers` }
  return {
    advice: `${count} workers at their ceiling and full bodies could take ${sizeText(needed)} of ${sizeText(totalmem())}; lower SELFSAME_WORKERS, SELFSAME_WORKER_MEMORY or SELFSAME_MEMORY_FOR_BODIES`,
  }
}

export async function port(config: Settings): Promise<DoctorFinding> {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const url = `http://${host}:${config.port}`
  if (!(await isTaken(config))) return { ok: `${config.port} is free` }
  const ready = await asked<{ result_code?: number; checks?: object }>(`${url}/readyz`)
  if (!ready?.checks)
    return { fault: `${config.port} is taken by another program`, fix: 'Stop it, or set SELFSAME_PORT.' }
  const stranger = await whyAnother(config, url)
  if (stranger)
    return {
      fault: `the Selfsame on ${url} is another one: ${stranger}`,
      fix: 'Set SELFSAME_PORT to a free port; or, if that one is meant, SELFSAME_DATA and the database to what it serves.',
    }
  if (ready.result_code === 200) return { ok: `this installation answers on ${url}, and is ready` }
  return {
    fault: `this installation answers on ${url} and is not ready: ${JSON.stringify(ready.checks)}`,
    fix: unreadyFix(ready.checks),
  }
}

/** What to look at, by the part that is not ready. */
const unreadyParts: Readonly<Record<string, string>> = {
  database: 'SELFSAME_DATABASE_URL, or the disk of SELFSAME_DATA',
  files: 'the SELFSAME_S3_* settings, or the disk of SELFSAME_DATA',
  workers: 'SELFSAME_WORKERS and SELFSAME_WORKER_MEMORY against the machine, and `npm ci`',
  videos: 'SELFSAME_FFMPEG, or install ffmpeg',
  gallery: 'SELFSAME_QDRANT_URL, or SELFSAME_GALLERY_MEMORY',
}

function unreadyFix(checks: object): string {
  const bad = Object.entries(checks).filter(([, state]) => state !== 'ok')
  const parts = bad.map(([name]) => `${name}: check ${unreadyParts[name] ?? 'its lines above'}`)
  return `${parts.join('; ')}. A server that is starting or stopping is not ready for some seconds.`
}

const isTaken = ({ host, port: number }: Settings): Promise<boolean> =>
  new Promise((resolveTaken) => {
    const socket = createConnection({ host, port: number, timeout: 1000 })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolveTaken(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })

const asked = <T>(url: string): Promise<T | undefined> =>
  fetch(url, { signal: AbortSignal.timeout(5000) })
    .then((answer) => answer.json() as Promise<T>)
    .catch(() => undefined)

/** Every installation signs receipts with keys of its own, and shows their public halves to anybody. */
async function whyAnother(config: Settings, url: string): Promise<string | undefined> {
  const lock = join(config.data, 'serving.lock')
  if (!config.databaseUrl && !(existsSync(lock) && isHeld(lock)))
    return `no server is running on ${resolve(config.data)}`
  const theirs = await asked<{ keys?: { kid?: string }[] }>(`${url}${config.basePath}/receipts/keys`)
  const opened = openDatabase(config)
  try {
    const own = new Set((await publicKeys({ database: opened })).map(({ kid }) => kid))
    if (theirs?.keys?.some(({ kid }) => kid !== undefined && own.has(kid))) return undefined
    return 'it signs receipts with keys that are not in this database'
  } finally {
    await opened.close()
  }
}
