// Tests API keys over HTTP: what each scope opens, what ends a key, and that Basic stays as it was.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEntries } from '../../specimens/kit/records/audit-trail.ts'
import { basic, type TestServer, testServers } from '../../specimens/kit/servers/server.ts'
import { openWire, request } from '../../specimens/kit/servers/wire.ts'
import { type Area, mayCall, scopeNames } from '../../src/access/scopes.ts'
import { allRoutes } from '../../src/app.ts'
import { codes } from '../../src/codes.ts'
import { route } from '../../src/http/route.ts'
import { revokeKey, rotateKey } from '../../src/organisations/api-keys.ts'
import { removeOrganisation } from '../../src/organisations/manage.ts'
import { findApiKey, listApiKeys } from '../../src/store/records/api-keys.ts'
import { findOrganisation, type Organisation } from '../../src/store/records/organisations.ts'
import { drawLetters, secretLetters, withChecksum } from '../../src/system/secret-text.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { expectNothingHeld, expectRefusal, signPath } from './expecting.ts'

const { start, stopAll } = testServers()
let server: TestServer
beforeAll(async () => {
  // A route that reads and is always there.
  const readingRoute = route({
    name: 'readSomething',
    method: 'GET',
    path: '/reading',
    tag: { name: 'Test', description: 'For tests.', area: 'documents' },
    summary: 'For tests.',
    fields: {},
    answers: [codes.success],
    handle: async () => ({ code: codes.success, fields: {} }),
  })
  server = await start({ rateBurst: 10_000, failedLoginsPerAddress: 1_000_000 }, (runtime) => [
    ...allRoutes(runtime),
    readingRoute,
  ])
})
afterAll(stopAll)

const database = () => server.server.runtime.store.database
const keyFor = (...scopes: string[]) => newApiKey(database(), server.credentials.name, scopes)
const testKeyFor = (scope: string) =>
  newApiKey(database(), server.credentials.name, [scope], { isTest: true })
const at = () => ({ database: database(), now: Date.now() })
const body = { id: 'a', external_person_id: 'b' }

async function ask(method: string, path: string, headers: Record<string, string>, sent?: string) {
  const answer = await fetch(server.url + path, { method, headers, ...(sent && { body: sent }) })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    // Exports are no JSON.
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>,
  }
}
const whoAmI = (authorization: string) => ask('GET', '/organisation', { authorization })
const sign = (authorization: string) =>
  ask('POST', signPath, { authorization, 'content-type': 'application/json' }, JSON.stringify(body))

/** A member who signs in has no key. */
const isAsked = ({ caller }: { readonly caller: string | undefined }): boolean => caller !== 'anyone'

