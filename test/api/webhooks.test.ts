// Tests the routes of webhooks over HTTP: endpoints, secrets, the log, replay, who may, and what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEntries } from '../../specimens/kit/records/audit-trail.ts'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { addPolicy } from '../../src/store/records/policies.ts'
import { openSecrets } from '../../src/webhooks/endpoints.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { keepEvent, keepVerification } from '../webhooks/outbox-kit.ts'
import { openReceiver, type Receiver } from '../webhooks/receivers.ts'

type Body = Record<string, unknown> & {
  endpoint: Record<string, unknown>
  deliveries: Record<string, unknown>[]
}

let server: TestServer
let receiver: Receiver
let other: Credentials
let organisationId: string
beforeAll(async () => {
  receiver = await openReceiver(({ path }) => (path === '/broken' ? 500 : 204))
  server = await startTestServer({ webhookAllow: [receiver.allow], credentialCacheMs: 0 })
  other = await server.organisation('other')
  const { database } = store()
  organisationId = (await findOrganisation(database, server.credentials.name))?.id ?? ''
  await addPolicy(database, { organisationId, id: 'simple' }, '{}', Date.now())
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
})

const store = () => server.server.runtime.store
async function call(method: string, path: string, body?: unknown, authorization = basic(server.credentials)) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}
const until = (isSo: () => boolean | Promise<boolean>) =>
  expect.poll(isSo, { interval: 20, timeout: 120_000 }).toBe(true)
const made = async (more: object = {}, authorization?: string) => {
  const { status, body } = await call(
    'POST',
    '/webhook-endpoints',
    { url: receiver.url, ...more },
    authorization,
  )
  expect(status).toBe(200)
  return { id: String(body.endpoint.id), secret: String(body.secret), endpoint: body.endpoint }
}
const happened = async (more: { readonly isTest?: boolean; readonly webhookEndpointId?: string } = {}) => {
  const id = await keepVerification(store(), { organisationId, ...more }, Date.now())
  await keepEvent(
    store(),
    { organisationId, id },
    { type: 'verification.approved', data: {}, at: Date.now() },
  )
  return id
}

test('an endpoint is made, listed, shown, changed, switched off and removed; its secret is shown once', async () => {
  const { id, secret, endpoint } = await made({ description: 'onboarding' })
  expect(secret).toMatch(/^whsec_/)
  expect(endpoint).toMatchObject({
    url: receiver.url,
    description: 'onboarding',
    enabled: true,
    is_test: false,
  })
  expect(endpoint.events).toContain('verification.approved')
  expect(endpoint.events).not.toContain('verification.started')
  const shown = await call('GET', `/webhook-endpoints/${id}`)
  expect(shown.body.endpoint).toEqual(endpoint)
  expect(JSON.stringify((await call('GET', '/webhook-endpoints')).body)).not.toContain(secret)
  const changed = await call('PUT', `/webhook-endpoints/${id}`, {
    enabled: false,
    events: ['*', 'verification.review'],
  })
  expect(changed.body.endpoint).toMatchObject({ enabled: false, events: ['*'], description: 'onboarding' })
  const rotated = await call('POST', `/webhook-endpoints/${id}/rotate-secret`)
  expect(rotated.body.secret).toMatch(/^whsec_/)
  expect(rotated.body.secret).not.toBe(secret)
  expect((await call('POST', `/webhook-endpoints/${id}/remove`)).status).toBe(200)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/remove'],
    ['POST', '/test'],
  ] as const)
    expect(
      (await call(method, `/webhook-endpoints/${id}${path}`, method === 'PUT' ? {} : undefined)).status,
    ).toBe(404)
})

