// Two whole servers on one PostgreSQL and one S3: what one stores, the other knows at once.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../engines/provided.ts'
import { createDatabase } from '../engines/postgres.ts'
import { createBucket } from '../engines/s3.ts'
import { startTestServer, type TestServer } from '../kit/server.ts'

const postgresUrl = inject('postgresUrl')
const s3 = inject('radosgw') ?? inject('s3rver')
const path = '/face-collections/sign-collection-id'

describe.skipIf(postgresUrl === null || s3 === null)('two servers on PostgreSQL and S3', () => {
  let a: TestServer
  let b: TestServer

  beforeAll(async () => {
    if (!postgresUrl || !s3) return
    const name = `cluster-${randomUUID().slice(0, 8)}`
    await createBucket(s3, name)
    const shared: Partial<Settings> = {
      databaseUrl: await createDatabase(postgresUrl, name.replaceAll('-', '_')),
      masterKey: randomBytes(32).toString('base64'),
      s3Endpoint: s3.endpoint,
      s3Bucket: name,
      s3Region: s3.region,
      s3AccessKeyId: s3.accessKeyId,
      s3SecretAccessKey: s3.secretAccessKey,
    }
    ;[a, b] = await Promise.all([startTestServer(shared), startTestServer(shared)])
  })
  afterAll(() => Promise.all([a?.stop(), b?.stop()]))

  const credentials = () => (a.credentials.name ? a.credentials : b.credentials)

  test('make one first organisation between them, and both let it in', async () => {
    expect([a, b].filter((server) => server.server.firstCredentials).length).toBe(1)
    expect(
      (await a.post(path, { id: 'staff', external_person_id: 'p' }, credentials())).body.result_code,
    ).toBe(200)
    expect(
      (await b.post(path, { id: 'staff', external_person_id: 'p' }, credentials())).body.result_code,
    ).toBe(138)
  })

  test('agree on one winner when both are asked to register an id at the same moment', async () => {
    const asked = Array.from({ length: 20 }, (_, turn) =>
      (turn % 2 ? a : b).post(path, { id: 'contested', external_person_id: 'p' }, credentials()),
    )
    const answers = (await Promise.all(asked)).map(({ body }) => body.result_code)
    expect(answers.filter((code) => code === 200).length).toBe(1)
    expect(answers.filter((code) => code === 138).length).toBe(19)
  })

  test('read each other’s sealed files', async () => {
    const { store } = a.server.runtime
    const [organisation] = await store.database.query<{ id: string }>('SELECT id FROM organisations')
    const organisationId = organisation?.id as string
    const bytes = randomBytes(100_000)
    await store.vault.keep(organisationId, [{ id: 'shared-file', bytes }], async () => undefined)
    expect(await b.server.runtime.store.vault.read(organisationId, 'shared-file')).toEqual(bytes)
    expect(await b.server.runtime.store.vault.remove(organisationId, ['shared-file'])).toBe(1)
    expect(await store.vault.read(organisationId, 'shared-file')).toBeUndefined()
  })

  test('are ready, and say so of each part', async () => {
    const answer = await fetch(`${b.url}/readyz`)
    expect(await answer.json()).toMatchObject({ checks: { database: 'ok', files: 'ok', workers: 'ok' } })
  })
})
