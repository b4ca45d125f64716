// One person's visit to the studio: a page of some size, language and theme, and everything the browser complained about.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { installScripts, PORTRAIT } from './browser-camera.ts'
import type { CameraSetting } from './browser-in-page.ts'

export const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const

export interface Manner {
  readonly size?: keyof typeof sizes
  readonly language?: 'en-GB' | 'vi-VN'
  readonly theme?: 'light' | 'dark'
  readonly camera?: Partial<CameraSetting>
  /** Of the server as this visitor reaches it. */
  readonly url?: string
  /** Complaints that belong to the scene, such as a connection that the test itself breaks. */
  readonly expected?: readonly RegExp[]
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser has complained about so far and the manner does not expect. */
  complaints(): string[]
}

/** For one condition of a page; a test of several has more. */
export const PATIENCE_MS = 120_000

/** Not kept by git: what a failing test saw. */
const failures = fileURLToPath(new URL('../browser/failures/', import.meta.url))

/** Plays a scene; a complaint of the browser fails one that went well. What a failing one saw is kept. */
export async function play(
  visit: Visit,
  name: string,
  scene: (visit: Visit) => Promise<void>,
): Promise<void> {
  try {
    await scene(visit)
    const complaints = visit.complaints()
    if (complaints.length > 0) throw new Error(`the browser complained:\n${complaints.join('\n')}`)
  } catch (error) {
    const path = join(failures, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`)
    mkdirSync(failures, { recursive: true })
    await visit.page.screenshot({ path, fullPage: true }).catch(() => {})
    console.warn(`${name}: ${path}`, visit.complaints())
    throw error
  }
}

export async function enter(browser: Browser, served: string, manner: Manner = {}): Promise<Visit> {
  const {
    url = served,
    size = 'desktop',
    language = 'en-GB',
    theme = 'light',
    camera = {},
    expected = [],
  } = manner
  const context = await browser.newContext({
    ...sizes[size],
    baseURL: url,
    locale: language,
    colorScheme: theme,
    // Nothing is gained by waiting for things to slide.
    reducedMotion: 'reduce',
  })
  // Beside other work networks open slowly; nothing is waited for longer than it takes.
  context.setDefaultTimeout(PATIENCE_MS)
  await installScripts(context, { ...PORTRAIT, ...camera })
  const heard: string[] = []
  listen(context, url, (complaint) => heard.push(complaint))
  const page = await context.newPage()
  const complaints = () => heard.filter((one) => !expected.some((pattern) => pattern.test(one)))
  return { page, context, complaints }
}

function listen(context: BrowserContext, url: string, hear: (complaint: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      hear(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => hear(`thrown: ${error.error().stack ?? error.error()}`))
  context.on('requestfailed', (request) => {
    const said = `failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`
    // A page that is left lets go of its parts that are still on their way.
    if (!/\/studio\/assets\/\S+ net::ERR_ABORTED$/.test(said)) hear(said)
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== new URL(url).origin && protocol.startsWith('http')) hear(`elsewhere: ${request.url()}`)
  })
}
