// Tests the limits of one organisation: the refusal names the limit, and other organisations are not affected.
import { afterAll, describe, expect, test } from 'vitest'
import { allEntries } from '../../specimens/kit/records/audit-trail.ts'
import { basic, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { openWire, request, type Wire, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { allRoutes } from '../../src/app.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { enter, newVisit, policyWith } from '../kit/visits.ts'
import { expectNothingHeld, expectRefusal, signPath } from './expecting.ts'
import { doingRoute, fileRoute, pictureRoute } from './test-routes.ts'

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

describe('people with links', () => {
  /** Ten at a time, and how many were let in. */
  async function flood(call: () => Promise<{ status: number }>, times: number): Promise<number> {
    let passed = 0
    for (let sent = 0; sent < times; sent += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, call))
      passed += answers.filter(({ status }) => status === 200).length
    }
    return passed
  }

  test('have bounds of their own, and what those refuse takes nothing from the organisation', async () => {
    const server = await start({ rate: 1, rateBurst: 600 })
    const { link } = await newVisit(server, policyWith({ consent: { required: true } }))
    const { call } = await enter(server, link)
    expect(await flood(() => call('GET', '/verification-session'), 700)).toBeLessThan(500)
    expect(await flood(() => server.post(signPath, body('a')), 50)).toBe(50)
    const refused = (await allEntries(server.server.runtime.store.database)).filter(
      ({ status }) => status === 429,
    )
    expect(refused.length, 'the trail is told once a minute').toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(10)
  })

  test('however many leave a share to the keys of their organisation', async () => {
    const server = await start({ rate: 1, rateBurst: 40 })
    const made = await Promise.all(
      Array.from({ length: 4 }, () => newVisit(server, policyWith({ consent: { required: true } }))),
    )
    const visits = await Promise.all(made.map(({ link }) => enter(server, link)))
    for (const { call } of visits) await flood(() => call('GET', '/verification-session'), 20)
    const [last] = visits
    expectRefusal((await last?.call('GET', '/verification-session')) ?? expect.fail(), 429)
    expect((await server.post(signPath, body('a'))).status).toBe(200)
    expect(await flood(() => server.post(signPath, body('a')), 10)).toBeGreaterThanOrEqual(8)
  })
})

const mebibyte = 1024 ** 2
const routes = () => [
  pictureRoute('/picture', 12 * mebibyte),
  fileRoute('/files', { field: 'files', maxFiles: 4, limitBytes: 32 * mebibyte }),
  doingRoute('/nothing', async () => undefined),
]
const picture = (bytes: number) => ({ photo: Buffer.alloc(bytes, 7).toString('base64') })

interface Begun {
  readonly as: Credentials
  readonly path?: string
  /** Undefined sends it in chunks of no announced length. */
  readonly announced: number | undefined
  readonly sent?: string
}

/** Announces a body and sends only its beginning. */
async function begin(
  server: TestServer,
  { as, path = '/picture', announced, sent = '' }: Begun,
): Promise<Wire> {
  const wire = await openWire(server.url)
  const isForm = path === '/files'
  const size: Record<string, string> =
    announced === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(announced) }
  const type = isForm ? 'multipart/form-data; boundary=xyz' : 'application/json'
  wire.write(request(`POST ${path}`, { authorization: basic(as), 'content-type': type, ...size }))
  if (sent !== '') wire.write(announced === undefined ? `${sent.length.toString(16)}\r\n${sent}\r\n` : sent)
  return wire
}

const formHead = '--xyz\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\n'

