// The two limits a running job is held to: its time, and the memory of the process it runs in.
import { readRssBytes } from './memory.ts'

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
