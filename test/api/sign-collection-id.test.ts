// Tests registering collection ids over HTTP on every database: once each, per organisation, with any characters.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import '../../specimens/kit/engines/provided.ts'
import { migratedPostgres } from '../../specimens/kit/servers/migrated-database.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { temporaryFolder } from '../../specimens/kit/servers/settings.ts'
import type { Settings } from '../../src/config.ts'
import { expectRefusal, registeredCollections, signPath } from './expecting.ts'

const postgresUrl = inject('postgresUrl')
const masterKey = Buffer.alloc(32, 7).toString('base64')

/** The global setup reports it where PostgreSQL was not started. */
const engines = postgresUrl === null ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const)

describe.each(engines)('on %s', (engine) => {
  let server: TestServer
  const roomy: Partial<Settings> = { rateBurst: 1000, concurrency: 100 }

  const settingsFor = async (database: string): Promise<Partial<Settings>> =>
    engine === 'sqlite'
      ? roomy
      : { ...roomy, databaseUrl: await migratedPostgres(postgresUrl ?? '', database), masterKey }

  beforeAll(async () => {
    server = await startTestServer(await settingsFor('api sign'))
  })
  afterAll(() => server.stop())

  const sign = (id: string, as = server.credentials, person = 'person-1') =>
    server.post(signPath, { id, external_person_id: person }, as)

  test('an id is registered once and echoed; the second time is 138', async () => {
    const first = await sign('staff')
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ id: 'staff', message: 'Success', result_code: 200 })
    const second = await sign('staff', server.credentials, 'person-2')
    expect(second.status).toBe(200)
    expect(second.body).toEqual({ id: 'staff', message: 'Face Collection Id Exists', result_code: 138 })
  })

  test('two organisations may both have the same id, and neither learns of the other', async () => {
    const other = await server.organisation('other')
    expect((await sign('shared')).body.result_code).toBe(200)
    expect((await sign('shared', other)).body.result_code).toBe(200)
    expect((await sign('shared', other)).body.result_code).toBe(138)
    expect((await sign('only-theirs', other)).body.result_code).toBe(200)
    expect((await sign('only-theirs')).body.result_code).toBe(200)
  })

  test('of 50 callers who register one id at the same moment exactly one succeeds', async () => {
    await sign('warm')
    const answers = await Promise.all(Array.from({ length: 50 }, () => sign('contested')))
    const codes = answers.map((answer) => answer.body.result_code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 138)).toHaveLength(49)
  })

  test.each([
    ['Vietnamese', 'Nhân viên Đà Nẵng'],
    ['an emoji of several code points', '👩‍👩‍👧‍👦'],
    ['right to left', 'مجموعة‏ אוסף'],
    ['spaces that matter', ' staff '],
    ['another case', 'STAFF'],
    ['quotes and SQL', `'; DROP TABLE face_collections; -- "$1"`],
    ['control characters', 'a\tb\nc\u007f'],
    ['a prototype name', 'constructor'],
    ['composed', 'caf\u00e9'],
    ['decomposed, which is another id', 'cafe\u0301'],
    ['256 emoji', '😀'.repeat(256)],
    ['a path upwards', '../../etc/passwd'],
    ['a path in disguise', '..%2f..%2fetc%2fpasswd\\..\\C:'],
  ])('an id is opaque: %s', async (_name, id) => {
    expect((await sign(id)).body).toEqual({ id, message: 'Success', result_code: 200 })
    expect((await sign(id)).body).toEqual({ id, message: 'Face Collection Id Exists', result_code: 138 })
    const rows = await server.server.runtime.store.database.query(
      'SELECT id FROM face_collections WHERE id = $1',
      [id],
    )
    expect(rows).toEqual([{ id }])
    expect(readdirSync(server.data).filter((name) => /etc|passwd|\.\./.test(name))).toEqual([])
  })

  test.each([
    ['257 emoji', JSON.stringify('😀'.repeat(257))],
    ['257 letters', JSON.stringify('a'.repeat(257))],
    ['no letters', '""'],
    ['a zero character', '"a\\u0000b"'],
    ['half of a surrogate pair', '"a\\ud83d"'],
    ['the other half', '"\\ude00a"'],
    ['halves in the wrong order', '"\\ude00\\ud83d"'],
  ])('is refused by name, and nothing is written: %s', async (_name, json) => {
    const before = await registeredCollections(server)
    expectRefusal(await server.post(signPath, `{"id":${json},"external_person_id":"p"}`), 400, 'id')
    const person = await server.post(signPath, `{"id":"fine","external_person_id":${json}}`)
    expectRefusal(person, 400, 'external_person_id')
    expect(await registeredCollections(server)).toBe(before)
  })

  test('what was registered is still registered after a restart', async () => {
    const folder = temporaryFolder()
    const settings = { ...(await settingsFor('api restart')), data: folder.path }
    const first = await startTestServer(settings)
    const body = { id: 'lasting', external_person_id: 'p' }
    expect((await first.post(signPath, body)).body.result_code).toBe(200)
    await first.stop()
    const second = await startTestServer(settings)
    expect(second.server.firstCredentials).toBeUndefined()
    expect((await second.post(signPath, body, first.credentials)).body.result_code).toBe(138)
    await second.stop()
    folder.remove()
  })
})
