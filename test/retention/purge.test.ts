// Tests the purge by the clocks of each organisation: each thing is removed once, wholly, and by one server at a time.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chipBack } from '../../specimens/kit/readings/identity.ts'
import {
  circumstances,
  keepChallenge,
  keepDocument,
  keepFace,
  keepVerification,
  rowsOf,
} from '../../specimens/kit/records/kept-people.ts'
import { codes } from '../../src/codes.ts'
import { attachPicture } from '../../src/documents/identity/attach.ts'
import { faceRemoval } from '../../src/faces/collections/remove.ts'
import { recordsOnly } from '../../src/gallery/open.ts'
import { isRememberedExpired, startChallenge } from '../../src/liveness/challenge.ts'
import { countDue, noneRemoved, type Purging, purge } from '../../src/retention/purge.ts'
import { openPurger } from '../../src/retention/purger.ts'
import type { Store } from '../../src/store/open.ts'
import { type Database, StoreUnavailable } from '../../src/store/port.ts'
import type { Organisation } from '../../src/store/records/organisations.ts'
import {
  confirmPurgeClock,
  purgeTurn,
  setOwnClock,
  takePurgeTurn,
} from '../../src/store/records/retention.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'

const hour = 3_600_000
const day = 24 * hour
const never = Number.POSITIVE_INFINITY
const config = {
  frameRetentionMs: day,
  fileRetentionMs: 10 * day,
  readingRetentionMs: 30 * day,
  faceRetentionMs: never,
  verificationRetentionMs: 90 * day,
  shotMemoryMs: 40 * day,
}

const life = 180_000

