// A shop that verifies its buyers: it creates, embeds the element, receives the signed event and shows the result: node shop.ts
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createClient, verifyWebhook } from '../../src/index.ts'

const { SELFSAME_URL = 'http://127.0.0.1:8080', SELFSAME_KEY = '', WEBHOOK_SECRET = '' } = process.env
const {
  PORT = '3000',
  POLICY = 'simple',
  ELEMENT = fileURLToPath(new URL('../../dist/verify/', import.meta.url)),
} = process.env
const client = createClient({ baseUrl: SELFSAME_URL, apiKey: SELFSAME_KEY })

/** Orders by the id of their verification. A real shop has a database, and knows its buyer by a session. */
const orders = new Map<string, { state: string }>()
const seen = new Set<string>()

const page = `<!doctype html><html lang="vi"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<link rel="stylesheet" href="/shop.css"><script type="module" src="/shop.js"></script>
<h1>Order 7</h1><button id="buy">Buy</button>
<p id="result" role="status"></p><selfsame-verify id="verify" hidden></selfsame-verify></html>`
const script = `import '/verify/selfsame-verify.js'
const [buy, verify, result] = ['buy', 'verify', 'result'].map((id) => document.getElementById(id))
buy.onclick = async () => {
  const { token, baseUrl } = await (await fetch('/orders', { method: 'POST' })).json()
  verify.setAttribute('base-url', baseUrl)
  verify.setAttribute('token', token)
  buy.hidden = true
  verify.hidden = false
}
verify.addEventListener('selfsame-done', async ({ detail }) => {
  // The page is told at once; what counts is what the server was told by the signed event, a moment later.
  let state = 'created'
  for (; !/approved|declined|review|cancelled|expired/.test(state); await new Promise((done) => setTimeout(done, 500)))
    state = (await (await fetch('/orders/' + detail.verification_id)).json()).state
  result.textContent = state
  result.dataset.state = state
})`
const style =
  'body { margin: 2rem auto; max-width: 40rem; font-family: system-ui } selfsame-verify { --selfsame-accent: #5b2a86 }'

/** The element needs no more than this: no inline code, no styles of its own, and pictures only of this page. */
const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; connect-src 'self' ${new URL(SELFSAME_URL).origin}`
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
}

async function answer(request: IncomingMessage): Promise<[number, string, string | Uint8Array]> {
  const path = new URL(request.url ?? '/', 'http://shop').pathname
  const json = (body: object): [number, string, string] => [200, 'application/json', JSON.stringify(body)]
  if (path === '/') return [200, 'text/html; charset=utf-8', page]
  if (path === '/shop.js') return [200, 'text/javascript', script]
  if (path === '/shop.css') return [200, 'text/css', style]
  if (path === '/orders' && request.method === 'POST') {
    const made = await client.createVerification({ policy: POLICY, external_person_id: 'buyer-7' })
    orders.set(made.id, { state: made.state })
    return json({ token: made.link.token, baseUrl: SELFSAME_URL })
  }
  if (path.startsWith('/orders/')) {
    const order = orders.get(path.slice('/orders/'.length))
    return order ? json(order) : [404, 'text/plain', '']
  }
  if (path === '/webhook') {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    const received = { body: Buffer.concat(chunks), headers: request.headers }
    const { id, event } = await verifyWebhook(received, { secret: WEBHOOK_SECRET })
    // An event may come twice; it counts once.
    if (!seen.has(id) && event.type !== 'webhook.test') orders.set(event.data.id, { state: event.data.state })
    seen.add(id)
    return [204, 'text/plain', '']
  }
  const file = /^\/verify\/((?:parts\/)?[\w.-]+)$/.exec(path)?.[1]
  if (!file) return [404, 'text/plain', '']
  return [
    200,
    types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    await readFile(ELEMENT + file),
  ]
}

const server = createServer(async (request, response) => {
  const [status, type, body] = await answer(request).catch(
    (error: Error) => [400, 'text/plain', error.message] as const,
  )
  response.writeHead(status, { 'content-type': type, 'content-security-policy': policy }).end(body)
})
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${PORT}\n`)
})
