// Shows a progress bar on stderr: one line redrawn on a terminal, a line now and then in a log.

export interface Progress {
  /** One more item is done, or several. */
  step(count?: number): void
  /** Leaves a last line behind. */
  end(): void
}

interface ProgressOptions {
  readonly label: string
  readonly total: number
  readonly stream?: ProgressStream
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number
}

export interface ProgressStream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string): unknown
}

const REDRAW_MS = 100
const LINE_MS = 10_000
const BAR_CELLS = 24
const clearLine = '\r\u001b[K'

export function openProgress({ label, total, stream, clock }: ProgressOptions): Progress {
  const out: ProgressStream = stream ?? process.stderr
  const now = clock ?? (() => performance.now())
  const startMs = now()
  let done = 0
  let saidMs = startMs
  let saidTenth = 0
  let ended = false

  const draw = () => {
    const line = progressLine({ label, done, total, elapsedMs: now() - startMs })
    // A line that wraps cannot be redrawn.
    const width = (out.columns ?? 80) - 1
    out.write(out.isTTY ? clearLine + line.slice(0, width) : `${line}\n`)
    saidMs = now()
    saidTenth = tenthOf(done, total)
  }
  if (out.isTTY) draw()

  return {
    step: (count = 1) => {
      done += count
      const silentMs = now() - saidMs
      const due = out.isTTY ? silentMs >= REDRAW_MS : silentMs >= LINE_MS || tenthOf(done, total) > saidTenth
      if (due && done < total) draw()
    },
    end: () => {
      if (ended) return
      ended = true
      draw()
      if (out.isTTY) out.write('\n')
    },
  }
}

const tenthOf = (done: number, total: number) => (total === 0 ? 10 : Math.floor((done / total) * 10))

export function progressLine(at: {
  readonly label: string
  readonly done: number
  readonly total: number
  readonly elapsedMs: number
}): string {
  const { label, done, total, elapsedMs } = at
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * BAR_CELLS)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
  const perSecond = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0
  const finished = done >= total
  const time = finished
    ? `in ${duration(elapsedMs)}`
    : perSecond > 0
      ? `${duration(((total - done) / perSecond) * 1000)} left`
      : 'starting'
  const rate = perSecond > 0 ? `  ${rateText(perSecond)}` : ''
  return `${label.padEnd(14)} ${bar} ${done}/${total}${rate}  ${time}`
}

const rateText = (perSecond: number) =>
  perSecond >= 0.95
    ? `${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`
    : `${(1 / perSecond).toFixed(1)} s each`

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')} min`
}
