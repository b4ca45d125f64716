// Checks the machine of this installation: Node.js, disk space, memory, port.
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { sizeText } from '../http/base64.ts'
import type { Finding } from './doctor-finding.ts'

export async function nodeVersion(): Promise<Finding> {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return { ok: process.version }
  return {
    fault: `${process.version} is too old`,
    fix: 'Run through `npm start` or bin/selfsame, which use the pinned Node.js 24.',
  }
}

export async function dataFolder(config: Settings): Promise<Finding> {
  const folder = resolve(config.data)
  const nearest = existsSync(folder) ? folder : dirname(folder)
  const { bavail, bsize } = await statfs(nearest)
  const free = bavail * bsize
  if (free < 256 * 1024 ** 2)
    return { fault: `only ${sizeText(free)} free in ${folder}`, fix: 'Make room, or move SELFSAME_DATA.' }
  if (!existsSync(folder)) return { ok: `${folder} will be made at first start; ${sizeText(free)} free` }
  const open = statSync(folder).mode & 0o077
  if (open)
    return { advice: `${folder} can be read by other users of this machine; \`chmod 700 ${config.data}\`` }
  return { ok: `${folder}, ${sizeText(free)} free` }
}

export async function memory(config: Settings): Promise<Finding> {
  const count = config.workers || availableParallelism()
  const needed = count * config.workerMemoryBytes + config.memoryForBodiesBytes * 3
  if (needed <= totalmem()) return { ok: `${sizeText(totalmem())} for ${count} workers` }
  return {
    advice: `${count} workers at their ceiling and full bodies could take ${sizeText(needed)} of ${sizeText(totalmem())}; lower SELFSAME_WORKERS, SELFSAME_WORKER_MEMORY or SELFSAME_MEMORY_FOR_BODIES`,
  }
}

export async function port(config: Settings): Promise<Finding> {
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
      fix: 'See its log.',
    }
  return { fault: `${config.port} is taken by another program`, fix: 'Stop it, or set SELFSAME_PORT.' }
}
