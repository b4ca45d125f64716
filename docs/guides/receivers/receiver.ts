// A small web shop in Node.js: it sends people to a verification, and hears of the verdict by webhook.
import { createServer } from 'node:http'
import { verifyWebhook, WebhookRefused } from '../../../client/src/index.ts'

const { SELFSAME_URL = '', SELFSAME_API_KEY = '', SELFSAME_WEBHOOK_SECRET = '', PORT = '8000' } = process.env
/** Keep these in your database: a message may come twice. */
const handled = new Set<string>()

/** Creates a verification on the server, and returns where the person goes. */
async function linkFor(person: string): Promise<string> {
  const answer = await fetch(`${SELFSAME_URL}/verifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SELFSAME_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ policy: 'simple', external_person_id: person }),
  })
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  const { link } = (await answer.json()) as { link: { url: string } }
  return new URL(link.url, SELFSAME_URL).href
}

const server = createServer(async (request, response) => {
  try {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'GET' && url.pathname === '/start') {
      response.writeHead(302, { location: await linkFor(url.searchParams.get('person') ?? '') }).end()
    } else if (request.method === 'POST' && url.pathname === '/webhooks') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const received = { body: Buffer.concat(chunks), headers: request.headers }
      const { id, event } = await verifyWebhook(received, { secret: SELFSAME_WEBHOOK_SECRET })
      if (!handled.has(id)) {
        handled.add(id)
        console.log(`verified ${event.type} ${'state' in event.data ? event.data.state : ''}`)
      }
      response.writeHead(204).end()
    } else response.writeHead(404).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookRefused ? 400 : 502).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening'))
