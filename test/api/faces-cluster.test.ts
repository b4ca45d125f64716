// Tests two servers on one PostgreSQL and one S3: a face registered or removed on one is so on the other at once.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../../specimens/kit/engines/provided.ts'
import { createBucket } from '../../specimens/kit/engines/s3.ts'
import {
  anotherPerson,
  herReference,
  herSelfie,
  photoOf,
} from '../../specimens/kit/photographs/face-photos.ts'
import { migratedPostgres } from '../../specimens/kit/servers/migrated-database.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { dropCollections, pointsIn } from '../gallery/qdrant-kit.ts'
import { collectionCaller } from '../kit/collection-caller.ts'

const postgresUrl = inject('postgresUrl')
const s3 = inject('radosgw') ?? inject('s3rver')
const qdrantUrl = inject('qdrantUrl')
const galleries = qdrantUrl === null ? (['memory'] as const) : (['memory', 'qdrant'] as const)
const canRun = postgresUrl !== null && s3 !== null

type Caller = ReturnType<typeof collectionCaller>

describe.skipIf(!canRun).each(galleries)('two servers with faces in %s', (engine) => {
  const name = `faces-${randomUUID()}`
  const place = { url: qdrantUrl ?? '', collection: name }
  let servers: TestServer[] = []
  let callers: Caller[] = []
  const both = () => callers as [Caller, Caller]

  beforeAll(async () => {
    if (!postgresUrl || !s3) return
    await createBucket(s3, name)
    const shared: Partial<Settings> = {
      databaseUrl: await migratedPostgres(postgresUrl, name),
      masterKey: randomBytes(32).toString('base64'),
      s3Endpoint: s3.endpoint,
      s3Bucket: name,
      s3Region: s3.region,
      s3AccessKeyId: s3.accessKeyId,
      s3SecretAccessKey: s3.secretAccessKey,
      ...(engine === 'qdrant' && { qdrantUrl: place.url, qdrantCollection: place.collection }),
    }
    servers = await Promise.all([startTestServer(shared), startTestServer(shared)])
    const { credentials } = servers.find(({ server }) => server.firstCredentials) as TestServer
    callers = servers.map((server) => collectionCaller(server, credentials))
    await callers[0]?.sign('people')
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    if (engine === 'qdrant') await dropCollections(place)
  })

  test('one that has searched already knows at once whom the other registers and removes', async () => {
    const [one, two] = both()
    const selfie = await photoOf(herSelfie)
    await one.registered('people', 'anotherPerson', await photoOf(anotherPerson))
    expect((await two.identify('people', selfie)).body.result_code).toBe(159)
    const her = await one.registered('people', 'her', await photoOf(herReference))
    expect((await two.identify('people', selfie)).body).toMatchObject({ external_person_id: 'her', ...her })
    expect((await one.remove('people', her)).body.result_code).toBe(200)
    expect((await two.identify('people', selfie)).body.result_code).toBe(159)
    expect((await two.remove('people', her)).body.result_code).toBe(159)
  })

  test('when both remove one face at the same moment, one succeeds, and nothing of it is left', async () => {
    const [one, two] = both()
    const photo = await photoOf(herReference)
    const faces = await Promise.all([
      one.registered('people', 'p', photo),
      two.registered('people', 'q', photo),
    ])
    const asked = faces.flatMap((face) => [one.remove('people', face), two.remove('people', face)])
    const codes = (await Promise.all(asked)).map(({ body }) => body.result_code)
    for (const first of [0, 2]) expect(codes.slice(first, first + 2).toSorted()).toEqual([159, 200])

    const { database } = (servers[0] as TestServer).server.runtime.store
    const left = await database.query<{ id: string; person: string }>(
      'SELECT id, external_person_id AS person FROM faces',
    )
    expect(left.map(({ person }) => person)).toEqual(['anotherPerson'])
    expect(await database.query('SELECT COUNT(*) AS n FROM files')).toEqual([{ n: 1 }])
    const collections = await database.query('SELECT faces, changes FROM face_collections')
    expect(collections).toEqual([{ faces: 1, changes: 7 }])
    if (engine === 'qdrant') expect(await pointsIn(place)).toEqual(left.map(({ id }) => id))
  })
})
