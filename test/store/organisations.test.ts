// Tests organisations: adding, new passwords, and removal after which their keys are nowhere to be found.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as manage from '../../src/organisations/manage.ts'
import { passwordMatches } from '../../src/organisations/passwords.ts'
import * as records from '../../src/store/records/organisations.ts'
import { embedded, shared, type TestStore } from './opened-store.ts'

describe.for([embedded, shared].filter((one) => one.available))('organisations on $name', ({ fresh }) => {
  let held: TestStore
  beforeEach(async () => {
    held = await fresh()
  })
  afterEach(() => held.remove())

  const add = async (name: string) =>
    (await manage.addOrganisation(held.store, name, held.clock.now)) as manage.Credentials
  const found = async (name: string) =>
    (await records.findOrganisation(held.store.database, name)) as records.Organisation
  /** Counts the stored credentials that accept this password now. */
  const opens = async ({ name, password }: manage.Credentials) => {
    const stored = await records.credentialsOf(held.store.database, name, held.clock.now)
    const matches = await Promise.all(stored.map((one) => passwordMatches(password, one.passwordHash)))
    return matches.filter(Boolean).length
  }

  test('an added organisation has a password that opens, a key and nothing in clear', async () => {
    const credentials = await add('acme')
    expect(credentials.password).toMatch(/^[\w-]{32}$/)
    expect(await opens(credentials)).toBe(1)
    expect(await opens({ name: 'acme', password: `${credentials.password}x` })).toBe(0)
    expect(await held.store.keyring.verify()).toBe(1)
    const rows = await held.store.database.query('SELECT * FROM credentials')
    expect(JSON.stringify(rows)).not.toContain(credentials.password)
    expect(rows).toMatchObject([
      { password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
    ])
  })

  test('a name is given once, to one of many that ask at once', async () => {
    const other = await held.another()
    const asked = [held.store, other, held.store, other].map((store) =>
      manage.addOrganisation(store, 'acme', held.clock.now),
    )
    expect((await Promise.all(asked)).filter((one) => one !== undefined)).toHaveLength(1)
    expect(await records.listOrganisations(held.store.database)).toHaveLength(1)
    expect(await held.store.keyring.verify()).toBe(1)
  })

  test('a new password without grace ends the old one at once', async () => {
    const old = await add('acme')
    const fresh = await manage.rotatePassword(held.store, await found('acme'), 0, held.clock.now)
    expect([await opens(old), await opens(fresh)]).toEqual([0, 1])
    expect(await held.store.database.query('SELECT id FROM credentials')).toHaveLength(1)
  })

  test('a new password with grace lets both in until it ends', async () => {
    const old = await add('acme')
    const fresh = await manage.rotatePassword(held.store, await found('acme'), 5000, held.clock.now)
    expect([await opens(old), await opens(fresh)]).toEqual([1, 1])
    held.clock.now += 4999
    expect(await opens(old)).toBe(1)
    held.clock.now += 1
    expect([await opens(old), await opens(fresh)]).toEqual([0, 1])
  })

  test('a password whose grace is over is forgotten: a clock that is set back does not let it in again', async () => {
    const old = await add('acme')
    const fresh = await manage.rotatePassword(held.store, await found('acme'), 5000, held.clock.now)
    const forget = () => manage.forgetEndedPasswords(held.store, held.clock.now)
    expect(await forget()).toBe(0)
    held.clock.now += 5000
    expect(await forget()).toBe(1)
    held.clock.now -= 5000
    expect([await opens(old), await opens(fresh)]).toEqual([0, 1])
  })

  test('a second new password never lengthens the grace of the first, and may end it', async () => {
    const first = await add('acme')
    await manage.rotatePassword(held.store, await found('acme'), 1000, held.clock.now)
    await manage.rotatePassword(held.store, await found('acme'), 60_000, held.clock.now)
    held.clock.now += 1000
    expect(await opens(first)).toBe(0)
    const last = await manage.rotatePassword(held.store, await found('acme'), 0, held.clock.now)
    expect(await held.store.database.query('SELECT id FROM credentials')).toHaveLength(1)
    expect(await opens(last)).toBe(1)
  })

  test('a removed organisation takes its files, keys and passwords along, and nobody else’s', async () => {
    const gone = await held.organisation('gone')
    const stays = await held.organisation('stays')
    for (const { id } of [gone, stays])
      await held.store.vault.keep(
        id,
        Array.from({ length: 3 }, (_, index) => ({ id: `f${index}`, bytes: Buffer.from(`of ${id}`) })),
        async () => undefined,
      )
    await manage.removeOrganisation(held.store, gone, held.clock.now)
    expect(await held.left()).toEqual({ records: 3, journal: 0, files: 3 })
    expect(await records.keysOf(held.store.database, gone.id)).toEqual([])
    expect(await records.listOrganisations(held.store.database)).toEqual([stays])
    expect((await held.store.vault.read(stays.id, 'f0'))?.toString()).toBe(`of ${stays.id}`)
    expect(await add('gone')).toBeDefined()
  })
})

test('a name that could not be typed before a colon is refused and nothing is made', async () => {
  const held = await embedded.fresh()
  for (const name of ['', 'a:b', 'a b', '-a', 'đ', 'a/b', 'a\0', 'a\n', 'x'.repeat(65)])
    await expect(manage.addOrganisation(held.store, name, 1), name).rejects.toThrow('name is 1 to 64')
  expect(await records.anyOrganisation(held.store.database)).toBe(false)
  await held.remove()
})

test('the key of a removed organisation is not left in any file of the embedded database', async () => {
  const held = await embedded.fresh()
  const gone = await held.organisation('gone')
  await manage.rotateOrganisationKey(held.store, gone, false, () => undefined)
  await held.organisation('stays')
  const wrapped = (await records.keysOf(held.store.database, gone.id)).map((key) => Buffer.from(key.wrapped))
  const lying = () => {
    const bytes = globSync('selfsame.db*', { cwd: held.settings.data }).map((name) =>
      readFileSync(join(held.settings.data, name)),
    )
    return wrapped.map((key) => bytes.some((file) => file.includes(key)))
  }
  expect(lying()).toEqual([true, true])
  const server = await held.another()
  await server.database.query('SELECT wrapped FROM organisation_keys')
  await manage.removeOrganisation(held.store, gone, held.clock.now)
  expect(lying()).toEqual([false, false])
  await held.remove()
})

test('an old key destroyed by sealing again is not left in any file either', async () => {
  const held = await embedded.fresh()
  const owner = await held.organisation('acme')
  const [old] = await records.keysOf(held.store.database, owner.id)
  await manage.rotateOrganisationKey(held.store, owner, true, () => undefined)
  for (const name of globSync('selfsame.db*', { cwd: held.settings.data }))
    expect(readFileSync(join(held.settings.data, name)).includes(Buffer.from(old?.wrapped ?? [])), name).toBe(
      false,
    )
  await held.remove()
})
