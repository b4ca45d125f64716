// A bridge for workflows that post pictures and a callbackUrl: it has Selfsame look at them, and posts the outcome back.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { createClient } from '../../client/src/index.ts'

const env = process.env
const client = createClient({ baseUrl: env.SELFSAME_URL ?? '', apiKey: env.SELFSAME_API_KEY ?? '' })
/** What callers send as `Authorization: Bearer ...`. */
const token = env.BRIDGE_TOKEN ?? ''
/** Whoever has the token could make this program call anybody: only these origins are called. */
const origins = (env.BRIDGE_CALLBACKS ?? '').split(',')
/** Signs what is posted back, as the webhooks of Selfsame are signed. */
const secret = Buffer.from((env.BRIDGE_SECRET ?? '').replace(/^whsec_/, ''), 'base64')

interface Task {
  /** Your own id of the person. */
  readonly personId: string
  /** Pictures as Base64. */
  readonly front: string
  readonly back?: string
  readonly selfie: string
  readonly callbackUrl: string
}

/** What a person must look at is no rejection: a document that cannot be read, or one with a warning. */
async function judge({ personId, front, back, selfie }: Task) {
  const attachment = { content: front }
  const created = await client.createDocument({ external_person_id: personId, attachment })
  const isRead = created.recognized_data.result_code === 200
  const whole =
    isRead && back !== undefined ? await client.attachToDocument(created.id, { content: back }) : created
  const { result_code, message, id, name, birthday, warning } = whole.recognized_data
  const compared = await client.compareFaces({ image_live: selfie, image_card: front })
  const isAlive = compared.liveness_check !== 'face-not-genuine'
  const isSame = isAlive && compared.verify_result === 2
  return {
    decision: isRead && !isSame ? 'rejected' : isRead && warning.length === 0 ? 'approved' : 'review',
    document: { result_code, message, number: id, name, birthday, warnings: warning },
    face: { is_alive: isAlive, is_same: isSame, similarity: compared.sim ?? null },
  }
}

async function postBack(url: string, outcome: object): Promise<void> {
  const body = JSON.stringify(outcome)
  const id = `msg_${crypto.randomUUID()}`
  for (const pauseMs of [0, 1_000, 10_000, 60_000]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const sent = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', secret).update(`${id}.${sent}.${body}`).digest('base64')
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': sent,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined)
    if (answer?.ok) return
  }
  console.log('the callback was not taken')
}

const isAllowed = (url: unknown): boolean =>
  typeof url === 'string' && URL.canParse(url) && origins.includes(new URL(url).origin)

function mayCall({ headers }: IncomingMessage): boolean {
  const [given, known] = [headers.authorization ?? '', `Bearer ${token}`].map((text) => Buffer.from(text))
  return token !== '' && given?.length === known?.length && timingSafeEqual(given as Buffer, known as Buffer)
}

const MOST_BYTES = 32 * 1024 * 1024

async function read(request: IncomingMessage): Promise<Partial<Task>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new RangeError('too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as Partial<Task>
}

const server = createServer(async (request, response) => {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (!mayCall(request)) return answer(401, { error: 'the token is not right' })
  const task = await read(request).catch(() => undefined)
  const { personId, front, selfie, callbackUrl } = task ?? {}
  if (!task || !personId || !front || !selfie)
    return answer(400, { error: 'personId, front, selfie and callbackUrl are needed' })
  if (!isAllowed(callbackUrl)) return answer(400, { error: 'callbackUrl is not of an origin in BRIDGE_CALLBACKS' })
  answer(202, { status: 'IN_PROGRESS' })
  const outcome = await judge(task as Task).catch((error: Error) => ({ decision: 'error', error: error.name }))
  await postBack(callbackUrl ?? '', outcome)
})
server.listen(Number(env.PORT ?? '8100'), '127.0.0.1', () => console.log('listening'))