describe.for([embedded, shared].filter((one) => one.available))('purging on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
  })
  afterEach(() => held.remove())

  const person = (organisation = owner) => ({ organisationId: organisation.id, externalPersonId: 'anna' })
  const work = (store: Store = held.store): Purging => ({
    ...store,
    removeFace: faceRemoval({ ...held.store, gallery: recordsOnly }),
    config,
    now: () => held.clock.now,
  })
  const purgedAt = async (time: number, changes: Partial<typeof config> = {}) => {
    held.clock.now = time
    return (await purge({ ...work(), config: { ...config, ...changes } }, time, () => false)).removed
  }
  const fill = async (organisation = owner) => {
    const at = held.clock.now
    await keepChallenge(held.store, person(organisation), at)
    const documentId = await keepDocument(held.store, person(organisation), at)
    await keepFace(held.store, person(organisation), at)
    return { at, documentId }
  }

  test('the id of a challenge that was never judged stays a day, and nothing else of it', async () => {
    const { database } = held.store
    const at = held.clock.now
    const ask = { family: 'profile', plan: {}, now: at, lifeMs: life } as const
    const id = await startChallenge(database, { ...person(), ...ask })
    await fill()
    const place = { organisationId: owner.id, id }
    const isRemembered = () => isRememberedExpired(database, place, 'profile')
    const brief = { frameRetentionMs: 1000 }
    expect(await purgedAt(at + life + 1000, brief)).toMatchObject({ challenges: 0 })
    expect(await purgedAt(at + life + 1001, brief)).toMatchObject({ challenges: 2 })
    expect(await rowsOf(held.store, owner.id)).toMatchObject({ challenges: 0, expired_challenges: 1 })
    expect(await isRemembered()).toBe(true)
    expect(await isRememberedExpired(database, place, 'nose')).toBe(false)
    await purgedAt(at + life + day, brief)
    expect(await isRemembered()).toBe(true)
    await purgedAt(at + life + day + 1, brief)
    expect(await isRemembered()).toBe(false)
  })

  const noVerification = {
    ...{ verifications: 0, verification_attempts: 0, verification_events: 0, verification_links: 0 },
    ...{ verification_tokens: 0, idempotency_keys: 0, webhook_deliveries: 0, webhook_attempts: 0 },
  }

  test('a verification goes after its end with all that was made for it, but for a registered face', async () => {
    const at = held.clock.now
    await keepVerification(held.store, person(), at)
    const long = {
      frameRetentionMs: never,
      fileRetentionMs: never,
      readingRetentionMs: never,
      shotMemoryMs: 4000 * day,
    }
    expect(await purgedAt(at + 90 * day, long)).toEqual(noneRemoved)
    expect(await purgedAt(at + 90 * day + 1, long)).toEqual({ ...noneRemoved, verifications: 1 })
    expect(await rowsOf(held.store, owner.id)).toMatchObject({
      ...noVerification,
      ...{ challenges: 0, challenge_frames: 0, documents: 0, document_images: 0, faces: 1, files: 1 },
    })
  })

  test('while a verification is open, what was made for it is kept whatever the clocks say', async () => {
    const at = held.clock.now
    const { id } = await keepVerification(held.store, person(), at, { state: 'review', finishedAt: null })
    expect(await purgedAt(at + 39 * day)).toEqual(noneRemoved)
    await held.store.database.query(
      `UPDATE verifications SET state = 'approved', finished_at = $2 WHERE id = $1`,
      [id, at + 39 * day],
    )
    expect(await purgedAt(at + 39 * day + 1)).toEqual({ ...noneRemoved, challenges: 1, documents: 1 })
  })

  test('a verification whose events wait to be sent is kept until they are, or were tried for long', async () => {
    const at = held.clock.now
    await keepVerification(held.store, person(), at)
    const brief = { verificationRetentionMs: hour }
    const { database } = held.store
    await database.query(`UPDATE webhook_deliveries SET state = 'waiting'`)
    expect(await purgedAt(at + 2 * hour, brief)).toEqual(noneRemoved)
    expect(await purgedAt(at + hour + 4 * day - 1, brief)).toMatchObject({ verifications: 0 })
    expect(await purgedAt(at + hour + 4 * day, brief)).toMatchObject({ verifications: 1 })
  })

  test('tests go after a day with their faces, whatever became of them; others stay', async () => {
    const at = held.clock.now
    await keepVerification(held.store, person(), at, { isTest: true, state: 'started', finishedAt: null })
    await keepVerification(held.store, person(), at, { state: 'started', finishedAt: null })
    expect(await purgedAt(at + day)).toMatchObject({ tests: 0 })
    expect(await purgedAt(at + day + 1)).toMatchObject({ tests: 1, verifications: 0, documents: 0 })
    expect(await rowsOf(held.store, owner.id)).toMatchObject({ verifications: 1, documents: 1, faces: 1 })
  })

  test('keys of requests go after a day, links and tokens a week after they ended', async () => {
    const at = held.clock.now
    await keepVerification(held.store, person(), at, { state: 'review', finishedAt: null })
    const rows = () => rowsOf(held.store, owner.id)
    await purgedAt(at + day)
    expect(await rows()).toMatchObject({ idempotency_keys: 1 })
    await purgedAt(at + day + 1)
    expect(await rows()).toMatchObject({ idempotency_keys: 0, verification_links: 1, verification_tokens: 1 })
    await purgedAt(at + hour + 7 * day)
    expect(await rows()).toMatchObject({ verification_links: 1, verification_tokens: 1 })
    await purgedAt(at + hour + 7 * day + 1)
    expect(await rows()).toMatchObject({ verification_links: 0, verification_tokens: 0, verifications: 1 })
  })

  test('each kind goes when its clock says so, not a moment before, and nothing is left of it', async () => {
    const { at, documentId } = await fill()
    expect(await purgedAt(at + day)).toEqual(noneRemoved)
    expect(await purgedAt(at + day + hour)).toEqual({ ...noneRemoved, challenges: 1 })
    expect(await rowsOf(held.store, owner.id)).toMatchObject({
      challenge_frames: 0,
      challenge_repeats: 0,
      seen_shots: 2,
      files: 2,
    })
    expect(await purgedAt(at + 10 * day)).toEqual(noneRemoved)
    expect(await purgedAt(at + 10 * day + 1)).toEqual({ ...noneRemoved, files: 1 })
    expect(await purgedAt(at + 10 * day + 2)).toEqual(noneRemoved)

    // The picture is gone; its reading still answers, and accepts another picture.
    const back = { outcome: 'found', sides: [chipBack()], others: [] } as const
    const attachment = { bytes: Buffer.from('back'), found: back, now: held.clock.now }
    const place = { organisationId: owner.id, id: documentId }
    const { database, vault } = held.store
    const attached = await attachPicture(database, vault, place, attachment, circumstances)
    expect(attached).toMatchObject({ code: codes.success, data: { name: 'NGUYỄN THỊ HƯƠNG' } })

    expect(await purgedAt(at + 30 * day + 1)).toEqual({ ...noneRemoved, documents: 1 })
    expect(await attachPicture(database, vault, place, attachment, circumstances)).toMatchObject({
      code: codes.documentIdNotFound,
    })
    expect(await purgedAt(at + 40 * day + 1)).toEqual({ ...noneRemoved, prints: 2 })
    expect(await purgedAt(at + 4000 * day)).toEqual(noneRemoved)
    expect(await held.left()).toEqual({ records: 1, journal: 0, files: 1 })
    expect(await purgedAt(at + 4000 * day, { faceRetentionMs: 365 * day })).toEqual({
      ...noneRemoved,
      faces: 1,
    })
    expect(await held.left()).toEqual({ records: 0, journal: 0, files: 0 })
    const removals = await database.query('SELECT number FROM face_removals')
    expect(removals).toEqual([{ number: 2 }])
  })

  test("an organisation's own clocks hold for it alone, never among them; a dry run counts the same", async () => {
    const other = await held.organisation()
    const { at } = await fill()
    await fill(other)
    const own = { frames: null, files: hour, readings: null, faces: hour } as const
    for (const [clock, keepMs] of Object.entries(own))
      await setOwnClock(held.store.database, { organisationId: other.id, clock, keepMs })
    const due = { ...noneRemoved, files: 1, faces: 1 }
    expect(await countDue(work(), at + 2 * hour)).toEqual(due)
    expect(await purgedAt(at + 2 * hour)).toEqual(due)
    await purgedAt(at + 4000 * day)
    expect(await rowsOf(held.store, other.id)).toMatchObject({ challenges: 1, documents: 1, faces: 0 })
    expect(await rowsOf(held.store, owner.id)).toMatchObject({ challenges: 0, documents: 0, faces: 1 })
  })

  test('a round ends when its time is up and the next goes on; a backlog keeps no other organisation waiting', async () => {
    const other = await held.organisation()
    const at = held.clock.now
    for (let i = 0; i < 103; i++) await keepChallenge(held.store, person(), at, 0)
    await keepChallenge(held.store, person(other), at, 0)
    let asked = 0
    // The time is enough for one page of the organisation with much, and then for what the other has.
    const first = await purge(work(), at + 2 * day, () => ++asked > 112)
    expect(first.isDone).toBe(false)
    expect((await rowsOf(held.store, other.id)).challenges).toBe(0)
    const left = (await rowsOf(held.store, owner.id)).challenges
    expect(left).toBeGreaterThan(0)
    const second = await purge(work(), at + 2 * day, () => false)
    expect(second).toMatchObject({ isDone: true, removed: { challenges: left } })
  })

  test('of two servers one purges at a time, and each thing goes once', async () => {
    const { at } = await fill()
    held.clock.now = at + 60 * day
    const other = await held.another()
    const options = { elapsed: () => held.clock.now, roundMs: hour, everyMs: hour }
    const servers = [held.store, other].map((store) => openPurger({ ...work(store), ...options }))
    const rounds = await Promise.all(servers.map((one) => one.round()))
    const purged = rounds.flatMap((round) => round.purged ?? [])
    expect(purged).toHaveLength(1)
    expect(purged[0]?.removed).toEqual({ ...noneRemoved, challenges: 1, documents: 1, prints: 2 })
    held.clock.now += hour / 2
    for (const one of servers) expect(await one.round()).toEqual({ clock: 'trusted' })
    held.clock.now += hour
    const [later] = servers
    expect((await later?.round())?.purged?.removed).toEqual(noneRemoved)
  })

  test('a server that dies in its turn, or takes it by a clock far ahead, keeps the others from it for minutes only', async () => {
    const { database } = held.store
    const now = held.clock.now
    const asked = { leaseMs: 120_000, everyMs: 0 }
    expect(await takePurgeTurn(database, { ...asked, holder: 'dead', now })).toBe(true)
    expect(await takePurgeTurn(database, { ...asked, holder: 'next', now: now + 119_000 })).toBe(false)
    expect(await takePurgeTurn(database, { ...asked, holder: 'next', now: now + 121_000 })).toBe(true)
    await database.query(`UPDATE purge_turn SET held_until = ${now + 4000 * day}`)
    expect(await takePurgeTurn(database, { ...asked, holder: 'next', now })).toBe(true)
  })

  test('a clock that jumped purges nothing, says so, and goes on once it is confirmed', async () => {
    const { at } = await fill()
    let elapsed = 0
    const pass = (ms: number) => {
      held.clock.now += ms
      elapsed += ms
    }
    const purger = openPurger({ ...work(), elapsed: () => elapsed, roundMs: hour, everyMs: 1 })
    expect((await purger.round()).purged?.removed).toEqual(noneRemoved)
    pass(60_000)
    expect((await purger.round()).purged?.removed).toEqual(noneRemoved)
    held.clock.now += 400 * day
    pass(60_000)
    expect(await purger.round()).toEqual({ clock: 'ahead' })
    const { lastAt, pausedAt } = await purgeTurn(held.store.database)
    expect([lastAt, pausedAt]).toEqual([at + 60_000, held.clock.now])
    expect((await rowsOf(held.store, owner.id)).challenges).toBe(1)
    // Another process starts by the same clock, which makes it no better.
    const started = openPurger({ ...work(), elapsed: () => elapsed, roundMs: hour, everyMs: 1 })
    expect(await started.round()).toEqual({ clock: 'ahead' })
    await confirmPurgeClock(held.store.database, held.clock.now)
    pass(60_000)
    expect((await purger.round()).purged?.removed).toMatchObject({ challenges: 1, documents: 1 })
    expect((await purgeTurn(held.store.database)).pausedAt).toBeNull()
  })

  test('broken off at any statement, nothing is half removed, and the next round finishes it', async () => {
    const { at } = await fill()
    await keepDocument(held.store, person(), at - 25 * day)
    const own = { ...config, faceRetentionMs: day }
    let isDone = false
    for (let survives = 0; !isDone; survives++) {
      const database = dyingAfter(held.store.database, survives)
      isDone = await purge({ ...work(), database, config: own }, at + 12 * day, () => false).then(
        (purged) => purged.isDone,
        () => false,
      )
      await expectWhole(held, owner)
    }
    expect(await rowsOf(held.store, owner.id)).toMatchObject({ challenges: 0, documents: 1, faces: 0 })
    await held.store.vault.sweep()
    expect(await held.left()).toMatchObject({ records: 0, journal: 0, files: 0 })
  })
})

/** Answers this many queries outside a transaction, then none. */
function dyingAfter(database: Database, questions: number): Database {
  let left = questions
  const alive = () => {
    if (left-- <= 0) throw new StoreUnavailable('gone')
  }
  return {
    ...database,
    query: async (sql, values) => {
      alive()
      return database.query(sql, values)
    },
  }
}

/** Checks that every record has its file, and every file its record. */
async function expectWhole({ store: { database, files } }: TestStore, owner: Organisation): Promise<void> {
  const rows = await database.query<{ id: string; storageKey: string }>(
    'SELECT id, storage_key AS "storageKey" FROM files WHERE organisation_id = $1',
    [owner.id],
  )
  for (const { storageKey } of rows) expect(await files.get(storageKey)).toBeDefined()
  const wanted = await database.query<{ id: string }>(
    `SELECT id FROM challenge_frames UNION ALL SELECT id FROM document_images WHERE file_removed_at IS NULL
     UNION ALL SELECT file_id AS id FROM faces`,
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
}
