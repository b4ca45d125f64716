// Opens the studio as people meet it: built, served by a real server, and opened in a real browser.
import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { locks } from 'node:worker_threads'
import type { Browser, Page } from 'playwright-core'
import { startChromium } from '../../specimens/kit/servers/browser-program.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import type { Settings } from '../../src/config.ts'
import { builtStudio } from '../../src/http/studio.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { openSession, type PageOptions, type PageSession, play } from './browser-session.ts'

export interface Studio {
  readonly server: TestServer
  readonly browser: Browser
  /** Opens a page session, runs the scene, and closes it. */
  run(name: string, scene: (session: PageSession) => Promise<void>, options?: PageOptions): Promise<void>
  /** Does the same, signed in as an organisation of its own, at an address behind #. */
  at(
    hash: string,
    name: string,
    scene: (session: PageSession) => Promise<void>,
    options?: PageOptions,
  ): Promise<void>
  /** Opens a page session signed in as an organisation of its own, which stays until the studio closes. */
  signedIn(hash: string, options?: PageOptions): Promise<PageSession>
  close(): Promise<void>
}

let sessions = 0

export async function openStudio(settings: Partial<Settings> = {}): Promise<Studio> {
  const built = temporaryFolder()
  const serving = build()
    // The copy protects the test from another build of the studio meanwhile.
    .then(() => cp(builtStudio, built.path, { recursive: true }))
    .then(() => startTestServer(settings, undefined, built.path))
  const [server, browser] = await Promise.all([serving, startChromium()])
  const signedIn: Studio['signedIn'] = async (hash, options = {}) => {
    const session = await openSession(browser, server.url, options)
    await session.page.goto(`/studio/${hash}`)
    await signIn(session.page, await server.organisation(`browser-${++sessions}`))
    return session
  }
  const played = async (
    arriving: Promise<PageSession>,
    name: string,
    scene: (session: PageSession) => Promise<void>,
  ) => {
    const session = await arriving
    try {
      await play(session, name, scene)
    } finally {
      await session.context.close()
    }
  }
  return {
    server,
    browser,
    run: (name, scene, options) => played(openSession(browser, server.url, options), name, scene),
    at: (hash, name, scene, options) => played(signedIn(hash, options), name, scene),
    signedIn,
    async close() {
      await browser.close()
      await server.stop()
      built.remove()
    },
  }
}

/** The studio is built once for all tests: the threads of the runner wait for each other, and the second finds it done. */
function build(): Promise<unknown> {
  const program = fileURLToPath(new URL('../../web/build.ts', import.meta.url))
  return locks.request('build of the studio', () =>
    promisify(execFile)(process.execPath, [program, '--if-old', '--or-fail']),
  )
}

/** Signs in as a person does, in any language. */
export async function signIn(page: Page, { name, password }: Credentials): Promise<void> {
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.locator('main#content').waitFor()
}
