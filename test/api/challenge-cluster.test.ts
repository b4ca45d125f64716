// Challenges on two servers that share PostgreSQL: started on one, filmed through both, judged once.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../engines/provided.ts'
import { createDatabase } from '../engines/postgres.ts'
import { createBucket } from '../engines/s3.ts'
import { callerOf, sendFrame, start, verify } from '../kit/challenge-caller.ts'
import { wall } from '../kit/films.ts'
import { startTestServer, type TestServer } from '../kit/server.ts'

const postgresUrl = inject('postgresUrl')
const s3 = inject('radosgw') ?? inject('s3rver')

describe.skipIf(postgresUrl === null || s3 === null)('two servers on PostgreSQL and S3', () => {
  let servers: TestServer[]

  beforeAll(async () => {
    if (!postgresUrl || !s3) return
    const name = `challenge-${randomUUID().slice(0, 8)}`
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
    servers = await Promise.all([startTestServer(shared), startTestServer(shared)])
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  const callers = () => {
    const credentials = servers.find(({ server }) => server.firstCredentials)?.credentials
    return servers.map((server) => callerOf(server, credentials))
  }

  test('both take frames at once, hold to one limit, and tell one verdict', async () => {
    const [a, b] = callers()
    if (!a || !b) throw new Error('no servers')
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

  test('a picture sent to both at the same moment is one frame', async () => {
    const [a, b] = callers()
    if (!a || !b) throw new Error('no servers')
    const { id } = await start(b, 'nose')
    const frame = { task: 'nose', bytes: await wall(700), timestamp: Date.now() }
    const sent = await Promise.all([a, b, a, b].map((call) => sendFrame(call, 'nose', id, frame)))
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const { body } = await verify(a, 'nose', id)
    expect(body.checks).toContainEqual(expect.objectContaining({ name: 'frames', score: 1 }))
  })
})
