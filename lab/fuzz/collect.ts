// Loaded into the server before its own code: on SIGUSR2 it collects garbage and tells on stderr what is left.

/** The word by which the line is known among whatever else is written there. */
const mark = 'settled'

process.on('SIGUSR2', () => {
  const collect = (globalThis as { gc?: () => void }).gc
  collect?.()
  // What finalisers gave free is gone only after a second look.
  setTimeout(() => {
    collect?.()
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const handles = process.getActiveResourcesInfo().length
    process.stderr.write(
      `${JSON.stringify({ [mark]: { rss, heapUsed, external, arrayBuffers, handles } })}\n`,
    )
  }, 300)
})
