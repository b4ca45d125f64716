// Tests keys rotated under traffic: no request fails, everything opens afterwards, and the old key opens nothing.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../../specimens/kit/engines/provided.ts'
import { createDatabase } from '../../specimens/kit/engines/postgres.ts'
import { createBucket } from '../../specimens/kit/engines/s3.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { allKeys } from '../../src/store/records/organisations.ts'
import { verifyAll } from '../../src/store/verify.ts'
import { installation } from '../commands/command-line.ts'
import { expectWhole, furnish, traffic } from './furnished.ts'

const unhurried = { rate: 1_000_000, rateBurst: 1_000_000 }
const postgresUrl = inject('postgresUrl')
const s3 = inject('radosgw') ?? inject('s3rver')

const mastersOf = async ({ server }: TestServer) => [
  ...new Set((await allKeys(server.runtime.store.database)).map(({ masterId }) => masterId)),
]

test('one server, its key in the data folder: the master key, then every key, while it answers', async () => {
  const at = installation()
  const server = await startTestServer({ ...unhurried, credentialCacheMs: 200 })
  try {
    const kept = await furnish(server)
    const [before] = await mastersOf(server)
    const busy = traffic(() => [server], kept)
    await busy.more(3)
    const keys = readFileSync(join(server.data, 'master.key'), 'utf8')
    for (const act of ['--master', '--all --reseal', '--receipts']) {
      const { code, err } = await at.run(`keys rotate ${act}`, { SELFSAME_DATA: server.data })
      expect([act, code, err.includes('Error')]).toEqual([act, 0, false])
      await busy.more(3)
    }
    await busy.stop()
    expect(busy.faults).toEqual([])
    expect(await mastersOf(server)).not.toContain(before)
    expect(readFileSync(join(server.data, 'master.key'), 'utf8')).not.toContain(keys.trim())
    await expectWhole(server, kept)
    expect((await verifyAll(server.server.runtime.store, () => undefined)).faults).toEqual([])
  } finally {
    await server.stop()
  }
})

/** It starts six servers, so it runs only with `npm run test:operations`. */
const isWanted = process.env.SELFSAME_TEST_OPERATIONS === 'all'

describe.skipIf(!isWanted || postgresUrl === null || s3 === null)(
  'two servers, their key in a setting',
  () => {
    test('take the new key beside the old, rewrap, and let go of the old, one restart after the other', async () => {
      if (!postgresUrl || !s3) return
      const name = `rotation-${randomUUID().slice(0, 8)}`
      await createBucket(s3, name)
      const [old, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
      const shared: Partial<Settings> = {
        ...unhurried,
        databaseUrl: await createDatabase(postgresUrl, name.replaceAll('-', '_')),
        s3Endpoint: s3.endpoint,
        s3Bucket: name,
        s3Region: s3.region,
        s3AccessKeyId: s3.accessKeyId,
        s3SecretAccessKey: s3.secretAccessKey,
      }
      const first = await startTestServer({ ...shared, masterKey: old })
      let servers = [first, await startTestServer({ ...shared, masterKey: old })]
      const kept = await furnish(first)
      const [before] = await mastersOf(first)
      const busy = traffic(() => servers, kept)
      /** Restarts as an orchestrator does: a new server is ready before an old one is stopped. */
      const restartAll = async (masterKey: string) => {
        for (const leaving of servers) {
          servers = [
            ...servers.filter((one) => one !== leaving),
            await startTestServer({ ...shared, masterKey }),
          ]
          await busy.more(4)
          await leaving.stop()
        }
      }
      try {
        await busy.more(4)
        await restartAll(`${fresh},${old}`)
        const { code, err } = await installation().run('keys rotate --master', {
          SELFSAME_DATABASE_URL: shared.databaseUrl ?? '',
          SELFSAME_S3_ENDPOINT: s3.endpoint,
          SELFSAME_S3_BUCKET: name,
          SELFSAME_S3_REGION: s3.region,
          SELFSAME_S3_ACCESS_KEY_ID: s3.accessKeyId,
          SELFSAME_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
          SELFSAME_MASTER_KEY: `${fresh},${old}`,
        })
        expect([code, err]).toEqual([0, ''])
        await restartAll(fresh)
        await busy.stop()
        expect(busy.faults).toEqual([])
        const [last] = servers
        if (!last) throw new Error('no server')
        expect(await mastersOf(last)).not.toContain(before)
        await expectWhole(last, kept)
        expect((await verifyAll(last.server.runtime.store, () => undefined)).faults).toEqual([])
      } finally {
        await busy.stop()
        for (const server of servers) await server.stop()
      }
    })
  },
)
