// selfsame doctor: asks every part of this installation and says how to mend what is wrong.
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { sizeText } from '../http/base64.ts'
import { pending } from '../store/migrate.ts'
import { masterKeyPath, openDatabase, openFiles, openStore } from '../store/open.ts'
import { journalLength } from '../store/records/files.ts'
import { listOrganisations } from '../store/records/organisations.ts'
import type { jobs } from '../workers/jobs.ts'
import { openPool } from '../workers/pool.ts'
import { Sorry, say } from './terminal.ts'

/** `fault` must be mended; `advice` should be looked at. */
type Finding =
  | { readonly ok: string }
  | { readonly advice: string }
  | { readonly fault: string; readonly mend: string }

type Check = (config: Settings) => Promise<Finding>

const checks: readonly (readonly [string, Check])[] = [
  ['Node.js', nodeVersion],
  ['Data folder', dataFolder],
  ['Database', database],
  ['Files', files],
  ['Master key', masterKey],
  ['Organisations', organisations],
  ['Workers', workers],
  ['Memory', memory],
  ['Port', port],
]

export async function doctor(config: Settings): Promise<void> {
  let faults = 0
  for (const [name, check] of checks) {
    const finding = await check(config).catch(
      (error: unknown): Finding => ({ fault: (error as Error).message, mend: 'See the message.' }),
    )
    if ('ok' in finding) say(`ok      ${name}: ${finding.ok}`)
    else if ('advice' in finding) say(`advice  ${name}: ${finding.advice}`)
    else {
      faults++
      say(`FAULT   ${name}: ${finding.fault}\n        ${finding.mend}`)
    }
  }
  if (faults > 0) throw new Sorry(`${faults} ${faults === 1 ? 'fault' : 'faults'} to mend.`)
  say('This installation is sound.')
}

async function nodeVersion(): Promise<Finding> {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return { ok: process.version }
  return {
    fault: `${process.version} is too old`,
    mend: 'Run through `npm start` or bin/selfsame, which use the pinned Node.js 24.',
  }
}

async function dataFolder(config: Settings): Promise<Finding> {
  const folder = resolve(config.data)
  const nearest = existsSync(folder) ? folder : dirname(folder)
  const { bavail, bsize } = await statfs(nearest)
  const free = bavail * bsize
  if (free < 256 * 1024 ** 2)
    return { fault: `only ${sizeText(free)} free in ${folder}`, mend: 'Make room, or move SELFSAME_DATA.' }
  if (!existsSync(folder)) return { ok: `${folder} will be made at first start; ${sizeText(free)} free` }
  const open = statSync(folder).mode & 0o077
  if (open)
    return { advice: `${folder} can be read by other users of this machine; \`chmod 700 ${config.data}\`` }
  return { ok: `${folder}, ${sizeText(free)} free` }
}

