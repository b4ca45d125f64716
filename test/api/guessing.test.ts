// Tests that password guessing is slowed down by address and name, without locking out callers who were let in lately.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, sharedServer, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { openWire, request } from '../../specimens/kit/servers/wire.ts'
import { expectRefusal, registeredCollections, signPath } from './expecting.ts'

const { start, stopAll } = testServers()
let server: TestServer
beforeAll(async () => {
  server = await start({ failedLogins: 3, concurrency: 100, metricsToken: 'scrape-me' })
})
afterAll(stopAll)

// This runs before the guesses, because afterwards this address may not bring unverified credentials.
test('60 requests at once with the right password, not seen before, are all let in', async () => {
  const credentials = await server.organisation('many-at-once')
  const wires = await Promise.all(Array.from({ length: 60 }, () => openWire(server.url)))
  const headers = { authorization: basic(credentials), 'content-type': 'application/json' }
  for (const wire of wires)
    wire.write(request(`POST ${signPath}`, headers, '{"id":"a","external_person_id":"b"}'))
  const answers = await Promise.all(wires.map((wire) => wire.answers(1)))
  for (const wire of wires) wire.close()
  expect(answers.map(([answer]) => answer?.status).filter((status) => status !== 200)).toEqual([])
})

describe('after too many wrong credentials', () => {
  const body = { id: 'a', external_person_id: 'b' }
  const guess = (headers = {}) =>
    server.post(signPath, body, { ...server.credentials, password: String(Math.random()) }, headers)
  beforeAll(async () => {
    await server.post(signPath, body)
    for (let round = 0; round < 3; round++) expectRefusal(await guess(), 401)
  })

  test('an address is refused with the time to wait', async () => {
    const answer = await guess()
    expectRefusal(answer, 429)
    expect(answer.body.message).toContain('wrong credentials')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('a forged X-Forwarded-For does not make it another address', async () => {
    expectRefusal(await guess({ 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' }), 429)
  })

  test('credentials seen a moment ago still work from there', async () => {
    expect((await server.post(signPath, body)).body.result_code).toBe(138)
  })
})

test('a good tenant behind the same proxy is never refused, whatever others send from there', async () => {
  const shared = await start({ failedLogins: 20, credentialCacheMs: 0 })
  const body = { id: 'tenant', external_person_id: 'b' }
  expect((await shared.post(signPath, body)).status).toBe(200)
  const statuses: number[] = []
  for (let round = 0; round < 10; round++) {
    const guesses = Array.from({ length: 6 }, (_, n) =>
      shared.post(signPath, {}, { ...shared.credentials, password: `guess-${round}-${n}` }),
    )
    statuses.push((await shared.post(signPath, body)).status)
    const wrong = await Promise.all(guesses)
    for (const { status } of wrong) expect([401, 429]).toContain(status)
  }
  expect(statuses).toEqual(Array(10).fill(200))
  expectRefusal(await shared.post(signPath, {}, { ...shared.credentials, password: 'once more' }), 429)
})

test('behind a trusted proxy each address is counted on its own', async () => {
  const proxied = await start({ failedLogins: 1, trustProxy: ['127.0.0.1'] })
  const guess = (address: string) =>
    proxied.post(signPath, {}, { name: 'nobody', password: 'x' }, { 'x-forwarded-for': address })
  expectRefusal(await guess('203.0.113.7'), 401)
  expectRefusal(await guess('203.0.113.7'), 429)
  expectRefusal(await guess('203.0.113.8'), 401)
})

test('a hundred guesses at once are answered, and none gets in', async () => {
  const lenient = await sharedServer()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      lenient.post(signPath, {}, { ...lenient.credentials, password: `guess-${n}` }),
    ),
  )
  for (const { status } of answers) expect([401, 429]).toContain(status)
  expect(await registeredCollections(lenient)).toBe(0)
})

test('/metrics asks for its token where one is set, and for nothing else', async () => {
  const ask = async (authorization?: string) =>
    (await fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} })).status
  expect(await ask('Bearer scrape-me')).toBe(200)
  for (const header of [
    undefined,
    'Bearer',
    'Bearer scrape-me2',
    'bearer',
    'scrape-me',
    basic(server.credentials),
  ])
    expect(await ask(header)).toBe(401)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})
