// Finds and starts the Chromium that browser tests run in: the machine's own, never a download.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const VARIABLE = 'SELFSAME_TEST_CHROMIUM'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The program is in the path under any of its names, unless a variable says which. */
function findChromium(): string | undefined {
  const named = process.env[VARIABLE]
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Tells whether there is a Chromium; without it tests are skipped on a desk, and fail in continuous integration. */
export function hasChromium(): boolean {
  if (findChromium()) return true
  const reason = `No Chromium: the studio is not tried in a browser. apt-get install chromium, or ${VARIABLE}=/path/to/it`
  if (process.env.CI === 'true') throw new Error(reason)
  console.warn(reason)
  return false
}

export function startChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium')
  return chromium.launch({
    executablePath,
    args: [
      // In a container there is no second user to be kept out, and /dev/shm is small.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--force-color-profile=srgb',
      // Every page compiles the networks' runtime anew; optimising it takes longer than a test then uses it.
      '--js-flags=--liftoff-only',
    ],
  })
}
