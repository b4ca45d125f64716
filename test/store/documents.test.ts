// Tests documents in the store: concurrent pictures are all kept, readings are sealed, and all of it goes with its owner.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  chipBack,
  chipFront,
  id as number,
  said,
  sideOf,
  today,
} from '../../specimens/kit/readings/identity.ts'
import { codes } from '../../src/codes.ts'
import type { SideReading } from '../../src/documents/cards/side-reading.ts'
import { attachPicture } from '../../src/documents/identity/attach.ts'
import { createDocument } from '../../src/documents/identity/create.ts'
import { MOST_PICTURES } from '../../src/documents/identity/keep.ts'
import { removeOrganisation, rotateOrganisationKey } from '../../src/organisations/manage.ts'
import { keysOf, type Organisation } from '../../src/store/records/organisations.ts'
import { embedded, shared, type TestStore } from './opened-store.ts'

const circumstances = { today, serverTag: 'test', isOneCall: false }

describe.for([embedded, shared].filter((one) => one.available))('documents on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
  })
  afterEach(() => held.remove())

  const found = (...sides: SideReading[]) => ({ outcome: 'found', sides, others: [] }) as const
  const create = (...sides: SideReading[]) =>
    createDocument(
      held.store.vault,
      { organisationId: owner.id, bytes: Buffer.from('a picture'), found: found(...sides), now: 1 },
      circumstances,
    )
  const attach = async (id: string, side: SideReading, { store = held.store, organisation = owner } = {}) => {
    const attachment = { bytes: Buffer.from('another'), found: found(side), now: 2 }
    const place = { organisationId: organisation.id, id }
    return attachPicture(store.database, store.vault, place, attachment, circumstances)
  }
  const attached = async (...asked: Parameters<typeof attach>) => {
    const outcome = await attach(...asked)
    if (outcome === 'full') throw new Error('the document is full')
    return outcome
  }
  const count = async (table: string) =>
    (await held.store.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n

  test('a picture is kept with what was read in it, and the next one is merged with it', async () => {
    const { id, fileIds } = await create(chipBack())
    const outcome = await attached(id, chipFront())
    expect(outcome).toMatchObject({ code: codes.success, id })
    expect(outcome.fileIds).toHaveLength(2)
    expect(outcome.fileIds[0]).toBe(fileIds[0])
    expect(outcome.data).toMatchObject({ id: number, name: 'NGUYỄN THỊ HƯƠNG', country: 'VNM', id_type: '0' })
    expect((await held.store.vault.read(owner.id, outcome.fileIds[1] ?? ''))?.toString()).toBe('another')
  })

  test('of many pictures added at once, by two servers, none is lost', async () => {
    const { id } = await create(chipFront())
    const other = await held.another()
    const asked = Array.from({ length: 8 }, (_, i) =>
      attached(id, i % 2 ? chipBack() : chipFront(), {
        store: i % 3 ? other : held.store,
        organisation: owner,
      }),
    )
    const outcomes = await Promise.all(asked)
    const sizes = outcomes.map(({ fileIds }) => fileIds.length)
    expect(sizes.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    const last = outcomes.find(({ fileIds }) => fileIds.length === 9)
    for (const { fileIds } of outcomes) expect(last?.fileIds.slice(0, fileIds.length)).toEqual(fileIds)
    expect(last?.data).toMatchObject({ country: 'VNM', hometown: 'Nghi Lộc, Nghệ An' })
    expect(await held.left()).toEqual({ records: 9, journal: 0, files: 9 })
  })

  test('of two kinds that come at the same moment one is the document, and the other is 109', async () => {
    const unsure = sideOf('cccd-chip', 'back', said('ocr', { issue_date: '20/08/2021' }), { confidence: 0.5 })
    const { id } = await create(unsure)
    const old = sideOf('cccd-12', 'front', said('ocr', { id: number }))
    const outcomes = await Promise.all([attached(id, chipFront()), attached(id, old)])
    expect(outcomes.map(({ code }) => code.code).toSorted()).toEqual([109, 200])
    expect(await count('document_images')).toBe(2)
    expect(await held.left()).toMatchObject({ records: 2, files: 2 })
  })

  test('another kind leaves the document and the files as they were', async () => {
    const { id, fileIds } = await create(chipFront())
    const outcome = await attached(id, sideOf('can-cuoc', 'back', said('ocr', { expiry: '05/03/2030' })))
    expect(outcome).toMatchObject({ code: codes.tooManyDocumentTypes, id, fileIds })
    // The answer is the document as it stands, with the warning.
    expect(outcome.data).toMatchObject({ document: 'CHIP ID', id_type: '0', id: '040190001234' })
    expect(outcome.data.warning_code).toContain(109)
    expect(await held.left()).toEqual({ records: 1, journal: 0, files: 1 })
    expect((await attached(id, chipBack())).data.warning_code).toEqual([])
  })

  test('another organisation’s document is unknown', async () => {
    const { id } = await create(chipFront())
    const otherOwner = await held.organisation('another')
    const outcome = await attached(id, chipBack(), { store: held.store, organisation: otherOwner })
    expect(outcome).toMatchObject({ code: codes.documentIdNotFound, fileIds: [], data: { id: '' } })
    expect(await count('document_images')).toBe(1)
  })

  test('no document takes more pictures than it may', async () => {
    const { id } = await create(chipFront())
    for (let i = 1; i < MOST_PICTURES; i++) await attached(id, chipFront())
    expect(await attach(id, chipFront())).toBe('full')
    expect(await held.left()).toMatchObject({ records: MOST_PICTURES })
  })

  test('readings are sealed, and sealed again with a new key', async () => {
    const { id } = await create(chipFront())
    const readings = async () =>
      (await held.store.database.query<{ reading: Uint8Array }>('SELECT reading FROM document_images')).map(
        ({ reading }) => Buffer.from(reading),
      )
    const [before] = await readings()
    for (const secret of [number, 'NGUY', 'Nghi']) expect(before?.includes(secret)).toBe(false)
    await rotateOrganisationKey(held.store, owner, true, () => undefined)
    expect((await keysOf(held.store.database, owner.id)).map(({ version }) => version)).toEqual([2])
    expect((await readings())[0]?.equals(before as Buffer)).toBe(false)
    expect((await attached(id, chipBack())).data).toMatchObject({ id: number, hometown: 'Nghi Lộc, Nghệ An' })
  })

  test('all of it goes with the organisation', async () => {
    const { id } = await create(chipFront())
    await attached(id, chipBack())
    await removeOrganisation(held.store, owner, 3)
    expect([await count('documents'), await count('document_images')]).toEqual([0, 0])
    expect(await held.left()).toEqual({ records: 0, journal: 0, files: 0 })
  })
})
