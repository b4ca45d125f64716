// Collects garbage in the server on SIGUSR2 and writes the memory in use to stderr; it is loaded before the server's code.

/** `server.ts` recognises the line by this word. */
const WORD = 'settled'

process.on('SIGUSR2', () => {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  // Memory that finalisers released is free only after a second collection.
  setTimeout(() => {
    collect?.()
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const handles = process.getActiveResourcesInfo().length
    process.stderr.write(
      `${JSON.stringify({ [WORD]: { rss, heapUsed, external, arrayBuffers, handles } })}\n`,
    )
  }, 300)
})
