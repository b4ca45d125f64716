// The server under test of bench:liveness, in a process of its own: as people run it, with so many workers.
import { readFileSync } from 'node:fs'
import { startServer } from '../../src/main.ts'
import { openLog } from '../../src/observability/log.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import { temporaryFolder, testSettings } from '../../test/kit/settings.ts'

const folder = temporaryFolder()
const workers = Number(process.argv[2] ?? 1)
// Limits of organisations are the defaults.
const server = await startServer(
  testSettings(folder.path, { workers }),
  openLog({ level: 'info', format: 'json' }),
)
process.send?.({ url: server.url, credentials: server.firstCredentials })

/** A word is answered with what it asks for. */
const answers: Readonly<Record<string, () => unknown>> = {
  memory: () => ({ rssBytes: process.memoryUsage.rss(), peakBytes: peakBytes() }),
  organisation: () => addOrganisation(server.runtime.store, `bench-${Math.random()}`, Date.now()),
}
process.on('message', async (word: string) => process.send?.(await answers[word]?.()))
process.on('disconnect', () => void server.stop().then(() => folder.remove()))

/** The most the process ever held; nothing where the system does not tell. */
function peakBytes(): number | undefined {
  try {
    const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))
    return match ? 1024 * Number(match[1]) : undefined
  } catch {
    return undefined
  }
}
