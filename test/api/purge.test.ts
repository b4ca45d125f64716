// Tests that a running server purges by itself, reports it in the log and the metrics, and names nobody.
import { afterAll, expect, test } from 'vitest'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { keepChallenge, keepFace, rowsOf } from '../kit/kept-people.ts'
import { testServers } from '../kit/server.ts'

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
  await expect.poll(() => rowsOf(store, person.organisationId), { timeout: 20_000 }).toMatchObject(left)
  await expect.poll(server.logged).toContain('purged overdue data')
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('selfsame_purged_total{kind="challenges"} 1')
  expect(metrics).toContain('selfsame_purge_paused 0')
  for (const text of [metrics, server.logged()]) expect(text).not.toContain('somebody')
})
