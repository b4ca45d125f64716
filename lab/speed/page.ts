// npm run bench:page: the hosted page on a slow phone with a slow network; the bytes and the time until it says what to do.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { startChromium } from '../../specimens/kit/servers/browser-program.ts'
import { createKey, newKeyId } from '../../src/organisations/api-keys.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { addPolicy } from '../../src/store/records/policies.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { addOrganisations, settingsOf, temporaryFolder, unlimited, withStore } from '../kit/installation.ts'
import { startServer } from '../kit/server.ts'
import { quantile } from '../kit/statistics/summary.ts'
import { atMost, printTargets } from '../kit/targets.ts'

answerHelp(`A person opens a link in Chromium at 360x640 with 400 kbit/s, 150 ms and a processor four times as slow, gives
consent and comes to the document. Build the page first: npm run studio.

  --rounds N   how often (5); the median counts

${writesCacheOnly}`)

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const BYTES_A_SECOND = 400_000 / 8
const LATENCY_MS = 150
const SLOWER = 4
const BOUNDS = { bytes: 150_000, seconds: 3, chipBytes: 60 * 1024 }
/** Steps that load nothing of the chip, and those that load all of it. */
const POLICIES = {
  face: { liveness: { families: ['profile'], min_strength: 'standard', attempts: 1 } },
  chip: { chip: { mode: 'required', copy_proof: 'preferred', attempts: 1 } },
} as const

const folder = temporaryFolder('bench-page')
const data = join(folder.path, 'data')
mkdirSync(data)
const variables = { ...unlimited, SELFSAME_DATA: data, SELFSAME_WORKERS: '1' }
const key = await withStore(settingsOf(variables), async (store) => {
  await addOrganisations(store, ['bench'])
  const organisationId = (await findOrganisation(store.database, 'bench'))?.id ?? ''
  const wanted = { id: newKeyId(), name: 'bench', organisationId, scopes: ['verifications'], isTest: true }
  for (const [id, steps] of Object.entries(POLICIES)) {
    const limits = { link_minutes: 60, expires_minutes: 120, token_minutes: 30, outcomes: {} }
    const policy = JSON.stringify({ steps, expected: [], ...limits })
    await addPolicy(store.database, { organisationId, id }, policy, Date.now())
  }
  const made = await createKey({ database: store.database, now: Date.now() }, { ...wanted, expiresAt: null })
  return made.key
})
const server = await startServer({ folder: folder.path, variables })
const browser = await startChromium()

