// Tests the authenticator: who is let in, for how long it is remembered, and how guessing is slowed down.
import { createHook } from 'node:async_hooks'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basic } from '../../specimens/kit/servers/server.ts'
import { testSettings } from '../../specimens/kit/servers/settings.ts'
import type { Authenticator } from '../../src/http/authenticator.ts'
import { openAuthenticator } from '../../src/organisations/authenticate.ts'
import { openGuessing } from '../../src/organisations/guessing.ts'
import {
  addOrganisation,
  type Credentials,
  removeOrganisation,
  rotatePassword,
} from '../../src/organisations/manage.ts'
import { findOrganisation, type Organisation } from '../../src/store/records/organisations.ts'
import { cacheMs, embedded, type TestStore } from '../store/opened-store.ts'

const failuresPerMinute = 5
const failuresOfAddressPerMinute = 12
let held: TestStore
let credentials: Credentials
let organisation: Organisation
let authenticator: Authenticator

const noVisits = { lookUp: async () => undefined, isStillOpen: async () => false }

const open = (limit = failuresPerMinute) =>
  openAuthenticator({
    database: held.store.database,
    visits: noVisits,
    sessions: noVisits,
    now: () => held.clock.now,
    cacheMs,
    guessing: bounded(limit),
  })

const bounded = (limit = failuresPerMinute) =>
  openGuessing({
    now: () => held.clock.now,
    failuresPerMinute: limit,
    failuresOfAddressPerMinute: Math.max(limit, failuresOfAddressPerMinute),
    hashesAtATime: 2,
  })

async function newOrganisation(name: string): Promise<[Credentials, Organisation]> {
  const made = await addOrganisation(held.store, name, held.clock.now)
  const found = await findOrganisation(held.store.database, name)
  if (!made || !found) throw new Error(`${name} is taken`)
  return [made, found]
}

beforeAll(async () => {
  held = await embedded.fresh()
  ;[credentials, organisation] = await newOrganisation('acme')
})
beforeEach(() => {
  authenticator = open()
})
afterAll(() => held.remove())

test('by the usual setting, a removed organisation is out after a second', async () => {
  const usual = openAuthenticator({
    database: held.store.database,
    visits: noVisits,
    sessions: noVisits,
    now: () => held.clock.now,
    cacheMs: testSettings('').credentialCacheMs,
    guessing: bounded(),
  })
  const [leaving, its] = await newOrganisation('leaving')
  expect(await usual.login(basic(leaving), 'here')).toEqual({ organisationId: its.id })
  expect(usual.known(basic(leaving))).toBe(its.id)
  await removeOrganisation(held.store, its, held.clock.now)
  held.clock.now += 1000
  expect(usual.known(basic(leaving))).toBeUndefined()
  expect(await usual.login(basic(leaving), 'here')).toEqual({ refused: 'wrong' })
})

describe('who gets in', () => {
  test('the right password does, in every way the header may be written', async () => {
    const header = basic(credentials)
    const encoded = header.slice(6)
    const forms = [header, `basic ${encoded}`, `BASIC ${encoded}`, ` ${header} `, header.replace(/=+$/, '')]
    for (const form of forms)
      expect(await authenticator.login(form, 'here'), form).toEqual({ organisationId: organisation.id })
  })

  test('a wrong password, an unknown name, another’s password and swapped case do not', async () => {
    const [other] = await newOrganisation('other')
    const wrong: Credentials[] = [
      { name: 'acme', password: `${credentials.password}x` },
      { name: 'acme', password: credentials.password.slice(0, -1) },
      { name: 'acme', password: '' },
      { name: 'acme', password: other.password },
      { name: 'Acme', password: credentials.password },
      { name: 'nobody', password: credentials.password },
      { name: '', password: credentials.password },
    ]
    for (const [index, one] of wrong.entries())
      expect(await authenticator.login(basic(one), `address ${index}`)).toEqual({ refused: 'wrong' })
  })

  test('no malformed header does, and none is a fault', async () => {
    const lenient = open(1_000_000)
    const malformed = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }).map((text) => `Basic ${text}`),
      fc.string({ unit: 'binary' }).map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
      fc.base64String().map((text) => `Basic ${text}`),
      fc.constantFrom(
        '',
        'Basic',
        'Basic ',
        'Bearer abc',
        `Basic ${Buffer.from(credentials.name).toString('base64')}`,
        `Basic ${Buffer.from(`${credentials.name}\0:${credentials.password}`).toString('base64')}`,
        `Basic ${Buffer.from(`${credentials.name}:${'x'.repeat(100_000)}`).toString('base64')}`,
        `Digest ${basic(credentials).slice(6)}`,
        `${basic(credentials)}, ${basic(credentials)}`,
      ),
    )
    await fc.assert(
      fc.asyncProperty(malformed, async (header) => {
        expect(lenient.known(header)).toBeUndefined()
        expect(await lenient.login(header, 'here')).toEqual({ refused: 'wrong' })
      }),
      { numRuns: 25 },
    )
  })
})