describe('memory for bodies', () => {
  test('idle sockets that announce all of it take none of it from a third tenant', async () => {
    const server = await start({}, routes)
    const [second, third] = [await server.organisation('second'), await server.organisation('third')]
    for (const as of [server.credentials, second, third]) await server.post('/nothing', '', as)
    const idle = await Promise.all(
      Array.from({ length: 22 }, (_, n) =>
        begin(server, {
          as: n % 2 === 0 ? server.credentials : second,
          path: n % 4 < 2 ? '/files' : '/picture',
          announced: n % 8 < 4 ? 12 * mebibyte : undefined,
        }),
      ),
    )
    await expect.poll(() => server.server.runtime.traffic.inFlight).toBe(22)
    expect(server.server.runtime.limits.reservedBytes()).toBe(0)
    const answer = await server.post('/picture', picture(8 * mebibyte), third)
    expect(answer.body).toMatchObject({ result_code: 200, bytes: 8 * mebibyte })
    for (const wire of idle) wire.close()
    await expectNothingHeld(server)
  })

  test('two tenants that send all they can leave room for a third; over their share the answer says so', async () => {
    const settings = { memoryForBodiesBytes: 24 * mebibyte, jsonLimitBytes: 24 * mebibyte }
    const server = await start(settings, routes)
    const [second, third] = [await server.organisation('second'), await server.organisation('third')]
    for (const as of [server.credentials, second, third]) await server.post('/nothing', '', as)
    const sent = `{"photo":"${'A'.repeat(3 * mebibyte)}`
    const held: Wire[] = []
    for (const as of [server.credentials, second])
      for (let n = 0; n < 6; n++) {
        held.push(await begin(server, { as, announced: n % 2 === 0 ? undefined : 3 * mebibyte + 100, sent }))
        await settled(server, held.length)
      }
    expect(server.server.runtime.limits.reservedBytes()).toBeGreaterThan(12 * mebibyte)
    const over = await Promise.all(held.map(answered))
    const told = over.flatMap((one) => (one ? [[one.status, String(one.body.message)]] : []))
    expect(told.length).toBeGreaterThan(0)
    for (const [status, message] of told) {
      expect(status).toBe(429)
      expect(message).toContain('requests of this organisation in flight hold')
    }
    const answer = await server.post('/picture', picture(mebibyte), third)
    expect(answer.body).toMatchObject({ result_code: 200, bytes: mebibyte })
    for (const wire of held) wire.close()
    await expectNothingHeld(server)
  })

  /** Waits until what the wires sent is held or refused. */
  async function settled(server: TestServer, wires: number): Promise<void> {
    let before = -1
    await expect
      .poll(
        () => {
          const now = server.server.runtime.limits.reservedBytes()
          const isSettled = now === before && server.server.runtime.traffic.inFlight <= wires
          before = now
          return isSettled
        },
        { interval: 100 },
      )
      .toBe(true)
  }

  /** The answer that is there already, if any. */
  const answered = (wire: Wire) =>
    wire.answers(1, 50).then(
      ([one]) => one,
      () => undefined,
    )

  test('a full server is 503 that names the limit, until memory is free again', async () => {
    const settings = { memoryForBodiesBytes: 4 * mebibyte, jsonLimitBytes: 4 * mebibyte }
    const server = await start(settings, routes)
    const other = await server.organisation('other')
    for (const as of [server.credentials, other]) await server.post('/nothing', '', as)
    const sent = `{"photo":"${'A'.repeat(3.9 * mebibyte)}`
    const alone = await begin(server, { as: other, announced: 4 * mebibyte, sent })
    await expect.poll(() => server.server.runtime.limits.reservedBytes()).toBe(sent.length)
    const answer = await server.post('/picture', picture(mebibyte / 2))
    expectRefusal(answer, 503)
    expect(answer.body.message).toContain('4 MiB')
    expect(answer.headers.get('retry-after')).toBe('1')
    alone.close()
    await expectNothingHeld(server)
    expect((await server.post('/picture', picture(mebibyte / 2))).body.result_code).toBe(200)
  })
})

test('a body that stands still is 408 in words, in JSON as in a form, and its socket is closed', async () => {
  const server = await start({ uploadGraceMs: 300 }, routes)
  await server.post('/nothing', '')
  const as = server.credentials
  const slow = await Promise.all([
    begin(server, { as, announced: 100_000 }),
    begin(server, { as, announced: 100_000, sent: '{"photo":"AAAA' }),
    begin(server, { as, announced: undefined, sent: '{"photo":"AAAA' }),
    begin(server, { as, path: '/files', announced: 100_000 }),
    begin(server, { as, path: '/files', announced: 100_000, sent: `${formHead}abc` }),
    begin(server, { as, path: '/files', announced: 100_000, sent: formHead.replace('files', 'other') }),
    begin(server, { as, path: '/nothing', announced: 1000, sent: '{' }),
  ])
  for (const wire of slow) {
    const [answer, ...more] = await wire.untilClosed()
    expect(more).toEqual([])
    expectRefusal(answer as WireAnswer, 408)
    expect(answer?.body.message).toContain('more slowly than 4 KiB a second')
    expect(answer?.headers.connection).toBe('close')
    wire.close()
  }
  await expectNothingHeld(server)
  expect((await server.post('/picture', picture(1000))).status).toBe(200)
})

