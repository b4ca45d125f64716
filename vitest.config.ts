import { defineConfig } from 'vitest/config'
import { SecondTries } from './test/kit/second-tries.ts'

/** These run as Node runs them, as the server does: rewritten for the test runner, loops over pixels take longer. */
const house = import.meta.dirname.replaceAll(/[^\w/-]/g, '\\$&')
const asTheyAre = new RegExp(`${house}/(?:src|specimens|lab)/.*\\.ts$`)

/** `npm run test:long` runs what `npm test` leaves out; CONTRIBUTING.md says why each of them is there. */
const isLong = process.env.SELFSAME_TEST_LONG === 'all'

export default defineConfig({
  test: {
    include: isLong ? ['test/**/*.long.test.ts'] : ['test/**/*.test.ts'],
    exclude: isLong ? [] : ['test/**/*.long.test.ts'],
    pool: 'threads',
    isolate: false,
    globalSetup: ['test/engines/global-setup.ts'],
    setupFiles: ['test/kit/compile-cache.ts'],
    server: { deps: { external: [asTheyAre] } },
    // Of two cores a fifth would be idle with two: many tests wait for a server or an engine.
    maxWorkers: 3,
    reporters: ['default', new SecondTries()],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
