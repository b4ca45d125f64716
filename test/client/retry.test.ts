// Tests when the client tries again, when it does not, and how long it waits in between.
import { afterEach, describe, expect, test } from 'vitest'
import { createClientIn } from '../../client/src/client.ts'
import {
  type ClientOptions,
  type Exchange,
  SelfsameRefusal,
  SelfsameUnreachable,
} from '../../client/src/index.ts'
import {
  answers,
  breaksOff,
  breaksOffHalfway,
  hangs,
  heldWorld,
  type Misbehaving,
  misbehaving,
  type Reaction,
  refuses,
  succeeds,
} from './misbehaving.ts'

const opened: Misbehaving[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.stop()
})

/** Makes a client whose pauses end at once and are recorded, beside the requests that reached the server. */
async function against(reactions: readonly Reaction[], options: Partial<ClientOptions> = {}) {
  const server = await misbehaving(...reactions)
  opened.push(server)
  const pauses: { ms: number; cameBefore: number }[] = []
  const exchanges: Exchange[] = []
  const held = heldWorld()
  const world = {
    ...held,
    wait: async (ms: number) => void pauses.push({ ms, cameBefore: server.came.length }),
  }
  const client = createClientIn(world, {
    baseUrl: server.url,
    name: 'acme',
    password: 'tell-nobody',
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  })
  return { client, server, pauses, exchanges, timeIsUp: held.timeIsUp }
}

const failed = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('it must fail'),
    (error: unknown) => error,
  )

const sign = { id: 'staff', external_person_id: 'me' }
const picture = { content: 'AAAA' }

test('what takes an Idempotency-Key is tried again after a broken connection, with the same key', async () => {
  const { client, server } = await against([breaksOff, succeeds, breaksOff, succeeds])
  await client.createVerification({ policy: 'simple', external_person_id: 'anna' })
  await client.createVerification(
    { policy: 'simple', external_person_id: 'anna' },
    { idempotencyKey: 'order-7' },
  )
  const keys = server.came.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([expect.stringMatching(/^client-/), keys[0], 'order-7', 'order-7'])
})

describe('tried again', () => {
  test.each([
    ['refused for now', refuses(503)],
    ['over the rate', refuses(429)],
    ['a broken connection', breaksOff],
    ['an answer that breaks off', breaksOffHalfway],
    ['a proxy without its server', answers(502, '<html>')],
  ])(
    'after %s, with the same request id and body, and the answer of the last try is given',
    async (_, fault) => {
      const { client, server, exchanges } = await against([fault, fault, succeeds])
      expect(await client.addNoseFrame('c1', picture)).toEqual({ message: 'Success', result_code: 200 })
      expect(server.came).toHaveLength(3)
      expect(new Set(server.came.map(({ headers }) => headers['x-request-id'])).size).toBe(1)
      expect(server.came[0]?.headers['x-request-id']).toMatch(/^(?!\d+$)[\w.:-]{8,64}$/)
      expect(server.came.map(({ body }) => body.toString())).toEqual(Array(3).fill('{"content":"AAAA"}'))
      expect(exchanges.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
      expect(exchanges.at(-1)).toMatchObject({
        status: 200,
        path: '/liveness-challenge/c1/frames',
        requestBody: picture,
      })
    },
  )

  test('after a pause that grows', async () => {
    const { client, pauses } = await against([breaksOff], { retries: 8 })
    await failed(client.organisation())
    expect(pauses.map(({ ms }) => ms)).toEqual([188, 375, 750, 1500, 3000, 6000, 6000, 6000])
  })

  test('not before the time the server asked for, and only after it was answered', async () => {
    const { client, pauses } = await against([refuses(503, { 'retry-after': '7' }), succeeds])
    await client.organisation()
    expect(pauses).toEqual([{ ms: 7188, cameBefore: 1 }])
  })

  test('not before a date that the server named', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString()
    const { client, pauses } = await against([refuses(503, { 'retry-after': date }), succeeds])
    await client.organisation()
    expect(pauses[0]?.ms).toBeGreaterThan(15_000)
  })

  test('as often as the options of this client or this call say', async () => {
    const { client, server } = await against([refuses(503)], { retries: 1 })
    expect(await failed(client.organisation())).toMatchObject({ attempts: 2 })
    expect(await failed(client.organisation({ retries: 3 }))).toMatchObject({ attempts: 4 })
    expect(await failed(client.organisation({ retries: 0 }))).toMatchObject({ attempts: 1 })
    expect(server.came).toHaveLength(2 + 4 + 1)
  })

  test('when it took too long', async () => {
    const { client, server, timeIsUp } = await against([hangs, succeeds])
    const call = client.organisation()
    await expect.poll(() => server.came.length).toBe(1)
    timeIsUp()
    expect(await call).toMatchObject({ result_code: 200 })
    expect(server.came).toHaveLength(2)
  })
})

