// The studio as people meet it: built, served by a real server, and opened in a real browser.
import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { locks } from 'node:worker_threads'
import type { Browser, Page } from 'playwright-core'
import type { Settings } from '../../src/config.ts'
import { builtStudio } from '../../src/http/studio.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { startChromium } from './browser-program.ts'
import { enter, type Manner, play, type Visit } from './browser-visit.ts'
import { startTestServer, type TestServer } from './server.ts'
import { temporaryFolder } from './settings.ts'

export interface Studio {
  readonly server: TestServer
  readonly browser: Browser
  /** Somebody comes, does what the scene says, and goes. */
  visit(name: string, scene: (visit: Visit) => Promise<void>, manner?: Manner): Promise<void>
  /** The same, signed in as an organisation of its own, at an address behind #. */
  at(hash: string, name: string, scene: (visit: Visit) => Promise<void>, manner?: Manner): Promise<void>
  /** Comes, signs in as an organisation of its own, and stays until the studio closes. */
  signedIn(hash: string, manner?: Manner): Promise<Visit>
  close(): Promise<void>
}

let visitors = 0

export async function openStudio(settings: Partial<Settings> = {}): Promise<Studio> {
  const built = temporaryFolder()
  const serving = build()
    // Who builds it again meanwhile does not pull it from under a test.
    .then(() => cp(builtStudio, built.path, { recursive: true }))
    .then(() => startTestServer(settings, undefined, built.path))
  const [server, browser] = await Promise.all([serving, startChromium()])
  const signedIn: Studio['signedIn'] = async (hash, manner = {}) => {
    const visit = await enter(browser, server.url, manner)
    await visit.page.goto(`/studio/${hash}`)
    await signIn(visit.page, await server.organisation(`visitor-${++visitors}`))
    return visit
  }
  const played = async (arriving: Promise<Visit>, name: string, scene: (visit: Visit) => Promise<void>) => {
    const visit = await arriving
    try {
      await play(visit, name, scene)
    } finally {
      await visit.context.close()
    }
  }
  return {
    server,
    browser,
    visit: (name, scene, manner) => played(enter(browser, server.url, manner), name, scene),
    at: (hash, name, scene, manner) => played(signedIn(hash, manner), name, scene),
    signedIn,
    async close() {
      await browser.close()
      await server.stop()
      built.remove()
    },
  }
}

/** Once for all tests: the threads of the runner wait for each other, and the second finds it done. */
function build(): Promise<unknown> {
  const program = fileURLToPath(new URL('../../web/build.ts', import.meta.url))
  return locks.request('build of the studio', () =>
    promisify(execFile)(process.execPath, [program, '--if-old', '--or-fail']),
  )
}

/** As a person does it, in any language. */
export async function signIn(page: Page, { name, password }: Credentials): Promise<void> {
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.locator('main#content').waitFor()
}
