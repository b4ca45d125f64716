// Tests the limits of one organisation: the refusal names the limit, and other organisations are not affected.
import { afterAll, describe, expect, test } from 'vitest'
import { basic, type TestServer, testServers } from '../kit/server.ts'
import { expectNothingHeld, expectRefusal, signPath } from './expecting.ts'
import { doingRoute } from './test-routes.ts'
import { openWire, request, type Wire } from './wire.ts'

const { start, stopAll } = testServers()
afterAll(stopAll)

const body = (id: string) => ({ id, external_person_id: 'p' })

test('over the rate is 429 that names it and says when to come back; another organisation goes on', async () => {
  const server = await start({ rate: 1, rateBurst: 3 })
  const other = await server.organisation('other')
  // Three pass at once, and one more for every second that this machine takes over them.
  let sent = 0
  let answer = await server.post(signPath, body('a'))
  while (answer.status === 200 && sent < 100) answer = await server.post(signPath, body(`a${++sent}`))
  expect(sent).toBeGreaterThanOrEqual(3)
  expectRefusal(answer, 429)
  expect(answer.body.message).toContain('1 requests a second')
  expect(answer.headers.get('retry-after')).toBe('1')
  expect((await server.post(signPath, body('a'), other)).body.result_code).toBe(200)
  await expect.poll(async () => (await server.post(signPath, body('d'))).body.result_code).toBe(200)
})

test('over the concurrency is 429 that names it; another organisation goes on; a body that no route reads is not kept', async () => {
  const barrier = Promise.withResolvers<void>()
  const server = await start({ concurrency: 2 }, () => [
    doingRoute('/wait', () => barrier.promise),
    doingRoute('/nothing', async () => undefined),
  ])
  const other = await server.organisation('other')
  const first = [server.post('/wait', '{}'), server.post('/wait', '{}')].map((one) => one.catch(String))
  await expect.poll(() => server.server.runtime.traffic.inFlight).toBe(2)
  const answer = await server.post('/wait', '{}')
  expectRefusal(answer, 429)
  expect(answer.body.message).toContain('2 requests of this organisation at a time')
  expect(answer.headers.get('retry-after')).toBe('1')
  const others = server.post('/wait', '{}', other)
  await expect.poll(() => server.server.runtime.traffic.inFlight).toBe(3)
  barrier.resolve()
  for (const one of [...first, others]) expect(await one).toMatchObject({ body: { result_code: 200 } })
  expect((await server.post('/wait', '{}')).status).toBe(200)
  await expectNothingHeld(server)
  // A route that takes no body does not keep one.
  expect((await server.post('/nothing', '{}')).status).toBe(200)
  expectRefusal(await server.post('/nothing', `"${'x'.repeat(8 * 1024 ** 2)}"`), 413)
})

describe('memory for bodies', () => {
  const mebibyte = 1024 ** 2
  const small = { jsonLimitBytes: mebibyte, memoryForBodiesBytes: 2 * mebibyte }

  /** Announces a body and sends only its beginning. */
  async function hold(server: TestServer, bytes: number | undefined, as = server.credentials): Promise<Wire> {
    const wire = await openWire(server.url)
    const headers = { authorization: basic(as), 'content-type': 'application/json' }
    const size: Record<string, string> =
      bytes === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }
    wire.write(request(`POST ${signPath}`, { ...headers, ...size }))
    return wire
  }

  test('a body over the reserved memory is 503 that names the limit, until memory is free again', async () => {
    const server = await start(small)
    const others = [await server.organisation('other'), await server.organisation('third')]
    for (const as of [server.credentials, ...others]) await server.post(signPath, body('first'), as)
    const holders = [await hold(server, mebibyte, others[0]), await hold(server, undefined, others[1])]
    await expect.poll(() => server.server.runtime.limits.reservedBytes()).toBe(2 * mebibyte)
    const answer = await server.post(signPath, body('a'))
    expectRefusal(answer, 503)
    expect(answer.body.message).toContain('2 MiB')
    expect(answer.headers.get('retry-after')).toBe('1')
    for (const wire of holders) wire.close()
    await expectNothingHeld(server)
    expect((await server.post(signPath, body('a'))).body.result_code).toBe(200)
  })

  test('one organisation cannot take all of it', async () => {
    const server = await start({ ...small, memoryForBodiesBytes: 4 * mebibyte })
    const other = await server.organisation('other')
    for (const as of [server.credentials, other]) await server.post(signPath, body('first'), as)
    const holders = await Promise.all(Array.from({ length: 6 }, () => hold(server, undefined)))
    await expect.poll(() => server.server.runtime.limits.reservedBytes()).toBeGreaterThan(mebibyte)
    const answer = await server.post(signPath, body('a'), other)
    for (const wire of holders) wire.close()
    expect(answer.status).toBe(200)
  })
})
