// Tests the client's verifier of webhooks: the published vector, everything that may be forged, and messages of a real server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, verifyWebhook, WebhookRefused } from '../../client/src/index.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { signedHeaders } from '../../src/webhooks/signature.ts'
import { openReceiver, type Received, type Receiver } from '../webhooks/receivers.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"test": 2432232314}'
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const now = 1_614_265_330_000

describe('the published vector', () => {
  test.each([
    ['as text, with headers of Node.js', { body, headers }],
    ['as bytes', { body: Buffer.from(body), headers }],
    ['with headers of Fetch', { body, headers: new Headers(headers) }],
    [
      'with headers in other letters',
      {
        body,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
        ),
      },
    ],
    [
      'among other signatures',
      {
        body,
        headers: {
          ...headers,
          'webhook-signature': `v1,AAAA v2,g0hM9 v1a,xyz v1,!!! ${headers['webhook-signature']}`,
        },
      },
    ],
  ])('is verified %s', async (_how, received) => {
    const { id, event } = await verifyWebhook(received, { secret, now })
    expect(id).toBe(headers['webhook-id'])
    expect(event).toEqual({ test: 2_432_232_314 })
  })

  test('is verified with one of several secrets, and with a secret without its prefix', async () => {
    const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
    await verifyWebhook({ body, headers }, { secret: [other, secret], now })
    await verifyWebhook({ body, headers }, { secret: secret.slice(6), now })
    await expect(verifyWebhook({ body, headers }, { secret: other, now })).rejects.toMatchObject({
      fault: 'signature',
    })
  })
})

describe('what is not as it was sent is refused', () => {
  const changed = (more: object) => ({ body, headers: { ...headers, ...more } })
  test.each([
    ['signature', { body: `${body} `, headers }],
    ['signature', { body: body.replace('4', '5'), headers }],
    ['signature', { body: JSON.stringify(JSON.parse(body)), headers }],
    ['signature', changed({ 'webhook-id': 'msg_other' })],
    ['signature', changed({ 'webhook-timestamp': '1614265331' })],
    ['signature', changed({ 'webhook-signature': 'v1,' })],
    ['signature', changed({ 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') })],
    ['signature', changed({ 'webhook-signature': headers['webhook-signature'].slice(3) })],
    [
      'signature',
      changed({ 'webhook-signature': `${'v1,AAAA '.repeat(16)}${headers['webhook-signature']}` }),
    ],
    ['headers', changed({ 'webhook-signature': undefined })],
    ['headers', changed({ 'webhook-id': '' })],
    ['headers', changed({ 'webhook-timestamp': ['1614265330', '1614265330'] })],
    ['headers', changed({ 'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek' })],
    ['timestamp', changed({ 'webhook-timestamp': '-1614265330' })],
    ['timestamp', changed({ 'webhook-timestamp': '1614265330.0' })],
    ['timestamp', changed({ 'webhook-timestamp': 'NaN' })],
  ] as const)('%s: %j', async (fault, received) => {
    await expect(verifyWebhook(received, { secret, now })).rejects.toMatchObject({
      name: 'WebhookRefused',
      fault,
    })
  })

  test('also a message that is older or newer than the tolerance', async () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      verifyWebhook(
        { body, headers },
        {
          secret,
          now: now + 1000 * seconds,
          ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
        },
      ).then(
        () => 'taken',
        (error: WebhookRefused) => error.fault,
      )
    expect([await at(300), await at(301), await at(-300), await at(-301)]).toEqual([
      ...['taken', 'timestamp', 'taken', 'timestamp'],
    ])
    expect([await at(3000, 3600), await at(2, 1)]).toEqual(['taken', 'timestamp'])
  })

  test('a signed body that is no JSON, and a secret that is none, are said to be so', async () => {
    const key = Buffer.from(secret.slice(6), 'base64')
    const broken = signedHeaders([key], { id: 'msg_1', at: now, body: '{' })
    await expect(verifyWebhook({ body: '{', headers: broken }, { secret, now })).rejects.toMatchObject({
      fault: 'body',
    })
    for (const bad of ['', 'whsec_', 'whsec_äöü', 'whsec_AAAA'])
      await expect(verifyWebhook({ body, headers }, { secret: bad, now })).rejects.toThrow(
        'the secret must be',
      )
    expect(new WebhookRefused('body', 'x')).toBeInstanceOf(Error)
  })
})

describe('a real server', () => {
  let server: TestServer
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await startTestServer({ webhookAllow: [receiver.allow] })
  })
  afterAll(async () => {
    await server.stop()
    await receiver.close()
  })

  test('sends what the verifier takes, with the old and the new secret', async () => {
    const { name, password } = server.credentials
    const client = createClient({ baseUrl: server.url, name, password })
    const { endpoint, secret: old } = await client.createWebhookEndpoint({ url: receiver.url })
    const { secret: fresh } = await client.rotateWebhookSecret(endpoint.id, { grace_hours: 1 })
    expect(await client.testWebhookEndpoint(endpoint.id)).toMatchObject({ delivered: true, status: 204 })
    const message = receiver.received.at(-1) as Received
    for (const one of [old, fresh]) {
      const { event } = await verifyWebhook(message, { secret: one })
      expect(event).toMatchObject({ type: 'webhook.test', data: { endpoint_id: endpoint.id } })
    }
    expect((await client.webhookDeliveries({ state: 'waiting', limit: '10' })).deliveries).toEqual([])
    expect((await client.webhookDeliveries()).next_cursor).toBeNull()
  })
})