describe('what is remembered', () => {
  test('a verified header, for the time of the cache and no longer', async () => {
    const header = basic(credentials)
    expect(authenticator.known(header)).toBeUndefined()
    await authenticator.login(header, 'here')
    expect(authenticator.known(header)).toBe(organisation.id)
    held.clock.now += cacheMs - 1
    expect(authenticator.known(header)).toBe(organisation.id)
    held.clock.now += 1
    expect(authenticator.known(header)).toBeUndefined()
  })

  test('never a refused one, nor anything when the cache is off', async () => {
    const wrong = basic({ name: 'acme', password: 'wrong' })
    await authenticator.login(wrong, 'here')
    expect(authenticator.known(wrong)).toBeUndefined()
    const { database } = held.store
    const off = openAuthenticator({
      database,
      visits: noVisits,
      sessions: noVisits,
      now: () => held.clock.now,
      cacheMs: 0,
      guessing: bounded(),
    })
    expect(await off.login(basic(credentials), 'here')).toEqual({ organisationId: organisation.id })
    expect(off.known(basic(credentials))).toBeUndefined()
  })

  test('a removed organisation is out when the cache has ended', async () => {
    const [made, found] = await newOrganisation('brief')
    await authenticator.login(basic(made), 'here')
    await removeOrganisation(held.store, found, held.clock.now)
    held.clock.now += cacheMs
    expect(authenticator.known(basic(made))).toBeUndefined()
    expect(await authenticator.login(basic(made), 'here')).toEqual({ refused: 'wrong' })
  })

  test('a password without grace is out when the cache has ended, one with grace when that has', async () => {
    const [made, found] = await newOrganisation('rotating')
    const second = await rotatePassword(held.store, found, 60_000, held.clock.now)
    const third = await rotatePassword(held.store, found, 60_000, held.clock.now)
    for (const one of [made, second, third])
      expect(await authenticator.login(basic(one), 'here')).toEqual({ organisationId: found.id })
    held.clock.now += 60_000
    const answers = await Promise.all(
      [made, second, third].map((one) => authenticator.login(basic(one), 'a')),
    )
    expect(answers).toEqual([{ refused: 'wrong' }, { refused: 'wrong' }, { organisationId: found.id }])
  })
})

describe('guessing', () => {
  const guess = (at: string, password = 'guess') => authenticator.login(basic({ name: 'acme', password }), at)

  test('is held back after so many failures in a minute, for that address alone', async () => {
    for (let count = 0; count < failuresPerMinute; count++)
      expect(await guess('bad')).toEqual({ refused: 'wrong' })
    held.clock.now += 20_000
    expect(await guess('bad')).toEqual({ refused: 'too many', retryAfterSeconds: 40 })
    expect(await guess('good')).toEqual({ refused: 'wrong' })
    held.clock.now += 40_000
    expect(await guess('bad')).toEqual({ refused: 'wrong' })
  })

  test('with many requests at once gets no more tries than one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess('flood', `guess ${index}`)),
    )
    const tried = answers.filter((one) => 'refused' in one && one.refused === 'wrong').length
    expect(tried).toBeLessThanOrEqual(failuresPerMinute + 2)
  })

  test('from many addresses is refused rather than queued without end', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(`address ${index}`)))
    const away = answers.filter((one) => 'refused' in one && one.refused === 'too many')
    expect(away.length).toBe(60 - 34)
    expect(await authenticator.login(basic(credentials), 'after')).toEqual({
      organisationId: organisation.id,
    })
  })
})

