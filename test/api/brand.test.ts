// Tests the brand of an organisation over HTTP: set, shown to its people alone, its logo drawn anew, and what is refused.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { removeOrganisation } from '../../src/organisations/manage.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { bearerCaller, enter, newVisit, policyWith } from '../kit/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({})
}, 120_000)
afterAll(() => server.stop())

type Body = Record<string, unknown> & { brand: Record<string, unknown>; content: string }

async function call(method: string, path: string, body?: unknown, authorization = basic(server.credentials)) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 11, g: 92, b: 173, alpha: 0.5 } } })
const set = {
  display_name: 'ACME Bank',
  accent: '#0b5cad',
  languages: ['vi', 'en'],
  texts: { vi: { welcome: 'Chào bạn.' } },
  help_email: 'help@acme.example',
  help_phone: '+84 28 1234 5678',
  app_link: 'https://app.acme.example/verify?from=page',
}

test('a brand is set, and the person sees it with its colours and its logo', async () => {
  const none = await call('GET', '/brand')
  expect(none.body.brand).toEqual({ has_logo: false, updated_at: null })
  expect((await call('GET', '/brand/logo')).status).toBe(404)

  const logo = (
    await drawn(1600, 400)
      .withExif({ IFD0: { Artist: 'secret' } })
      .png()
      .toBuffer()
  ).toString('base64')
  const changed = await call('PUT', '/brand', { ...set, logo })
  expect(changed.status).toBe(200)
  expect(changed.body.brand).toMatchObject({ ...set, has_logo: true, updated_at: expect.any(String) })
  expect((await call('GET', '/brand')).body.brand).toEqual(changed.body.brand)

  const shown = Buffer.from((await call('GET', '/brand/logo')).body.content, 'base64')
  const facts = await sharp(shown).metadata()
  expect(facts).toMatchObject({ format: 'png', width: 640, height: 160, hasAlpha: true })
  expect(facts.exif).toBeUndefined()
  expect(shown.includes('secret')).toBe(false)

  const visit = await newVisit(server, policyWith({ consent: { required: true } }))
  const person = await enter(server, visit.link)
  expect(person.session).toMatchObject({
    brand: {
      display_name: 'ACME Bank',
      texts: set.texts,
      app_link: set.app_link,
      colours: { accent: '#0b5cad', accent_text: '#ffffff' },
      has_logo: true,
    },
  })
  const theirs = await bearerCaller(server, person.token)('GET', '/verification-session/logo')
  expect(theirs.body.content).toBe(shown.toString('base64'))

  // Without `logo` it stays, with null it goes.
  expect((await call('PUT', '/brand', { accent: '#7a0000' })).body.brand).toMatchObject({ has_logo: true })
  const bare = await call('PUT', '/brand', { logo: null })
  expect(bare.body.brand).toEqual({ has_logo: false, updated_at: expect.any(String) })
  expect((await bearerCaller(server, person.token)('GET', '/verification-session/logo')).status).toBe(404)
})

test('another organisation has its own, and a removed one leaves nothing', async () => {
  const other = await server.organisation('brand-other')
  await call('PUT', '/brand', { display_name: 'Other' }, basic(other))
  expect((await call('GET', '/brand')).body.brand.display_name).not.toBe('Other')
  const { store } = server.server.runtime
  const rows = () =>
    store.database.query('SELECT 1 FROM organisation_brands WHERE settings LIKE $1', ['%Other%'])
  expect(await rows()).toHaveLength(1)
  const found = await findOrganisation(store.database, other.name)
  if (found) await removeOrganisation(store, found, Date.now())
  expect(await rows()).toHaveLength(0)
})

test('what people could not read, and what is no plain picture, is refused by the name of its field', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const avif = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#123456' } })
    .avif()
    .toBuffer()
  const refused: [object, number, string][] = [
    [{ accent: '#ffcc00' }, 400, 'contrast'],
    [{ accent: 'red' }, 400, 'accent'],
    [{ logo: svg.toString('base64') }, 422, 'logo must be a PNG, JPEG or WebP'],
    [{ logo: avif.toString('base64') }, 422, 'PNG, JPEG or WebP'],
    [{ logo: Buffer.alloc(257 * 1024).toString('base64') }, 413, 'logo'],
    [{ help_email: 'javascript:alert(1)' }, 400, 'help_email'],
    [{ app_link: 'acme://verify' }, 400, 'app_link'],
    [{ app_link: 'javascript:alert(1)' }, 400, 'app_link'],
    [{ app_link: 'https://shop.example@evil.example/' }, 400, 'app_link'],
    [{ app_link: 'https://app.acme.example/verify#here' }, 400, 'app_link'],
    [{ texts: { vi: { welcome: 'x'.repeat(301) } } }, 400, 'welcome'],
    [{ css: 'body{}' }, 400, 'css'],
  ]
  for (const [body, status, named] of refused) {
    const answer = await call('PUT', '/brand', body)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(named)])
  }
})

test('a test key sees the brand and may not change it', async () => {
  const { key } = await newApiKey(
    server.server.runtime.store.database,
    server.credentials.name,
    ['verifications'],
    {
      isTest: true,
    },
  )
  expect((await call('GET', '/brand', undefined, bearer(key))).status).toBe(200)
  expect((await call('PUT', '/brand', {}, bearer(key))).status).toBe(403)
})