test('an event arrives, is in the log with its attempts, and is sent again on request', async () => {
  const { id: endpointId } = await made()
  const verification = await happened({ webhookEndpointId: endpointId })
  const page = async () =>
    (await call('GET', `/webhook-deliveries?verification_id=${verification}&state=delivered`)).body.deliveries
  await until(async () => (await page()).length === 1)
  const [delivery] = await page()
  expect(delivery).toMatchObject({
    endpoint_id: endpointId,
    type: 'verification.approved',
    verification_id: verification,
    attempts: 1,
    next_attempt_at: null,
    finished_at: expect.any(String),
  })
  const path = `/webhook-deliveries/${delivery?.id}`
  expect((await call('GET', path)).body).toMatchObject({
    delivery,
    log: [{ number: 1, status: 204, failure: null }],
  })
  const before = receiver.received.length
  const replayed = await call('POST', `${path}/replay`)
  expect(replayed.body).toMatchObject({ delivery: { state: 'waiting', attempts: 1 } })
  await until(() => receiver.received.length === before + 1)
  const [first, again] = receiver.received.slice(-2)
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(again?.body).toBe(first?.body)
  await until(async () => (await call('GET', path)).body.log !== undefined && (await page()).length === 1)
  expect((await call('GET', path)).body).toMatchObject({ log: [{ number: 1 }, { number: 2 }] })
  expect(server.logged()).not.toContain('anna')
})

test('deliveries are paged by a cursor, each once', async () => {
  const { id: endpointId } = await made()
  const verifications: string[] = []
  for (let count = 0; count < 5; count++)
    verifications.push(await happened({ webhookEndpointId: endpointId }))
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await call('GET', `/webhook-deliveries?endpoint_id=${endpointId}&limit=2${cursor}`)
    seen.push(...body.deliveries.map((one) => String(one.verification_id)))
    cursor = body.next_cursor === null ? '' : `&cursor=${encodeURIComponent(String(body.next_cursor))}`
  } while (cursor !== '')
  expect(seen.toSorted()).toEqual(verifications.toSorted())
})

test('a test message says what the receiver answered', async () => {
  const good = await made()
  expect((await call('POST', `/webhook-endpoints/${good.id}/test`)).body).toMatchObject({
    delivered: true,
    status: 204,
    failure: null,
  })
  const broken = await made({ url: receiver.url.replace('/hooks', '/broken') })
  expect((await call('POST', `/webhook-endpoints/${broken.id}/test`)).body).toMatchObject({
    delivered: false,
    status: 500,
    failure: 'answered 500',
  })
})

test('another host gets a secret of its own, another path keeps it, and who changed it is in the trail', async () => {
  const { id, secret } = await made()
  const { database } = store()
  const { id: keyId, key } = await newApiKey(database, server.credentials.name, ['settings'])
  const change = (url: string) => call('PUT', `/webhook-endpoints/${id}`, { url }, bearer(key))
  const moved = await change(`${receiver.url}/other`)
  expect(moved.body.endpoint.url).toBe(`${receiver.url}/other`)
  expect(moved.body).not.toHaveProperty('secret')
  const away = await change('https://elsewhere.example/')
  expect(away.body.secret).toMatch(/^whsec_/)
  expect(away.body.secret).not.toBe(secret)
  expect(await openSecrets(store(), { organisationId, id }, Date.now())).toHaveLength(1)
  const entries = (await allEntries(database)).filter(
    ({ operation }) => operation === 'changeWebhookEndpoint',
  )
  expect(entries.slice(-2).map(({ apiKeyId, status }) => [apiKeyId, status])).toEqual([
    [keyId, 200],
    [keyId, 200],
  ])
})

