// Loaded into the server before its own code: on SIGUSR2 it collects garbage and writes to stderr what memory is left.

/** `server.ts` knows the line by this word. */
const WORD = 'settled'

process.on('SIGUSR2', () => {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  // What finalisers released is gone only after a second collection.
  setTimeout(() => {
    collect?.()
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const handles = process.getActiveResourcesInfo().length
    process.stderr.write(
      `${JSON.stringify({ [WORD]: { rss, heapUsed, external, arrayBuffers, handles } })}\n`,
    )
  }, 300)
})
