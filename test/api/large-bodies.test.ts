// Tests bodies over the limit, with and without a length, with and without credentials: 413 or 401, flat memory, nothing written.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import { openWire, request, type WireAnswer } from '../../specimens/kit/servers/wire.ts'
import { expectRefusal } from './expecting.ts'
import { type ServedProcess, serveProcess } from './served.ts'

const mebibyte = 1024 ** 2
let served: ServedProcess
const folder = temporaryFolder()
beforeAll(async () => {
  served = await serveProcess(folder.path)
  // A first request costs some memory once, which is not growth.
  for (const chunked of [false, true]) await send({ mebibytes: 50, chunked })
})
afterAll(async () => {
  expect((await served.end()).code).toBe(0)
  folder.remove()
})

interface Sent {
  readonly path?: string
  readonly mebibytes: number
  readonly chunked?: boolean
  readonly known?: boolean
}

/** Sends a body of spaces, which is valid JSON so far, and reads the answer only after all of it. */
async function send({
  path = '/face-matching/compare-faces',
  mebibytes,
  chunked = false,
  known = true,
}: Sent): Promise<WireAnswer> {
  const wire = await openWire(served.url)
  const head = request(`POST ${path}`, {
    'content-type': 'application/json',
    ...(known ? { authorization: basic(served.credentials) } : {}),
    ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(mebibytes * mebibyte) }),
  })
  const spaces = Buffer.alloc(mebibyte, ' ')
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), spaces, Buffer.from('\r\n')])
  const blocks = Array.from({ length: mebibytes }, () => (chunked ? chunk : spaces))
  await wire.pour([head, ...blocks, ...(chunked ? ['0\r\n\r\n'] : [])])
  const [answer] = await wire.answers(1)
  wire.write(request('GET /healthz', {}))
  if (answer?.headers.connection !== 'close') expect((await wire.answers(1))[0]?.status).toBe(200)
  wire.close()
  return answer as WireAnswer
}

async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = served.memoryBytes()
  await work()
  return (served.memoryBytes().peak - Math.max(before.now, before.peak)) / mebibyte
}

describe('100 MB', () => {
  test('announced: 413 that names the limit, before any of it is kept', async () => {
    const grown = await growth(async () => {
      const answer = await send({ mebibytes: 100 })
      expectRefusal(answer, 413, 'body')
      expect(answer.body.message).toContain('24 MiB')
    })
    expect(grown).toBeLessThan(64)
  })

  test('announced without valid credentials: 401, and none of it is kept', async () => {
    const grown = await growth(async () => expectRefusal(await send({ mebibytes: 100, known: false }), 401))
    expect(grown).toBeLessThan(64)
  })

  test('not announced: 413 every time, and no more of it is kept than the limit', async () => {
    const grown = await growth(async () => {
      for (let round = 0; round < 2; round++)
        expectRefusal(await send({ mebibytes: 100, chunked: true }), 413, 'body')
    })
    expect(grown).toBeLessThan(24 * 3)
  })

  test('the largest body that is allowed is read', async () => {
    expectRefusal(await send({ mebibytes: 24 }), 400, 'body')
    expectRefusal(await send({ mebibytes: 24, chunked: true }), 400, 'body')
    expectRefusal(await send({ mebibytes: 25 }), 413, 'body')
    expectRefusal(await send({ mebibytes: 25, chunked: true }), 413, 'body')
  })
})

test('callers without credentials at an unknown path cannot make the server keep their bodies', async () => {
  const grown = await growth(() =>
    Promise.allSettled(Array.from({ length: 8 }, () => send({ path: '/nope', mebibytes: 24, known: false }))),
  )
  expect(grown).toBeLessThan(48)
})
