// Collects garbage in the server on SIGUSR2 and writes the memory in use to stderr; it is loaded before the server's code.
import { getHeapSpaceStatistics } from 'node:v8'

/** `server.ts` recognises the line by this word. */
const WORD = 'settled'

process.on('SIGUSR2', () => {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  // Memory that finalisers released is free only after a second collection.
  setTimeout(() => {
    collect?.()
    const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    const handles = process.getActiveResourcesInfo().length
    const heapYoung = young?.physical_space_size ?? 0
    const settled = { rss, heapUsed, heapTotal, heapYoung, external, arrayBuffers, handles }
    process.stderr.write(`${JSON.stringify({ [WORD]: settled })}\n`)
  }, 300)
})
