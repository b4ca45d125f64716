// Attacks on the pages in a browser: scripts in every field that somebody can write, in addresses, frames, and referrers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { hasChromium, startChromium } from '../../specimens/kit/servers/browser-program.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { basicAuthorization, callerOf } from '../kit/caller.ts'
import { type Attack, heldUnless, notTried, type Outcome, startVictim, type Victim } from './attack.ts'
import { markup, okay, policy, shown, type Written, writeEverywhere } from './written.ts'

const script = markup('address')
const address = 'javascript:fell()'

/** What the case needs of this machine; the studio is built by `npm run studio`. */
async function inBrowser(try_: (browser: Browser) => Promise<Outcome>): Promise<Outcome> {
  if (!hasChromium()) return notTried('no Chromium')
  const browser = await startChromium()
  return try_(browser).finally(() => browser.close())
}

/** Opens a page that notes every sign of a script that ran or was kept from running. */
async function watchedPage(browser: Browser, url: string, more: { readonly userAgent?: string } = {}) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', ...more })
  const page = await context.newPage()
  const signs: string[] = []
  await page.exposeFunction('fell', () => void signs.push('a script ran'))
  page.on('dialog', (dialog) => void dialog.dismiss())
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) signs.push(message.text().slice(0, 150))
  })
  return { page, signs, close: () => context.close() }
}

/** Runs in the page, of which the lab knows no types: every root, the document's and those in shadow. */
const roots = `const roots = (root) => [root, ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ? roots(shadowRoot) : [])]`

