// The limits a running job is held to: its time, that of a decoder, and the memory of the process it runs in.
import { readdirSync, readFileSync } from 'node:fs'

const MEMORY_POLL_MS = 200
/**
 * A job at its limit was starved where it stood in the queue of the processors for this share of its time, and had one
 * for less than the other. A job that spins had a processor all along, a job that hangs asked for none: both are the
 * fault of what was sent, whatever else the machine does.
 */
const STARVED_WAITING_SHARE = 0.25
const STARVED_RUNNING_SHARE = 0.75

export type Breach =
  | { readonly kind: 'timed-out' | 'starved'; readonly limitMs: number }
  | { readonly kind: 'too-large' }

export interface Watch {
  /** The job is held: its time stands still, and what the process does meanwhile is not its doing. */
  pause(): void
  goOn(): void
  /** A decoder begins, which has a limit of its own, or ends. */
  decodes(isAtWork: boolean): void
  end(): void
}

/** Calls back at most once, at the first breach. */
export function watchLimits(
  pid: number,
  limits: {
    readonly timeoutMs: number
    readonly decodingTimeoutMs: number
    readonly memoryCeilingBytes: number
  },
  onBreach: (breach: Breach) => void,
): Watch {
  let first: Scheduled | undefined
  let leftMs = limits.timeoutMs
  let sinceMs = performance.now()
  const end = () => {
    clearTimeout(timer)
    clearTimeout(decoding)
    clearInterval(poll)
  }
  const report = (breach: Breach) => {
    end()
    onBreach(breach)
  }
  const reportLate = (limitMs: number, since: Scheduled | undefined) =>
    report({ kind: since && wasStarved(since, readScheduled(pid)) ? 'starved' : 'timed-out', limitMs })
  const arm = () => setTimeout(() => reportLate(limits.timeoutMs, first), leftMs)
  let timer: NodeJS.Timeout | undefined = arm()
  let decoding: NodeJS.Timeout | undefined
  let decodingFirst: Scheduled | undefined
  const poll = setInterval(() => {
    if (timer === undefined) return
    // Most jobs are over by now, so that none of them pays for this.
    first ??= readScheduled(pid)
    if (decoding) decodingFirst ??= readScheduled(pid)
    const rssBytes = readRssBytes(pid)
    if (rssBytes !== undefined && rssBytes > limits.memoryCeilingBytes) report({ kind: 'too-large' })
  }, MEMORY_POLL_MS)
  return {
    decodes(isAtWork) {
      clearTimeout(decoding)
      decodingFirst = undefined
      const limitMs = limits.decodingTimeoutMs
      decoding = isAtWork ? setTimeout(() => reportLate(limitMs, decodingFirst), limitMs) : undefined
    },
    pause() {
      clearTimeout(timer)
      timer = undefined
      leftMs = Math.max(0, leftMs - (performance.now() - sinceMs))
    },
    goOn() {
      sinceMs = performance.now()
      timer = arm()
    },
    end,
  }
}

/** What the processors did for a process and all that it started, since each began. */
type Scheduled = { readonly atMs: number; readonly ranMs: number; readonly waitedMs: number }

export function wasStarved(before: Scheduled, after: Scheduled): boolean {
  const passedMs = after.atMs - before.atMs
  return (
    after.waitedMs - before.waitedMs >= STARVED_WAITING_SHARE * passedMs &&
    after.ranMs - before.ranMs < STARVED_RUNNING_SHARE * passedMs
  )
}

/** All zero where the kernel does not tell, so that no job is then taken for starved. */
function readScheduled(pid: number): Scheduled {
  const sum = { ranMs: 0, waitedMs: 0 }
  addScheduled(pid, sum)
  return { atMs: performance.now(), ...sum }
}

function addScheduled(pid: number, sum: { ranMs: number; waitedMs: number }): void {
  for (const thread of readOr([], () => readdirSync(`/proc/${pid}/task`))) {
    const read = (file: string) =>
      readOr('', () => readFileSync(`/proc/${pid}/task/${thread}/${file}`, 'latin1'))
    const [ranNs, waitedNs] = read('schedstat').split(' ').map(Number)
    sum.ranMs += (ranNs ?? 0) / 1e6
    sum.waitedMs += (waitedNs ?? 0) / 1e6
    for (const child of read('children').match(/\d+/g) ?? []) addScheduled(Number(child), sum)
  }
}

/** Processes and threads end while they are looked at, and not every kernel has every file. */
function readOr<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** The memory that a process holds. Undefined where there is no /proc (macOS, Windows) or the process is gone. */
export function readRssBytes(pid: number): number | undefined {
  // `status` counts in kB where `statm` counts in pages, whose size differs between arm64 kernels.
  const status = readOr('', () => readFileSync(`/proc/${pid}/status`, 'latin1'))
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(status)
  return line?.[1] === undefined ? undefined : Number(line[1]) * 1024
}
