// Opens one page session of the studio with a size, language and theme, and collects what the browser complains about.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { installScripts, PORTRAIT } from './browser-camera.ts'
import type { CameraSetting } from './browser-in-page.ts'

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  /** The least phone that the journey is made for. */
  small: { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const

export interface PageOptions {
  readonly size?: keyof typeof sizes
  readonly language?: 'en-GB' | 'vi-VN'
  readonly theme?: 'light' | 'dark'
  /** Pixels of the screen for each of the page's. Pictures for people want 2; drawing four times as much takes a test long. */
  readonly deviceScaleFactor?: number
  readonly camera?: Partial<CameraSetting>
  /**
   * Whether the person saves data: the hosted page then loads no networks ahead, and the server guides. Loading them
   * takes longer than all else that most journeys do.
   */
  readonly savesData?: boolean
  /** How the browser names itself, such as that inside an app. */
  readonly userAgent?: string
  /** The address at which this browser reaches the server. */
  readonly url?: string
  /** Lists complaints that belong to the scene, such as a connection that the test itself breaks. */
  readonly expected?: readonly RegExp[]
}

export interface PageSession {
  readonly page: Page
  readonly context: BrowserContext
  /** Lists what the browser has complained about so far, without the expected complaints. */
  complaints(): string[]
}

/** The time is for one condition of a page; a test of several has more. */
export const PATIENCE_MS = 120_000

/** git ignores this folder, which holds screenshots of failing tests. */
const failures = fileURLToPath(new URL('../browser/failures/', import.meta.url))

/** Plays a scene, which a complaint of the browser fails. A screenshot of a failing one is kept. */
export async function play(
  session: PageSession,
  name: string,
  scene: (session: PageSession) => Promise<void>,
): Promise<void> {
  try {
    await scene(session)
    const complaints = session.complaints()
    if (complaints.length > 0) throw new Error(`the browser complained:\n${complaints.join('\n')}`)
  } catch (error) {
    const path = join(failures, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`)
    mkdirSync(failures, { recursive: true })
    await session.page.screenshot({ path, fullPage: true }).catch(() => {})
    console.warn(`${name}: ${path}`, session.complaints())
    throw error
  }
}

/** The script of a browser whose person asked it to save data. */
export const saveData = {
  content: `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
}

export async function openSession(
  browser: Browser,
  served: string,
  options: PageOptions = {},
): Promise<PageSession> {
  const {
    url = served,
    size = 'desktop',
    language = 'en-GB',
    theme = 'light',
    camera = {},
    expected = [],
    deviceScaleFactor = 1,
    savesData = false,
    userAgent,
  } = options
  const context = await browser.newContext({
    ...sizes[size],
    deviceScaleFactor,
    baseURL: url,
    locale: language,
    colorScheme: theme,
    ...(userAgent !== undefined && { userAgent }),
    // Waiting for animations gains nothing.
    reducedMotion: 'reduce',
  })
  // Networks open slowly beside other work, and no wait lasts longer than it must.
  context.setDefaultTimeout(PATIENCE_MS)
  await installScripts(context, { ...PORTRAIT, ...camera })
  if (savesData) await context.addInitScript(saveData)
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
    // A page that is left cancels its parts that are still loading.
    if (!/\/(?:studio|verify)\/assets\/\S+ net::ERR_ABORTED$/.test(said)) hear(said)
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== new URL(url).origin && protocol.startsWith('http')) hear(`elsewhere: ${request.url()}`)
  })
}
