// Tests API keys on every store: their form, what ends them, when they were used, and how long they are kept.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  forgetEnded,
  hashOfKey,
  idInKey,
  isKeyName,
  type NewKey,
  newKeyId,
  revokeKey,
  rotateKey,
} from '../../src/organisations/api-keys.ts'
import { openKeyLookups } from '../../src/organisations/key-lookups.ts'
import { type Database, StoreUnavailable } from '../../src/store/port.ts'
import { findApiKey, listApiKeys } from '../../src/store/records/api-keys.ts'
import { newApiKey } from '../kit/api-keys.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'

const hour = 3_600_000
const day = 24 * hour

describe.each([embedded, shared])('on $name', ({ available, fresh }) => {
  let held: TestStore
  let organisation: string
  beforeAll(async () => {
    if (!available) return
    held = await fresh()
    organisation = (await held.organisation('keyed')).name
  })
  afterAll(() => held?.remove())

  const database = () => held.store.database
  const now = () => held.clock.now
  const at = () => ({ database: database(), now: now() })
  const made = (expiresAt: number | null = null, scopes = ['documents', 'read']) =>
    newApiKey(database(), organisation, scopes, { expiresAt, now: now() })
  const open = (over: Database = database()) => openKeyLookups({ database: over, now })
  const isGood = async ({ key }: NewKey) => (await open().lookUp(key)) !== undefined

  test.skipIf(!available)('a key is found with its organisation and its scopes', async () => {
    const { id, key } = await made()
    const found = await open().lookUp(key)
    expect(found?.key).toMatchObject({ id, scopes: ['documents', 'read'] })
    expect(found?.organisationId).toBe((await findApiKey(database(), id))?.organisationId)
    expect(await open().isStillGood({ id, scopes: [], isTest: false, hash: hashOfKey(key) })).toBe(true)
    expect(await open().isStillGood({ id, scopes: [], isTest: false, hash: hashOfKey(`${key}x`) })).toBe(
      false,
    )
  })

  test.skipIf(!available)('it is good until it expires, to the millisecond', async () => {
    const one = await made(now() + hour)
    held.clock.now += hour - 1
    expect(await isGood(one)).toBe(true)
    held.clock.now += 1
    expect(await isGood(one)).toBe(false)
  })

  test.skipIf(!available)('old secrets are good for their grace, also after several rotations', async () => {
    const first = await made()
    const turn = (graceMs: number, expiresAt: number | null = null) =>
      rotateKey(at(), first.id, { graceMs, expiresAt }) as Promise<NewKey>
    const second = await turn(2 * hour)
    const third = await turn(hour)
    expect(await Promise.all([first, second, third].map(isGood))).toEqual([true, true, true])
    held.clock.now += hour
    expect(await Promise.all([first, second, third].map(isGood))).toEqual([false, false, true])
    const fourth = await turn(hour, now() + 2 * hour)
    held.clock.now += 2 * hour
    expect(await isGood(fourth)).toBe(false)
  })

  test.skipIf(!available)('a revocation and a rotation at once leave nothing that is good', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => made()))
    const fresh = await Promise.all(
      keys.flatMap(({ id }, turn) => {
        const acts = [
          () => rotateKey(at(), id, { graceMs: hour, expiresAt: null }),
          () => revokeKey(at(), id).then(() => undefined),
        ]
        return (turn % 2 ? acts : acts.toReversed()).map((act) => act())
      }),
    )
    const given = [...keys, ...fresh.filter((one) => one !== undefined)]
    expect(await Promise.all(given.map(isGood))).toEqual(given.map(() => false))
    for (const { id } of keys)
      expect(await database().query('SELECT * FROM api_key_secrets WHERE key_id = $1', [id])).toEqual([])
  })

  test.skipIf(!available)('the first use of a key is written soon, and what follows together', async () => {
    const [one, other] = await Promise.all([made(), made()])
    const usedAt = async ({ id }: NewKey) => (await findApiKey(database(), id))?.lastUsedAt
    let commits = 0
    const counting: Database = {
      ...database(),
      transaction: (work) => {
        commits++
        return database().transaction(work)
      },
    }
    const lookups = open(counting)
    await lookups.lookUp(one.key)
    const firstAt = now()
    await expect.poll(() => usedAt(one), { timeout: 120_000 }).toBe(firstAt)
    for (let turn = 0; turn < 20; turn++) {
      held.clock.now += 1000
      await lookups.lookUp(one.key)
    }
    await lookups.lookUp(other.key)
    await expect.poll(() => usedAt(other), { timeout: 120_000 }).toBe(now())
    expect(await usedAt(one)).toBe(firstAt)
    await lookups.close()
    expect([await usedAt(one), await usedAt(other), commits]).toEqual([now(), now(), 3])
    // A server whose clock is behind does not take back a later use.
    held.clock.now -= hour
    const behind = open()
    await behind.lookUp(one.key)
    await behind.close()
    held.clock.now += hour
    expect(await usedAt(one)).toBe(now())
  })

  test.skipIf(!available)(
    'a use that could not be written lets the caller in, and is written later',
    async () => {
      const one = await made()
      let isDown = true
      const lookups = open({
        ...database(),
        transaction: (work) =>
          isDown ? Promise.reject(new StoreUnavailable('disk full')) : database().transaction(work),
      })
      expect(await lookups.lookUp(one.key)).toBeDefined()
      isDown = false
      await lookups.close()
      expect((await findApiKey(database(), one.id))?.lastUsedAt).toBe(now())
    },
  )

  test.skipIf(!available)('a wrong key leaves no use behind', async () => {
    const one = await made()
    await revokeKey(at(), one.id)
    const lookups = open()
    await lookups.lookUp(one.key)
    await lookups.close()
    expect((await findApiKey(database(), one.id))?.lastUsedAt).toBeNull()
  })

  test.skipIf(!available)(
    'ended keys are listed for the time they are kept, and then forgotten',
    async () => {
      const [good, expired, revoked] = await Promise.all([made(now() + 90 * day), made(now() + day), made()])
      await revokeKey(at(), revoked.id)
      held.clock.now += day
      const kept = async () => {
        await forgetEnded(at(), 10 * day)
        const ids = (await listApiKeys(database())).map(({ id }) => id)
        return [good, expired, revoked].map(({ id }) => ids.includes(id))
      }
      expect(await kept()).toEqual([true, true, true])
      // What has ended stays so when the clock is set back.
      held.clock.now -= 2 * day
      expect(await Promise.all([good, expired, revoked].map(isGood))).toEqual([true, false, false])
      held.clock.now += 2 * day
      held.clock.now += 9 * day
      expect(await kept()).toEqual([true, true, false])
      held.clock.now += day
      expect(await kept()).toEqual([true, false, false])
      expect(await isGood(good)).toBe(true)
    },
  )

  test.skipIf(!available)('a mistyped key is refused without a look into the database', async () => {
    const { key } = await made()
    let asked = 0
    const counting: Database = {
      ...database(),
      query: (sql, values) => {
        asked++
        return database().query(sql, values)
      },
    }
    const lookups = open(counting)
    for (let place = 0; place < key.length; place++) {
      const other = key[place] === 'x' ? 'y' : 'x'
      expect(await lookups.lookUp(key.slice(0, place) + other + key.slice(place + 1))).toBeUndefined()
    }
    expect(asked).toBe(0)
    await lookups.lookUp(key)
    expect(asked).toBe(1)
  })
})

