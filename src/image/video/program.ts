// Runs ffmpeg on one open file, with limits on memory and time, and no permission to write.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { Readable } from 'node:stream'
import { findLimiter } from './find-ffmpeg.ts'

/** Limit of address space: 4K with as many pictures as H.265 may keep fits, a bomb does not. */
const MEMORY_BYTES = 1.5 * 1024 ** 3
/** Limit of ffmpeg's messages: it writes some kilobytes about a file, more only for a forged one. */
const MOST_SAID_BYTES = 4 * 1024 ** 2

/** What ffmpeg says about itself. */
export interface FfmpegAnswer {
  /** Its first line; empty where it does not run. */
  readonly version: string
  readonly decoders: readonly string[]
  /** Undefined where it ran. */
  readonly fault?: string
}

export function askFfmpeg(path: string): FfmpegAnswer {
  const { stdout, stderr, status, error } = spawnSync(path, ['-nostdin', '-decoders'], {
    encoding: 'utf8',
    timeout: 10_000,
  })
  const [line = ''] = (stderr ?? '').split('\n', 1)
  if (status !== 0)
    return { version: '', decoders: [], fault: line || error?.message || 'it ended with a fault' }
  return { version: line, decoders: [...stdout.matchAll(/^ V\S+ (\S+)/gm)].map(([, name = '']) => name) }
}

/** prlimit and the loader of libraries end with these where a program cannot be started; ffmpeg says other words. */
export const isNotStarted = ({ code, said }: Ended): boolean =>
  (code === 126 || code === 127) && /failed to execute|error while loading shared libraries/.test(said)

export interface Errand {
  readonly program: string
  /** Open in ffmpeg as its third file. */
  readonly descriptor: number
  readonly arguments: readonly string[]
  /** Limit of processor time, and of the time that is spent waiting for ffmpeg. */
  readonly timeoutMs: number
  /** Called often, and awaited; ffmpeg then waits as well. */
  readonly giveWay: () => Promise<void>
}

/** How long nothing need come of ffmpeg until way is given. */
const PATIENCE_MS = 50

interface Ended {
  /** Exit code; undefined when ffmpeg was killed, by us or by a limit. */
  readonly code: number | undefined
  /** Messages of ffmpeg. They contain untrusted text and must not be shown. */
  readonly said: string
}

/** `take` is awaited for each chunk, so that ffmpeg decodes no faster than it is used. An error of `take` ends ffmpeg. */
export async function runFfmpeg(
  { program, descriptor, arguments: all, timeoutMs, giveWay }: Errand,
  take: (chunk: Buffer) => Promise<void> | void,
): Promise<Ended> {
  const seconds = Math.ceil(timeoutMs / 1000)
  const limits = ['--core=0', '--fsize=0', `--as=${MEMORY_BYTES}`, `--cpu=${seconds}`]
  const child = spawn(findLimiter() ?? 'prlimit', [...limits, program, ...all], {
    stdio: ['ignore', 'pipe', 'pipe', descriptor],
  })
  const ended = closed(child)
  // The promise is awaited below; until then a failure to start must not count as unhandled.
  ended.catch(() => undefined)
  let isEnded = false
  const end = () => {
    isEnded = true
    // A caged worker may signal nobody but itself. Its ffmpeg then ends because nobody reads it any more, or at its
    // limit of processor time; one that waits for ever ends with the worker, at the limit of the job.
    if (child.kill('SIGKILL')) return
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
  let waitedMs = 0
  const arrived = async <Value>(awaited: Promise<Value>): Promise<Value> => {
    awaited.catch(() => undefined)
    for (;;) {
      const sinceMs = performance.now()
      if (await isSettledWithin(PATIENCE_MS, awaited)) return awaited
      waitedMs += performance.now() - sinceMs
      if (waitedMs >= timeoutMs) end()
      await giveWay()
    }
  }
  const saying = listen(child, end)
  try {
    const chunks: AsyncIterator<Buffer> = (child.stdout as Readable)[Symbol.asyncIterator]()
    for (let next = await arrived(chunks.next()); !next.done; next = await arrived(chunks.next())) {
      await take(next.value)
      await giveWay()
    }
    await arrived(ended)
  } catch (error) {
    // The stream breaks off where we ended it.
    if (!isEnded) throw error
  } finally {
    end()
  }
  return { code: child.exitCode ?? undefined, said: saying() }
}

async function isSettledWithin(ms: number, awaited: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(late.resolve, ms, false)
  const settled = () => true
  try {
    return await Promise.race([awaited.then(settled, settled), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function closed(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('close', () => resolve())
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall !== 'kill') reject(error)
    })
  })
}

function listen(child: ChildProcess, end: () => void): () => string {
  const chunks: Buffer[] = []
  let bytes = 0
  child.stderr?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_SAID_BYTES) end()
    else chunks.push(chunk)
  })
  return () => Buffer.concat(chunks).toString('latin1')
}