async function database(config: Settings): Promise<Finding> {
  const opened = openDatabase(config)
  try {
    if (opened.engine === 'sqlite') {
      const [row] = await opened.query<{ quick_check: string }>('PRAGMA quick_check')
      if (row?.quick_check !== 'ok')
        return { fault: 'the database file is damaged', mend: 'Restore it from a backup.' }
    }
    const todo = await pending(opened)
    if (todo.length === 0) return { ok: `${opened.engine}, at this version` }
    if (config.autoMigrate) return { ok: `${opened.engine}, ${todo.length} migrations to run at next start` }
    return { fault: `${todo.length} migrations are missing`, mend: 'Run `selfsame migrate`.' }
  } catch (error) {
    return {
      fault: (error as Error).message,
      mend: config.databaseUrl
        ? 'Check SELFSAME_DATABASE_URL and that PostgreSQL runs and lets us in.'
        : 'Check SELFSAME_DATA and its owner.',
    }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

async function files(config: Settings): Promise<Finding> {
  const opened = openFiles(config)
  const key = `doctor/${randomUUID()}`
  try {
    await opened.check()
    await opened.put(key, Buffer.from(key))
    const found = await opened.get(key)
    await opened.remove(key)
    if (!found || Buffer.from(found).toString() !== key)
      return { fault: 'what was written came back different', mend: 'Check the disk or the S3 service.' }
    return { ok: `${opened.engine}, written, read and removed` }
  } catch (error) {
    return {
      fault: (error as Error).message,
      mend: config.s3Endpoint
        ? 'Check the SELFSAME_S3_* settings, the bucket and its rights.'
        : 'Check the owner of the data folder and its disk.',
    }
  }
}

async function masterKey(config: Settings): Promise<Finding> {
  const store = await openStore({ ...config, autoMigrate: false }, Date.now, {
    migrated: () => undefined,
    masterKeyMade: () => undefined,
  }).catch((error: unknown) => error as Error)
  if (store instanceof Error)
    return { fault: store.message, mend: 'Mend the database first, or restore the master key.' }
  try {
    const count = await store.keyring.verify()
    const from = config.masterKey ? 'SELFSAME_MASTER_KEY' : masterKeyPath(config)
    if (!config.masterKey && statSync(from).mode & 0o077)
      return { fault: `${from} can be read by other users`, mend: `chmod 600 ${from}` }
    const unwraps = `${from} opens the keys of all ${count} organisations' keys`
    if (config.masterKey) return { ok: unwraps }
    return {
      advice: `${unwraps}, but lies beside the data: who takes the folder has both. Set SELFSAME_MASTER_KEY_FILE to a place apart, and keep a copy.`,
    }
  } catch (error) {
    return {
      fault: (error as Error).message,
      mend: 'Put the master key back that this data was sealed with.',
    }
  } finally {
    await store.close()
  }
}

async function organisations(config: Settings): Promise<Finding> {
  const opened = openDatabase(config)
  try {
    const all = await listOrganisations(opened)
    const waiting = await journalLength(opened)
    const note = waiting > 0 ? `; ${waiting} files wait to be removed` : ''
    return all.length === 0
      ? { advice: 'there is none yet; the first start makes one' }
      : { ok: `${all.length}${note}` }
  } catch {
    return { advice: 'not asked: the database is not ready' }
  } finally {
    await opened.close().catch(() => undefined)
  }
}

/** The smallest PNG there is: a worker that decodes it has loaded everything. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function workers(config: Settings): Promise<Finding> {
  const pool = openPool<typeof jobs>({
    jobsModule: new URL('../workers/jobs.ts', import.meta.url),
    workers: 1,
    queueLimit: 1,
    jobTimeoutMs: config.jobTimeoutMs,
    memoryCeilingBytes: config.workerMemoryBytes,
  })
  try {
    await pool.started(30_000)
    const reading = await pool.run(
      'inspect-image',
      { bytes: onePixel, maxMegapixels: 1 },
      { organisation: 'doctor' },
    )
    if ('fault' in reading)
      return {
        fault: 'a worker cannot decode a PNG',
        mend: 'Run `npm ci` again: the image library is incomplete.',
      }
    const rss = pool.stats().children[0]?.rssBytes ?? 0
    return { ok: `a worker starts and decodes; it takes ${sizeText(rss)} when idle` }
  } catch (error) {
    return {
      fault: (error as Error).message,
      mend: 'Run `npm ci` again; if it persists, run with SELFSAME_LOG_LEVEL=debug.',
    }
  } finally {
    await pool.close(1000)
  }
}

async function memory(config: Settings): Promise<Finding> {
  const count = config.workers || availableParallelism()
  const needed = count * config.workerMemoryBytes + config.memoryForBodiesBytes * 3
  if (needed <= totalmem()) return { ok: `${sizeText(totalmem())} for ${count} workers` }
  return {
    advice: `${count} workers at their ceiling and full bodies could take ${sizeText(needed)} of ${sizeText(totalmem())}; lower SELFSAME_WORKERS, SELFSAME_WORKER_MEMORY or SELFSAME_MEMORY_FOR_BODIES`,
  }
}

async function port(config: Settings): Promise<Finding> {
  const url = `http://${config.host}:${config.port}`
  const taken = await new Promise<boolean>((resolveTaken) => {
    const socket = createConnection({ host: config.host, port: config.port, timeout: 1000 })
    socket.once('connect', () => {
      socket.destroy()
      resolveTaken(true)
    })
    socket.once('error', () => resolveTaken(false))
    socket.once('timeout', () => {
      socket.destroy()
      resolveTaken(false)
    })
  })
  if (!taken) return { ok: `${config.port} is free` }
  const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) })
    .then((answer) => answer.json() as Promise<{ result_code?: number; checks?: object }>)
    .catch(() => undefined)
  if (ready?.result_code === 200) return { ok: `a ready Selfsame answers on ${url}` }
  if (ready?.checks)
    return {
      fault: `a Selfsame on ${url} is not ready: ${JSON.stringify(ready.checks)}`,
      mend: 'See its log.',
    }
  return { fault: `${config.port} is taken by another program`, mend: 'Stop it, or set SELFSAME_PORT.' }
}
