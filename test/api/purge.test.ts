// Tests that a running server purges by itself, ended API keys too, reports it in the log and the metrics, and names no person.
import { afterAll, expect, test } from 'vitest'
import { keepChallenge, keepFace, rowsOf } from '../../specimens/kit/records/kept-people.ts'
import { testServers } from '../../specimens/kit/servers/server.ts'
import { listApiKeys } from '../../src/store/records/api-keys.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { newApiKey } from '../kit/api-keys.ts'

const servers = testServers()
afterAll(() => servers.stopAll())

const hour = 3_600_000

test('a server purges expired records by itself, and leaves the others', async () => {
  const server = await servers.start({ writeDeadlineMs: 2000, frameRetentionMs: hour })
  const { store, gallery } = server.server.runtime
  const [organisation] = await listOrganisations(store.database)
  const person = { organisationId: organisation?.id ?? '', externalPersonId: 'somebody with a name' }
  await keepChallenge(store, person, Date.now() - 2 * hour)
  await keepChallenge(store, person, Date.now())
  await keepFace(store, person, Date.now() - 1000 * hour, { gallery })
  const left = { challenges: 1, challenge_frames: 2, seen_shots: 4, faces: 1, files: 3 }
  await expect.poll(() => rowsOf(store, person.organisationId), { timeout: 120_000 }).toMatchObject(left)
  await expect.poll(server.logged).toContain('purged overdue data')
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('selfsame_purged_total{kind="challenges"} 1')
  expect(metrics).toContain('selfsame_purge_paused 0')
  for (const text of [metrics, server.logged()]) expect(text).not.toContain('somebody')
})

test('a server forgets API keys some time after their end, and their hashes at once', async () => {
  const server = await servers.start({ writeDeadlineMs: 2000, apiKeyRetentionMs: hour })
  const { database } = server.server.runtime.store
  const made = (expiresAt: number | null) =>
    newApiKey(database, server.credentials.name, ['all'], { expiresAt })
  const [good, ended] = await Promise.all([made(null), made(Date.now()), made(Date.now() - 2 * hour)])
  const kept = async () => {
    const secrets = await database.query<{ id: string }>('SELECT key_id AS id FROM api_key_secrets')
    const keys = await listApiKeys(database)
    return [keys, secrets].map((rows) => new Set(rows.map(({ id }) => id)))
  }
  await expect.poll(kept, { timeout: 120_000 }).toEqual([new Set([good.id, ended.id]), new Set([good.id])])
  await expect.poll(server.logged).toContain('ended API keys removed')
})
