// Reads memory, open files and child processes of the server and its workers from the kernel.
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessFacts {
  readonly rssBytes: number
  /** Its own memory, and its share of the memory it has in common with others. */
  readonly pssBytes: number
  /** Memory without a file: heaps, stacks, WebAssembly. */
  readonly anonymousBytes: number
  /** Open files, sockets and pipes. */
  readonly handles: number
}

/** Returns undefined when the process is gone. */
export function factsOf(pid: number): ProcessFacts | undefined {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
    const bytes = (name: string) =>
      1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0)
    return {
      rssBytes: bytes('Rss'),
      pssBytes: bytes('Pss'),
      anonymousBytes: bytes('Anonymous'),
      handles: readdirSync(`/proc/${pid}/fd`).length,
    }
  } catch {
    return undefined
  }
}

/** Returns the children that decode and run networks. */
export function workersOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').trim().split(' ')
    } catch {
      return []
    }
  })
  return children
    .map(Number)
    .filter((child) => child > 0 && isWorker(child))
    .toSorted((a, b) => a - b)
}

function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('workers/child.ts')
  } catch {
    return false
  }
}

/** Reads a value of the server's metrics by its name; NaN where there is none. */
export async function metricsOf(url: string): Promise<(name: string) => number> {
  const answer = await fetch(`${url}/metrics`, { headers: { connection: 'close' } })
  const text = await answer.text()
  return (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}
