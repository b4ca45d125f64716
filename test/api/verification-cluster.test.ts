// Tests links and tokens on two servers with one PostgreSQL: one of many gets in, and what ends them ends them on both.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../../specimens/kit/engines/provided.ts'
import { migratedPostgres } from '../../specimens/kit/servers/migrated-database.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { bearerCaller, enter, newVisit, policyWith } from '../kit/visits.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('two servers on PostgreSQL', () => {
  let a: TestServer
  let b: TestServer
  let first: TestServer
  beforeAll(async () => {
    if (!postgresUrl) return
    const shared: Partial<Settings> = {
      databaseUrl: await migratedPostgres(postgresUrl, `visits_${randomUUID().slice(0, 8)}`),
      masterKey: randomBytes(32).toString('base64'),
      ...{ rate: 1_000_000, rateBurst: 1_000_000, concurrency: 1000 },
    }
    ;[a, b] = await Promise.all([startTestServer(shared), startTestServer(shared)])
    first = a.credentials.name ? a : b
  })
  afterAll(() => Promise.all([a?.stop(), b?.stop()]))

  const liveness = { families: ['nose'], min_strength: 'standard', attempts: 2 } as const
  const steps = { consent: { required: true }, liveness }
  const open = (server: TestServer, link: string) =>
    bearerCaller(server, link)('POST', '/verification-session/token')
  const consent = { accepted: true, text_version: '1' }

  test('give one token for a link that both are asked to exchange at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { link } = await newVisit(first, policyWith(steps))
      const answers = await Promise.all([a, b, a, b, a, b].map((server) => open(server, link)))
      expect(answers.map(({ body }) => body.result_code).toSorted()).toEqual([200, ...Array(5).fill(460)])
    }
  })

  test('refuse a token in every request that begins after a new link was made on either', async () => {
    for (let round = 0; round < 5; round++) {
      const { link, makeLink } = await newVisit(first, policyWith(steps))
      const { token } = await enter(a, link)
      let isEnded = false
      let early = 0
      const late: unknown[] = []
      const hammer = async (server: TestServer) => {
        for (let turn = 0; turn < 30; turn++) {
          const beganAfter = isEnded
          const { body } = await bearerCaller(server, token)('GET', '/verification-session')
          if (beganAfter) late.push(body.result_code)
          else if (body.result_code === 200) early++
        }
      }
      const traffic = [a, b, a, b].map(hammer)
      await expect.poll(() => early, { interval: 1 }).toBeGreaterThan(4)
      await makeLink()
      isEnded = true
      await Promise.all(traffic)
      expect(late.length).toBeGreaterThan(0)
      expect(new Set(late)).toEqual(new Set([464]))
    }
  })

  test('end a step once, whatever tabs, links and renewals do at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { link, id, makeLink } = await newVisit(first, policyWith(steps))
      const { call, token } = await enter(a, link)
      const handed = String((await call('POST', '/verification-session/link', {})).body.token)
      const other = await enter(b, handed)
      const acts = [
        call('POST', '/verification-session/consent', consent),
        other.call('POST', '/verification-session/consent', consent),
        bearerCaller(b, token)('POST', '/verification-session/consent', consent),
        bearerCaller(b, token)('POST', '/verification-session/token', {}),
        other.call('POST', '/verification-session/link', {}),
        ...(round % 2 === 0 ? [makeLink()] : []),
      ]
      const answers = (await Promise.all(acts)).filter((one) => typeof one !== 'string')
      for (const { status } of answers) expect([200, 401, 409]).toContain(status)
      const { database } = a.server.runtime.store
      const passed = await database.query(
        "SELECT id FROM verification_attempts WHERE verification_id = $1 AND outcome = 'passed'",
        [id],
      )
      expect(passed.length).toBeLessThanOrEqual(1)
      const events = await database.query(
        'SELECT sequence FROM verification_events WHERE verification_id = $1 ORDER BY sequence',
        [id],
      )
      expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, i) => i + 1))
    }
  })
})
