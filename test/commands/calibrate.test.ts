// Tests selfsame faces calibrate: people who are alike make likenesses stricter, until it is taken back.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { direction, turned } from '../../specimens/kit/readings/observations.ts'
import { curveOf } from '../../src/faces/calibrate.ts'
import { cosineOfPercent, falseAcceptRate, impostors, similarityPercent } from '../../src/faces/similarity.ts'
import { bytesOf } from '../../src/gallery/known-faces.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import { addCollection, type CollectionKey } from '../../src/store/records/collections.ts'
import { placeOfVector } from '../../src/store/records/face-keys.ts'
import { addFace, nextChange } from '../../src/store/records/faces.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { installation } from './command-line.ts'

const { name, version } = rowNamed('face-embedder')

/** Has what they share with everybody, so that two of them have a cosine of about 0.2. */
const alike = (seed: number): Float32Array => turned(direction(999_999), direction(seed), Math.sqrt(0.2))

async function furnish(store: Store, organisation: string): Promise<CollectionKey> {
  await addOrganisation(store, organisation, Date.now())
  const { id: organisationId = '' } = (await findOrganisation(store.database, organisation)) ?? {}
  await addCollection(store.database, { organisationId, id: 'all', externalPersonId: 'p', createdAt: 0 })
  return { organisationId, collectionId: 'all' }
}

async function enrol(store: Store, key: CollectionKey, people: readonly (readonly [string, Float32Array])[]) {
  const { database, keyring } = store
  await database.transaction(async (queries) => {
    for (const [externalPersonId, vector] of people) {
      const id = randomUUID()
      const number = (await nextChange(queries, key, 1)) ?? 0
      const place = placeOfVector(key.organisationId, id)
      const { sealed, keyVersion } = await keyring.seal(place, bytesOf(vector))
      const about = { id, number, fileId: id, externalPersonId, keyVersion, vector: sealed }
      await addFace(queries, key, { ...about, embedder: name, embedderVersion: version }, { createdAt: 0 })
    }
  })
}

test('people who are alike make likenesses stricter, pairs of one person are left out, and it is taken back', {
  timeout: 180_000,
}, async () => {
  const at = installation()
  await at.withStore(async (store) => {
    const key = await furnish(store, 'acme')
    const few = await at.run('faces calibrate --org acme')
    expect([few.code, few.err]).toEqual([1, expect.stringContaining('0 people are enrolled there')])

    const people = Array.from({ length: 300 }, (_, i) => [`person ${i}`, alike(i + 1)] as const)
    const twice = Array.from(
      { length: 3 },
      (_, i) => [`again ${i}`, turned(alike(i + 1), direction(7), 0.75)] as const,
    )
    await enrol(store, key, [...people, ...twice])
    const before = await curveOf(store.database, key.organisationId)
    expect(before).toBe(impostors)

    const tried = await at.run('faces calibrate --org acme --try')
    expect(tried.out).toContain('Nothing was stored.')
    expect(await curveOf(store.database, key.organisationId)).toBe(impostors)

    const made = await at.run('faces calibrate --org acme --collection all')
    expect(made.out).toContain('303 people, 45,753 pairs of strangers.')
    expect(made.out).toMatch(/About \d pairs look like one person under two ids/)
    for (let i = 0; i < 3; i++)
      expect(made.out).toMatch(new RegExp(`"(person|again) ${i}" and "(person|again) ${i}"`))
    expect(made.out).toContain('Stored as organisation-1')
    const curve = await curveOf(store.database, key.organisationId)
    expect(curve.calibration).toBe('organisation-1')
    // Random directions of 128 numbers have cosines of deviation 0.088, here within four fifths, and four deviations away.
    expect(cosineOfPercent(80, curve)).toBeGreaterThan(0.43)
    expect(cosineOfPercent(80, curve)).toBeLessThan(0.54)
    expect(similarityPercent(0.43, curve)).toBeLessThan(similarityPercent(0.43))
    expect(falseAcceptRate(0.05, curve)).toBeGreaterThanOrEqual(falseAcceptRate(0.05))

    const other = await furnish(store, 'other')
    expect(await curveOf(store.database, other.organisationId)).toBe(impostors)
    await at.run('faces calibrate')
    expect((await curveOf(store.database, other.organisationId)).calibration).toBe('server-1')
    expect((await curveOf(store.database, key.organisationId)).calibration).toBe('organisation-1')
    const list = JSON.parse((await at.run('faces calibrations --json')).out)
    expect(list).toMatchObject([
      { organisation: null, version: 1, people: 303, endedAt: null },
      { organisation: 'acme', version: 1, collection: 'all', endedAt: null, isOfThisEmbedder: true },
    ])

    expect((await at.run('faces calibrate --org acme --reset')).out).toContain('Taken back')
    expect((await curveOf(store.database, key.organisationId)).calibration).toBe('server-1')
    await at.run('faces calibrate --reset')
    expect(await curveOf(store.database, key.organisationId)).toBe(impostors)
  })
})
