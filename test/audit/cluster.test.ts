// Tests two servers on one PostgreSQL: each writes a whole chain, and one serves the receipts of the other.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openChain } from '../../src/audit/open-chain.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import type { Settings } from '../../src/config.ts'
import type { SignedReceipt } from '../../src/receipts/receipt.ts'
import type { PublicJwk } from '../../src/receipts/signature.ts'
import { verifyReceipt } from '../../src/receipts/verify.ts'
import '../../specimens/kit/engines/provided.ts'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { allEntries, tamper } from '../../specimens/kit/records/audit-trail.ts'
import { callerOf } from '../../specimens/kit/servers/challenge-caller.ts'
import { migratedPostgres } from '../../specimens/kit/servers/migrated-database.ts'
import { startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'

const postgresUrl = inject('postgresUrl')
const path = '/face-collections/sign-collection-id'

describe.skipIf(postgresUrl === null)('two servers on PostgreSQL', () => {
  let a: TestServer
  let b: TestServer
  beforeAll(async () => {
    if (!postgresUrl) return
    const shared: Partial<Settings> = {
      databaseUrl: await migratedPostgres(postgresUrl, `audit_${randomUUID().slice(0, 8)}`),
      masterKey: randomBytes(32).toString('base64'),
      rate: 1_000_000,
      rateBurst: 1_000_000,
      concurrency: 1000,
      credentialCacheMs: 0,
    }
    ;[a, b] = await Promise.all([startTestServer(shared), startTestServer(shared)])
  })
  afterAll(() => Promise.all([a?.stop(), b?.stop()]))
  const credentials = () => (a.credentials.name ? a.credentials : b.credentials)

  test('write a chain each, at once, and every answer is in one of them', async () => {
    const asked = Array.from({ length: 200 }, (_, turn) =>
      (turn % 2 ? a : b).post(path, { id: `c-${turn}`, external_person_id: 'p' }, credentials()),
    )
    const ids = (await Promise.all(asked)).map(({ headers }) => headers.get('x-request-id') ?? '')
    const { database } = a.server.runtime.store
    expect((await verifyTrail(database)).fault).toBeUndefined()
    const found = (await allEntries(database)).filter(({ requestId }) => ids.includes(requestId))
    expect(found.length).toBe(200)
    expect(new Set(found.map(({ chain }) => chain)).size).toBe(2)
  })

  test('know each other’s receipts', async () => {
    const image = (await chart(200, 200).png().toBuffer()).toString('base64')
    const asked = { image_live: image, image_card: image }
    const answer = await a.post('/face-matching/compare-faces', asked, credentials())
    const id = answer.headers.get('x-request-id')
    const { status, body } = await callerOf(b, credentials())('GET', `/receipts/${id}`)
    expect(status).toBe(200)
    const { keys } = (await (await fetch(`${b.url}/receipts/keys`)).json()) as { keys: PublicJwk[] }
    const kids = keys.map(({ kid }) => kid)
    expect(verifyReceipt(body as unknown as SignedReceipt, kids).isGood).toBe(true)
  })

  test('whose end was cut off are found out by either head', async () => {
    const { database } = a.server.runtime.store
    for (const { server } of [a, b]) await server.runtime.trail.settled()
    const { hash } = await openChain(database, Date.now)
    expect((await verifyTrail(database, { head: hash })).fault).toBeUndefined()
    await tamper(database, 'DELETE FROM audit_entries WHERE number = (SELECT MAX(number) FROM audit_entries)')
    expect((await verifyTrail(database)).fault).toMatch(/was cut off/)
  })
})
