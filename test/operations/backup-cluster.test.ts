// Tests backup, wipe and restore of two servers on PostgreSQL and S3, with pg_dump and a copy of the bucket, as docs/guides/operations.md says.
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../../specimens/kit/engines/provided.ts'
import { createBucket } from '../../specimens/kit/engines/s3.ts'
import { startTestServer } from '../../specimens/kit/servers/server.ts'
import { openS3 } from '../../src/store/s3.ts'
import { installation } from '../commands/command-line.ts'
import { expectWhole, furnish, stillThere, traffic } from './furnished.ts'
import { hasPostgresTools, startPostgresWithTools } from './postgres-tools.ts'

const s3 = inject('radosgw') ?? inject('s3rver')
/** It starts five servers and a PostgreSQL, so it runs only with `npm run test:operations`. */
const isWanted = process.env.SELFSAME_TEST_OPERATIONS === 'all'

describe.skipIf(!isWanted || s3 === null || !hasPostgresTools)('two servers on PostgreSQL and S3', () => {
  test('dumped and copied under traffic, then wiped, are whole again', async () => {
    if (!s3) return
    const postgres = await startPostgresWithTools()
    const name = `backup-${randomUUID().slice(0, 8)}`
    const buckets = [name, `${name}-copy`, `${name}-new`] as const
    for (const bucket of buckets) await createBucket(s3, bucket)
    const bucketOf = (bucket: string) => openS3({ ...s3, bucket, requestTimeoutMs: 30_000 })
    /** The copy only adds, as `rclone copy` does. */
    const copy = async (from: string, to: string) => {
      const target = bucketOf(to)
      const there = new Set<string>()
      for await (const key of target.list('')) there.add(key)
      for await (const key of bucketOf(from).list('')) {
        const bytes = there.has(key) ? undefined : await bucketOf(from).get(key)
        if (bytes) await target.put(key, bytes)
      }
    }
    const masterKey = randomBytes(32).toString('base64')
    const settings = (databaseUrl: string, s3Bucket: string): Partial<Settings> => ({
      rate: 1_000_000,
      rateBurst: 1_000_000,
      masterKey,
      databaseUrl,
      s3Bucket,
      s3Endpoint: s3.endpoint,
      s3Region: s3.region,
      s3AccessKeyId: s3.accessKeyId,
      s3SecretAccessKey: s3.secretAccessKey,
    })
    const first = settings(await postgres.database('before'), name)
    const servers = [await startTestServer(first), await startTestServer(first)]
    const [server] = servers
    if (!server) return
    const kept = await furnish(server)
    const busy = traffic(() => servers, kept)
    await busy.more(5)
    const before = [...busy.acknowledged]
    await postgres.dump(first.databaseUrl ?? '')
    await copy(buckets[0], buckets[1])
    await busy.more(5)
    await busy.stop()
    expect(busy.faults).toEqual([])
    for (const one of servers) await one.stop()

    const second = settings(await postgres.database('after'), buckets[2])
    await postgres.restore(second.databaseUrl ?? '')
    await copy(buckets[1], buckets[2])
    const environment = {
      SELFSAME_DATABASE_URL: second.databaseUrl ?? '',
      SELFSAME_MASTER_KEY: masterKey,
      SELFSAME_S3_ENDPOINT: s3.endpoint,
      SELFSAME_S3_BUCKET: buckets[2],
      SELFSAME_S3_REGION: s3.region,
      SELFSAME_S3_ACCESS_KEY_ID: s3.accessKeyId,
      SELFSAME_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    const verified = await installation().run('verify --remove-strays', environment)
    expect(verified.out).toContain('entries of the audit trail')
    // Only files that came and went between the dump and the copy may be missing.
    const missing = verified.err.split('\n').filter((line) => line.startsWith('FAULT'))
    expect(missing.filter((line) => !/^FAULT {2}file:f-/.test(line))).toEqual([])
    const again = await startTestServer(second)
    try {
      await expectWhole(again, kept)
      expect(await stillThere(again, kept, before)).toBe(before.length)
    } finally {
      await again.stop()
      await postgres.stop()
    }
    const clean = await installation().run('backup --out nowhere', environment)
    expect([clean.code, clean.err]).toEqual([1, expect.stringContaining('pg_dump')])
  })
})
