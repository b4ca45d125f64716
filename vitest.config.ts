import { defineConfig } from 'vitest/config'

/** Run as Node runs them, as the server does: rewritten for the test runner, loops over pixels take longer. */
const house = import.meta.dirname.replaceAll(/[^\w/-]/g, '\\$&')
const asTheyAre = new RegExp(`${house}/(?:src|specimens|evaluate)/.*\\.ts$`)

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    globalSetup: ['test/engines/global-setup.ts'],
    setupFiles: ['test/kit/compile-cache.ts'],
    server: { deps: { external: [asTheyAre] } },
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
