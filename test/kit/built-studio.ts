// Builds the studio as `npm start` does: by the same command, and only when its sources have changed.
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { builtStudio } from '../../src/http/studio.ts'

const build = fileURLToPath(new URL('../../web/build.ts', import.meta.url))
let building: Promise<unknown> | undefined

/** Makes a copy for tests, which nobody rebuilds meanwhile. */
export async function copyOfStudio(): Promise<{ readonly path: string; remove(): void }> {
  const copy = temporaryFolder()
  cpSync(await freshStudio(), copy.path, { recursive: true })
  return copy
}

/** Returns the built folder. It is built in a process of its own, because inside a test runner vite would build for tests. */
export async function freshStudio(): Promise<string> {
  building ??= promisify(execFile)(process.execPath, [build, '--if-old'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await building
  return builtStudio
}
