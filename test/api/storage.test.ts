// Tests over HTTP that an organisation stores no more than it may, whatever it sends, and that its neighbour does not notice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { setStorageLimit, storageErrors } from '../../src/store/records/storage.ts'
import { signPath } from './expecting.ts'

const limit = 20 * 1024
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ storageLimitBytes: limit, rateBurst: 1000 })
})
afterAll(() => server.stop())

const page = async (as = server.credentials) => {
  const answer = await fetch(`${server.url}/organisation`, { headers: { authorization: basic(as) } })
  return (await answer.json()) as { storage_used_bytes: number; storage_limit_bytes: number | null }
}

test('records without a file are limited too, and the refusal names the numbers', async () => {
  const other = await server.organisation('neighbour')
  const signed: Awaited<ReturnType<typeof server.post>>[] = []
  for (let i = 0; i < 25; i++)
    signed.push(await server.post(signPath, { id: `c${i}`, external_person_id: 'p' }))
  expect(signed.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = signed.find(({ status }) => status !== 200)
  expect(refused?.status).toBe(507)
  expect(refused?.body).toEqual({
    result_code: 507,
    message: expect.stringMatching(
      /^Insufficient Storage: the organisation may store 20 KiB and stores [\d.]+ KiB; this needs 1 KiB more$/,
    ),
  })
  const start = { external_person_id: 'p', image_width: 480, image_height: 640 }
  expect((await server.post('/liveness-challenge/start', start)).status).toBe(507)
  expect((await server.post('/liveness-challenge/start', start, other)).status).toBe(200)
  expect(await page()).toMatchObject({ storage_used_bytes: limit, storage_limit_bytes: limit })
  expect((await page(other)).storage_used_bytes).toBe(1024)
})

test('a picture that does not fit is refused before anybody looks at it', async () => {
  const other = await server.organisation('pictures')
  const attachment = { content: Buffer.alloc(limit, 1).toString('base64'), name: 'a.jpg' }
  const answer = await server.post('/kyc-documents-sync', { attachment }, other)
  // These bytes are no picture: a worker would have said 422.
  expect(answer.status).toBe(507)
})

test('an operator raises the limit, and metrics tell both numbers by the id of the organisation', async () => {
  const { database } = server.server.runtime.store
  const { id = '' } = (await findOrganisation(database, server.credentials.name)) ?? {}
  await setStorageLimit(database, id, 2 * limit)
  expect((await server.post(signPath, { id: 'more', external_person_id: 'p' })).status).toBe(200)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain(`selfsame_organisation_storage_bytes{organisation="${id}"} ${limit + 1024}`)
  expect(metrics).toContain(`selfsame_organisation_storage_limit_bytes{organisation="${id}"} ${2 * limit}`)
  expect(metrics).not.toContain('neighbour')
  await setStorageLimit(database, id, Number.POSITIVE_INFINITY)
  expect((await page()).storage_limit_bytes).toBeNull()
  expect(await storageErrors(database)).toEqual([])
})