async function newLink(policy = 'telecom-vn'): Promise<string> {
  const answer = await fetch(`${server.url}/verifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ policy, external_person_id: 'bench' }),
  })
  const { link } = (await answer.json()) as { readonly link: { readonly token: string } }
  return link.token
}

/** What guides the person before the camera comes while they read, and is not waited for. */
const isLoadedAside = (url: string): boolean => /\/networks\/|\.wasm$|\/assets\/(page-)?worker-/.test(url)

/** When a screen was painted first, in milliseconds since the link was opened. */
interface Seen {
  readonly opening?: number
  readonly overview: number
}

/** Runs in the page: looks after each painting whether a screen is there. */
function watchForFirst(): void {
  const page = globalThis as unknown as {
    seen: Record<string, number>
    requestAnimationFrame(act: () => void): void
    document: { querySelector(tag: string): { shadowRoot: { querySelector(what: string): unknown } } | null }
  }
  page.seen = {}
  const look = () => {
    const root = page.document.querySelector('selfsame-verify')?.shadowRoot
    for (const name of ['opening', 'overview'])
      if (root?.querySelector(`[data-screen=${name}] h1`)) page.seen[name] ??= performance.now()
    page.requestAnimationFrame(look)
  }
  look()
}

interface Round {
  readonly firstSeconds: number
  readonly overviewSeconds: number
  readonly bytes: number
  readonly asideBytes: number
  readonly files: ReadonlyMap<string, number>
}

async function round(): Promise<Round> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'vi-VN',
  })
  const page = await context.newPage()
  const files = await slowed(page)
  await page.addInitScript(watchForFirst)
  const link = await newLink()
  await page.goto(`${server.url}/verify/${link}`, { waitUntil: 'commit' })
  await page.locator('[data-screen=overview]').waitFor({ timeout: 120_000 })
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  await page.locator('[data-action=begin]').click()
  await page.locator('[data-action=accept]').click()
  await page.locator('[data-screen=document]').waitFor({ timeout: 120_000 })
  const sum = (isAside: boolean) =>
    [...files].reduce((bytes, [url, size]) => (isLoadedAside(url) === isAside ? bytes + size : bytes), 0)
  await context.close()
  return {
    firstSeconds: (seen.opening ?? seen.overview) / 1000,
    overviewSeconds: seen.overview / 1000,
    bytes: sum(false),
    asideBytes: sum(true),
    files,
  }
}

/** An app around the page whose field has no chip. */
const shell = `globalThis.selfsame = Object.freeze({ version: 1,
  features: ['transceive'], transceive: () => new Promise(() => {}), endChip: async () => {} })`

/** The files of the page that come until the step of the policy is there, by their addresses. */
async function filesUntil(policy: keyof typeof POLICIES, mark: string): Promise<ReadonlyMap<string, number>> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: 'vi-VN' })
  await context.addInitScript(shell)
  const page = await context.newPage()
  const files = await counted(page)
  await page.goto(`${server.url}/verify/${await newLink(policy)}`)
  await page.locator('[data-action=begin]').click()
  await page.locator(mark).waitFor()
  await context.close()
  return new Map([...files].filter(([url]) => url.includes('/assets/') && !isLoadedAside(url)))
}

/** What a chip adds: reader, screen, drawing, and words in one language. */
async function bytesOfChip(): Promise<number> {
  const without = await filesUntil('face', '[data-screen=liveness]')
  const files = await filesUntil('chip', '[data-chip=intro]')
  return [...files].reduce((bytes, [url, size]) => (without.has(url) ? bytes : bytes + size), 0)
}

/** Makes the network and the processor of the page those of an old phone. */
async function slowed(page: Page): Promise<ReadonlyMap<string, number>> {
  const wire = await page.context().newCDPSession(page)
  const files = await counted(page)
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  })
  await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return files
}

/** Gives the bytes that come over the wire, headers included, by address. */
async function counted(page: Page): Promise<ReadonlyMap<string, number>> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  const urls = new Map<string, string>()
  const files = new Map<string, number>()
  const add = (requestId: string, bytes: number) => {
    const url = urls.get(requestId) ?? requestId
    files.set(url, (files.get(url) ?? 0) + bytes)
  }
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  wire.on('Network.responseReceived', ({ requestId, response }) => add(requestId, response.encodedDataLength))
  wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
  return files
}

const rounds: Round[] = []
for (let i = 0; i < Number(options.rounds); i++) rounds.push(await round())
const chipBytes = await bytesOfChip()
await browser.close()
await server.stop()
folder.remove()

const median = (of: (round: Round) => number): number => quantile(rounds.map(of), 0.5)
const largest = [...(rounds.at(-1)?.files ?? [])].toSorted(([, a], [, b]) => b - a).slice(0, 12)
for (const [url, bytes] of largest)
  console.log(
    `  ${String(Math.round(bytes / 100) / 10).padStart(8)} kB  ${new URL(url).pathname.replace(/ss[lt]_\w+/, '…')}`,
  )
console.log(
  `${rounds.length} rounds: what to have at hand after ${rounds.map((one) => one.firstSeconds.toFixed(2)).join(', ')} s, ` +
    `the steps ahead after ${rounds.map((one) => one.overviewSeconds.toFixed(2)).join(', ')} s; ` +
    `${Math.round(median((one) => one.asideBytes) / 1000)} kB of networks came aside until the document`,
)
printTargets([
  atMost(
    'page-bytes-before-camera',
    median((one) => one.bytes),
    BOUNDS.bytes,
  ),
  atMost(
    'page-first-instruction-seconds',
    median((one) => one.firstSeconds),
    BOUNDS.seconds,
  ),
  atMost('page-chip-bytes', chipBytes, BOUNDS.chipBytes),
])
process.exit(0)
