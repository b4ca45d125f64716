// The two limits a running job is held to: its time, and the memory of the process it runs in.
import { readFileSync } from 'node:fs'

const MEMORY_POLL_MS = 200

export type Breach = 'timed-out' | 'too-large'

/** Calls back at most once, at the first breach; the returned function ends the watch. */
export function watchLimits(
  pid: number,
  limits: { readonly timeoutMs: number; readonly memoryCeilingBytes: number },
  onBreach: (breach: Breach) => void,
): () => void {
  const stop = () => {
    clearTimeout(timer)
    clearInterval(poll)
  }
  const report = (breach: Breach) => {
    stop()
    onBreach(breach)
  }
  const timer = setTimeout(report, limits.timeoutMs, 'timed-out')
  const poll = setInterval(() => {
    const rssBytes = readRssBytes(pid)
    if (rssBytes !== undefined && rssBytes > limits.memoryCeilingBytes) report('too-large')
  }, MEMORY_POLL_MS)
  return stop
}

/** The memory that a process holds. Undefined where there is no /proc (macOS, Windows) or the process is gone. */
export function readRssBytes(pid: number): number | undefined {
  try {
    // `status` counts in kB where `statm` counts in pages, whose size differs between arm64 kernels.
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return line?.[1] === undefined ? undefined : Number(line[1]) * 1024
  } catch {
    return undefined
  }
}
