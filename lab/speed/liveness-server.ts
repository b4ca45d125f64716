// The server under test of bench:liveness, in a process of its own: as people run it, with so many workers.
import { readFileSync } from 'node:fs'
import { startInProcess } from '../kit/server-in-process.ts'

const workers = Number(process.argv[2] ?? 1)
// Limits of organisations are the defaults.
const server = await startInProcess({ workers }, 'info')
process.send?.({ url: server.url, credentials: server.credentials })

/** A word is answered with what it asks for. */
const answers: Readonly<Record<string, () => unknown>> = {
  memory: () => ({ rssBytes: process.memoryUsage.rss(), peakBytes: peakBytes() }),
  organisation: () => server.addOrganisation(`bench-${Math.random()}`),
}
process.on('message', async (word: string) => process.send?.(await answers[word]?.()))
process.on('disconnect', () => void server.stop())

/** The most the process ever held; nothing where the system does not tell. */
function peakBytes(): number | undefined {
  try {
    const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))
    return match ? 1024 * Number(match[1]) : undefined
  } catch {
    return undefined
  }
}
