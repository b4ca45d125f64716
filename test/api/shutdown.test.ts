// Tests the shutdown of a server: requests in flight finish, later ones are refused, and it ends in time.
import { describe, expect, onTestFinished, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { openWire, request, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { allRoutes } from '../../src/app.ts'
import { expectRefusal, signPath } from './expecting.ts'
import { serveProcess } from './served.ts'
import { doingRoute } from './test-routes.ts'

async function startWaiting(settings = {}) {
  const barrier = Promise.withResolvers<void>()
  const server = await startTestServer(settings, (runtime) => [
    ...allRoutes(runtime),
    doingRoute('/wait', () => barrier.promise),
  ])
  await server.post(signPath, { id: 'first', external_person_id: 'p' })
  const wire = await openWire(server.url)
  wire.write(request('POST /wait', { authorization: basic(server.credentials) }))
  await expect.poll(() => server.server.runtime.traffic.inFlight).toBe(1)
  return { server, barrier, wire }
}

const signing = (server: Pick<TestServer, 'credentials'>, id: string) =>
  request(
    `POST ${signPath}`,
    { authorization: basic(server.credentials), 'content-type': 'application/json' },
    JSON.stringify({ id, external_person_id: 'p' }),
  )

function expectSentAway(answer: WireAnswer | undefined): void {
  expectRefusal(answer as WireAnswer, 503)
  expect(answer?.headers).toMatchObject({ 'retry-after': '5', connection: 'close' })
  expect(answer?.body.message).toContain('shutting down')
}

test('what is in flight finishes with its answer; later requests are refused', async () => {
  // Workers of its own end with it.
  const { server, barrier, wire } = await startWaiting({ workers: 1 })
  const kept = await openWire(server.url)
  kept.write(signing(server, 'before'))
  expect((await kept.answers(1))[0]?.body.result_code).toBe(200)
  const stopped = server.server.stop()
  kept.write(signing(server, 'after'))
  expectSentAway((await kept.untilClosed())[0])
  const fresh = await openWire(server.url)
  fresh.write(signing(server, 'after'))
  expectSentAway((await fresh.untilClosed())[0])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, (await ready.json()) as object]).toMatchObject([503, { result_code: 503 }])
  barrier.resolve()
  expect((await wire.untilClosed())[0]?.body).toEqual({ message: 'Success', result_code: 200 })
  expect(await stopped).toBe(true)
  // Another process that began meanwhile holds a copy of the socket for a moment.
  const opened = () => openWire(server.url).then(() => 'open', String)
  await expect.poll(opened).toContain('ECONNREFUSED')
})

test('idle keep-alive sockets and half-sent headers do not hold the end', async () => {
  const server = await startTestServer()
  const wires = await Promise.all(Array.from({ length: 20 }, () => openWire(server.url)))
  for (const wire of wires.slice(0, 10)) {
    wire.write(request('GET /healthz', {}))
    await wire.answers(1)
  }
  for (const wire of wires.slice(10, 15)) wire.write('GET /healthz HTTP/1.1\r\nx: ')
  expect(await server.server.stop()).toBe(true)
  await Promise.all(wires.map((wire) => wire.untilClosed()))
})

test('a request that hangs is cut off at the deadline', async () => {
  const { server, wire } = await startWaiting({ shutdownDeadlineMs: 500 })
  expect(await server.server.stop()).toBe(false)
  expect(await wire.untilClosed()).toEqual([])
})

describe('the process', () => {
  async function serve(settings = {}) {
    const folder = temporaryFolder()
    const served = await serveProcess(folder.path, settings)
    onTestFinished(async () => {
      await served.end('SIGKILL')
      folder.remove()
    })
    return served
  }

  test('on SIGTERM finishes an upload that is under way, then ends with 0, idle sockets or not', async () => {
    const served = await serve()
    const idle = await openWire(served.url)
    idle.write(request('GET /healthz', {}))
    await idle.answers(1)
    const wire = await openWire(served.url)
    const [head = '', rest = ''] = signing(served, 'under-way').split('{"id"')
    wire.write(head)
    const other = await openWire(served.url)
    await expect
      .poll(() => fetch(`${served.url}/metrics`).then((answer) => answer.text()))
      .toMatch(/selfsame_http_in_flight 2/)
    const ended = served.end('SIGTERM')
    await expect.poll(() => served.output()).toContain('shutting down')
    other.write(signing(served, 'late'))
    expectSentAway((await other.untilClosed())[0])
    wire.write(`{"id"${rest}`)
    const [answer] = await wire.untilClosed()
    expect(answer?.body).toEqual({ id: 'under-way', message: 'Success', result_code: 200 })
    expect((await ended).code).toBe(0)
    expect(served.output()).toContain('"msg":"shut down"')
  })

  test('ends on SIGINT too, with 1 by the deadline when a request hangs', async () => {
    const served = await serve({ SELFSAME_SHUTDOWN_DEADLINE: '500 ms' })
    const wire = await openWire(served.url)
    wire.write(signing(served, 'hangs').slice(0, -5))
    await expect
      .poll(() => fetch(`${served.url}/metrics`).then((answer) => answer.text()))
      .toMatch(/selfsame_http_in_flight 2/)
    const { code } = await served.end('SIGINT')
    expect(code).toBe(1)
  })
})
