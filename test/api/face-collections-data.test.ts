// Tests face collections over HTTP on every database: tenant isolation, removal, and unusual ids.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import '../../specimens/kit/engines/provided.ts'
import { base64, herReference, herSelfie, him, photoOf } from '../../specimens/kit/photographs/face-photos.ts'
import { migratedPostgres } from '../../specimens/kit/servers/migrated-database.ts'
import {
  type Answered,
  basic,
  sharedServer,
  startTestServer,
  type TestServer,
} from '../../specimens/kit/servers/server.ts'
import { exchange, request } from '../../specimens/kit/servers/wire.ts'
import { collectionCaller, type Registered, storedBy } from '../kit/collection-caller.ts'
import { expectRefusal } from './expecting.ts'

const postgresUrl = inject('postgresUrl')
const engines = postgresUrl === null ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const)
const text = base64(Buffer.from('no image at all'))
const nobody: Registered = { id: randomUUID(), file_id: randomUUID() }

/** Returns what a caller can see, without the parts that differ from request to request. */
function seen({ status, headers, body }: Answered): unknown {
  const lasting = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return [status, Object.fromEntries(lasting), JSON.stringify(body)]
}

describe.each(engines)('on %s', (engine) => {
  let server: TestServer
  let ours: ReturnType<typeof collectionCaller>
  let theirs: ReturnType<typeof collectionCaller>

  beforeAll(async () => {
    const onPostgres = async () => ({
      rateBurst: 1000,
      databaseUrl: await migratedPostgres(postgresUrl ?? '', `faces ${randomUUID()}`),
      masterKey: Buffer.alloc(32, 7).toString('base64'),
    })
    server = await (engine === 'postgres' ? startTestServer(await onPostgres()) : sharedServer())
    ours = collectionCaller(server)
    theirs = collectionCaller(server, await server.organisation('theirs'))
  })
  afterAll(() => server.stop())

  test('a collection that was never registered is 158, whatever is asked of it', async () => {
    const unknown = { message: 'Collection Not Found', result_code: 158 }
    const registering = await ours.register('nowhere', 'p', text)
    expect(registering.body).toEqual({ external_person_id: 'p', ...unknown })
    expect((await ours.identify('nowhere', text)).body).toEqual(unknown)
    expect((await ours.remove('nowhere', nobody)).body).toEqual({ ...nobody, ...unknown })
    expect((await ours.remove('x'.repeat(300), nobody)).body.result_code).toBe(158)
  })

  test('another organisation cannot detect the collection, nor find or remove its faces', async () => {
    await ours.sign('ours-only')
    const face = await ours.registered('ours-only', 'her', await photoOf(herReference))
    const selfie = await photoOf(herSelfie)
    for (const ask of [
      (id: string) => theirs.register(id, 'p', selfie),
      (id: string) => theirs.identify(id, selfie),
      (id: string) => theirs.remove(id, face),
    ]) {
      const answer = await ask('ours-only')
      expect(answer.body.result_code).toBe(158)
      expect(seen(answer)).toEqual(seen(await ask('never-was')))
    }
    await theirs.sign('ours-only')
    expect((await theirs.identify('ours-only', selfie)).body.result_code).toBe(159)
    expect(seen(await theirs.remove('ours-only', face))).toEqual(seen(await theirs.remove('ours-only', face)))
    expect((await theirs.remove('ours-only', face)).body.result_code).toBe(159)
    expect((await ours.identify('ours-only', selfie)).body).toMatchObject({ result_code: 200, ...face })
  })

  test('removing is 200 once, then 159; with a wrong id 159, and nothing is lost by trying', async () => {
    await ours.sign('leaving')
    await ours.sign('another')
    const before = await storedBy(server)
    const face = await ours.registered('leaving', 'him', await photoOf(him))
    const other = await ours.registered('another', 'her', await photoOf(herReference))
    const full = await storedBy(server)
    const wrong = { message: 'Face Not Registered', result_code: 159 }
    for (const [collection, ids] of [
      ['leaving', { ...face, file_id: nobody.file_id }],
      ['leaving', { ...face, id: nobody.id }],
      ['leaving', { ...face, file_id: other.file_id }],
      ['leaving', { id: face.file_id, file_id: face.id }],
      ['leaving', { ...face, id: face.id.toUpperCase() }],
      ['another', face],
    ] as const) {
      const answer = await ours.remove(collection, ids)
      expect([answer.status, answer.body]).toEqual([200, { ...ids, ...wrong }])
    }
    expect((await ours.remove('unknown', face)).body.result_code).toBe(158)
    expect(await storedBy(server)).toEqual(full)
    const removed = await ours.remove('leaving', face)
    expect(removed.status).toBe(200)
    expect(removed.body).toEqual({ ...face, message: 'Delete Face Successfully', result_code: 200 })
    expect((await ours.remove('leaving', face)).body).toEqual({ ...face, ...wrong })
    expect((await ours.remove('another', other)).body.result_code).toBe(200)
    expect(await storedBy(server)).toEqual(before)
  })

  test('of callers who remove one face at the same moment exactly one succeeds, while others register', async () => {
    await ours.sign('busy')
    const before = await storedBy(server)
    const photo = await photoOf(him)
    const faces = [await ours.registered('busy', 'a', photo), await ours.registered('busy', 'b', photo)]
    const registering = ours.registered('busy', 'c', photo)
    const removals = await Promise.all(
      faces.flatMap((face) => [1, 2, 3].map(() => ours.remove('busy', face))),
    )
    const codes = removals.map(({ body }) => body.result_code)
    for (const first of [0, 3]) expect(codes.slice(first, first + 3).toSorted()).toEqual([159, 159, 200])
    const left = await registering
    expect((await ours.identify('busy', photo)).body).toMatchObject({ external_person_id: 'c', ...left })
    const { faces: were = 0, files = 0, onDisk } = before
    expect(await storedBy(server)).toEqual({
      faces: were + 1,
      counted: were + 1,
      files: files + 1,
      onDisk: onDisk + 1,
    })
  })

  test('a face is registered and recognised in a collection with the oddest of ids', async () => {
    const id = `../%2F${'👩‍👩‍👧‍👦é'.repeat(20)}/identify?a=b#;c`
    expect((await ours.sign(id)).body).toMatchObject({ id, result_code: 200 })
    const face = await ours.registered(id, 'e\u0301/👩', await photoOf(herReference))
    expect((await ours.identify(id, await photoOf(herSelfie))).body).toMatchObject({
      external_person_id: 'e\u0301/👩',
      ...face,
    })
    expect((await ours.remove(id, face)).body.result_code).toBe(200)
  })

  /** A collection can be detected without a photo: 158 where it does not exist, 159 where only the face does not. */
  test.each([
    ['Vietnamese', 'Nhân viên Đà Nẵng'],
    ['256 emoji', '😀'.repeat(256)],
    ['composed', 'caf\u00e9'],
    ['decomposed, which is another id', 'cafe\u0301'],
    ['spaces', ' staff '],
    ['a plus', 'a+b'],
    ['quotes and SQL', `'; DROP TABLE faces; -- "$1"`],
    ['control characters', 'a\tb\r\nc\u007f'],
    ['something encoded', '%2F%00%zz'],
    ['an end that looks like another path', 'staff/identify'],
    ['only the end', 'identify'],
    ['a path upwards', '../../healthz'],
    ['a query', 'staff?id=other#top'],
    ['a prototype name', '__proto__'],
    ['the reserved one in another case', 'Sign-Collection-Id'],
    ['something under the reserved one', 'sign-collection-id/delete'],
  ])('an id is opaque in a path: %s', async (_name, id) => {
    expect((await ours.remove(id, nobody)).body.result_code).toBe(158)
    expect((await ours.sign(id)).body.result_code).toBe(200)
    expect((await ours.remove(id, nobody)).body.result_code).toBe(159)
    expect((await theirs.remove(id, nobody)).body.result_code).toBe(158)
  })

  test.each(['.', '..', '...'])('an id is opaque in a path: %s, which a client would swallow', async (id) => {
    await ours.sign(id)
    const headers = {
      authorization: basic(server.credentials),
      'content-type': 'application/json',
      connection: 'close',
    }
    for (const written of [id, id.replaceAll('.', '%2E')]) {
      const sent = request(`POST /face-collections/${written}/delete`, headers, JSON.stringify(nobody))
      expect((await exchange(server.url, sent))[0]?.body.result_code).toBe(159)
    }
  })

  test('the id that is a path of its own is refused by name, and is no collection', async () => {
    expectRefusal(await ours.sign('sign-collection-id'), 400, 'id')
    expect((await ours.remove('sign-collection-id', nobody)).body.result_code).toBe(158)
  })

  test('one of 10 000 collections knows its own faces, and its neighbours do not', async () => {
    await ours.sign('many-0')
    const { database } = server.server.runtime.store
    await database.query(
      `WITH RECURSIVE numbered (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbered WHERE n < 9989)
       INSERT INTO face_collections (organisation_id, id, external_person_id, created_at)
       SELECT organisation_id, 'many-' || n, 'owner', 0 FROM numbered, face_collections WHERE id = 'many-0'`,
    )
    for (let n = 9990; n < 10_000; n++) expect((await ours.sign(`many-${n}`)).body.result_code).toBe(200)
    expect((await ours.sign('many-5000')).body.result_code).toBe(138)
    const face = await ours.registered('many-5000', 'her', await photoOf(herReference))
    const selfie = await photoOf(herSelfie)
    expect((await ours.identify('many-5000', selfie)).body).toMatchObject({ result_code: 200, ...face })
    expect((await ours.identify('many-5001', selfie)).body.result_code).toBe(159)
    expect((await ours.remove('many-9999', face)).body.result_code).toBe(159)
  })
})
