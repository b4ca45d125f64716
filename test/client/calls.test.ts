// Tests the client against a real server: what it sends, what it returns, and what is refused.
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeBase64 } from '../../client/src/files.ts'
import { createClient, type Exchange, SelfsameRefusal } from '../../client/src/index.ts'
import { sharedServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { newApiKey } from '../kit/api-keys.ts'

const MIB = 1024 * 1024
let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

const clientOf = (more: object = {}) => createClient({ baseUrl: server.url, ...server.credentials, ...more })

const refusalOf = async (call: Promise<unknown>): Promise<SelfsameRefusal> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SelfsameRefusal)
  return error as SelfsameRefusal
}

describe('answers', () => {
  test('say who is calling', async () => {
    const { name, result_code } = await clientOf().organisation()
    expect([name, result_code]).toEqual([server.credentials.name, 200])
  })

  test('come for an API key too, and say which it is', async () => {
    const made = await newApiKey(server.server.runtime.store.database, server.credentials.name, ['read'])
    const client = createClient({ baseUrl: server.url, apiKey: made.key })
    expect((await client.organisation()).api_key?.id).toBe(made.id)
    const refused = await refusalOf(client.erasePerson({ external_person_id: 'a' }))
    expect([refused.resultCode, refused.message]).toEqual([
      403,
      expect.stringContaining('has the scope read; this call needs all or persons'),
    ])
    expect(inspect(refused)).not.toContain('ssk_')
  })

  test('of the routes without credentials come without any', async () => {
    const client = createClient({ baseUrl: server.url })
    expect(await client.healthz()).toEqual({ message: 'Success', result_code: 200 })
    expect((await client.readyz()).checks.database).toBe('ok')
    expect(await client.metrics()).toContain('# HELP')
  })

  test('that are no success are answers all the same', async () => {
    const client = clientOf()
    const collection = { id: 'once only', external_person_id: 'me' }
    expect((await client.signCollectionId(collection)).result_code).toBe(200)
    expect((await client.signCollectionId(collection)).result_code).toBe(138)
    expect((await client.verifyNoseChallenge('unknown')).result_code).toBe(143)
  })

  test('come for ids of any letters', async () => {
    const client = clientOf()
    const id = 'Nhân viên / 1?#%'
    expect((await client.signCollectionId({ id, external_person_id: 'me' })).result_code).toBe(200)
    expect((await client.deleteFace(id, { id: 'a', file_id: 'b' })).result_code).toBe(159)
  })

  test('are reported with their request, under the id in the log', async () => {
    const exchanges: Exchange[] = []
    const client = clientOf({ onExchange: (exchange: Exchange) => exchanges.push(exchange) })
    const answer = await client.startNoseChallenge({
      external_person_id: 'a',
      image_width: 480,
      image_height: 640,
    })
    expect(exchanges).toMatchObject([
      {
        method: 'POST',
        path: '/liveness-challenge/start',
        requestBody: { external_person_id: 'a', image_width: 480, image_height: 640 },
        status: 200,
        answer,
      },
    ])
    await expect.poll(() => server.logged()).toContain(`"request_id":"${exchanges[0]?.requestId}"`)
  })
})

describe('a picture', () => {
  test.each([0, 1, 2, 3, 4, 5, 1000, 1001])(
    'of %d bytes is Base64 as all others write it',
    async (length) => {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256)
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
    },
  )

  test('of ten mebibytes arrives whole, and is refused for what it is', async () => {
    const exchanges: Exchange[] = []
    const client = clientOf({ onExchange: (exchange: Exchange) => exchanges.push(exchange) })
    const bytes = Buffer.alloc(10 * MIB, 'all work and no play ')
    const refusal = await refusalOf(client.readMrz({ content: new Blob([bytes]) }))
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: 'content' }] })
    expect(exchanges[0]?.requestBody).toEqual({ content: bytes.toString('base64') })
  })
})

describe('a form', () => {
  test('carries files with their names, and the pages into the URL', async () => {
    const exchanges: Exchange[] = []
    const client = clientOf({ onExchange: (exchange: Exchange) => exchanges.push(exchange) })
    const bytes = new TextEncoder().encode('neither a picture nor a PDF')
    const files = [{ content: bytes, name: 'trang "một"\r\n.txt' }, Buffer.from(bytes).toString('base64')]
    const answer = await client.readBusinessRegistration({ files, selected_pages: '1-2' })
    expect(answer.result_code).toBe(116)
    expect(exchanges[0]).toMatchObject({
      path: '/business-registration?selected_pages=1-2',
      requestBody: {
        files: [
          { name: 'trang "một"\r\n.txt', bytes: bytes.length },
          { name: 'file-2', bytes: bytes.length },
        ],
      },
    })
  })

  test('is refused by the name of its field', async () => {
    const refusal = await refusalOf(
      clientOf().verifyVideo({ file: new Uint8Array([1, 2, 3]), name: 'me.mp4' }),
    )
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: 'file' }] })
  })
})

describe('a refusal', () => {
  test('names each field, the status, and the id under which the log has it', async () => {
    const start = { external_person_id: '', image_width: 1, image_height: 640 }
    const refusal = await refusalOf(clientOf().startNoseChallenge(start))
    expect(refusal).toMatchObject({
      name: 'SelfsameRefusal',
      message: 'Bad Request',
      status: 400,
      resultCode: 400,
      attempts: 1,
      retryAfterSeconds: undefined,
    })
    expect(refusal.errors.map(({ path }) => path)).toEqual(['external_person_id', 'image_width'])
    await expect.poll(() => server.logged()).toContain(refusal.requestId)
  })

  test('of a file over its limit names the limit', async () => {
    const refusal = await refusalOf(clientOf().readMrz({ content: new Uint8Array(17 * MIB) }))
    expect(refusal.status).toBe(413)
    expect(refusal.message).toMatch(/larger than .+ MiB/)
  })

  test('does not reveal the password, however it is printed', async () => {
    const password = 'tell-nobody-0f7a'
    const client = clientOf({ password })
    const refusal = await refusalOf(client.organisation())
    expect(refusal.status).toBe(401)
    const gone = createClient({ baseUrl: 'http://127.0.0.1:9', name: 'acme', password, retries: 0 })
    const unreachable = await gone.organisation().catch((error: unknown) => error)
    const header = Buffer.from(`${server.credentials.name}:${password}`).toString('base64')
    for (const thing of [refusal, unreachable, client, gone]) {
      const seen = inspect(thing, { depth: 20, showHidden: true, getters: true })
      expect(seen).not.toContain(password)
      expect(seen).not.toContain(header)
    }
  })
})

describe('credentials', () => {
  test('that cannot be right are refused at once', () => {
    const baseUrl = server.url
    expect(() => createClient({ baseUrl, name: 'acme' })).toThrow(TypeError)
    expect(() => createClient({ baseUrl, name: 'ac:me', password: 'x' })).toThrow(TypeError)
    expect(() => createClient({ baseUrl: server.url.replace('//', '//acme:secret@') })).toThrow(TypeError)
    expect(() => createClient({ baseUrl: 'nowhere' })).toThrow(TypeError)
  })

  test('may be added on the way, by the fetch of the caller', async () => {
    const { name, password } = server.credentials
    const throughBackEnd: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      expect(headers.has('authorization')).toBe(false)
      headers.set('authorization', `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`)
      return fetch(input, { ...init, headers })
    }
    const client = createClient({ baseUrl: `${server.url}/`, fetch: throughBackEnd })
    expect((await client.organisation()).name).toBe(name)
  })
})