describe('refused', () => {
  test.each([
    ['http://shop.example/', 'must begin with https://'],
    ['https://10.0.0.1/', 'inside a network'],
    ['https://0x7f000001/', 'inside a network'],
    ['https://[::ffff:169.254.169.254]/', 'inside a network'],
    ['https://user:pw@shop.example/', 'no user name'],
    ['https://localhost:8443/', 'a host of the internet'],
    ['https://shop.example:25/', 'must use port'],
    ['nonsense', 'must be a URL'],
  ])('the URL %s', async (url, words) => {
    const { status, body } = await call('POST', '/webhook-endpoints', { url })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ path: 'url', message: expect.stringContaining(words) }])
    const { id } = await made()
    expect((await call('PUT', `/webhook-endpoints/${id}`, { url })).status).toBe(400)
    await call('POST', `/webhook-endpoints/${id}/remove`)
  })

  test.each([
    ['POST', '/webhook-endpoints', {}],
    ['POST', '/webhook-endpoints', { url: 7 }],
    ['POST', '/webhook-endpoints', { url: 'https://shop.example/', events: [] }],
    ['POST', '/webhook-endpoints', { url: 'https://shop.example/', events: ['verification.nothing'] }],
    ['POST', '/webhook-endpoints', { url: 'https://shop.example/', description: 'x'.repeat(201) }],
    ['GET', '/webhook-deliveries?limit=0', undefined],
    ['GET', '/webhook-deliveries?limit=201', undefined],
    ['GET', '/webhook-deliveries?state=gone', undefined],
    ['GET', '/webhook-deliveries?cursor=%00', undefined],
    ['GET', '/webhook-deliveries?cursor=abc', undefined],
  ])('%s %s %j', async (method, path, body) => {
    expect((await call(method, path, body)).status).toBe(400)
  })

  test('more endpoints than an organisation may have', async () => {
    const authorization = basic(await server.organisation('many'))
    for (let count = 0; count < 20; count++) await made({}, authorization)
    const { status, body } = await call('POST', '/webhook-endpoints', { url: receiver.url }, authorization)
    expect([status, body.message]).toEqual([409, expect.stringContaining('there are 20 endpoints')])
  })

  test('what belongs to another organisation, as if it was unknown', async () => {
    const { id } = await made()
    const verification = await happened({ webhookEndpointId: id })
    const [delivery] = (await call('GET', `/webhook-deliveries?verification_id=${verification}`)).body
      .deliveries
    const foreign = basic(other)
    for (const [method, path] of [
      ['GET', `/webhook-endpoints/${id}`],
      ['POST', `/webhook-endpoints/${id}/remove`],
      ['POST', `/webhook-endpoints/${id}/test`],
      ['GET', `/webhook-deliveries/${delivery?.id}`],
      ['POST', `/webhook-deliveries/${delivery?.id}/replay`],
    ] as const)
      expect((await call(method, path, undefined, foreign)).status, path).toBe(404)
    expect((await call('GET', '/webhook-endpoints', undefined, foreign)).body.endpoints).toEqual([])
    expect((await call('GET', '/webhook-deliveries', undefined, foreign)).body.deliveries).toEqual([])
  })
})

test('test keys have endpoints of their own, which get events of tests alone', async () => {
  const { database } = store()
  const name = server.credentials.name
  const testKey = bearer((await newApiKey(database, name, ['all'], { isTest: true })).key)
  const live = await made()
  const apart = await made({}, testKey)
  expect(apart.endpoint.is_test).toBe(true)
  expect((await call('GET', `/webhook-endpoints/${live.id}`, undefined, testKey)).status).toBe(404)
  expect((await call('POST', `/webhook-endpoints/${live.id}/remove`, undefined, testKey)).status).toBe(404)
  expect((await call('GET', `/webhook-endpoints/${apart.id}`)).status).toBe(404)
  const verification = await happened({ isTest: true })
  const page = async (as?: string) =>
    (await call('GET', `/webhook-deliveries?verification_id=${verification}`, undefined, as)).body.deliveries
  expect(await page(testKey)).toMatchObject([{ endpoint_id: apart.id }])
  expect(await page()).toEqual([])
})

test('a key for documents may not, and one that reads may look', async () => {
  const { database } = store()
  const name = server.credentials.name
  const documents = bearer((await newApiKey(database, name, ['documents'])).key)
  const read = bearer((await newApiKey(database, name, ['read'])).key)
  expect((await call('GET', '/webhook-endpoints', undefined, documents)).status).toBe(403)
  expect((await call('GET', '/webhook-endpoints', undefined, read)).status).toBe(200)
  expect((await call('POST', '/webhook-endpoints', { url: receiver.url }, read)).status).toBe(403)
})

test('metrics say what waits and what became of attempts', async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  expect(text).toMatch(/^selfsame_webhooks_waiting \d+$/m)
  expect(text).toMatch(/^selfsame_webhooks_oldest_seconds [\d.]+$/m)
  expect(text).toMatch(/^selfsame_webhook_attempts_total\{outcome="delivered"\} [1-9]/m)
  expect(text).toMatch(/^selfsame_webhook_attempts_total\{outcome="failed"\} \d+$/m)
  expect(text).toMatch(/^selfsame_webhooks_given_up_total \d+$/m)
})
