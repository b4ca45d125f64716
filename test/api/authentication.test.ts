// Tests authentication: every route asks for credentials, refuses in one way, and takes the same time whatever was wrong.
import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { openWire, request } from '../../specimens/kit/servers/wire.ts'
import { rolesFor } from '../../src/access/roles.ts'
import { scopesFor } from '../../src/access/scopes.ts'
import { allRoutes } from '../../src/app.ts'
import { removeOrganisation, rotatePassword } from '../../src/organisations/manage.ts'
import { hashPassword } from '../../src/organisations/passwords.ts'
import { addCredential, findOrganisation, type Organisation } from '../../src/store/records/organisations.ts'
import { expectNothingHeld, expectRefusal, registeredCollections, signPath } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    failedLogins: 100_000,
    failedLoginsPerAddress: 100_000,
    credentialCacheMs: 0,
    rateBurst: 1000,
  })
})
afterAll(() => server.stop())

const body = { id: 'a', external_person_id: 'b' }
const wrong = () => ({
  'another password': basic({ ...server.credentials, password: 'wrong' }),
  'no password': basic({ ...server.credentials, password: '' }),
  'a password cut short': basic({
    ...server.credentials,
    password: server.credentials.password.slice(0, -1),
  }),
  'a password with more': basic({ ...server.credentials, password: `${server.credentials.password}x` }),
  'an unknown user': basic({ name: 'nobody', password: server.credentials.password }),
  'another case of the user': basic({ ...server.credentials, name: server.credentials.name.toUpperCase() }),
  'no user': basic({ name: '', password: server.credentials.password }),
  'a user with SQL': basic({ name: `' OR 1=1 --`, password: 'x' }),
  'no colon': `Basic ${Buffer.from('first').toString('base64')}`,
  'nothing after Basic': 'Basic',
  'not Base64': `Basic ${server.credentials.name}:${server.credentials.password}`,
  'another scheme': `Bearer ${server.credentials.password}`,
  'the right token under another scheme': basic(server.credentials).replace('Basic', 'Digest'),
  'two of them': `${basic(server.credentials)}, ${basic(server.credentials)}`,
  'an empty header': '',
  'a very long one': basic({ ...server.credentials, password: 'x'.repeat(9000) }),
})

const asked = (authorization: string) => server.post(signPath, body, null, { authorization })

test('whatever is wrong, the answer is the same 401, and nothing is written', async () => {
  const none = await server.post(signPath, body, null)
  expectRefusal(none, 401)
  for (const [what, header] of Object.entries(wrong())) {
    const answer = await asked(header)
    expect(answer.status, what).toBe(401)
    expect(answer.body, what).toEqual(none.body)
    expect(answer.headers.get('www-authenticate'), what).toBe('Basic realm="Selfsame", charset="UTF-8"')
  }
  expect(await registeredCollections(server)).toBe(0)
})

test('a wrong password, an unknown user and a broken header cost one hash each; what came as an API key costs none', async () => {
  let hashes = 0
  const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  for (const [what, header] of Object.entries(wrong())) {
    hashes = 0
    await asked(header)
    expect(hashes, what).toBe(header.startsWith('Bearer') ? 0 : 1)
  }
  hook.disable()
})

test.each(['pass:word:', ':', 'mật khẩu 🔑', ' spaces around ', 'x'.repeat(1000)])(
  'the password %j is accepted, and similar ones are not',
  async (password) => {
    const name = `org-${Buffer.from(password).toString('hex').slice(0, 20)}`
    await server.organisation(name)
    const { store } = server.server.runtime
    const { id: organisationId } = (await findOrganisation(store.database, name)) as Organisation
    const passwordHash = await hashPassword(password)
    await addCredential(store.database, { id: name, organisationId, passwordHash, createdAt: Date.now() })
    expect((await asked(basic({ name, password }))).body.result_code).toBe(200)
    expect((await asked(basic({ name, password }).replace('Basic', 'bASIC'))).body.result_code).toBe(138)
    expect((await asked(basic({ name, password: password.slice(1) }))).status).toBe(401)
  },
)

test('a rotated password stops working, and a removed organisation is refused', async () => {
  const old = await server.organisation('leaving')
  const { store } = server.server.runtime
  const organisation = (await findOrganisation(store.database, 'leaving')) as Organisation
  const fresh = await rotatePassword(store, organisation, 0, Date.now())
  expect((await asked(basic(old))).status).toBe(401)
  expect((await asked(basic(fresh))).status).toBe(200)
  await removeOrganisation(store, organisation, Date.now())
  expect((await asked(basic(fresh))).status).toBe(401)
})

describe('routes', () => {
  test('every route of the API asks for credentials, before it looks at anything else', async () => {
    const openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security?: object[] }>>
    }
    const routes = allRoutes(server.server.runtime)
    expect(routes.length).toBeGreaterThan(0)
    const [token, link] = [{ personToken: [] }, { personLink: [] }]
    const session = [{ memberSession: [] }]
    for (const { method, path, tag, person, caller } of routes) {
      const roles = rolesFor({ area: tag.area, method })
      const listed = [{ basic: [] }, { apiKey: scopesFor(tag.area, method) }, { memberSession: roles }]
      const ofCaller = caller && { anyone: [], member: session }[caller]
      const security =
        person === undefined
          ? (ofCaller ?? listed)
          : { also: [...listed, token], token: [token], 'link or token': [link, token] }[person]
      expect(openapi.paths[path]?.[method.toLowerCase()]?.security).toEqual(security)
      if (caller === 'anyone') continue
      const url = server.url + path.replaceAll(/\{\w+\}/g, 'x')
      const answer = await fetch(url, { method, ...(method === 'GET' ? {} : { body: 'not even JSON' }) })
      expectRefusal({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }, 401)
    }
    const described = Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        security?.some((scheme) => 'basic' in scheme || 'personToken' in scheme || 'memberSession' in scheme)
          ? [`${method} ${path}`]
          : [],
      ),
    )
    expect(described.sort()).toEqual(
      routes
        .filter(({ caller }) => caller !== 'anyone')
        .map(({ method, path }) => `${method.toLowerCase()} ${path}`)
        .sort(),
    )
  })

  test.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])(
    '%s is open to all',
    async (path) => {
      expect((await fetch(server.url + path)).status).toBe(200)
    },
  )
})

test('a caller who leaves while its password is being checked leaves nothing behind', async () => {
  for (let round = 0; round < 3; round++) {
    const wire = await openWire(server.url)
    const headers = { authorization: basic(server.credentials), 'content-type': 'application/json' }
    wire.write(request(`POST ${signPath}`, { ...headers, 'content-length': '1000' }))
    await expect.poll(() => server.server.runtime.traffic.inFlight, { interval: 1 }).toBe(1)
    wire.close()
    await expectNothingHeld(server)
  }
})