describe('the limit of a body is that of its route', () => {
  test('64 KiB without pictures, announced or not, and 413 names it', async () => {
    const server = await start({}, (runtime) => [...allRoutes(runtime), ...routes()])
    const long = JSON.stringify({ id: 'a', external_person_id: 'p', more: 'x'.repeat(64 * 1024) })
    const answer = await server.post(signPath, long)
    expectRefusal(answer, 413, 'body')
    expect(answer.body.message).toContain('64 KiB')
    const chunked = await begin(server, {
      as: server.credentials,
      path: signPath,
      announced: undefined,
      sent: long,
    })
    const [refused] = await chunked.answers(1)
    chunked.close()
    expectRefusal(refused as WireAnswer, 413, 'body')
    const most = JSON.stringify({ id: 'a', external_person_id: 'p', more: 'x'.repeat(60 * 1024) })
    expect((await server.post(signPath, most)).status).toBe(200)
  })

  test('what its pictures can need where it takes some, and no more than the limit of JSON', async () => {
    const server = await start({ jsonLimitBytes: 14 * mebibyte }, () => [
      pictureRoute('/small', mebibyte),
      pictureRoute('/large', 12 * mebibyte),
    ])
    const sent = async (path: string, bytes: number) => (await server.post(path, picture(bytes))).body.message
    expect(await sent('/small', 1.05 * mebibyte)).toContain('photo is larger than 1 MiB')
    expect(await sent('/small', 2 * mebibyte)).toContain('the body is larger than 2.3 MiB')
    expect(await sent('/large', 10 * mebibyte)).toBe('Success')
    expect(await sent('/large', 11 * mebibyte)).toContain('the body is larger than 14 MiB')
  })

  test('so that every route with a picture takes the largest one', async () => {
    const server = await start({ concurrency: 100 })
    const { paths, components } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<
        string,
        Record<string, { requestBody?: { content: Record<string, { schema: { $ref: string } }> } }>
      >
      components: { schemas: Record<string, object> }
    }
    const hasPicture = (schema: object | undefined): boolean => {
      const text = JSON.stringify(schema ?? '')
      const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(
        ([, name = '']) => components.schemas[name],
      )
      return text.includes('"contentEncoding":"base64"') || named.some(hasPicture)
    }
    const withPictures = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        hasPicture(requestBody?.content['application/json']?.schema)
          ? [`${method.toUpperCase()} ${path}`]
          : [],
      ),
    )
    for (const small of ['PUT /brand', 'POST /chip-sessions'])
      expect(withPictures.splice(withPictures.indexOf(small), 1), 'a logo and a key are small').toEqual([
        small,
      ])
    expect(withPictures.length).toBeGreaterThan(8)
    await server.post(signPath, body('first'))
    const headers = {
      authorization: basic(server.credentials),
      'content-type': 'application/json',
      'content-length': String(Math.ceil(10 * mebibyte * (4 / 3)) + 1000),
    }
    const wires = await Promise.all(withPictures.map(() => openWire(server.url)))
    for (const [n, line] of withPictures.entries())
      wires[n]?.write(request(line.replaceAll(/\{\w+\}/g, 'x'), headers))
    // No request is answered: every one of them waits for its body.
    await expect.poll(() => server.server.runtime.traffic.inFlight).toBe(withPictures.length)
    for (const wire of wires) wire.close()
    await expectNothingHeld(server)
  })
})

test('a caller whose many bodies are refused waits until they are read; other callers do not', async () => {
  const server = await start({}, () => [
    fileRoute('/upload', { field: 'files', maxFiles: 1, limitBytes: 1000 }),
  ])
  const other = await server.organisation('other')
  const block = Buffer.alloc(2 ** 20, 'a')
  const refusedOnes: Wire[] = []
  /** A body that is too large by its announced length, and a request behind it that waits until it is read. */
  async function send(mebibytes: number, credentials: Credentials): Promise<() => Promise<WireAnswer[]>> {
    const wire = await openWire(server.url)
    refusedOnes.push(wire)
    const headers = {
      authorization: basic(credentials),
      'content-type': 'multipart/form-data; boundary=xyz',
      'content-length': String(mebibytes * block.length),
    }
    const blocks = Array.from({ length: mebibytes }, () => block)
    void wire.pour([request('POST /upload', headers), ...blocks, request('GET /healthz', {})])
    return () => wire.answers(2)
  }
  let ended = 0
  for (let i = 0; i < 8; i++) {
    const answers = await send(24, server.credentials)
    void answers().then(
      () => ended++,
      () => undefined,
    )
  }
  const answers = await send(4, other)
  expect((await answers()).map(({ status }) => status)).toEqual([413, 200])
  expect(ended).toBe(0)
  for (const wire of refusedOnes) wire.close()
  await expectNothingHeld(server)
})
