// Tests verifications in the store: one change of many wins, events are counted, outboxes filled, everything sealed.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rotateOrganisationKey } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import type { Queries } from '../../src/store/port.ts'
import { keysOf, type Organisation } from '../../src/store/records/organisations.ts'
import {
  addAttempt,
  attemptsOf,
  dropAttempt,
  endAttempt,
} from '../../src/store/records/verification-attempts.ts'
import {
  addEvent,
  changeState,
  type EventType,
  eventsOf,
} from '../../src/store/records/verification-events.ts'
import { claim, looksAt, picturesOf, setReasons } from '../../src/store/records/verification-review.ts'
import {
  countsByDay,
  countsByReason,
  lastSteps,
  stepTimes,
  verdictTimes,
} from '../../src/store/records/verification-statistics.ts'
import {
  addVerification,
  findVerification,
  listForTable,
  listVerifications,
  type NewVerification,
  putOffJudging,
  takeToJudge,
  toExpire,
  toJudge,
} from '../../src/store/records/verifications.ts'
import { openJson, writeSealed } from '../../src/store/sealed-json.ts'
import { verifyAll } from '../../src/store/verify.ts'
import { embedded, shared, type TestStore } from './opened-store.ts'

describe.for([embedded, shared].filter((one) => one.available))('verifications on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
    await held.store.database.query(
      `INSERT INTO policies (organisation_id, id, version, created_at) VALUES ($1, 'simple', 1, 1)`,
      [owner.id],
    )
    await held.store.database.query(
      `INSERT INTO policy_versions (organisation_id, policy_id, version, definition, created_at)
       VALUES ($1, 'simple', 1, '{}', 1)`,
      [owner.id],
    )
  })
  afterEach(() => held.remove())

  const placeOf = (id: string) => ({ organisationId: owner.id, id })

  const create = async (given: Partial<NewVerification> = {}) => {
    const place = placeOf(randomUUID())
    const parts = { request: { part: 'verification', id: place.id, value: { locale: 'vi' } } } as const
    await writeSealed(held.store, owner.id, parts, (queries, { request }) =>
      addVerification(queries, {
        ...place,
        externalPersonId: 'anna',
        consentReference: null,
        policyId: 'simple',
        policyVersion: 1,
        isTest: false,
        createdAt: 10,
        expiresAt: 100,
        webhookEndpointId: null,
        request: request.bytes,
        keyVersion: request.keyVersion,
        ...given,
      }),
    )
    return place
  }
  type Event = Parameters<typeof addEvent>[2]
  const withEvent = <T>(
    type: EventType,
    work: (queries: Queries, event: Event) => Promise<T>,
    store: Store = held.store,
  ) => {
    const id = randomUUID()
    const parts = { data: { part: 'event', id, value: { type } } } as const
    return writeSealed(store, owner.id, parts, (queries, { data }) =>
      work(queries, { id, type, at: 20, actor: 'server', data: data.bytes, keyVersion: data.keyVersion }),
    )
  }
  const addEndpoint = (id: string, events: string, isEnabled = 1) =>
    held.store.database.query(
      `INSERT INTO webhook_endpoints (organisation_id, id, url, description, events, is_enabled, created_at, updated_at)
       VALUES ($1, $2, 'https://a.example', '', $3, $4, 1, 1)`,
      [owner.id, id, events, isEnabled],
    )
  const deliveries = () =>
    held.store.database.query(
      `SELECT endpoint_id AS endpoint, sequence, state FROM webhook_deliveries ORDER BY endpoint_id, sequence`,
    )
  const endings = { finishedAt: 20 } as const

  test('of many who change the state at once, on two servers, one does, and one event tells of it', async () => {
    const place = await create()
    const other = await held.another()
    const done = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        withEvent(
          'verification.cancelled',
          (queries, event) =>
            changeState(queries, place, { from: 'created', to: 'cancelled', ...endings }, event),
          i % 2 ? other : held.store,
        ),
      ),
    )
    expect(done.filter((sequence) => sequence !== undefined)).toEqual([1])
    expect(await eventsOf(held.store.database, place, { after: 0, limit: 10 })).toHaveLength(1)
    expect(await findVerification(held.store.database, place)).toMatchObject({
      state: 'cancelled',
      sequence: 1,
      finishedAt: 20,
    })
  })

  test('a change that was judged from an older sequence is not made', async () => {
    const place = await create()
    await withEvent('verification.link_created', (queries, event) => addEvent(queries, place, event))
    const change = { from: 'created', to: 'processing', finishedAt: null } as const
    const submit = (sequence: number) =>
      withEvent('verification.processing', (queries, event) =>
        changeState(queries, place, { ...change, sequence }, event),
      )
    expect(await submit(0)).toBeUndefined()
    expect(await submit(1)).toBe(2)
  })

  test('events added at once have one number each and no gap', async () => {
    const place = await create()
    const other = await held.another()
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        withEvent(
          'verification.step_failed',
          (queries, event) => addEvent(queries, place, event),
          i % 2 ? other : held.store,
        ),
      ),
    )
    const events = await eventsOf(held.store.database, place, { after: 0, limit: 100 })
    expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
  })

  test('an event is put in the outbox of every enabled endpoint that wants its type', async () => {
    await addEndpoint('all', ',*,')
    await addEndpoint('approved', ',verification.approved,verification.declined,')
    await addEndpoint('declined', ',verification.declined,')
    await addEndpoint('off', ',*,', 0)
    const place = await create()
    await withEvent('verification.approved', (queries, event) => addEvent(queries, place, event))
    expect(await deliveries()).toEqual([
      { endpoint: 'all', sequence: 1, state: 'waiting' },
      { endpoint: 'approved', sequence: 1, state: 'waiting' },
    ])
  })

  test('events of tests go to endpoints for tests, and no others', async () => {
    await addEndpoint('live', ',*,')
    await addEndpoint('test', ',*,')
    await held.store.database.query(`UPDATE webhook_endpoints SET is_test = 1 WHERE id = 'test'`)
    for (const isTest of [true, false]) {
      const place = await create({ isTest })
      await withEvent('verification.approved', (queries, event) => addEvent(queries, place, event))
      if (isTest) expect(await deliveries()).toEqual([{ endpoint: 'test', sequence: 1, state: 'waiting' }])
    }
    expect(await deliveries()).toHaveLength(2)
  })

  test('a verification with an endpoint of its own tells no other', async () => {
    await addEndpoint('all', ',*,')
    await addEndpoint('mine', ',verification.approved,')
    const place = await create({ webhookEndpointId: 'mine' })
    await withEvent('verification.approved', (queries, event) => addEvent(queries, place, event))
    expect(await deliveries()).toEqual([{ endpoint: 'mine', sequence: 1, state: 'waiting' }])
  })

  test('an event that is rolled back leaves nothing in the outbox and no number used', async () => {
    await addEndpoint('all', ',*,')
    const place = await create()
    const failing = withEvent('verification.approved', async (queries, event) => {
      await addEvent(queries, place, event)
      throw new Error('stopped')
    })
    await expect(failing).rejects.toThrow('stopped')
    expect(await deliveries()).toEqual([])
    expect(await findVerification(held.store.database, place)).toMatchObject({ sequence: 0 })
  })

  test('one server judges at a time, and another when the lease is over', async () => {
    const place = await create()
    await withEvent('verification.processing', (queries, event) =>
      changeState(queries, place, { from: 'created', to: 'processing', finishedAt: null }, event),
    )
    const { database } = held.store
    expect(await toJudge(database, 30, 10)).toEqual([place])
    expect(await takeToJudge(database, place, { holder: 'a', until: 50, now: 30 })).toMatchObject({
      sequence: 1,
    })
    expect(await takeToJudge(database, place, { holder: 'b', until: 60, now: 40 })).toBeUndefined()
    expect(await toJudge(database, 40, 10)).toEqual([])
    expect(await takeToJudge(database, place, { holder: 'b', until: 90, now: 50 })).toBeDefined()
    await putOffJudging(database, place, { holder: 'a', until: 1000 })
    expect(await findVerification(database, place)).toMatchObject({ judgeFailures: 0 })
    await putOffJudging(database, place, { holder: 'b', until: 1000 })
    expect(await findVerification(database, place)).toMatchObject({ judgeFailures: 1 })
    expect(await toJudge(database, 999, 10)).toEqual([])
  })

  test('a list is newest first, narrowed by what is asked, and goes on after its last one', async () => {
    const made = []
    for (let i = 0; i < 5; i++)
      made.push(await create({ createdAt: 10 + Math.floor(i / 2), externalPersonId: i % 2 ? 'bob' : 'anna' }))
    await create({ isTest: true, createdAt: 99 })
    const list = (filter: object, limit = 10) =>
      listVerifications(held.store.database, owner.id, { isTest: false, ...filter }, limit)
    const all = await list({})
    expect(all.map(({ createdAt }) => createdAt)).toEqual([12, 11, 11, 10, 10])
    const first = await list({}, 2)
    const rest = await list({ after: first[1] })
    expect([...first, ...rest]).toEqual(all)
    expect(await list({ externalPersonId: 'bob' })).toHaveLength(2)
    expect(await list({ createdFrom: 11, createdTo: 12 })).toHaveLength(2)
    expect(await list({ state: 'approved' })).toEqual([])
    expect(await list({ isTest: true })).toHaveLength(1)
    expect(await toExpire(held.store.database, 99, 10)).toEqual([])
    expect(await toExpire(held.store.database, 100, 10)).toHaveLength(6)
    expect(made).toHaveLength(5)
  })

  test('are searched by beginnings and reasons, claimed by one, and counted', async () => {
    const { database } = held.store
    const anna = await create({ createdAt: 10, externalPersonId: 'anna_1' })
    const bob = await create({ createdAt: 11, externalPersonId: 'Bob' })
    const list = async (filter: object) =>
      (await listVerifications(database, owner.id, { isTest: false, ...filter }, 10)).map(({ id }) => id)
    expect(await list({ search: 'ann' })).toEqual([anna.id])
    expect(await list({ search: 'anna%' })).toEqual([])
    expect(await list({ search: 'b' === bob.id[0] ? 'Bo' : 'B' })).toEqual([bob.id])
    expect(await list({ search: bob.id.slice(0, 8), state: 'created' })).toEqual([bob.id])
    await setReasons(database, anna, [{ reason: 'too-young', outcome: 'declined' }])
    await setReasons(database, anna, [{ reason: 'name-differs', outcome: 'review' }])
    expect(await list({ reason: 'too-young' })).toEqual([])
    expect(await list({ reason: 'name-differs', createdFrom: 10, createdTo: 11 })).toEqual([anna.id])
    await database.query(`UPDATE verifications SET state = 'review' WHERE id = $1`, [anna.id])
    const wanted = { until: 50, now: 20, takes: false }
    expect(await claim(database, anna, { ...wanted, by: 'lan' })).toMatchObject({ claimedBy: 'lan' })
    expect(await claim(database, anna, { ...wanted, by: 'binh' })).toMatchObject({ claimedBy: 'lan' })
    expect(await claim(database, anna, { ...wanted, by: 'binh', now: 50 })).toMatchObject({
      claimedBy: 'binh',
    })
    expect(await claim(database, bob, { ...wanted, by: 'binh' })).toBeUndefined()
    await database.query(`UPDATE verifications SET state = 'declined', finished_at = 40 WHERE id = $1`, [
      bob.id,
    ])
    const counted = { organisationId: owner.id, isTest: false, from: 0, to: 100, policyId: 'simple' }
    expect(await countsByDay(database, counted, 0)).toEqual([
      { day: 0, state: 'declined', count: 1 },
      { day: 0, state: 'review', count: 1 },
    ])
    expect(await verdictTimes(database, counted, 10)).toEqual([
      { what: 'verdict', count: 1, median: 29, p90: 29 },
    ])
    expect(await stepTimes(database, counted, 10)).toEqual([])
    expect(await countsByReason(database, counted)).toEqual([
      { reason: 'name-differs', outcome: 'review', count: 1 },
    ])
    await database.query(`UPDATE verifications SET state = 'expired' WHERE id = $1`, [anna.id])
    expect(await lastSteps(database, counted)).toEqual([{ step: '', count: 1 }])
    expect(await picturesOf(database, anna, 10)).toEqual([])
    expect(await looksAt(database, anna, 10)).toEqual([])
    const rows = await listForTable(database, owner.id, { isTest: false }, 100)
    expect(rows.find(({ id }) => id === anna.id)).toMatchObject({
      id: anna.id,
      state: 'expired',
      isTest: 0,
      reasons: 'name-differs',
    })
  })

  test('an attempt ends once, and one that was dropped does not count', async () => {
    const place = await create()
    const [kept, dropped] = [randomUUID(), randomUUID()]
    const attempt = (id: string) =>
      writeSealed(
        held.store,
        owner.id,
        { findings: { part: 'attempt', id, value: {} } },
        (queries, { findings }) =>
          addAttempt(queries, owner.id, {
            id,
            verificationId: place.id,
            step: 'document',
            outcome: 'open',
            operation: 'createDocument',
            requestId: 'r',
            subjectId: null,
            resultCode: null,
            begunAt: 1,
            endedAt: null,
            findings: findings.bytes,
            keyVersion: findings.keyVersion,
          }),
      )
    await attempt(kept)
    await attempt(dropped)
    await dropAttempt(held.store.database, owner.id, dropped)
    const end = (outcome: 'passed' | 'failed') =>
      writeSealed(
        held.store,
        owner.id,
        { findings: { part: 'attempt', id: kept, value: { outcome } } },
        (queries, { findings }) =>
          endAttempt(queries, owner.id, kept, {
            outcome,
            operation: 'createDocument',
            requestId: 'r2',
            subjectId: 'd',
            resultCode: 200,
            endedAt: 2,
            findings: findings.bytes,
            keyVersion: findings.keyVersion,
          }),
      )
    expect(await Promise.all([end('passed'), end('failed')])).toEqual([true, false])
    const [only, ...others] = await attemptsOf(held.store.database, place)
    expect(others).toEqual([])
    expect(only).toMatchObject({ id: kept, outcome: 'passed', requestId: 'r2', subjectId: 'd' })
  })

  test('a rotated key seals everything anew, and all of it opens', async () => {
    const place = await create()
    await withEvent('verification.started', (queries, event) => addEvent(queries, place, event))
    const version = await rotateOrganisationKey(held.store, owner, true, () => undefined)
    expect((await keysOf(held.store.database, owner.id)).map((key) => key.version)).toEqual([version])
    const record = await findVerification(held.store.database, place)
    const request = await openJson(
      held.store.keyring,
      owner.id,
      { part: 'verification', id: place.id },
      record?.request ?? Buffer.alloc(0),
    )
    expect(request).toEqual({ locale: 'vi' })
    expect(await verifyAll(held.store, () => undefined)).toMatchObject({
      faults: [],
      opened: { 'sealed rows of verifications': 1, 'sealed rows of verification_events': 1 },
    })
  })

  test('a server that remembers a destroyed key seals again with the one in force', async () => {
    const other = await held.another()
    const place = await create()
    await withEvent('verification.started', (queries, event) => addEvent(queries, place, event), other)
    await rotateOrganisationKey(held.store, owner, true, () => undefined)
    expect(
      await withEvent('verification.started', (queries, event) => addEvent(queries, place, event), other),
    ).toBe(2)
  })
})
