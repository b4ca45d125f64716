// Tests the log: it holds what happened and the request id, and no personal data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { exchange, openWire, request } from '../../specimens/kit/servers/wire.ts'
import { allRoutes } from '../../src/app.ts'
import { expectNothingHeld, signPath } from './expecting.ts'
import { doingRoute, fileRoute } from './test-routes.ts'

const person = {
  name: 'Nguyễn Thị Bí Mật',
  plainName: 'Nguyen Thi Bi Mat',
  number: '079203004567',
  photo: Buffer.from('a photo of this very person, as long as it takes').toString('base64').repeat(20),
  password: 'hunter2-hunter2-hunter2',
}
const secrets = [
  person.name,
  'Nguyen Thi',
  'Bí Mật',
  person.number,
  person.photo.slice(0, 60),
  person.password,
]

let server: TestServer
beforeAll(async () => {
  // Workers of its own log here, too.
  const settings = { logLevel: 'trace', failedLogins: 1000, rateBurst: 1000, workers: 1 } as const
  server = await startTestServer(settings, (runtime) => [
    ...allRoutes(runtime),
    fileRoute('/files', { field: 'files', maxFiles: 1, limitBytes: 100 }),
    doingRoute('/quotes', async () => {
      throw new Error(`no row for "${person.plainName}" (${person.number}) ${person.name}: ${person.photo}`)
    }),
    doingRoute('/causes', async () => {
      throw new Error('outer', { cause: new Error(`inner "${person.plainName}" ${person.number}`) })
    }),
    doingRoute('/no-error', async () => {
      throw `${person.plainName} ${person.number}`
    }),
    doingRoute('/lines', async () => {
      throw new Error(`first line\n    at ${person.number} street "${person.plainName}"`)
    }),
  ])
})
afterAll(() => server.stop())

const lines = () =>
  server
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

function expectNoSecrets(): void {
  for (const secret of secrets) expect(server.logged()).not.toContain(secret)
}

test('the log holds no personal data, wherever a caller puts it', async () => {
  const { name, plainName, number, photo, password } = person
  const good = { id: name, external_person_id: number }
  await server.post(signPath, good)
  await server.post(signPath, good)
  await server.post(signPath, { id: photo.slice(0, 256), external_person_id: name })
  for (const body of [
    `{"id":"${name}" "${number}"}`,
    `{"id":${plainName}}`,
    { id: photo, external_person_id: plainName },
    { ...good, [name]: plainName, [number]: photo },
    { id: Number(number), external_person_id: [name] },
    `{"${number}":1,"${number}":2}`,
    '\xff',
  ])
    await server.post(signPath, body)
  await server.post(signPath, good, { name: plainName, password })
  await server.post(signPath, good, { ...server.credentials, password })
  await server.post(signPath, good, null, { authorization: `Bearer ${password}${number}` })
  const headers = {
    'user-agent': plainName,
    referer: `https://x/${number}`,
    cookie: `session=${password}`,
    'x-forwarded-for': number,
    'x-request-id': `${plainName} ${number}`,
    'content-type': `application/json; name=${number}`,
  }
  await server.post(signPath, good, undefined, headers)
  await server.post(`${signPath}?name=${plainName}&id=${number}`, good)
  await server.post(`/face-collections/${number}/${encodeURIComponent(name)}`, good)
  await server.post(`/%zz${number}`, good)
  await exchange(server.url, `${plainName} ${number}\r\n\r\n`)
  await exchange(server.url, request(`GET /${number}`, { 'x-photo': photo.repeat(20) }))
  const form = new FormData()
  form.append(number, new Blob([name]), `${plainName} ${number}.jpg`)
  const authorization = basic(server.credentials)
  await fetch(`${server.url}/files`, { method: 'POST', headers: { authorization }, body: form })
  const wire = await openWire(server.url)
  wire.write(request(`POST ${signPath}`, { authorization, 'content-length': '9999' }, `{"id":"${number}`))
  // The refusal of a body without a type comes before the body does.
  await wire.answers(1)
  wire.close()
  await expectNothingHeld(server)
  expectNoSecrets()
  expect(server.logged()).not.toContain(server.credentials.password)
  expect(server.logged()).not.toContain(authorization.slice(10))
})

test('a server error is logged with its stack and cause, without the data it quotes', async () => {
  for (const path of ['/quotes', '/causes', '/no-error']) {
    const answer = await server.post(path, '{}')
    expect(answer.body).toEqual({ message: 'Internal Server Error', result_code: 500 })
    const id = answer.headers.get('x-request-id')
    await expect.poll(() => lines().filter((line) => line.request_id === id)).toHaveLength(2)
    expect(lines().find((line) => line.request_id === id)).toMatchObject({ level: 'error', msg: 'fault' })
  }
  expectNoSecrets()
  expect(server.logged()).toContain('logs.test.ts')
})

test('every line is JSON with a level, a time and a text; an answer has its request id and route', async () => {
  const answer = await server.post(signPath, { id: 'told', external_person_id: 'p' })
  await expect
    .poll(() => lines().find((line) => line.request_id === answer.headers.get('x-request-id')))
    .toMatchObject({
      level: 'info',
      method: 'POST',
      route: signPath,
      status: 200,
      result_code: 200,
      ms: expect.any(Number),
      organisation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      msg: 'answered',
    })
  for (const line of lines()) {
    expect(line).toMatchObject({
      level: expect.any(String),
      time: expect.any(String),
      msg: expect.any(String),
    })
    if ('route' in line || line.msg === 'fault') expect(line.request_id).toMatch(/^[\w.:-]{8,128}$/)
  }
})

test('a caller who disconnects is a log line, not a server error', async () => {
  const faults = () => lines().filter((line) => line.msg === 'fault').length
  const before = faults()
  const wire = await openWire(server.url)
  const headers = { authorization: basic(server.credentials), 'content-type': 'application/json' }
  wire.write(request(`POST ${signPath}`, { ...headers, 'content-length': '9999' }, '{"id":'))
  await expect.poll(() => server.server.runtime.traffic.inFlight).toBe(1)
  wire.close()
  await expect.poll(() => lines().some((line) => line.msg === 'caller disconnected')).toBe(true)
  await expectNothingHeld(server)
  expect(faults()).toBe(before)
})

test('a caller who disconnects while a worker looks at its picture is no server error either', async () => {
  const faults = () => lines().filter((line) => line.msg === 'fault').length
  const [before, { workers }] = [faults(), server.server.runtime]
  const wire = await openWire(server.url)
  const headers = { authorization: basic(server.credentials), 'content-type': 'application/json' }
  const content = (await chart(320, 240).jpeg().toBuffer()).toString('base64')
  wire.write(request('POST /mrz-reader', headers, JSON.stringify({ content })))
  await expect.poll(() => workers.stats().busy, { interval: 5 }).toBe(1)
  wire.close()
  await expect.poll(() => lines().some((line) => line.route === '/mrz-reader')).toBe(true)
  await expect.poll(() => workers.stats().busy).toBe(0)
  expect(lines().findLast((line) => line.route === '/mrz-reader')).toMatchObject({
    msg: 'caller disconnected',
  })
  expect(faults()).toBe(before)
})

test('a message of several lines cannot pass as a stack', async () => {
  const answer = await server.post('/lines', '{}')
  const id = answer.headers.get('x-request-id')
  await expect.poll(() => lines().filter((line) => line.request_id === id)).toHaveLength(2)
  expectNoSecrets()
})
