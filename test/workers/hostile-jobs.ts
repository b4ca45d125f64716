// Defines jobs that do to a worker process what hostile bytes and faulty libraries may do to it.
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const kept: unknown[] = []

export const jobs = {
  echo: async <Value>(value: Value) => value,
  pid: async () => process.pid,
  /** Needs so many pictures of a mebibyte, one after the other, and none of them afterwards; says how much memory they take. */
  litter: async (pictures: number) => {
    for (let i = 0; i < pictures; i++) new Uint8Array(2 ** 20).fill(i + 1)
    return process.memoryUsage.rss()
  },
  environment: async (): Promise<Record<string, string | undefined>> => ({ ...process.env }),
  environmentOfKernel: async () => readFileSync('/proc/self/environ', 'latin1'),
  oomScore: async () => readFileSync('/proc/self/oom_score_adj', 'utf8').trim(),
  coredumpFilter: async () => readFileSync('/proc/self/coredump_filter', 'utf8').trim(),

  /** Runs until the test creates the file. */
  waitForFile: async (path: string) => {
    while (!existsSync(path)) await sleep(5)
    return process.pid
  },

  /** Gives way all the time, and is over when the test creates the file. Says when it was told to end. */
  giveWayUntil: async ({ end, mark }: { end: string; mark?: string }, giveWay: () => Promise<void>) => {
    try {
      while (!existsSync(end)) {
        await sleep(5)
        await giveWay()
      }
      return process.pid
    } catch (error) {
      if (mark !== undefined) writeFileSync(mark, String(error))
      throw error
    }
  },
  /** Runs for so long, with giving way; alone it takes as long as together with others. */
  giveWayFor: async (ms: number, giveWay: () => Promise<void>) => {
    for (let ran = 0; ran < ms; ran += 10) {
      await sleep(10)
      await giveWay()
    }
    return process.pid
  },
  sleep: async (ms: number) => sleep(ms),
  hashes: async (files: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(files).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? hash('sha256', value) : value,
      ]),
    ),

  fail: async (message: string) => {
    throw Object.assign(new RangeError(message), { code: 'E_TEST' })
  },
  failOddly: async () => {
    throw {
      toString() {
        throw new Error('not even a description')
      },
    }
  },
  returnFunction: async (): Promise<unknown> => () => {},

  exit: async (_input?: string) => process.exit(3),
  exitAfterAnswer: async () => {
    setImmediate(() => setImmediate(() => process.exit(4)))
  },
  abort: async () => process.abort(),
  segfault: async () => {
    process.kill(process.pid, 'SIGSEGV')
    await sleep(60_000)
  },
  printAndExit: async (text: string) => {
    process.stdout.write('this must reach nobody')
    writeFileSync(2, text.repeat(10_000))
    writeFileSync(2, 'last words')
    process.exit(5)
  },
  throwLater: async () => {
    setImmediate(() => {
      throw new Error('nobody catches this')
    })
    await sleep(60_000)
  },
  disconnect: async () => {
    process.disconnect()
    await sleep(60_000)
  },
  speakNonsense: async () => {
    for (const nonsense of [
      null,
      1,
      'x',
      {},
      { kind: 'failed', id: 1, rssBytes: 1 },
      { kind: 'done', id: 99, rssBytes: 1 },
    ]) {
      process.send?.(nonsense)
    }
    return 'sense'
  },
  crashOnce: async (marker: string) => {
    if (existsSync(marker)) return process.pid
    writeFileSync(marker, String(process.pid))
    return process.abort()
  },

  hangInLoop: async (marker?: string) => {
    if (marker !== undefined) writeFileSync(marker, '')
    for (;;);
  },
  /** Spins in a process of its own, as a decoder does, while this one waits. */
  hangInGrandchild: async (marker: string) => {
    const loop = `require('fs').writeFileSync(${JSON.stringify(marker)}, ''); for (;;);`
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' })
    await sleep(60_000)
  },
  hangWaiting: () => new Promise<never>(() => {}),
  hangAfterAnswer: async () => {
    setImmediate(() => setImmediate(() => jobs.hangInLoop()))
  },
  hangWithGrandchild: async (pidFile: string) => {
    startGrandchild(pidFile)
    for (;;);
  },
  abortWithGrandchild: async (pidFile: string) => {
    startGrandchild(pidFile)
    process.abort()
  },

  leakBuffers: async () => {
    for (;;) {
      kept.push(Buffer.alloc(16 * 2 ** 20, 1))
      await sleep(2)
    }
  },
  leakHeap: async () => {
    for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })))
  },
  /** Does exactly what V8 does at its own heap limit, before the parent's next look. */
  abortAtHeapLimit: async () => {
    writeFileSync(2, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n')
    process.abort()
  },
  keepMegabytes: async (megabytes: number) => {
    kept.push(Buffer.alloc(megabytes * 2 ** 20, 1))
    return process.pid
  },
}

function startGrandchild(pidFile: string): void {
  const grandchild = spawn('sleep', ['1000'], { stdio: 'ignore' })
  appendFileSync(pidFile, `${grandchild.pid}\n`)
}
