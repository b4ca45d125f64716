// Tests an engine that is killed under a running server: 503 during the outage, no half-registered face, and recovery.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Settings } from '../../src/config.ts'
import '../../specimens/kit/engines/provided.ts'
import { startPostgres } from '../../specimens/kit/engines/postgres.ts'
import { startQdrant } from '../../specimens/kit/engines/qdrant.ts'
import {
  anotherPerson,
  herReference,
  herSelfie,
  photoOf,
} from '../../specimens/kit/photographs/face-photos.ts'
import { type Answered, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { pointsIn } from '../gallery/qdrant-kit.ts'
import { collectionCaller, storedBy } from '../kit/collection-caller.ts'
import { expectRefusal } from './expecting.ts'

interface Engine {
  readonly name: string
  readonly started: boolean
  readonly start: typeof startPostgres | typeof startQdrant
  readonly settings: (url: string) => Partial<Settings>
}

const engines: readonly Engine[] = [
  {
    name: 'Qdrant',
    started: inject('qdrantUrl') !== null,
    start: startQdrant,
    settings: (qdrantUrl) => ({ qdrantUrl }),
  },
  {
    name: 'PostgreSQL',
    started: inject('postgresUrl') !== null,
    start: startPostgres,
    settings: (databaseUrl) => ({ databaseUrl, masterKey: randomBytes(32).toString('base64') }),
  },
]

describe.each(engines)('a server whose $name is killed', (engine) => {
  const whenStarted = test.skipIf(!engine.started)
  let running: Awaited<ReturnType<typeof engine.start>>
  let server: TestServer
  let caller: ReturnType<typeof collectionCaller>
  beforeAll(async () => {
    if (!engine.started) return
    running = await engine.start()
    // Workers of its own really look at the picture, so that the engine is killed meanwhile.
    server = await startTestServer({ ...engine.settings(running.url), workers: 1 })
    caller = collectionCaller(server)
    await caller.sign('people')
  })
  afterAll(async () => {
    await server?.stop()
    await running?.stop()
  })

  const pointsOf = async () =>
    engine.name === 'Qdrant' ? await pointsIn({ url: running.url, collection: 'selfsame' }) : []

  function expectAway(answer: Answered): void {
    expectRefusal(answer, 503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.stringify(answer.body)).not.toMatch(/qdrant|postgres|127\.0\.0\.1|ECONN/i)
  }

  whenStarted(
    'says 503 and when to come back, registers nothing by halves, and goes on by itself',
    async () => {
      const her = await caller.registered('people', 'her', await photoOf(herReference))
      const [selfie, another] = [await photoOf(herSelfie), await photoOf(anotherPerson)]
      const [before, points] = [await storedBy(server), await pointsOf()]

      const underWay = caller.register('people', 'anotherPerson', another)
      await expect.poll(() => server.server.runtime.workers.stats().busy, { interval: 5 }).toBe(1)
      running.kill()
      expectAway(await underWay)
      expectAway(await caller.register('people', 'anotherPerson', another))
      expectAway(await caller.identify('people', selfie))

      await running.restart()
      // A server runs this sweep by itself from time to time.
      await server.server.runtime.store.vault.sweep({ evenUnfinished: true })
      expect(await storedBy(server)).toEqual(before)
      expect(await pointsOf()).toEqual(points)
      expect((await caller.identify('people', selfie)).body).toMatchObject({
        external_person_id: 'her',
        ...her,
      })
      await caller.registered('people', 'anotherPerson', another)
      expect((await caller.remove('people', her)).body.result_code).toBe(200)
      expect((await caller.identify('people', selfie)).body.result_code).toBe(159)
    },
  )
})
