// Tests chips in the store: a challenge is good for one judgement, and what belongs to a chip is counted and goes with it.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepDocument } from '../../specimens/kit/records/kept-people.ts'
import { startChipChallenge, takeChipChallenge } from '../../src/documents/chip/challenge.ts'
import { removeOrganisation } from '../../src/organisations/manage.ts'
import { removeDocument } from '../../src/retention/remove.ts'
import {
  addConfirmation,
  attachChip,
  chipOfDocument,
  confirmationsOf,
  documentOfChip,
  giveBackChipChallenge,
} from '../../src/store/records/chips.ts'
import { storageErrors, storageOf } from '../../src/store/records/storage.ts'
import { describeVault } from './vault-kit.ts'

const MINUTE = 60_000

describeVault((at) => {
  const database = () => at.held.store.database
  const start = (now: number) => startChipChallenge(database(), { organisationId: at.owner.id }, now)
  const take = (id: string, now: number, organisationId = at.owner.id) =>
    takeChipChallenge(database(), { organisationId, id }, now)
  const messageOf = (taken: Awaited<ReturnType<typeof take>>) => ('code' in taken ? taken.code.message : '')

  test('a challenge has 8 bytes of its own, and gives them back once', async () => {
    const [one, other] = [await start(1000), await start(1000)]
    expect(one.challenge).toHaveLength(8)
    expect(one.challenge.equals(other.challenge)).toBe(false)
    const taken = await take(one.id, 2000)
    expect('challenge' in taken && Buffer.from(taken.challenge)).toEqual(one.challenge)
    expect(messageOf(await take(one.id, 2001))).toMatch(/^Request Challenge ID Not Found: it was used before/)
    expect('challenge' in (await take(other.id, 2002))).toBe(true)
  })

  test('of many who take one challenge at once, by two servers, one gets it', async () => {
    const { id } = await start(0)
    const second = (await at.held.another()).database
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        takeChipChallenge(i % 2 ? second : database(), { organisationId: at.owner.id, id }, 1),
      ),
    )
    expect(taken.filter((one) => 'challenge' in one)).toHaveLength(1)
  })

  test('one that expired, never was or is of another organisation is refused, each with its reason', async () => {
    const { id, expiresAt } = await start(0)
    expect(expiresAt).toBe(3 * MINUTE)
    expect(messageOf(await take(id, 3 * MINUTE))).toMatch(/it expired/)
    expect(messageOf(await take(randomUUID(), 1))).toMatch(/there is none of this id/)
    const other = await at.held.organisation('another')
    expect(messageOf(await take(id, 1, other.id))).toMatch(/there is none of this id/)
    expect('challenge' in (await take(id, 3 * MINUTE - 1))).toBe(true)
  })

  test('one with which nothing was judged can be given back', async () => {
    const { id } = await start(0)
    await take(id, 1)
    await giveBackChipChallenge(database(), { organisationId: at.owner.id, id })
    expect('challenge' in (await take(id, 2))).toBe(true)
  })

  test('those that are long over are removed by the ones that come', async () => {
    for (let i = 0; i < 6; i++) await start(0)
    for (let i = 0; i < 3; i++) await start(120 * MINUTE)
    const [row] = await database().query<{ n: number }>('SELECT COUNT(*) AS n FROM chip_challenges')
    expect(row?.n).toBe(3)
  })

  test('what an authority answered is counted, and goes with the chip; so does the tie to the pictures', async () => {
    const { store, clock } = at.held
    const person = { organisationId: at.owner.id, externalPersonId: 'anna' }
    const [pictures, chip] = [
      await keepDocument(store, person, clock.now),
      await keepDocument(store, person, clock.now),
    ]
    const place = { organisationId: at.owner.id, id: chip }
    const before = (await storageOf(store.database, at.owner.id))?.usedBytes ?? 0
    const sealed = await store.keyring.seal(
      { organisationId: at.owner.id, label: 'confirmation:1' },
      Buffer.alloc(99),
    )
    const record = { id: '1', receivedAt: 5, answer: sealed.sealed, keyVersion: sealed.keyVersion }
    await addConfirmation(store.database, place, record)
    await attachChip(store.database, place, pictures, 7)
    expect(await chipOfDocument(store.database, { ...place, id: pictures })).toBe(chip)
    expect(await documentOfChip(store.database, place)).toBe(pictures)
    expect((await confirmationsOf(store.database, place)).map(({ id }) => id)).toEqual(['1'])
    expect((await storageOf(store.database, at.owner.id))?.usedBytes).toBeGreaterThan(before + 1024)
    expect(await storageErrors(store.database)).toEqual([])
    await removeDocument({ ...store, now: () => clock.now }, place)
    expect(await chipOfDocument(store.database, { ...place, id: pictures })).toBeUndefined()
    expect(await store.database.query('SELECT id FROM chip_confirmations')).toEqual([])
    expect(await storageErrors(store.database)).toEqual([])
    await removeOrganisation(store, at.owner, clock.now)
  })
})
