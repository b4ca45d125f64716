// How much memory a process holds right now, as the kernel counts it.
import { readFileSync } from 'node:fs'

/** Undefined where there is no /proc (macOS, Windows) or the process is gone. */
export function readRssBytes(pid: number): number | undefined {
  try {
    // `status` counts in kB where `statm` counts in pages, whose size differs between arm64 kernels.
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return line?.[1] === undefined ? undefined : Number(line[1]) * 1024
  } catch {
    return undefined
  }
}