describe('the form of a key', () => {
  test('holds its id, and 256 bits that never come twice', async () => {
    const held = await embedded.fresh()
    const { name } = await held.organisation('many')
    const keys: NewKey[] = []
    for (let turn = 0; turn < 50; turn++) keys.push(await newApiKey(held.store.database, name, ['all']))
    await held.remove()
    for (const { id, key } of keys) {
      expect(key).toMatch(/^ssk_live_[a-z0-9]{12}_[A-Za-z0-9]{49}$/)
      expect(idInKey(key)).toBe(id)
    }
    const letters = keys.map(({ key }) => key.slice(22, -6)).join('')
    expect(new Set(letters).size).toBe(62)
    expect(new Set(keys.map(({ key }) => key)).size).toBe(50)
  })

  test('of any other text has no id', () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => idInKey(text) === undefined))
    const body = fc.stringMatching(/^[A-Za-z0-9]{49}$/)
    fc.assert(fc.property(body, (text) => idInKey(`ssk_live_${newKeyId()}_${text}`) === undefined))
    expect(idInKey(`ssk_live_abcdefghijkl_${'a'.repeat(43)}000000\n`)).toBeUndefined()
  })

  test.each([
    ['onboarding', true],
    ['máy chủ 2', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['', false],
    [' x', false],
    ['x ', false],
    ['two\nlines', false],
    ['a\u001b[31mb', false],
  ])('%j as a name: %s', (name, isGood) => expect(isKeyName(name)).toBe(isGood))
})