describe('not tried again', () => {
  test.each([400, 401, 404, 408, 413, 415, 422, 500])('when refused with %d', async (status) => {
    const { client, server } = await against([refuses(status), succeeds])
    expect(await failed(client.organisation())).toBeInstanceOf(SelfsameRefusal)
    expect(server.came).toHaveLength(1)
  })

  test('when asked to come back much later: the error says when', async () => {
    const { client, server } = await against([refuses(429, { 'retry-after': '600' }), succeeds])
    expect(await failed(client.organisation())).toMatchObject({
      status: 429,
      retryAfterSeconds: 600,
      attempts: 1,
    })
    expect(server.came).toHaveLength(1)
  })

  test.each([
    ['signCollectionId', breaksOff],
    ['signCollectionId', hangs],
    ['signCollectionId', answers(504, '<html>')],
    ['registerFace', breaksOff],
    ['deleteFace', breaksOff],
    ['createDocument', breaksOff],
    ['readBusinessRegistration', breaksOff],
  ] as const)('%s, when nobody knows whether it was done', async (name, fault) => {
    const { client, server, timeIsUp } = await against([fault, succeeds])
    const calls = {
      signCollectionId: () => client.signCollectionId(sign),
      registerFace: () => client.registerFace('staff', { external_person_id: 'a', reference_photo: 'AAAA' }),
      deleteFace: () => client.deleteFace('staff', { id: 'a', file_id: 'b' }),
      createDocument: () => client.createDocument({ attachment: picture }),
      readBusinessRegistration: () => client.readBusinessRegistration({ files: ['AAAA'] }),
    }
    const call = failed(calls[name]())
    await expect.poll(() => server.came.length).toBe(1)
    timeIsUp()
    await call
    expect(server.came).toHaveLength(1)
  })
})

describe('what cannot be done twice', () => {
  test('is tried again when the server refused it', async () => {
    const { client, server } = await against([refuses(429), refuses(503), succeeds])
    expect(await client.signCollectionId(sign)).toMatchObject({ result_code: 200 })
    expect(server.came).toHaveLength(3)
  })

  test('is tried again when nothing reached the server', async () => {
    const { client, server, pauses, exchanges } = await against([succeeds])
    await server.stop()
    expect(await failed(client.signCollectionId(sign))).toMatchObject({ reason: 'connection', attempts: 3 })
    expect(pauses).toHaveLength(2)
    expect(exchanges.map(({ status }) => status)).toEqual([0, 0, 0])
  })
})

describe('without an answer', () => {
  test('the error has the reason', async () => {
    const late = await against([hangs], { retries: 0 })
    const call = failed(late.client.organisation())
    await expect.poll(() => late.server.came.length).toBe(1)
    late.timeIsUp()
    expect(await call).toMatchObject({ reason: 'timeout', attempts: 1 })
    const broken = await against([breaksOff], { retries: 0 })
    expect(await failed(broken.client.organisation())).toMatchObject({ reason: 'connection' })
    const strange = await against([answers(200, '<html>')], { retries: 0 })
    const error = await failed(strange.client.organisation())
    expect(error).toBeInstanceOf(SelfsameUnreachable)
    expect(error).toMatchObject({ reason: 'answer', requestId: expect.stringMatching(/^client-/) })
  })

  test('a refusal that is no JSON is a refusal with its status', async () => {
    const { client } = await against([answers(413, '<html>too large</html>')])
    expect(await failed(client.organisation())).toMatchObject({ status: 413, resultCode: 413, errors: [] })
  })
})

describe('what is sent', () => {
  test('is the same for Base64, bytes, a buffer and a Blob', async () => {
    const { client, server } = await against([succeeds])
    const bytes = new Uint8Array([255, 216, 255, 224, 7])
    const { buffer } = bytes
    for (const content of ['/9j/4Ac=', bytes, buffer, new Blob([bytes])])
      await client.readMrz({ attachment: { content, name: 'a.jpg' } })
    const sent = server.came.map(({ body }) => JSON.parse(body.toString()))
    expect(sent).toEqual(Array(4).fill({ attachment: { content: '/9j/4Ac=', name: 'a.jpg' } }))
  })

  test('carries credentials of any letters as UTF-8', async () => {
    const { client, server } = await against([succeeds], { name: 'Đông Á 🏦', password: 'mật khẩu: ":"' })
    await client.organisation()
    const [kind, text = ''] = server.came[0]?.headers.authorization?.split(' ') ?? []
    expect([kind, Buffer.from(text, 'base64').toString('utf8')]).toEqual(['Basic', 'Đông Á 🏦:mật khẩu: ":"'])
  })

  test('carries an API key in place of name and password', async () => {
    const apiKey = `ssk_live_4k2v9q0x7m1c_${'a'.repeat(49)}`
    const server = (await against([succeeds])).server
    await createClientIn(heldWorld(), { baseUrl: server.url, apiKey }).organisation()
    expect(server.came[0]?.headers.authorization).toBe(`Bearer ${apiKey}`)
    const both = { baseUrl: server.url, apiKey, name: 'acme' }
    expect(() => createClientIn(heldWorld(), both)).toThrow('give either apiKey, or name and password')
    for (const broken of ['', `${apiKey}\n`, `"${apiKey}"`, 'mật khẩu'])
      expect(() => createClientIn(heldWorld(), { baseUrl: server.url, apiKey: broken })).toThrow(
        /^apiKey holds letters, digits, - and _ only$/,
      )
  })

  test('goes below the path of the base URL', async () => {
    const { client, server } = await against([succeeds])
    const below = createClientIn(heldWorld(), { baseUrl: `${server.url}/kyc/api/`, name: 'a', password: 'b' })
    await client.organisation()
    await below.organisation()
    expect(server.came.map(({ url }) => url)).toEqual(['/organisation', '/kyc/api/organisation'])
  })
})
