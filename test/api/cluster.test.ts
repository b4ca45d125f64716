// Tests two servers on one PostgreSQL and one S3: what one stores, challenges included, the other can use at once.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../../specimens/kit/engines/provided.ts'
import { createDatabase } from '../../specimens/kit/engines/postgres.ts'
import { createBucket } from '../../specimens/kit/engines/s3.ts'
import { wall } from '../../specimens/kit/films/films.ts'
import { callerOf, sendFrame, start, verify } from '../../specimens/kit/servers/challenge-caller.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'

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
      challengeFrames: 6,
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
  const callers = () => [callerOf(a, credentials()), callerOf(b, credentials())] as const

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

  test('take frames of a challenge at once, keep one limit, and give one verdict', async () => {
    const [a, b] = callers()
    const { id } = await start(a, 'distance', { far_amount: 1, normal_amount: 1, close_amount: 1 })
    const sent = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const frame = { task: 'far-distance', bytes: await wall(500 + i), timestamp: Date.now() }
        return sendFrame(i % 2 ? a : b, 'distance', id, frame)
      }),
    )
    const statuses = sent.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBe(6)
    expect(statuses.filter((status) => status === 413).length).toBe(4)
    const verdicts = await Promise.all([a, b, a, b].map((call) => verify(call, 'distance', id)))
    for (const { body } of verdicts) expect(body).toEqual(verdicts[0]?.body)
    expect(verdicts[0]?.body).toMatchObject({ result_code: 140, success: false })
    const late = { task: 'far-distance', bytes: await wall(600), timestamp: Date.now() }
    expect((await sendFrame(b, 'distance', id, late)).body.result_code).toBe(143)
  })

  test('count a picture sent to both at the same moment as one frame', async () => {
    const [a, b] = callers()
    const { id } = await start(b, 'nose')
    const frame = { task: 'nose', bytes: await wall(700), timestamp: Date.now() }
    const sent = await Promise.all([a, b, a, b].map((call) => sendFrame(call, 'nose', id, frame)))
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const { body } = await verify(a, 'nose', id)
    expect(body.checks).toContainEqual(expect.objectContaining({ name: 'frames', score: 1 }))
  })

  test('are ready, and say so of each part', async () => {
    const answer = await fetch(`${b.url}/readyz`)
    expect(await answer.json()).toMatchObject({ checks: { database: 'ok', files: 'ok', workers: 'ok' } })
  })
})
