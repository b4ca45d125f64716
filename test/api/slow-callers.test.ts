// Tests slow and silent connections: they are closed, and other callers notice nothing.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { openWire, request, type Wire, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { expectNothingHeld, expectRefusal, registeredCollections, signPath } from './expecting.ts'

/** Node looks for late callers every 5 s. */
const lookMs = 5_000
const headersTimeoutMs = 1_000
const requestTimeoutMs = 2_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ headersTimeoutMs, requestTimeoutMs })
  await server.post(signPath, { id: 'first', external_person_id: 'p' })
})
afterAll(() => server.stop())

/** Sends one byte every 200 ms until the server closes the connection. */
async function dribble(wire: Wire, first: string, rest: string): Promise<WireAnswer> {
  wire.write(first)
  let sent = 0
  const timer = setInterval(() => wire.write(rest[sent++ % rest.length] as string), 200)
  const answers = await wire.untilClosed(requestTimeoutMs + lookMs + 5_000)
  clearInterval(timer)
  wire.close()
  expect(answers).toHaveLength(1)
  return answers[0] as WireAnswer
}

test('slow headers and slow bodies are 408 in JSON, and nothing of them is kept', async () => {
  const head = (more: Record<string, string>) =>
    request(`POST ${signPath}`, {
      authorization: basic(server.credentials),
      'content-type': 'application/json',
      ...more,
    })
  const answers = await Promise.all([
    dribble(await openWire(server.url), 'GET /healthz HTTP/1.1\r\nx-slow: ', 'a'),
    dribble(await openWire(server.url), head({ 'content-length': '50000' }), ' '),
    dribble(await openWire(server.url), head({ 'transfer-encoding': 'chunked' }), '1\r\n \r\n'),
    dribble(await openWire(server.url), `POST ${signPath} HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n`, 'x'),
  ])
  for (const answer of answers) {
    expectRefusal(answer, 408)
    expect(answer.headers.connection).toBe('close')
  }
  await expectNothingHeld(server)
  expect(await registeredCollections(server)).toBe(1)
})

test.concurrent('2000 sockets that say nothing do not keep a request waiting, and are closed in time', async () => {
  const wires: Wire[] = []
  for (let batch = 0; batch < 20; batch++)
    wires.push(...(await Promise.all(Array.from({ length: 100 }, () => openWire(server.url)))))
  expect((await server.post(signPath, { id: 'amid', external_person_id: 'p' })).body.result_code).toBe(200)
  const answers = await Promise.all(wires.map((wire) => wire.untilClosed(30_000)))
  for (const [answer] of answers.slice(0, 20)) expectRefusal(answer as WireAnswer, 408)
  for (const wire of wires) wire.close()
})

test.concurrent('a request announced longer than it is waits for the rest, and is 408', async () => {
  const wire = await openWire(server.url)
  wire.write(
    request(
      `POST ${signPath}`,
      {
        authorization: basic(server.credentials),
        'content-type': 'application/json',
        'content-length': '99',
      },
      '{"id":"short","external_person_id":"p"}',
    ),
  )
  expectRefusal((await wire.untilClosed())[0] as WireAnswer, 408)
  wire.close()
})

test.concurrent('a late caller who keeps its own half open is cut off', async () => {
  const wire = await openWire(server.url, { allowHalfOpen: true })
  const { localPort, remotePort } = wire.socket
  wire.write('GET /healthz HTT')
  await wire.untilClosed(30_000)
  await vi.waitUntil(() => !isHeld(remotePort as number, localPort as number), { timeout: 120_000 })
  wire.close()
})

/** Tells whether a process still has the server's end of this connection open; one that only the kernel remembers has no inode. */
function isHeld(serverPort: number, callerPort: number): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const ends = new RegExp(`: \\w+:${hex(serverPort)} \\w+:${hex(callerPort)} `)
  const line = readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .find((one) => ends.test(one))
  return line !== undefined && line.trim().split(/ +/)[9] !== '0'
}
