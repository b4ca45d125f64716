// Tests the routes that export and erase a person, and that they reveal nothing about anybody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepChallenge, keepDocument, keepFace, rowsOf } from '../../specimens/kit/records/kept-people.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { expectRefusal } from './expecting.ts'

let server: TestServer
beforeAll(async () => {
  // The limit is so small that a person does not fit into one answer.
  server = await startTestServer({ jsonLimitBytes: 16 * 1024 })
})
afterAll(() => server.stop())

async function filled(name: string, externalPersonId: string): Promise<{ as: Credentials; id: string }> {
  const as = await server.organisation(name)
  const { store } = server.server.runtime
  const id = (await findOrganisation(store.database, name))?.id ?? ''
  const person = { organisationId: id, externalPersonId }
  const now = Date.now()
  await keepChallenge(store, person, now, 6)
  await keepDocument(store, person, now)
  await keepFace(store, person, now, { gallery: server.server.runtime.gallery })
  return { as, id }
}

const lists = ['challenges', 'frames', 'prints', 'documents', 'pictures', 'faces', 'collections'] as const

test('a person is exported in parts, each thing once, and erased; the same id elsewhere stays', async () => {
  const person = { external_person_id: 'anna' }
  const [one, other] = [await filled('one', 'anna'), await filled('other', 'anna')]
  const counts: Partial<Record<(typeof lists)[number], number>> = {}
  const ids = new Set<string>()
  let more: unknown
  let answers = 0
  do {
    const { status, body } = await server.post('/persons/export', { ...person, more }, one.as)
    expect([status, body.result_code, body.external_person_id]).toEqual([200, 200, 'anna'])
    for (const list of lists)
      for (const { id } of body[list] as { id: string }[]) {
        counts[list] = (counts[list] ?? 0) + 1
        ids.add(`${list} ${id}`)
      }
    more = body.more
    answers++
  } while (more !== undefined)
  const all = { challenges: 1, frames: 6, prints: 6, documents: 1, pictures: 1, faces: 1, collections: 1 }
  expect(counts).toEqual(all)
  expect(ids.size).toBe(17)
  expect(answers).toBeGreaterThan(1)

  const { body } = await server.post('/persons/erase', person, one.as)
  expect(body).toEqual({
    ...person,
    complete: true,
    removed: { ...all, verifications: 0 },
    result_code: 200,
    message: 'Success',
  })
  const again = await server.post('/persons/erase', person, one.as)
  const unknown = await server.post('/persons/erase', { external_person_id: 'x' }, one.as)
  expect(unknown.body).toEqual({ ...again.body, external_person_id: 'x' })
  const empty = Object.fromEntries(lists.map((list) => [list, []]))
  expect((await server.post('/persons/export', person, one.as)).body).toMatchObject(empty)
  expect(await rowsOf(server.server.runtime.store, one.id)).toMatchObject({ files: 0, seen_shots: 0 })
  expect(await rowsOf(server.server.runtime.store, other.id)).toMatchObject({ files: 8, seen_shots: 6 })
})

test('the reference of a consent is stored when a challenge starts, and exported', async () => {
  const as = await server.organisation('consenting')
  const start = {
    external_person_id: 'minh',
    image_width: 360,
    image_height: 480,
    consent_reference: 'contract 7/2026',
  }
  for (const path of [
    '/liveness-challenge/start',
    '/distance-liveness-challenge/start',
    '/profile-liveness-challenge/start',
  ])
    expect((await server.post(path, start, as)).body.result_code, path).toBe(200)
  const { body } = await server.post('/persons/export', { external_person_id: 'minh' }, as)
  const challenges = body.challenges as { consent_reference: string }[]
  expect(challenges.map(({ consent_reference }) => consent_reference)).toEqual(
    Array(3).fill('contract 7/2026'),
  )
  for (const consent_reference of ['', 'x'.repeat(257), 7])
    expectRefusal(await server.post('/liveness-challenge/start', { ...start, consent_reference }, as), 400)
})

test.each([
  ['/persons/erase', {}],
  ['/persons/erase', { external_person_id: '' }],
  ['/persons/erase', { external_person_id: null }],
  ['/persons/export', { external_person_id: 'a', more: 'bm9ib2R5OjE' }],
  ['/persons/export', { external_person_id: 7 }],
])('%s refuses %j', async (path, body) => {
  expectRefusal(await server.post(path, body), 400)
})

test('metrics show whether purging pauses, and what was purged', async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  expect(text).toContain('selfsame_purge_paused 0')
})
