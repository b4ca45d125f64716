// Tests the audit trail of a running server: every authenticated request is recorded before its answer leaves, without personal data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEntries } from '../../specimens/kit/records/audit-trail.ts'
import { basic, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import { StoreUnavailable } from '../../src/store/port.ts'

const path = '/face-collections/sign-collection-id'
const servers = testServers()
let server: TestServer
beforeAll(async () => {
  server = await servers.start({ rate: 1_000_000, rateBurst: 1_000_000, concurrency: 1000 })
})
afterAll(() => servers.stopAll())

const entries = (of = server) => allEntries(of.server.runtime.store.database)
const requested = async (of = server) => (await entries(of)).filter(({ requestId }) => requestId !== '')

test('the first organisation, made at the first start, is in it', async () => {
  const commands = (await entries()).filter(({ operation }) => operation === 'command:org add')
  expect(commands.map(({ status }) => status)).toEqual([102, 200])
})

test('an answer is in it when it arrives, and so is a refusal, as it was answered', async () => {
  const asked = [
    await server.post(path, { id: 'one', external_person_id: 'p' }),
    await server.post(path, { id: 'one', external_person_id: 'p' }),
    await server.post(path, { id: '' }),
    await server.post(path, 'no json'),
    await server.post(path, { id: 'two' }, undefined, { 'content-type': 'text/plain' }),
    await server.post('/face-collections/unknown/identify', { photo: 'AAAA' }),
  ]
  const found = await requested()
  for (const { status, headers, body } of asked) {
    const id = headers.get('x-request-id')
    expect(found.filter(({ requestId }) => requestId === id)).toMatchObject([
      { status, resultCode: body.result_code, organisationId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
  }
  expect(found.find(({ resultCode }) => resultCode === 138)).toMatchObject({
    operation: 'signCollectionId',
    route: path,
  })
})

test('callers without valid credentials are not in it', async () => {
  const before = (await requested()).length
  const unknownCaller = { name: 'nobody', password: 'wrong' }
  expect((await server.post(path, { id: 'x' }, unknownCaller)).status).toBe(401)
  expect((await server.post(path, { id: 'x' }, null)).status).toBe(401)
  expect((await server.post('/nowhere', {})).status).toBe(404)
  await fetch(`${server.url}/healthz`)
  expect((await requested()).length).toBe(before)
})

test('many at once keep one chain, and every answer has its entry', async () => {
  const asked = Array.from({ length: 300 }, (_, turn) =>
    server.post(path, { id: `many-${turn}`, external_person_id: 'p' }),
  )
  const ids = (await Promise.all(asked)).map(({ headers }) => headers.get('x-request-id'))
  const found = new Set((await requested()).map(({ requestId }) => requestId))
  expect(ids.filter((id) => id === null || !found.has(id))).toEqual([])
  const { fault } = await verifyTrail(server.server.runtime.store.database)
  expect(fault).toBeUndefined()
  expect(new Set((await requested()).map(({ chain }) => chain)).size).toBe(1)
})

test('it holds no personal data, wherever a caller puts it', async () => {
  const [name, number] = ['Nguyễn-Văn-Tèo', '079123456789']
  await server.post(path, { id: name, external_person_id: number })
  await server.post(path, { id: number, external_person_id: name, [name]: number })
  await server.post(`/face-collections/${encodeURIComponent(name)}/identify?${number}=${number}`, {
    photo: Buffer.from(name).toString('base64'),
  })
  await server.post(`/face-collections/${number}`, { external_person_id: name, photo: number })
  await server.post(path, { id: 'x' }, undefined, { 'x-request-id': number, 'user-agent': number })
  const form = new FormData()
  form.append('file', new Blob([number]), `${number}.mp4`)
  const headers = { authorization: basic(server.credentials) }
  await fetch(`${server.url}/video-liveness`, { method: 'POST', headers, body: form })
  const written = JSON.stringify(await entries())
  for (const secret of [name, number, encodeURIComponent(name), server.credentials.password])
    expect(written).not.toContain(secret)
})

describe('when it cannot be written', () => {
  test('answers and refusals are 503, in the usual shape, and recorded again when it can', async () => {
    const broken = await servers.start()
    const { database } = broken.server.runtime.store
    const { query, transaction } = database
    const good = { id: 'first', external_person_id: 'p' }
    expect((await broken.post(path, good)).body.result_code).toBe(200)
    const failing = (async (sql: string, values?: readonly (string | number)[]) => {
      if (sql.includes('audit_entries')) throw new StoreUnavailable('the disk of the database is full')
      return query(sql, values)
    }) as typeof query
    Object.assign(database, { query: failing })
    for (const body of [{ ...good, id: 'second' }, { id: '' }]) {
      const answer = await broken.post(path, body)
      expect([answer.status, answer.body]).toEqual([
        503,
        { message: 'Service Unavailable', result_code: 503 },
      ])
      expect(answer.headers.get('retry-after')).toBe('2')
      expect(answer.headers.get('x-request-id')).toBeTruthy()
    }
    expect(broken.logged()).toContain('answer not recorded')
    Object.assign(database, { query, transaction })
    expect((await broken.post(path, { ...good, id: 'third' })).body.result_code).toBe(200)
    expect((await requested(broken)).map(({ resultCode }) => resultCode)).toEqual([200, 200])
    expect((await verifyTrail(database)).fault).toBeUndefined()
  })
})

test('turned off, nothing is written and all is answered', async () => {
  const off = await servers.start({ audit: 'off' })
  expect((await off.post(path, { id: 'one', external_person_id: 'p' })).body.result_code).toBe(200)
  expect((await off.post(path, { id: '' })).status).toBe(400)
  expect(await entries(off)).toEqual([])
})