/** A page that still moves on is asked again once it came to rest. */
async function evaluated<T>(page: Page, expression: string): Promise<T> {
  for (let tries = 0; ; tries++) {
    await page.waitForLoadState('networkidle')
    try {
      return await page.evaluate<T>(expression)
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

const signsIn = (page: Page): Promise<string[]> =>
  evaluated(
    page,
    `(() => {
    ${roots}
    const all = roots(document).flatMap((root) => [...root.querySelectorAll('*')])
    const scripted = ['href', 'src', 'action', 'formaction'].flatMap((name) =>
      all.filter((one) => /^\\s*javascript:/i.test(one.getAttribute(name) ?? '')).map(() => 'a script as ' + name))
    return [...all.filter(({ localName }) => localName === 'x-fell').map(({ id }) => id + ' became an element in ' + location), ...scripted]
  })()`,
  )

/** The fields whose text is on the page. */
const fieldsOn = async (page: Page): Promise<string[]> => {
  const text = await evaluated<string>(
    page,
    `(() => {
    ${roots}
    return roots(document).flatMap((root) => [
      ...[...root.querySelectorAll('input, textarea')].map(({ value }) => value),
      ...[...root.children].map(({ textContent }) => textContent),
    ]).join(' ')
  })()`,
  )
  return [...text.matchAll(/<x-fell id=([\w-]+)>/g)].map(([, field = '']) => field)
}

async function signIn(page: Page, { name, password }: Credentials): Promise<void> {
  await page.goto('/studio/')
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.locator('main#content').waitFor()
}

/** Joins by the invitation, with a browser that calls itself so, and makes a passkey. */
async function joinAsAdmin(page: Page, invitation: string, look: () => Promise<void>): Promise<void> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('WebAuthn.enable')
  await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await page.goto(`/studio/#/join/${invitation}`)
  await page.locator('input[name=password]').waitFor()
  await look()
  await page.locator('input[name=password]').fill('four plain words of mine')
  await page.locator('form button[type=submit]').click()
  await page.locator('main#content').waitFor()
  await page.goto('/studio/#/account/sign-in')
  await page.locator('input[name=passkey]').fill(markup('passkey'))
  await page.getByTestId('passkey-add').click()
  await page.locator('[data-passkey]').waitFor()
}

interface Place {
  readonly path: string
  /** What is clicked, where something is to be opened first. */
  readonly opens?: string
  /** What comes last. */
  readonly shows?: string
}

const studioPlaces = (id: string): readonly Place[] => [
  { path: `verifications/list?id=${id}`, shows: '[data-testid=notes] li' },
  { path: 'verifications/list' },
  { path: 'verifications/review', shows: '[data-testid=claimed]' },
  { path: 'verifications/policies' },
  ...[policy.id, 'searching'].map((one) => ({ path: `verifications/policies?id=${one}` })),
  { path: 'verifications/statistics' },
  { path: 'faces/collections', opens: '[data-collection]', shows: '.person-words' },
  ...['members', 'api-keys', 'webhooks', 'brand', 'sandbox'].map((one) => ({ path: `manage/${one}` })),
  { path: 'account/sign-in', shows: '[data-passkey]' },
]

/** Opens every screen of the studio that shows what somebody wrote. */
async function lookThroughStudio(page: Page, id: string, look: () => Promise<void>): Promise<void> {
  for (const { path, opens, shows } of studioPlaces(id)) {
    await page.goto(`/studio/#/${path}`)
    await page.reload()
    await page.locator('main#content h1').first().waitFor()
    if (opens !== undefined) await page.locator(opens).first().click()
    if (shows !== undefined) await page.locator(shows).first().waitFor()
    await evaluated(page, `document.querySelectorAll('details').forEach((one) => { one.open = true })`)
    await look()
  }
}

/** The person's page from the first screen to the last. */
async function lookThroughJourney(page: Page, link: string, look: () => Promise<void>): Promise<void> {
  const go = async (action: string) => {
    await page.locator(`selfsame-verify [data-action=${action}]`).first().click()
  }
  await page.goto(`/verify/${link}`)
  await page.locator('selfsame-verify [data-screen=overview]').waitFor()
  await look()
  await go('begin')
  await page.locator('selfsame-verify [data-screen=consent]').waitFor()
  await look()
  await go('refuse')
  await go('refuse-yes')
  await page.locator('selfsame-verify [data-action=return]').waitFor()
  await look()
}

/** What is saved or read by other programs: no page, no formula of a spreadsheet, no action in a PDF. */
async function faultsOfFiles({ url, attacker }: Victim, { verificationId }: Written): Promise<string[]> {
  const formula = '=HYPERLINK("https://evil.example")'
  const { call } = callerOf(url, attacker)
  const body = { policy: policy.id, external_person_id: formula }
  okay(await call('createVerification', { body }), 'createVerification')
  const headers = { authorization: basicAuthorization(attacker) }
  const faults: string[] = []
  const one = `/verifications/${verificationId}`
  const paths = [
    one,
    `${one}/notes`,
    `${one}/events`,
    `${one}/looks`,
    `${one}/receipt`,
    '/members',
    '/api-keys',
  ]
  const files = [`${one}/report?locale=en`, '/verification-export']
  for (const path of [...paths, ...files]) {
    const answer = await fetch(url + path, { headers })
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
    const isSniffed = answer.headers.get('x-content-type-options') !== 'nosniff'
    if (isSniffed || /html|xml|svg/.test(answer.headers.get('content-type') ?? ''))
      faults.push(`${path} may be taken for a page`)
    if (files.includes(path) && !/^attachment/.test(answer.headers.get('content-disposition') ?? ''))
      faults.push(`${path} is shown, and not saved`)
    if (
      path.includes('report') &&
      /\/(JavaScript|JS|Launch|OpenAction|AA|URI|SubmitForm)\b/.test(outside(text))
    )
      faults.push('the report has an action')
    if (path.includes('export') && (!text.includes('HYPERLINK') || /[,\n]"?=/.test(text)))
      faults.push('the list has a formula')
  }
  return faults
}

/** Names of a PDF are outside its streams. */
const outside = (pdf: string): string => pdf.replaceAll(/stream\r?\n.*?endstream/gs, '')

/** What is put in an address by somebody who sends a link to it. */
const reflected: readonly string[] = [
  `/studio/?${encodeURIComponent(script)}=${encodeURIComponent(script)}`,
  `/studio/#/verifications/list?id=${encodeURIComponent(script)}`,
  `/studio/#/verifications/list?search=${encodeURIComponent(script)}&state=${encodeURIComponent(script)}`,
  `/studio/#/verifications/policies?id=${encodeURIComponent(script)}&from=${encodeURIComponent(script)}`,
  `/studio/#/join/${encodeURIComponent(script)}`,
  `/studio/#${encodeURIComponent(script)}`,
  `/studio/#${address}`,
  `/verify/#${encodeURIComponent(script)}`,
  `/verify/?token=${encodeURIComponent(script)}&base-url=${encodeURIComponent(address)}`,
  `/${encodeURIComponent(script)}`,
  `/verifications/${encodeURIComponent(script)}`,
  `/docs/?url=${encodeURIComponent('data:application/json,{}')}&configUrl=data:text/html,${encodeURIComponent(script)}`,
]

/** A server of another site, which notes what it is asked and frames what it is told. */
async function otherSite(frames: string) {
  const heard: { readonly path: string; readonly referer: string }[] = []
  const server = createServer((request, response) => {
    heard.push({ path: request.url ?? '', referer: request.headers.referer ?? '' })
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>other</title>${frames && `<iframe src="${frames}" width=600 height=400></iframe>`}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // Another name is another site, also where it is the same machine.
    url: `http://localhost:${port}`,
    heard,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const attacks: readonly Attack[] = [
  {
    name: 'stored-scripts',
    tries:
      'HTML and scripts in every field that people, keys, members and reviewers can write, opened by others',
    seeAlso: ['test/browser/screens.test.ts', 'test/api/hosted-page.test.ts'],
    run: () =>
      inBrowser(async (browser) => {
        await using victim = await startVictim()
        const written = await writeEverywhere(victim)
        // Passkeys are bound to a name, and 127.0.0.1 is none.
        const url = victim.url.replace('127.0.0.1', 'localhost')
        const { page, signs, close } = await watchedPage(browser, url, { userAgent: markup('agent') })
        const seen = new Set<string>()
        const look = async () => {
          signs.push(...(await signsIn(page)))
          for (const field of await fieldsOn(page)) seen.add(field)
        }
        await joinAsAdmin(page, written.invitation, look)
        await lookThroughStudio(page, written.verificationId, look)
        await lookThroughJourney(page, written.link, look)
        await close()
        const unseen = shown.filter((field) => !seen.has(field))
        return heldUnless(
          [
            ...signs,
            ...(await faultsOfFiles(victim, written)),
            ...unseen.map((field) => `no page shows the text of ${field}`),
          ],
          `${seen.size} fields were shown as text, and what is saved runs nothing`,
        )
      }),
  },
  {
    name: 'reflected-scripts',
    tries: 'links to pages of the server with scripts in every part of the address',
    seeAlso: ['test/api/hosted-page.test.ts', 'test/api/studio.test.ts'],
    run: () =>
      inBrowser(async (browser) => {
        await using victim = await startVictim()
        const { page, signs, close } = await watchedPage(browser, victim.url)
        for (const isSignedIn of [false, true]) {
          if (isSignedIn) await signIn(page, victim.attacker)
          for (const one of reflected) {
            // An address of the API is no page: the browser is asked for a password, and shows nothing.
            await page.goto(one).catch(() => undefined)
            signs.push(...(await signsIn(page)))
          }
        }
        const { call } = callerOf(victim.url, victim.attacker)
        for (const return_url of [
          address,
          `data:text/html,${script}`,
          'https://a:b@shop.example/',
          '//evil.example',
        ]) {
          const body = { policy: 'simple', external_person_id: 'p', return_url }
          const { status } = await call('createVerification', { body })
          if (status !== 400) signs.push(`the return address ${return_url} was answered ${status}`)
        }
        await close()
        return heldUnless(signs, `${reflected.length} addresses, signed in and not, ran and drew nothing`)
      }),
  },
  {
    name: 'framing',
    tries: "the studio and the person's page in a frame of another site",
    seeAlso: ['test/browser/embedded.test.ts', 'test/api/hosted-page.test.ts'],
    run: () =>
      inBrowser(async (browser) => {
        await using victim = await startVictim()
        const faults: string[] = []
        for (const path of ['/studio/', '/verify/', '/docs/']) {
          const site = await otherSite(`${victim.url}${path}`)
          const page = await browser.newPage()
          await page.goto(site.url)
          const framed = page.frames().find((frame) => frame.parentFrame() !== null)
          await framed?.waitForLoadState().catch(() => undefined)
          const text = await framed?.evaluate<string>('document.documentElement.outerHTML').catch(() => '')
          if (/selfsame/i.test(text ?? '')) faults.push(`${path} was shown`)
          await page.close()
          site.stop()
        }
        return heldUnless(faults, 'the browser showed none of them')
      }),
  },
  {
    name: 'tokens-in-referrers',
    tries:
      "to read a person's link or an invitation in the history, and in what the browser tells the next site",
    seeAlso: ['test/api/hosted-page.test.ts'],
    run: () =>
      inBrowser(async (browser) => {
        await using victim = await startVictim()
        const { call } = callerOf(victim.url, victim.attacker)
        const site = await otherSite('')
        okay(await call('createPolicy', { body: policy }), 'createPolicy')
        const body = { policy: policy.id, external_person_id: 'p', return_url: site.url }
        const made = okay(await call('createVerification', { body }), 'createVerification')
        const { token } = made.body.link as { readonly token: string }
        const invited = await call('inviteMember', {
          body: { email: 'lan@acme.example', name: 'Lan', role: 'viewer' },
        })
        const invitation = (okay(invited, 'inviteMember').body.invitation as { readonly url: string }).url
        const { page, close } = await watchedPage(browser, victim.url)
        const faults: string[] = []
        page.on('request', (request) => {
          const { referer = '' } = request.headers()
          if (/ss[lti]_/.test(referer)) faults.push(`${request.url()} was told the address`)
        })
        await page.goto(`/verify/${token}`)
        await page.locator('selfsame-verify h1').first().waitFor()
        if (page.url().includes(token)) faults.push('the link stays in the address')
        await page.evaluate(`location.assign('${site.url}/left')`)
        await page.waitForURL(/left/)
        await page.goto(new URL(invitation, victim.url).href)
        await page.waitForLoadState('networkidle')
        await page.evaluate(`location.assign('${site.url}/left-again')`)
        await page.waitForURL(/left-again/)
        for (const { path, referer } of site.heard)
          if (referer.startsWith(victim.url)) faults.push(`the other site was told ${referer} with ${path}`)
        if (victim.logged.some(({ text }) => text.includes(token))) faults.push('the log has the link')
        await close()
        site.stop()
        return heldUnless(faults, 'the address was empty of it at once, and nobody was told')
      }),
  },
]
