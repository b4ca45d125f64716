// Tests API keys on two servers with one PostgreSQL: what ends a key ends it on both, in the middle of traffic.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyTrail } from '../../src/audit/verify.ts'
import type { Settings } from '../../src/config.ts'
import { revokeKey, rotateKey } from '../../src/organisations/api-keys.ts'
import { findApiKey } from '../../src/store/records/api-keys.ts'
import '../../specimens/kit/engines/provided.ts'
import { migratedPostgres } from '../../specimens/kit/servers/migrated-database.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('two servers on PostgreSQL', () => {
  let a: TestServer
  let b: TestServer
  beforeAll(async () => {
    if (!postgresUrl) return
    const shared: Partial<Settings> = {
      databaseUrl: await migratedPostgres(postgresUrl, `keys_${randomUUID().slice(0, 8)}`),
      masterKey: randomBytes(32).toString('base64'),
      ...{ rate: 1_000_000, rateBurst: 1_000_000, concurrency: 1000 },
    }
    ;[a, b] = await Promise.all([startTestServer(shared), startTestServer(shared)])
  })
  afterAll(() => Promise.all([a?.stop(), b?.stop()]))

  const name = () => a.credentials.name || b.credentials.name
  const database = () => a.server.runtime.store.database
  const status = async ({ url }: TestServer, key: string) =>
    (await fetch(`${url}/organisation`, { headers: { authorization: bearer(key) } })).status

  test('refuse a key in every request that begins after it was revoked on either', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, key } = await newApiKey(database(), name(), ['all'])
      let isRevoked = false
      const late: number[] = []
      let early = 0
      const hammer = async (server: TestServer) => {
        for (let turn = 0; turn < 40; turn++) {
          const beganAfter = isRevoked
          const answered = await status(server, key)
          if (beganAfter) late.push(answered)
          else if (answered === 200) early++
        }
      }
      const traffic = [a, b, a, b].map(hammer)
      await expect.poll(() => early, { interval: 1 }).toBeGreaterThan(10)
      await revokeKey({ database: b.server.runtime.store.database, now: Date.now() }, id)
      isRevoked = true
      await Promise.all(traffic)
      expect(late.length).toBeGreaterThan(0)
      expect(new Set(late)).toEqual(new Set([401]))
    }
  })

  test('take a new secret at once, and both note the use', async () => {
    const { id, key } = await newApiKey(database(), name(), ['all'])
    expect([await status(a, key), await status(b, key)]).toEqual([200, 200])
    const fresh = await rotateKey({ database: database(), now: Date.now() }, id, {
      graceMs: 0,
      expiresAt: null,
    })
    expect([await status(a, key), await status(b, key)]).toEqual([401, 401])
    expect([await status(a, fresh?.key ?? ''), await status(b, fresh?.key ?? '')]).toEqual([200, 200])
    await a.server.runtime.authenticator.close()
    expect((await findApiKey(database(), id))?.lastUsedAt).toBeGreaterThan(0)
    expect((await verifyTrail(database())).fault).toBeUndefined()
  })
})
