// Starts the server under test of bench:liveness in a process of its own, with production settings and so many workers.
import { readFileSync } from 'node:fs'
import { startInProcess } from '../kit/server-in-process.ts'

const workers = Number(process.argv[2] ?? 1)
// The limits of organisations are the defaults. Each round is an organisation, and sends the same pictures.
const server = await startInProcess({ workers, shotMemoryOf: 'organisation' }, 'info')
process.send?.({ url: server.url, credentials: server.credentials })

/** Each message gets the answer of its name. */
const answers: Readonly<Record<string, () => unknown>> = {
  memory: () => ({ rssBytes: process.memoryUsage.rss(), peakBytes: peakBytes() }),
  organisation: () => server.addOrganisation(`bench-${Math.random()}`),
}
process.on('message', async (word: string) => process.send?.(await answers[word]?.()))
process.on('disconnect', () => void server.stop())

/** The most memory the process ever held; undefined where the system does not report it. */
function peakBytes(): number | undefined {
  try {
    const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))
    return match ? 1024 * Number(match[1]) : undefined
  } catch {
    return undefined
  }
}
