// Tests redacting a verification: nothing of the person stays, what happened does, and a second or a late call is harmless.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepVerification, rowsOf } from '../../specimens/kit/records/kept-people.ts'
import { faceRemoval } from '../../src/faces/collections/remove.ts'
import { recordsOnly } from '../../src/gallery/open.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import type { Organisation } from '../../src/store/records/organisations.ts'
import { storageErrors } from '../../src/store/records/storage.ts'
import { addEvent, eventsOf } from '../../src/store/records/verification-events.ts'
import { findVerification } from '../../src/store/records/verifications.ts'
import { openJson, sealJson } from '../../src/store/sealed-json.ts'
import { redact, withoutValues } from '../../src/verifications/redact.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'

test('of the data of an event stay decision, reasons and steps, and no value', () => {
  const check = { name: 'similarity', value: 81.2 }
  const verdict = {
    decision: 'declined',
    decided_by: 'policy',
    reasons: [{ reason: 'name-differs', outcome: 'declined', step: 'expected', words: 'ANNA', check }],
    expected: [{ field: 'name', given: 'ANNA', read: 'ANNE', outcome: 'differs' }],
    match: { sim: 81.2 },
  }
  expect(withoutValues({ verdict, note: 'looks like Anna', reviewer: 'minh' })).toEqual({
    verdict: {
      decision: 'declined',
      decided_by: 'policy',
      reasons: [{ reason: 'name-differs', outcome: 'declined', step: 'expected' }],
      expected: [],
    },
  })
})

/** What is left of the verdict of a kept verification. */
const left = {
  ...{ decision: 'approved', decided_by: 'policy', policy: 'simple', policy_version: 1 },
  reasons: [{ reason: 'name-differs', outcome: 'noted', step: 'expected' }],
  steps: [{ step: 'document', outcome: 'passed' }],
  ...{ expected: [], person: {} },
}

describe.for([embedded, shared].filter((one) => one.available))('a verification on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
  })
  afterEach(() => held.remove())

  const person = (externalPersonId = 'anna') => ({ organisationId: owner.id, externalPersonId })
  const work = () => ({
    ...held.store,
    removeFace: faceRemoval({ ...held.store, gallery: recordsOnly }),
    now: () => held.clock.now,
  })
  const placeOf = (id: string) => ({ organisationId: owner.id, id })
  const eventsIn = async (id: string) => {
    const events = await eventsOf(held.store.database, placeOf(id), { after: 0, limit: 100 })
    const open = async ({ id: eventId, type, data }: (typeof events)[number]) => ({
      type,
      data: await openJson(held.store.keyring, owner.id, { part: 'event', id: eventId }, data),
    })
    return Promise.all(events.map(open))
  }

  test('that came to an end is emptied, and no other one is touched', async () => {
    const { store, clock } = held
    await keepVerification(store, person('minh'), clock.now)
    const others = await rowsOf(store, owner.id)
    const { id } = await keepVerification(store, person(), clock.now)
    clock.now += 1000
    expect(await redact(work(), placeOf(id))).toBe('redacted')
    expect(await findVerification(store.database, placeOf(id))).toMatchObject({
      state: 'approved',
      externalPersonId: '',
      consentReference: null,
      numberMark: null,
      redactedAt: clock.now,
      sequence: 2,
    })
    expect(await eventsIn(id)).toEqual([
      { type: 'verification.approved', data: left },
      { type: 'verification.redacted', data: {} },
    ])
    expect(await rowsOf(store, owner.id)).toEqual({
      ...others,
      verifications: 2,
      verification_events: 3,
      idempotency_keys: 2,
      webhook_deliveries: 3,
      webhook_attempts: 2,
      // The prints of a challenge are known by its attempt, which here names another.
      seen_shots: others.seen_shots + 2,
    })
    expect(await storageErrors(store.database)).toEqual([])
    expect(await redact(work(), placeOf(id))).toBe('before')
  })

  test('forgets the prints of the challenge that its attempt made', async () => {
    const { store, clock } = held
    const { id, challengeId } = await keepVerification(store, person(), clock.now)
    const sql = `UPDATE verification_attempts SET step = 'liveness', subject_id = $1`
    await store.database.query(sql, [challengeId])
    expect((await rowsOf(store, owner.id)).seen_shots).toBe(2)
    await redact(work(), placeOf(id))
    expect((await rowsOf(store, owner.id)).seen_shots).toBe(0)
  })

  test('that is open, unknown or of another organisation is left alone', async () => {
    const { store, clock } = held
    for (const state of ['created', 'started', 'processing', 'review']) {
      const { id } = await keepVerification(store, person(), clock.now, { state, finishedAt: null })
      const before = await rowsOf(store, owner.id)
      expect([state, await redact(work(), placeOf(id))]).toEqual([state, 'open'])
      expect(await rowsOf(store, owner.id)).toEqual(before)
    }
    const { id } = await keepVerification(store, person(), clock.now)
    expect(await redact(work(), placeOf(randomUUID()))).toBeUndefined()
    const other = await held.organisation()
    expect(await redact(work(), { organisationId: other.id, id })).toBeUndefined()
  })

  test('redacted by several at once is redacted once, with one event', async () => {
    const { id } = await keepVerification(held.store, person(), held.clock.now)
    const another = await held.another()
    const removeFace = faceRemoval({ ...another, gallery: recordsOnly })
    const second = { ...work(), ...another, removeFace }
    const outcomes = await Promise.all([work(), second, work()].map((one) => redact(one, placeOf(id))))
    expect(outcomes.toSorted()).toEqual(['before', 'before', 'redacted'])
    expect((await eventsIn(id)).map(({ type }) => type)).toEqual([
      'verification.approved',
      'verification.redacted',
    ])
  })

  test('whose files cannot be removed is redacted by the next call, with what came in between', async () => {
    const { store, clock } = held
    const { id } = await keepVerification(store, person(), clock.now)
    const database = {
      ...store.database,
      transaction: async () => {
        throw new StoreUnavailable('away')
      },
    }
    await expect(redact({ ...work(), database }, placeOf(id))).rejects.toThrow(StoreUnavailable)
    expect((await findVerification(store.database, placeOf(id)))?.redactedAt).toBeNull()
    const eventId = randomUUID()
    const sealed = await sealJson(store.keyring, owner.id, {
      part: 'event',
      id: eventId,
      value: { note: 'x' },
    })
    const { bytes: data, keyVersion } = sealed
    const event = { id: eventId, type: 'verification.link_created', at: clock.now, actor: 'person' } as const
    await store.database.transaction((queries) =>
      addEvent(queries, placeOf(id), { ...event, data, keyVersion }),
    )
    expect(await redact(work(), placeOf(id))).toBe('redacted')
    expect((await eventsIn(id)).map(({ data: blank }) => blank)).toEqual([left, {}, {}])
  })
})