describe('scopes', () => {
  /** Every method of an area, and what more opens its GET. */
  const areas: Record<Area, readonly string[]> = {
    documents: ['all', 'documents'],
    faces: ['all', 'faces'],
    liveness: ['all', 'liveness'],
    policies: ['all', 'settings'],
    verifications: ['all', 'verifications'],
    review: ['all', 'review'],
    webhooks: ['all', 'settings'],
    persons: ['all', 'persons'],
    receipts: ['all', 'documents', 'faces', 'liveness', 'verifications', 'read'],
    organisation: scopeNames,
    members: ['all'],
    'api-keys': ['all'],
  }
  const isReadable = (area: Area) => area !== 'members' && area !== 'api-keys'
  const reads: Readonly<Record<string, readonly Area[]>> = {
    verifications: ['policies', 'webhooks'],
    review: ['verifications', 'policies', 'receipts'],
  }
  const reading = ['all', 'documents', 'read']

  test('every route has an area, and every key is held to it on every route', async () => {
    const keys = await Promise.all(scopeNames.map(async (scope) => ({ scope, ...(await keyFor(scope)) })))
    const routes = [...allRoutes(server.server.runtime)]
    expect(new Set(routes.map(({ tag }) => tag.area))).toEqual(new Set(Object.keys(areas)))
    for (const { method, path, tag, takesFiles, person, caller } of routes.filter(isAsked))
      for (const { scope, id, key } of keys) {
        const what = `${scope}: ${method} ${path}`
        const type = takesFiles ? 'multipart/form-data; boundary=x' : 'application/json'
        const headers: Record<string, string> = { authorization: bearer(key) }
        if (method !== 'GET') headers['content-type'] = type
        const url = path.replaceAll(/\{\w+\}/g, 'x')
        const answer = await ask(method, url, headers, method === 'GET' ? undefined : '{"')
        if (person === 'token' || person === 'link or token') {
          expectRefusal(answer, 403)
          expect(answer.body.message, what).toContain('this call is for the person')
          continue
        }
        if (caller === 'member') {
          expectRefusal(answer, 403)
          expect(answer.body.message, what).toContain('this call is for a member')
          continue
        }
        if (
          areas[tag.area].includes(scope) ||
          (method === 'GET' && reads[scope]?.includes(tag.area)) ||
          (scope === 'read' && method === 'GET' && isReadable(tag.area))
        ) {
          expect([200, 400, 404], what).toContain(answer.status)
          continue
        }
        expectRefusal(answer, 403)
        expect(answer.body.message, what).toMatch(
          `Forbidden: the API key ${id} has the scope ${scope}; this call needs all`,
        )
      }
    await expectNothingHeld(server)
  })

  test('read opens every GET, and nothing that changes anything', async () => {
    for (const scope of scopeNames) {
      const { key } = await keyFor(scope)
      const { status } = await ask('GET', '/reading', { authorization: bearer(key) })
      expect(status, scope).toBe(reading.includes(scope) ? 200 : 403)
    }
    const { key } = await keyFor('read')
    expectRefusal(await sign(bearer(key)), 403)
  })

  test('a key of the sandbox reaches verifications, and reads policies and its organisation', async () => {
    const { id, key } = await testKeyFor('all')
    const headers = { authorization: bearer(key), 'content-type': 'application/json' }
    const reached: string[] = []
    const own: readonly string[] = ['verifications', 'review', 'webhooks']
    const ofOrganisations = allRoutes(server.server.runtime).filter(
      ({ person, caller }) => (person === undefined || person === 'also') && caller === undefined,
    )
    for (const { method, path, tag, takesFiles } of ofOrganisations) {
      const type = takesFiles ? 'multipart/form-data; boundary=x' : 'application/json'
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      const sent = method === 'GET' ? undefined : '{"'
      const answer = await ask(method, url, { ...headers, 'content-type': type }, sent)
      if (answer.status !== 403) {
        reached.push(own.includes(tag.area) ? tag.area : `${method} ${path}`)
        continue
      }
      expect(own, path).not.toContain(tag.area)
      expect(answer.body.message).toContain(`the API key ${id} is a test key`)
    }
    expect([...new Set(reached)].filter((one) => !own.includes(one)).toSorted()).toEqual([
      'GET /app-versions',
      'GET /brand',
      'GET /brand/logo',
      'GET /capture-settings',
      'GET /organisation',
      'GET /policies',
      'GET /policies/{policy_id}',
      'GET /policies/{policy_id}/versions/{version}',
    ])
    expect((await whoAmI(bearer(key))).body.api_key).toMatchObject({ id, is_test: true })
    await expectNothingHeld(server)
  })

  test('a scope holds a key of the sandbox, too', async () => {
    const { key } = await testKeyFor('documents')
    const { status, body } = await ask('GET', '/policies', { authorization: bearer(key) })
    expect([status, body.message]).toEqual([
      403,
      expect.stringContaining('needs all or verifications or review or settings'),
    ])
  })

  test('several open what each of them opens', async () => {
    const { key } = await keyFor('documents', 'faces')
    expect((await sign(bearer(key))).status).toBe(200)
    const { body } = await ask('POST', '/persons/erase', { authorization: bearer(key) }, '{}')
    expect(body.message).toContain('has the scope documents, faces; this call needs all or persons')
  })

  test('a word that this version does not know opens nothing, also a name of every object', async () => {
    for (const word of ['journeys', 'toString', '__proto__', '', 'ALL']) {
      const { key } = await keyFor(word)
      expect((await sign(bearer(key))).status, word).toBe(403)
      expect((await whoAmI(bearer(key))).status, word).toBe(200)
      expect(mayCall([word], 'documents', 'GET'), word).toBe(false)
    }
  })

  test('no other method, and no header that names one, gets around them', async () => {
    const { key } = await keyFor('read')
    const authorization = bearer(key)
    for (const method of ['HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'PUT', 'GET'])
      expect((await ask(method, signPath, { authorization })).status, method).toBe(405)
    const override = { 'x-http-method-override': 'GET', 'x-http-method': 'GET', 'x-method-override': 'GET' }
    const type = { 'content-type': 'application/json' }
    const sent = JSON.stringify(body)
    expect((await ask('POST', signPath, { authorization, ...type, ...override }, sent)).status).toBe(403)
    expect((await ask('POST', `${signPath}/?_method=GET`, { authorization, ...type }, sent)).status).toBe(403)
  })

  test('a form is refused before any of its files is read', async () => {
    const { key } = await keyFor('faces')
    const wire = await openWire(server.url)
    const headers = {
      authorization: bearer(key),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1000000',
    }
    wire.write(request('POST /business-registration', headers))
    const [answer] = await wire.answers(1)
    wire.close()
    expect(answer?.status).toBe(403)
    await expectNothingHeld(server)
  })
})

describe('a key', () => {
  test('says in /organisation which it is; name and password say nothing of keys', async () => {
    const expiresAt = Date.UTC(2100, 0, 1)
    const made = await newApiKey(database(), server.credentials.name, ['documents', 'read'], { expiresAt })
    const { status, body } = await whoAmI(bearer(made.key))
    expect([status, body]).toMatchObject([
      200,
      {
        name: server.credentials.name,
        api_key: {
          id: made.id,
          name: 'of a test',
          scopes: ['documents', 'read'],
          expires_at: '2100-01-01T00:00:00.000Z',
        },
      },
    ])
    expect((await whoAmI(basic(server.credentials))).body).not.toHaveProperty('api_key')
  })

  test('is taken in every way a header may be written, and in no other', async () => {
    const { id, key } = await keyFor('all')
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])
      expect((await whoAmI(header)).status, header).toBe(200)
    const wrong = {
      'another last letter': bearer(key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')),
      'a letter less': bearer(key.slice(0, -1)),
      'a letter more': bearer(`${key}a`),
      'in quotes': bearer(`"${key}"`),
      'in capitals': bearer(key.toUpperCase()),
      twice: `${bearer(key)}, ${bearer(key)}`,
      'with a parameter': `${bearer(key)},realm=x`,
      'without a scheme': key,
      'as a token': `Token ${key}`,
      'as a name of Basic': basic({ name: key, password: '' }),
      'as a password of Basic': basic({ name: server.credentials.name, password: key }),
      'its id alone': bearer(id),
      nothing: 'Bearer',
      'the password': bearer(server.credentials.password),
      'name and password': basic(server.credentials).replace('Basic', 'Bearer'),
    }
    for (const [what, header] of Object.entries(wrong)) {
      const answer = await whoAmI(header)
      expectRefusal(answer, 401)
      expect(answer.headers.get('www-authenticate'), what).toMatch(/^Basic /)
    }
  })

  test('in the address is no key, and stays out of the log', async () => {
    const { key } = await keyFor('all')
    for (const name of ['api_key', 'access_token', 'key', 'Authorization'])
      expectRefusal(await ask('GET', `/organisation?${name}=${key}`, {}), 401)
    await whoAmI(bearer(key))
    await whoAmI(bearer(`${key.slice(0, -1)}!`))
    await ask('GET', `/receipts/${key}`, { authorization: bearer(key) })
    await ask('GET', `/${key}`, { authorization: bearer(key) })
    await expectNothingHeld(server)
    expect(server.logged()).not.toContain('ssk_live_')
  })

  test('of another secret, or of an unknown id, is refused', async () => {
    const [{ id, key }, { key: other }] = await Promise.all([keyFor('all'), keyFor('all')])
    const { crc32 } = await import('node:zlib')
    const summed = (text: string) => {
      const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
      let rest = crc32(text)
      let sum = ''
      for (let place = 0; place < 6; place++) {
        sum = digits[rest % 62] + sum
        rest = Math.floor(rest / 62)
      }
      return text + sum
    }
    expect(summed(key.slice(0, -6))).toBe(key)
    const secretOf = (text: string) => text.slice(22, -6)
    expectRefusal(await whoAmI(bearer(summed(`ssk_live_${id}_${secretOf(other)}`))), 401)
    expectRefusal(await whoAmI(bearer(summed(`ssk_live_000000000000_${secretOf(key)}`))), 401)
    expectRefusal(await whoAmI(bearer(summed(`ssk_test_${id}_${secretOf(key)}`))), 401)
    expect((await whoAmI(bearer(key))).status).toBe(200)
  })

  test('that has expired is refused, with no word more than any other', async () => {
    const soon = await newApiKey(database(), server.credentials.name, ['all'], { expiresAt: Date.now() })
    const answer = await whoAmI(bearer(soon.key))
    expectRefusal(answer, 401)
    expect(answer.body).toEqual((await whoAmI(bearer('nonsense'))).body)
  })

  test('that is revoked is refused by the very next request', async () => {
    const { id, key } = await keyFor('all')
    for (let round = 0; round < 5; round++) expect((await whoAmI(bearer(key))).status).toBe(200)
    expect(await revokeKey(at(), id)).toBe(true)
    expectRefusal(await whoAmI(bearer(key)), 401)
    expect(await revokeKey(at(), id)).toBe(false)
    expect(await database().query('SELECT * FROM api_key_secrets WHERE key_id = $1', [id])).toEqual([])
  })

  test('that is revoked while its body comes is refused, and nothing is done', async () => {
    const { id, key } = await keyFor('faces')
    const wire = await openWire(server.url)
    const sent = JSON.stringify({ id: 'held-open', external_person_id: 'b' })
    const headers = { authorization: bearer(key), 'content-type': 'application/json' }
    wire.write(request(`POST ${signPath}`, { ...headers, 'content-length': String(sent.length) }))
    wire.write(sent.slice(0, -1))
    await expect.poll(() => server.server.runtime.limits.reservedBytes(), { interval: 5 }).toBeGreaterThan(0)
    await revokeKey(at(), id)
    // The key is believed for a tenth of a second.
    await new Promise((resolve) => setTimeout(resolve, 150))
    wire.write(sent.slice(-1))
    const [answer] = await wire.answers(1)
    wire.close()
    expect(answer?.status).toBe(401)
    const rows = await database().query(`SELECT id FROM face_collections WHERE id = 'held-open'`)
    expect(rows).toEqual([])
  })

  test('that is rotated goes on for its grace and no longer; id, scopes and expiry stay', async () => {
    const { id, key } = await keyFor('documents')
    const hour = 3_600_000
    const second = await rotateKey(at(), id, { graceMs: hour, expiresAt: null })
    for (const one of [key, second?.key ?? '']) expect((await whoAmI(bearer(one))).status).toBe(200)
    const third = await rotateKey(at(), id, { graceMs: 0, expiresAt: null })
    for (const one of [key, second?.key ?? '']) expectRefusal(await whoAmI(bearer(one)), 401)
    expect((await whoAmI(bearer(third?.key ?? ''))).body).toMatchObject({
      api_key: { id, scopes: ['documents'], expires_at: null },
    })
    await revokeKey(at(), id)
    expect(await rotateKey(at(), id, { graceMs: 0, expiresAt: null })).toBeUndefined()
    expectRefusal(await whoAmI(bearer(third?.key ?? '')), 401)
  })

  test('goes with its organisation', async () => {
    const { name } = await server.organisation('leaving')
    const { key } = await newApiKey(database(), name, ['all'])
    expect((await whoAmI(bearer(key))).body).toMatchObject({ name })
    const { store } = server.server.runtime
    const leaving = (await findOrganisation(store.database, name)) as Organisation
    await removeOrganisation(store, leaving, Date.now())
    expectRefusal(await whoAmI(bearer(key)), 401)
    expect(await listApiKeys(store.database, leaving.id)).toEqual([])
  })

  test('sees what its own organisation stores, and nothing of another', async () => {
    const { name } = await server.organisation('apart')
    const { key } = await newApiKey(database(), name, ['all'])
    const { key: own } = await keyFor('all')
    const path = '/face-collections/sign-collection-id'
    const json = { 'content-type': 'application/json' }
    const sent = JSON.stringify({ id: 'mine', external_person_id: 'b' })
    expect((await ask('POST', path, { authorization: bearer(own), ...json }, sent)).body.result_code).toBe(
      200,
    )
    expect((await ask('POST', path, { authorization: bearer(own), ...json }, sent)).body.result_code).toBe(
      138,
    )
    expect((await ask('POST', path, { authorization: bearer(key), ...json }, sent)).body.result_code).toBe(
      200,
    )
  })

  test('is kept as a hash alone', async () => {
    const { id, key } = await keyFor('all')
    const rows = await database().query('SELECT * FROM api_key_secrets WHERE key_id = $1', [id])
    expect(rows).toHaveLength(1)
    const held = JSON.stringify([rows, await findApiKey(database(), id)])
    for (let from = 22; from + 8 <= key.length; from++) expect(held).not.toContain(key.slice(from, from + 8))
    expect(rows).toMatchObject([{ hash: { byteLength: 32 } }])
  })

  test('is named in the audit trail and the access log, also where it was refused for its scope', async () => {
    const { id, key } = await keyFor('documents')
    await whoAmI(bearer(key))
    await sign(bearer(key))
    await whoAmI(basic(server.credentials))
    const entries = await allEntries(database())
    const named = entries.filter(({ apiKeyId }) => apiKeyId === id)
    expect(named.map(({ operation, status }) => [operation, status])).toEqual([
      ['organisation', 200],
      ['signCollectionId', 403],
    ])
    expect(entries.findLast(({ operation }) => operation === 'organisation')?.apiKeyId).toBe('')
    await expect.poll(() => server.logged()).toContain(`"api_key":"${id}","method":"POST"`)
  })
})

describe('wrong keys', () => {
  const wrongKey = (n: number) => bearer(`ssk_live_wrong_${n}`)

  test('keep out no key, password or guess of others, however many come from one address', async () => {
    const strict = await start({ failedLoginsPerAddress: 5, failedLogins: 100, credentialCacheMs: 0 })
    const { store } = strict.server.runtime
    const { id, key } = await newApiKey(store.database, strict.credentials.name, ['all'])
    const statusOf = async (authorization: string) =>
      (await fetch(`${strict.url}/organisation`, { headers: { authorization } })).status
    expect(await statusOf(bearer(key))).toBe(200)
    expect(await statusOf(basic(strict.credentials))).toBe(200)
    for (let n = 0; n < 10; n++) expect(await statusOf(wrongKey(n))).toBe(401)
    // Some have the form and the checksum of a key, a link, a token.
    for (const kind of ['ssk_live_aaaaaaaaaaaa_', 'ssl_', 'sst_'])
      for (let n = 0; n < 10; n++)
        expect(await statusOf(bearer(withChecksum(kind + drawLetters(secretLetters, 62))))).toBe(401)
    expect(await statusOf(bearer(key))).toBe(200)
    expect(await statusOf(basic(strict.credentials))).toBe(200)
    const { key: fresh } = await newApiKey(store.database, strict.credentials.name, ['all'])
    expect(await statusOf(bearer(fresh))).toBe(200)
    expect(await statusOf(basic(await strict.organisation('newcomer')))).toBe(200)
    await revokeKey({ database: store.database, now: Date.now() }, id)
    expect(await statusOf(bearer(key))).toBe(401)
    expect(await statusOf(bearer(key))).toBe(401)
  })
})