/** How many hashes the work took. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  await work()
  hook.disable()
  return hashes
}

describe('those who were let in lately', () => {
  const wrong = (name: string, at: string) =>
    authenticator.login(basic({ name, password: String(Math.random()) }), at)

  test('come in past wrong credentials for their name and for all names from their address', async () => {
    await authenticator.login(basic(credentials), 'proxy')
    for (let count = 0; count < failuresPerMinute; count++) await wrong('acme', 'proxy')
    expect(await wrong('acme', 'proxy')).toMatchObject({ refused: 'too many' })
    for (let count = 0; count < failuresOfAddressPerMinute; count++) await wrong(`name-${count}`, 'proxy')
    expect(await wrong('somebody', 'proxy')).toMatchObject({ refused: 'too many' })
    held.clock.now += cacheMs
    expect(authenticator.known(basic(credentials))).toBeUndefined()
    expect(await authenticator.login(basic(credentials), 'proxy')).toEqual({
      organisationId: organisation.id,
    })
    held.clock.now += 60_000
  })

  test('come in while every place for hashing is taken, and take none', async () => {
    await authenticator.login(basic(credentials), 'proxy')
    held.clock.now += cacheMs
    const flood = Array.from({ length: 60 }, (_, n) => wrong('acme', `address ${n}`))
    const login = authenticator.login(basic(credentials), 'proxy')
    const first = await Promise.race([login, Promise.all(flood)])
    expect(first).toEqual({ organisationId: organisation.id })
    await Promise.all(flood)
    held.clock.now += cacheMs
    expect(await hashesOf(() => authenticator.login(basic(credentials), 'proxy'))).toBe(0)
  })

  test('are hashed again when they did not come for an hour', async () => {
    const login = () => hashesOf(() => authenticator.login(basic(credentials), 'here'))
    expect(await login()).toBe(1)
    held.clock.now += 40 * 60_000
    expect(await login()).toBe(0)
    held.clock.now += 40 * 60_000
    expect(await login()).toBe(0)
    held.clock.now += 60 * 60_000
    expect(await login()).toBe(1)
  })

  test('are out with their password, and with their organisation', async () => {
    const [made, found] = await newOrganisation('changing')
    await authenticator.login(basic(made), 'here')
    const fresh = await rotatePassword(held.store, found, 0, held.clock.now)
    held.clock.now += cacheMs
    expect(await authenticator.login(basic(made), 'here')).toEqual({ refused: 'wrong' })
    expect(await authenticator.login(basic(fresh), 'here')).toEqual({ organisationId: found.id })
    await removeOrganisation(held.store, found, held.clock.now)
    held.clock.now += cacheMs
    expect(await authenticator.login(basic(fresh), 'here')).toEqual({ refused: 'wrong' })
  })
})

describe('wrong credentials count', () => {
  const wrong = (name: string, at: string) => authenticator.login(basic({ name, password: 'guess' }), at)

  test('by address and name together: another name from there is looked at', async () => {
    for (let count = 0; count < failuresPerMinute; count++) await wrong('acme', 'shared')
    expect(await wrong('acme', 'shared')).toMatchObject({ refused: 'too many' })
    const [other, found] = await newOrganisation('neighbour')
    expect(await authenticator.login(basic(other), 'shared')).toEqual({ organisationId: found.id })
    held.clock.now += 60_000
  })

  test('by address, up to the higher bound', async () => {
    for (let count = 0; count < failuresOfAddressPerMinute; count++)
      expect(await wrong(`name-${count}`, 'sprayer')).toEqual({ refused: 'wrong' })
    expect(await wrong('one-more', 'sprayer')).toMatchObject({ refused: 'too many' })
    expect(await wrong('one-more', 'elsewhere')).toEqual({ refused: 'wrong' })
    held.clock.now += 60_000
  })

  test('for all addresses of a network of IPv6 as for one', async () => {
    const homes = ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:0:1:2:3:4', '2001:db8:0::5', '2001:db8::']
    for (const at of homes) expect(await wrong('acme', at)).toEqual({ refused: 'wrong' })
    expect(await wrong('acme', '2001:db8::77')).toMatchObject({ refused: 'too many' })
    expect(await wrong('acme', '2001:db8:0:1::77')).toEqual({ refused: 'wrong' })
    expect(await wrong('acme', '::ffff:203.0.113.9')).toEqual({ refused: 'wrong' })
    held.clock.now += 60_000
  })

  test('in the turn of their address: one that floods gives way to another that asks once', async () => {
    const flood = Array.from({ length: 60 }, (_, n) =>
      authenticator.login(basic({ name: `flood-${n}`, password: 'x' }), 'flooding'),
    )
    const [made, found] = await newOrganisation('newcomer')
    expect(await authenticator.login(basic(made), 'elsewhere')).toEqual({ organisationId: found.id })
    await Promise.all(flood)
    held.clock.now += 60_000
  })
})

describe('a clock that is set back', () => {
  const hour = 3_600_000

  test('lets no caller in for longer', async () => {
    const [made, removed] = await newOrganisation('removed-under-a-wrong-clock')
    expect(await authenticator.login(basic(made), 'here')).toEqual({ organisationId: removed.id })
    await removeOrganisation(held.store, removed, held.clock.now)
    held.clock.now -= hour
    expect(await authenticator.login(basic(made), 'here')).not.toHaveProperty('organisationId')
    held.clock.now += hour
  })

  test('keeps no caller out for longer', async () => {
    const wrong = basic({ ...credentials, password: 'wrong' })
    for (let count = 0; count <= failuresPerMinute; count++) await authenticator.login(wrong, 'there')
    expect(await authenticator.login(basic(credentials), 'there')).toMatchObject({ refused: 'too many' })
    held.clock.now -= hour
    expect(await authenticator.login(basic(credentials), 'there')).toEqual({
      organisationId: organisation.id,
    })
    held.clock.now += hour
  })
})
