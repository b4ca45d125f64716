import { accessSync, constants, statfsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { SecondTries } from './test/kit/second-tries.ts'

/** These run as Node runs them, as the server does: rewritten for the test runner, loops over pixels take longer. */
const house = import.meta.dirname.replaceAll(/[^\w/-]/g, '\\$&')
const asTheyAre = new RegExp(`${house}/(?:src/|specimens/|lab/(?!test/)).*\\.ts$`)

/** `npm run test:long` runs what `npm test` leaves out; CONTRIBUTING.md says why each of them is there. */
const isLong = process.env.SELFSAME_TEST_LONG === 'all'

/**
 * Databases and files of tests lie in memory where there is room: flushing them to a disk took a third of a run, and no
 * test can pull the plug. What must survive `kill -9` does so in memory as well.
 */
function useMemoryForTemporaryFiles(): void {
  const memory = '/dev/shm'
  if (process.env.TMPDIR !== undefined) return
  try {
    accessSync(memory, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize >= 8 * 2 ** 30) process.env.TMPDIR = memory
  } catch {
    // There is no such folder on this machine: the disk does as well.
  }
}
useMemoryForTemporaryFiles()

/**
 * Pictures lie outside the heap, where V8 would begin a collection of all that lives every 64 MiB. Counted with the heap,
 * and with a heap that begins large, they cause one in twenty of those; the threads of the tests take this over.
 */
for (const flag of ['--external-memory-accounted-in-global-limit', '--initial-heap-size=512'])
  setFlagsFromString(flag)

export default defineConfig({
  test: {
    include: isLong ? ['{test,lab/test}/**/*.long.test.ts'] : ['{test,lab/test}/**/*.test.ts'],
    exclude: isLong ? [] : ['**/*.long.test.ts'],
    pool: 'threads',
    isolate: false,
    globalSetup: ['test/engines/global-setup.ts'],
    setupFiles: ['test/kit/compile-cache.ts'],
    server: { deps: { external: [asTheyAre] } },
    // Of two cores a fifth would be idle with two: many tests wait for a server or an engine.
    maxWorkers: 3,
    reporters: ['default', new SecondTries()],
    testTimeout: 360_000,
    hookTimeout: 360_000,
    // Both are for a busy machine. What passes at its second try only is named at the end of the run.
    expect: { poll: { timeout: 120_000 } },
    retry: process.env.CI ? 1 : 0,
  },
})
