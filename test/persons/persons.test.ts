// Tests erasing and exporting a person: everything of theirs, nothing of anybody else's, and nothing half done.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chipBack } from '../../specimens/kit/readings/identity.ts'
import { direction } from '../../specimens/kit/readings/observations.ts'
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
import { faceRemoval, removeFace } from '../../src/faces/collections/remove.ts'
import { recordsOnly } from '../../src/gallery/open.ts'
import type { GalleryWriter } from '../../src/gallery/port.ts'
import { erasePerson } from '../../src/persons/erase.ts'
import { type Exported, exportPerson, readMark, writeItem, writeMark } from '../../src/persons/export.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import { findCollection } from '../../src/store/records/collections.ts'
import { journalExpecting } from '../../src/store/records/gallery-journal.ts'
import type { Organisation } from '../../src/store/records/organisations.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'

const nothing = {
  challenges: 0,
  frames: 0,
  prints: 0,
  documents: 0,
  pictures: 0,
  faces: 0,
  collections: 0,
  verifications: 0,
}

describe.for([embedded, shared].filter((one) => one.available))('a person on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
  })
  afterEach(() => held.remove())

  const of = (externalPersonId: string, organisation = owner) => ({
    organisationId: organisation.id,
    externalPersonId,
  })
  const work = () => ({
    ...held.store,
    removeFace: faceRemoval({ ...held.store, gallery: recordsOnly }),
    now: () => held.clock.now,
  })
  const fill = async (person: ReturnType<typeof of>) => {
    const { store, clock } = held
    const challengeId = await keepChallenge(store, person, clock.now)
    const documentId = await keepDocument(store, person, clock.now)
    const face = await keepFace(store, person, clock.now)
    await keepFace(store, person, clock.now, { collectionId: 'guests' })
    return { challengeId, documentId, face }
  }
  const exported = async (person: ReturnType<typeof of>, from?: { kind: 'frames'; id: string }) => {
    const all: Exported[] = []
    for await (const one of exportPerson(held.store, person, from)) all.push(one)
    return all
  }
  const all = { challenges: 1, frames: 2, prints: 2, documents: 1, pictures: 1, faces: 2, verifications: 0 }

  test('is erased with verifications in every state, and their links, events and deliveries', async () => {
    const { store, clock } = held
    await keepVerification(store, of('minh'), clock.now)
    const others = await rowsOf(store, owner.id)
    await keepVerification(store, of('anna'), clock.now)
    await keepVerification(store, of('anna'), clock.now, { state: 'started', finishedAt: null })
    const erased = await erasePerson(work(), of('anna'))
    expect(erased).toMatchObject({ isComplete: true, removed: { verifications: 2, documents: 2, faces: 2 } })
    expect(await rowsOf(store, owner.id)).toEqual(others)
    expect(await exported(of('anna'))).toEqual([])
  })

  test('is exported with verifications, what was asked, found and decided, and no hash of a link', async () => {
    const { store, clock } = held
    const { id, documentId } = await keepVerification(store, of('anna'), clock.now)
    await keepVerification(store, of('minh'), clock.now)
    const items = await exported(of('anna'))
    const one = (kind: string) => items.filter((item) => item.kind === kind).map(({ item }) => item)
    expect(one('verifications')).toMatchObject([
      { id, state: 'approved', policy: 'simple', is_test: false, request: { expected: { name: 'ANNA' } } },
    ])
    expect(one('attempts')).toMatchObject([{ verification_id: id, findings: { name: 'ANNA' } }])
    expect(one('events')).toMatchObject([
      { verification_id: id, sequence: 1, data: { person: { name: 'ANNA' } } },
    ])
    expect(one('links')).toMatchObject([{ id: `${id}.1`, made_by: 'organisation', used_at: null }])
    expect(one('tokens')).toMatchObject([{ verification_id: id, ended_at: null }])
    expect(one('deliveries')).toMatchObject([{ verification_id: id, state: 'delivered' }])
    expect(one('documents')).toMatchObject([{ id: documentId }])
    expect(JSON.stringify(items)).not.toContain('hash')
  })

  test('is erased in all collections, files and prints, and no other person is touched', async () => {
    const other = await held.organisation()
    await fill(of('anna'))
    await fill(of('minh'))
    await fill(of('anna', other))
    const others = await rowsOf(held.store, other.id)
    expect(await erasePerson(work(), of('anna'))).toEqual({
      isComplete: true,
      removed: { ...all, collections: 2 },
    })
    expect(await exported(of('anna'))).toEqual([])
    expect(await rowsOf(held.store, other.id)).toEqual(others)
    expect(await rowsOf(held.store, owner.id)).toEqual(others)
    expect(await held.left()).toEqual({ records: 10, journal: 0, files: 10 })
    expect(
      await findCollection(held.store.database, { organisationId: owner.id, collectionId: 'staff' }),
    ).toMatchObject({
      externalPersonId: '',
      faces: 1,
      changes: 3,
    })
    expect((await exported(of('minh'))).length).toBeGreaterThan(0)
    expect(await erasePerson(work(), of('anna'))).toEqual({ isComplete: true, removed: nothing })
    expect(await erasePerson(work(), of('nobody'))).toEqual({ isComplete: true, removed: nothing })
  })

  test('whose challenge was purged is still forgotten by its prints', async () => {
    await keepChallenge(held.store, of('anna'), held.clock.now)
    await held.store.database.query('DELETE FROM challenges')
    expect((await erasePerson(work(), of('anna'))).removed).toEqual({ ...nothing, prints: 2 })
    expect((await rowsOf(held.store, owner.id)).seen_shots).toBe(0)
  })

  test('is said not to be erased completely while files or points wait for their engine', async () => {
    const { face } = await fill(of('anna'))
    const vault = held.vaultWith({
      remove: async () => {
        throw new StoreUnavailable('away')
      },
    })
    const erased = await erasePerson(
      { ...work(), vault, removeFace: faceRemoval({ vault, gallery: recordsOnly }) },
      of('anna'),
    )
    expect(erased).toMatchObject({ isComplete: false, removed: { faces: 2, frames: 2 } })
    expect(await exported(of('anna'))).toEqual([])
    await held.store.vault.sweep()
    expect(await held.left()).toEqual({ records: 0, journal: 0, files: 0 })
    const { id } = await keepFace(held.store, of('anna'), held.clock.now)
    expect(id).not.toBe(face.id)
    const remove: GalleryWriter['remove'] = (_key, commit) =>
      commit(async (queries, removal) => {
        await journalExpecting(queries, removal.id, held.clock.now)
        return removal
      })
    expect(
      await erasePerson(
        { ...work(), removeFace: faceRemoval({ ...held.store, gallery: { remove } }) },
        of('anna'),
      ),
    ).toMatchObject({
      isComplete: false,
      removed: { faces: 1 },
    })
  })

  test('registered, filmed and photographed while being erased is whole or gone', async () => {
    const person = of('anna')
    const { documentId } = await fill(person)
    const other = await held.another()
    const place = { organisationId: owner.id, id: documentId }
    const picture = { outcome: 'found', sides: [chipBack()], others: [] } as const
    const attaching = () =>
      attachPicture(
        other.database,
        other.vault,
        place,
        { bytes: Buffer.from('more'), found: picture, now: held.clock.now },
        circumstances,
      )
    await Promise.all([
      erasePerson(work(), person),
      ...Array.from({ length: 4 }, attaching),
      ...[1, 2, 3].map(() => keepFace(other, person, held.clock.now)),
      // Its challenge may be gone before its frames come.
      keepChallenge(other, person, held.clock.now).catch((error: Error) =>
        expect(error.message).toBe('no room'),
      ),
    ])
    const { challenge_frames, document_images, faces, files } = await rowsOf(held.store, owner.id)
    expect(files).toBe(challenge_frames + document_images + faces)
    const left = await erasePerson(work(), person)
    expect(left.isComplete).toBe(true)
    await held.store.vault.sweep()
    expect(await held.left()).toEqual({ records: 0, journal: 0, files: 0 })
    expect(await rowsOf(held.store, owner.id)).toMatchObject({ documents: 0, seen_shots: 0 })
  })

  test('is exported whole: records, consent, what was seen and read, vectors and files', async () => {
    const { challengeId, documentId, face } = await fill(of('anna'))
    await fill(of('minh'))
    const given = await exported(of('anna'))
    const kinds = (kind: string) => given.filter((one) => one.kind === kind).map(({ item }) => item)
    expect(kinds('challenges')).toEqual([
      expect.objectContaining({
        id: challengeId,
        family: 'nose',
        consent_reference: 'consent of anna',
        plan: { asked: 'nose' },
        verdict: { result_code: 200, message: codes.success.message, checks: [] },
      }),
    ])
    expect(kinds('frames')).toHaveLength(2)
    for (const frame of kinds('frames')) {
      expect(frame.challenge_id).toBe(challengeId)
      expect(frame.guidance).toBe('ok')
      const { content, ...record } = frame
      expect(String(content)).toMatch(/^frame /)
      expect(frame.seen).toMatchObject({ people: 1, face: { vector: expect.any(Array) } })
      expect(JSON.parse(JSON.stringify(record))).toEqual(record)
    }
    expect(kinds('prints')).toHaveLength(2)
    expect(kinds('documents')).toEqual([
      expect.objectContaining({ id: documentId, consent_reference: 'consent of anna' }),
    ])
    const [picture] = kinds('pictures')
    expect(String(picture?.content)).toMatch(/^picture /)
    expect(JSON.stringify(picture?.reading)).toContain('NGUYỄN THỊ HƯƠNG')
    const found = kinds('faces').find(({ id }) => id === face.id)
    expect(found).toMatchObject({ consent_reference: 'consent of anna', collection_id: 'staff' })
    expect(found?.vector).toEqual([...direction(1)])
    expect(String(found?.content)).toMatch(/^photo /)
    expect(kinds('collections').map(({ id }) => id)).toEqual(['guests', 'staff'])

    const at = given.findIndex(({ kind }) => kind === 'frames')
    const mark = { kind: 'frames', id: given[at]?.id ?? '' } as const
    expect(readMark(writeMark(mark))).toEqual(mark)
    expect(await exported(of('anna'), mark)).toEqual(given.slice(at + 1))
  })

  test('whose picture was purged is exported without it', async () => {
    await keepDocument(held.store, of('anna'), held.clock.now)
    const { database } = held.store
    const [image] = await database.query<{ id: string }>('SELECT id FROM document_images')
    await held.store.vault.remove(owner.id, [image?.id ?? ''])
    const [, picture] = await exported(of('anna'))
    expect(picture?.item).toMatchObject({ content: null, reading: expect.anything() })
  })

  test('whose face another removes at the same moment is erased once', async () => {
    const { face } = await fill(of('anna'))
    const key = { organisationId: owner.id, collectionId: 'staff' }
    const [code, { removed }] = await Promise.all([
      removeFace(held.store.vault, recordsOnly, key, face),
      erasePerson(work(), of('anna')),
    ])
    expect(removed.faces + (code === codes.faceDeleted ? 1 : 0)).toBe(2)
    expect(
      await findCollection(held.store.database, { organisationId: owner.id, collectionId: 'staff' }),
    ).toMatchObject({ faces: 0 })
  })
})

test('a mark that the server did not write is not accepted', () => {
  for (const text of ['', 'x', Buffer.from('passwords:1').toString('base64url'), 'ZnJhbWVz', 'ZmFjZXM6YQ=='])
    expect(readMark(text), text).toBeUndefined()
})

test.each([0, 1, 2, 3, 196_607, 196_608, 196_609, 1_000_000])(
  'an item with a file of %i bytes is written in pieces that are its JSON together',
  async (length) => {
    const content = Buffer.alloc(length, 'any bytes \xff')
    const pieces = await writeItem({ id: 'á"', list: [1, null], content })
    expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(2 ** 18)
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual({
      id: 'á"',
      list: [1, null],
      content: content.toString('base64'),
    })
  },
)

test('an item without a file, or whose file was removed, is written as it is', async () => {
  for (const item of [{ id: 'a' }, { id: 'a', content: null }])
    expect(JSON.parse(Buffer.concat(await writeItem(item)).toString())).toEqual(item)
})
