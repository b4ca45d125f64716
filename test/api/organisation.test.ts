// Tests the route that shows an organisation its own name, and nothing about others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { basic, sharedServer, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { removeOrganisation } from '../../src/organisations/manage.ts'
import { findOrganisation, type Organisation } from '../../src/store/records/organisations.ts'
import { version } from '../../src/system/version.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

async function ask(authorization: string | undefined, path = '/organisation') {
  const answer = await fetch(server.url + path, { headers: authorization ? { authorization } : {} })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  }
}

test('an organisation gets its own name and the version of the server', async () => {
  for (const credentials of [server.credentials, await server.organisation('second')]) {
    const { status, headers, body } = await ask(basic(credentials))
    expect([status, body]).toEqual([
      200,
      {
        ...{ name: credentials.name, version, mirrored_frames: false },
        kept_hours: {
          pictures: expect.any(Number),
          face_pictures: expect.any(Number),
          data: expect.any(Number),
        },
        file_limits: {
          image_bytes: 10 * 1024 ** 2,
          pdf_bytes: 32 * 1024 ** 2,
          video_bytes: 64 * 1024 ** 2,
        },
        chip_bridge_port: null,
        ...{ storage_used_bytes: 0, storage_limit_bytes: 100 * 1024 ** 3 },
        ...{ message: 'Success', result_code: 200 },
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('the answer has the setting that changes what callers send', async () => {
  const mirrored = await startTestServer({ mirroredFrames: true })
  try {
    const answer = await fetch(`${mirrored.url}/organisation`, {
      headers: { authorization: basic(mirrored.credentials) },
    })
    expect(await answer.json()).toMatchObject({ mirrored_frames: true })
  } finally {
    await mirrored.stop()
  }
})

test('without credentials, or with wrong ones, it is 401 without name and version', async () => {
  for (const header of [undefined, basic({ ...server.credentials, password: 'wrong' })]) {
    const { status, headers, body } = await ask(header)
    expectRefusal({ status, body }, 401)
    expect(headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(JSON.stringify(body)).not.toContain(version)
  }
})

test('a script of a page is refused without the header that makes a browser show a login box', async () => {
  const { status, headers } = await fetch(`${server.url}/organisation`, {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(status).toBe(401)
  expect(headers.get('www-authenticate')).toMatch(/^Selfsame-Basic realm=/)
})

test('a removed organisation is refused, even while its password is still cached', async () => {
  const credentials = await server.organisation('leaving')
  expect((await ask(basic(credentials))).status).toBe(200)
  const { store } = server.server.runtime
  const leaving = (await findOrganisation(store.database, credentials.name)) as Organisation
  await removeOrganisation(store, leaving, Date.now())
  expectRefusal(await ask(basic(credentials)), 401)
})

test('whatever a removed organisation asks for while its password is cached is 401, and never a fault of ours', async () => {
  const { store } = server.server.runtime
  const picture = (await chart(320, 240).jpeg().toBuffer()).toString('base64')
  const size = { external_person_id: 'p', image_width: 360, image_height: 480 }
  const asks: readonly (readonly [path: string, body: object, mayHaveNeededNothing?: true])[] = [
    ['/face-collections/sign-collection-id', { id: 'c', external_person_id: 'p' }],
    ['/liveness-challenge/start', size],
    ['/distance-liveness-challenge/distance-start', size],
    ['/profile-liveness-challenge/profile-start', { ...size, exercise: 'yaw-smile' }],
    ['/driver-license-reader', { content: picture, name: 'a.jpg', external_person_id: 'p' }, true],
    ['/kyc-documents-sides', { image1: picture, name1: 'a.jpg', image2: picture, name2: 'b.jpg' }, true],
    ['/face-collections/c', { external_person_id: 'p', reference_photo: picture }, true],
    ['/persons/erase', { external_person_id: 'p' }, true],
  ]
  for (const [number, [path, body, mayHaveNeededNothing]] of asks.entries()) {
    const credentials = await server.organisation(`leaving-${number}`)
    expect((await ask(basic(credentials))).status).toBe(200)
    const leaving = (await findOrganisation(store.database, credentials.name)) as Organisation
    await removeOrganisation(store, leaving, Date.now())
    const answer = await server.post(path, body, credentials)
    if (mayHaveNeededNothing) expect([200, 401, 404], path).toContain(answer.status)
    else {
      expect(answer.status, path).toBe(401)
      expectRefusal(answer, 401)
    }
  }
  expect(server.logged()).not.toContain('"msg":"fault"')
})
