// Tests the built element inside a plain page, a React page and a Vue page of another origin, each under a strict content security policy.
import { execFile, spawn } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, startChromium } from '../../specimens/kit/servers/browser-program.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { giveDocument, press, screen, specimen } from '../kit/browser-journey.ts'
import { PATIENCE_MS, saveData } from '../kit/browser-session.ts'

const timeout = 3 * PATIENCE_MS
const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)
const production = { env: { ...process.env, NODE_ENV: 'production' } }
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
}

const pages = {
  plain: `import './selfsame-verify.js'
const element = document.querySelector('selfsame-verify') ?? document.body.appendChild(document.createElement('selfsame-verify'))
element.addEventListener('selfsame-step', ({ detail }) => { document.body.dataset.step = detail.step })
const asked = new URLSearchParams(location.search)
element.setAttribute('base-url', asked.get('server'))
element.setAttribute('token', asked.get('token'))`,
  vue: `import './selfsame-verify.js'
import { createApp, h } from './vue.js'
const asked = new URLSearchParams(location.search)
const told = ({ detail }) => { document.body.dataset.step = detail.step }
createApp({
  render: () => h('selfsame-verify', { token: asked.get('token'), 'base-url': asked.get('server'), 'onSelfsame-step': told }),
}).mount('#app')`,
  react: `import 'SELFSAME/selfsame-verify.js'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { SelfsameVerify } from 'SELFSAME/react.js'
const asked = new URLSearchParams(location.search)
const told = ({ step }) => { document.body.dataset.step = step }
const props = { token: asked.get('token'), baseUrl: asked.get('server'), onStep: told }
createRoot(document.getElementById('app')).render(createElement(SelfsameVerify, props))`,
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

describe.skipIf(!hasChromium())('the element in pages of others', () => {
  const folder = temporaryFolder()
  let server: TestServer
  let site: Server
  let browser: Browser
  let key: string
  let shopPort: number
  beforeAll(async () => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const build = (...given: string[]) =>
      run(process.execPath, [vite, 'build', '--logLevel', 'error', ...given], production)
    await build(
      join(root, 'client'),
      '--config',
      join(root, 'client/vite.config.ts'),
      '--configLoader',
      'native',
      '--outDir',
      folder.path,
    )
    await copyFile(
      join(root, 'node_modules/vue/dist/vue.runtime.esm-browser.prod.js'),
      join(folder.path, 'vue.js'),
    )
    await writeFile(join(folder.path, 'plain-page.js'), pages.plain)
    await writeFile(join(folder.path, 'vue-page.js'), pages.vue)
    await writeReact(folder.path)
    shopPort = await freePort()
    server = await startTestServer({ webhookAllow: [{ range: '127.0.0.0/8', port: shopPort }] })
    ;({ key } = await newApiKey(
      server.server.runtime.store.database,
      server.credentials.name,
      ['verifications', 'settings'],
      { isTest: true },
    ))
    site = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site')
      const isPage = !extname(pathname)
      const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><div id="app"></div><script type="module" src="${pathname.slice(1)}-page.js"></script></body></html>`
      void (isPage ? Promise.resolve(page) : readFile(join(folder.path, pathname))).then(
        (body) =>
          response
            .writeHead(200, {
              'content-type': types[isPage ? '.html' : extname(pathname)] ?? 'text/plain',
              'content-security-policy': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; connect-src 'self' ${server.url}`,
            })
            .end(body),
        // The browser asks for an icon that no page has.
        () => response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end(),
      )
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    browser = await startChromium()
  }, timeout)
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await server?.stop()
    folder.remove()
  })

  /** React comes as CommonJS: its page is bundled, as every React page is. */
  async function writeReact(into: string): Promise<void> {
    const { build } = await import('vite')
    const source = pages.react.replaceAll('SELFSAME', into)
    const id = 'virtual:react-page'
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [
        {
          name: 'page',
          resolveId: (name) => (name === id ? `\0${id}` : undefined),
          load: (name) => (name === `\0${id}` ? source : undefined),
        },
      ],
      resolve: {
        alias: { react: join(root, 'node_modules/react'), 'react-dom': join(root, 'node_modules/react-dom') },
      },
      build: {
        outDir: into,
        emptyOutDir: false,
        target: 'es2022',
        rolldownOptions: {
          input: { 'react-page': id },
          external: [join(into, 'selfsame-verify.js')],
          output: {
            entryFileNames: '[name].js',
            paths: { [join(into, 'selfsame-verify.js')]: './selfsame-verify.js' },
          },
        },
      },
    })
  }

  const made = async (): Promise<{ readonly id: string; readonly link: { readonly token: string } }> => {
    const answer = await fetch(`${server.url}/verifications`, {
      method: 'POST',
      headers: { authorization: bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ policy: 'simple', external_person_id: 'anna' }),
    })
    return (await answer.json()) as Awaited<ReturnType<typeof made>>
  }

  test.each(['plain', 'react', 'vue'])(
    'a %s page: a step is done, and the page is told',
    { timeout },
    async (kind) => {
      const { link } = await made()
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      // The element is the same in each: that its networks load under the policy of a page is seen in one.
      if (kind !== 'plain') await page.addInitScript(saveData)
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      const { port } = site.address() as AddressInfo
      await page.goto(
        `http://127.0.0.1:${port}/${kind}?server=${encodeURIComponent(server.url)}&token=${link.token}`,
      )
      await screen(page, 'overview')
      await press(page, 'begin')
      await screen(page, 'document')
      await giveDocument(page, await specimen('holder-front'))
      await screen(page, 'liveness')
      await page.locator('body[data-step=liveness]').waitFor()
      // The styles of the element are its own: under this policy a style in the page would be refused.
      const shown = await page.evaluate(
        `getComputedStyle(document.querySelector('selfsame-verify').shadowRoot.querySelector('[data-action=camera]')).backgroundColor`,
      )
      expect(shown).toBe('rgb(15, 107, 99)')
      expect(complaints).toEqual([])
      await page.close()
    },
  )

  test('the example shop creates, embeds, takes the signed event and shows the result', {
    timeout,
  }, async () => {
    const call = async (path: string, body: object) =>
      (await (
        await fetch(server.url + path, {
          method: 'POST',
          headers: { authorization: bearer(key), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()) as Record<string, string>
    const { secret } = await call('/webhook-endpoints', {
      url: `http://127.0.0.1:${shopPort}/webhook`,
      events: ['*'],
    })
    const shop = spawn(process.execPath, [join(root, 'client/examples/shop/shop.ts')], {
      env: {
        PATH: process.env.PATH,
        PORT: String(shopPort),
        POLICY: 'telecom-vn',
        SELFSAME_URL: server.url,
        SELFSAME_KEY: key,
        WEBHOOK_SECRET: secret,
        ELEMENT: `${folder.path}/`,
      },
    })
    try {
      await new Promise((resolve) => shop.stdout.once('data', resolve))
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.addInitScript(saveData)
      await page.goto(`http://127.0.0.1:${shopPort}/`)
      await page.locator('#buy').click()
      await screen(page, 'overview')
      await press(page, 'begin')
      await press(page, 'refuse')
      await press(page, 'refuse-yes')
      // The page shows what the shop was told by the signed event.
      await page.locator('#result[data-state=declined]').waitFor()
    } finally {
      shop.kill()
    }
  })
})
