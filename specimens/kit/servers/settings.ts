// Makes settings for tests: the defaults, in a folder of their own that is removed at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, type Settings } from '../../../src/config.ts'
import { networksCache } from '../networks/networks-cache.ts'

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

export function testSettings(data: string, overrides: Partial<Settings> = {}): Settings {
  const reading = readConfig({}, () => '')
  if (!('config' in reading)) throw new Error(reading.faults.join('\n'))
  const quiet: Partial<Settings> = {
    port: 0,
    workers: 1,
    logLevel: 'info',
    logFormat: 'json',
    shotMemoryOf: 'organisation',
    // Both are for a busy machine; tests of the limits set their own.
    jobTimeoutMs: 120_000,
    videoTimeoutMs: 240_000,
  }
  return { ...reading.config, ...quiet, networkCache: networksCache, data, ...overrides }
}
