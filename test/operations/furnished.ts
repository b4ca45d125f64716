// Fills a server with everything it can store, keeps writing during an operation, and checks everything afterwards.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { him, photoOf } from '../../specimens/kit/photographs/face-photos.ts'
import {
  keepChallenge,
  keepDocument,
  keepFace,
  keepVerification,
  rowsOf,
} from '../../specimens/kit/records/kept-people.ts'
import { callerOf, verify } from '../../specimens/kit/servers/challenge-caller.ts'
import type { TestServer } from '../../specimens/kit/servers/server.ts'
import type { NewKey } from '../../src/organisations/api-keys.ts'
import type { Credentials } from '../../src/organisations/manage.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { bearer, newApiKey } from '../kit/api-keys.ts'
import { collectionCaller } from '../kit/collection-caller.ts'

export interface Furnished {
  readonly credentials: Credentials
  readonly apiKey: NewKey
  readonly organisationId: string
  readonly challenge: string
  readonly document: string
  readonly face: string
  /** The request id is that of a verdict. */
  readonly requestId: string
  readonly rows: Awaited<ReturnType<typeof rowsOf>>
}

/** Registers one real face over HTTP, with its verdict and receipt; the rest is stored by its verbs. */
export async function furnish(server: TestServer, credentials = server.credentials): Promise<Furnished> {
  const { store } = server.server.runtime
  const organisations = await listOrganisations(store.database)
  const organisationId = organisations.find(({ name }) => name === credentials.name)?.id ?? ''
  const person = { organisationId, externalPersonId: `person-${randomUUID()}` }
  const faces = collectionCaller(server, credentials)
  expect((await faces.sign('staff')).body.result_code).toBe(200)
  const { id: face } = await faces.registered('staff', 'him', await photoOf(him))
  const found = await faces.identify('staff', await photoOf(him))
  expect(found.body.external_person_id).toBe('him')
  const challenge = await keepChallenge(store, person, Date.now(), 3)
  const document = await keepDocument(store, person, Date.now())
  await keepVerification(store, person, Date.now())
  for (let seed = 2; seed < 30; seed++) await keepFace(store, person, Date.now(), { seed })
  return {
    credentials,
    apiKey: await newApiKey(store.database, credentials.name, ['read']),
    organisationId,
    challenge,
    document,
    face,
    requestId: found.headers.get('x-request-id') ?? '',
    rows: await rowsOf(store, organisationId),
  }
}

/** Checks that everything is still there, and still works. */
export async function expectWhole(server: TestServer, kept: Furnished): Promise<void> {
  const faces = collectionCaller(server, kept.credentials)
  const found = await faces.identify('staff', await photoOf(him))
  expect(found.body).toMatchObject({ result_code: 200, external_person_id: 'him' })
  const call = callerOf(server, kept.credentials)
  expect((await verify(call, 'nose', kept.challenge)).body.result_code).toBe(200)
  const receipt = await call('GET', `/receipts/${kept.requestId}`)
  expect(receipt.status).toBe(200)
  const asked = { headers: { authorization: bearer(kept.apiKey.key) } }
  expect((await fetch(`${server.url}/organisation`, asked)).status).toBe(200)
  const now = await rowsOf(server.server.runtime.store, kept.organisationId)
  for (const [table, count] of Object.entries(kept.rows))
    expect(now[table as keyof typeof now], table).toBeGreaterThanOrEqual(count)
}

interface Traffic {
  /** Lists the ids of collections that were acknowledged, in order. */
  readonly acknowledged: readonly string[]
  readonly faults: readonly string[]
  /** Resolves when this many more were acknowledged. */
  more(count: number): Promise<void>
  stop(): Promise<void>
}

/** Writes without end on the given servers, in turn: collections over HTTP, and files that come and go. */
export function traffic(serving: () => readonly TestServer[], kept: Furnished): Traffic {
  const acknowledged: string[] = []
  const faults: string[] = []
  let running = true
  const person = { organisationId: kept.organisationId, externalPersonId: 'traffic' }
  const write = async () => {
    for (let turn = 0; running; turn++) {
      const servers = serving()
      const server = servers[turn % servers.length]
      if (!server) throw new Error('no server')
      const id = `c-${randomUUID()}`
      const answer = await collectionCaller(server, kept.credentials).sign(id)
      if (answer.body.result_code === 200) acknowledged.push(id)
      else faults.push(JSON.stringify(answer.body))
    }
  }
  const comeAndGo = async () => {
    while (running) {
      const store = serving()[0]?.server.runtime.store
      if (!store) throw new Error('no server')
      const { fileId } = await keepFace(store, person, Date.now(), { seed: 40 })
      const file = { id: `f-${randomUUID()}`, bytes: Buffer.alloc(20_000, 1) }
      await store.vault.keep(person.organisationId, [file], async () => undefined)
      await store.vault.remove(person.organisationId, [file.id])
      if ((await store.vault.read(person.organisationId, fileId)) === undefined)
        faults.push('a photo is gone')
    }
  }
  const ended = Promise.all([write(), comeAndGo()])
  ended.catch((error: unknown) => faults.push(String(error)))
  return {
    acknowledged,
    faults,
    async more(count) {
      const target = acknowledged.length + count
      await expect.poll(() => acknowledged.length + faults.length).toBeGreaterThanOrEqual(target)
    },
    async stop() {
      running = false
      await ended.catch(() => undefined)
    },
  }
}

/** Returns those of these ids that are taken: signing one again is answered 138. */
export async function stillThere(
  server: TestServer,
  { credentials }: Furnished,
  ids: readonly string[],
): Promise<number> {
  const faces = collectionCaller(server, credentials)
  let count = 0
  for (const id of ids) if ((await faces.sign(id)).body.result_code === 138) count++
  return count
}
