// Tests a start that fails at each stage: it frees the lock, closes traces, and leaves no worker process and no port.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'
import { temporaryFolder, testSettings } from '../../specimens/kit/servers/settings.ts'
import type { Settings } from '../../src/config.ts'
import { type Routes, startServer } from '../../src/main.ts'
import { openLog } from '../../src/observability/log.ts'
import { lockForServing } from '../../src/store/sqlite.ts'

/** No server listens on this address, so no span is ever sent. */
const collector = 'http://127.0.0.1:9'

function installation() {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const data = join(folder.path, 'data')
  // Workers are started with the path of the networks, which distinguishes these from the workers of other tests.
  const networks = join(folder.path, 'networks')
  symlinkSync(networksCache, networks)
  const closed = vi.spyOn(TracerProvider.prototype, 'shutdown')
  onTestFinished(() => closed.mockRestore())
  const start = (overrides: Partial<Settings> = {}, routes?: Routes) => {
    const settings = { otelExporterOtlpEndpoint: collector, networkCache: networks, ...overrides }
    return startServer(testSettings(data, settings), openLog({ level: 'silent', format: 'json' }), routes)
  }
  return { data, closed, start, workers: () => groupsWith(networks) }
}

/**
 * Gives the process groups of workers that were started with this argument. A worker leads a group of its own. The shell
 * that builds its cage starts programs, and such a copy of the shell has the same arguments for a moment: it is no
 * second worker.
 */
function groupsWith(argument: string): string[] {
  const groups = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(argument)) return []
      // Behind the name of the program, which ends with the last bracket: its state, its parent and its group.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[2] ?? []
    } catch {
      // The process has ended meanwhile.
      return []
    }
  })
  return [...new Set(groups)]
}

function expectUnlocked(data: string): void {
  const lock = lockForServing(join(data, 'serving.lock'))
  expect(lock).toBeDefined()
  lock?.release()
}

const isOpen = async (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )

async function freePort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  await new Promise((resolve) => other.close(resolve))
  return port
}

describe.skipIf(process.platform !== 'linux')('leaves nothing open', () => {
  test('when tracing cannot be opened', async () => {
    const at = installation()
    await expect(at.start({ otelExporterOtlpTracesEndpoint: 'no address' })).rejects.toThrow('Invalid URL')
    expectUnlocked(at.data)
  })

  test('when the database file is not a database', async () => {
    const at = installation()
    expectUnlocked(at.data)
    writeFileSync(join(at.data, 'selfsame.db'), randomBytes(8192))
    await expect(at.start()).rejects.toThrow('not a database')
    expect(at.closed).toHaveBeenCalledOnce()
    expectUnlocked(at.data)
  })

  test('when networks cannot be kept', async () => {
    const at = installation()
    expectUnlocked(at.data)
    writeFileSync(join(at.data, 'file'), '')
    await expect(at.start({ networkCache: join(at.data, 'file') })).rejects.toThrow('cannot be kept')
    expect(at.closed).toHaveBeenCalledOnce()
    expectUnlocked(at.data)
  })

  test('when the master key is another one, with workers starting', async () => {
    const at = installation()
    await (await at.start()).stop()
    at.closed.mockClear()
    writeFileSync(join(at.data, 'master.key'), randomBytes(32).toString('hex'))
    await expect(at.start()).rejects.toThrow('wrapped by master key')
    expect(at.closed).toHaveBeenCalledOnce()
    expect(at.workers()).toEqual([])
    expectUnlocked(at.data)
  })

  test('when a route cannot be made, with gallery and workers open', async () => {
    const at = installation()
    let workers = 0
    const failing = () => {
      workers = at.workers().length
      throw new Error('no such route')
    }
    await expect(at.start({}, failing)).rejects.toThrow('no such route')
    expect(workers).toBe(1)
    expect(at.closed).toHaveBeenCalledOnce()
    expect(at.workers()).toEqual([])
    expectUnlocked(at.data)
  })

  test('when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const at = installation()
    await expect(at.start({ port })).rejects.toThrow('EADDRINUSE')
    expect(at.closed).toHaveBeenCalledOnce()
    expect(at.workers()).toEqual([])
    expectUnlocked(at.data)
  })

  test('when the first organisation cannot be made, with the port open', async () => {
    const at = installation()
    const port = await freePort()
    const start = at.start({ port }, ({ store }) => {
      void store.database.query('DROP TABLE credentials')
      return []
    })
    await expect(start).rejects.toThrow()
    expect(await isOpen(port)).toBe(false)
    expect(at.closed).toHaveBeenCalledOnce()
    expect(at.workers()).toEqual([])
    expectUnlocked(at.data)
  })

  test('when it is stopped, also when asked twice', async () => {
    const at = installation()
    const server = await at.start()
    expect(at.workers()).toHaveLength(1)
    expect(await Promise.all([server.stop(), server.stop()])).toEqual([true, true])
    expect(await server.stop()).toBe(true)
    expect(at.closed).toHaveBeenCalledOnce()
    expect(at.workers()).toEqual([])
    expectUnlocked(at.data)
  })
})
