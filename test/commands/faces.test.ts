// Tests selfsame faces: it lists faces, moves them to this version's embedder, and fills Qdrant from the database.
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import '../../specimens/kit/engines/provided.ts'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { picture, portrait } from '../../specimens/kit/photographs/sample-photos.ts'
import { direction } from '../../specimens/kit/readings/observations.ts'
import { testSettings } from '../../specimens/kit/servers/settings.ts'
import { askOfReference } from '../../src/faces/portrait.ts'
import { bytesOf, openKnownFaces } from '../../src/gallery/known-faces.ts'
import { openGallery } from '../../src/gallery/open.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { openWorkers, openWorkersCage } from '../../src/open-workers.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import type { Queries } from '../../src/store/port.ts'
import { addCollection, type CollectionKey, findCollection } from '../../src/store/records/collections.ts'
import { placeOfVector } from '../../src/store/records/face-keys.ts'
import { addFace, type Embedder, nextChange } from '../../src/store/records/faces.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import type { Seals } from '../../src/store/vault.ts'
import { dropCollections, pointsIn } from '../gallery/qdrant-kit.ts'
import { type Installation, installation } from './command-line.ts'

const { name, version } = rowNamed('face-embedder')
const current: Embedder = { name, version }
const old: Embedder = { name, version: 'of last year' }
/** Each command opens the networks, on two cores that others use too. */
const timeout = 180_000

const face = async (person: number) =>
  picture(await portrait(3, person))
    .jpeg({ quality: 95 })
    .toBuffer()
const nobody = () => chart(480, 480).jpeg().toBuffer()

/** Makes an organisation with a collection. */
async function furnish(store: Store, organisation: string, collectionId: string): Promise<CollectionKey> {
  await addOrganisation(store, organisation, Date.now())
  const { id: organisationId = '' } = (await findOrganisation(store.database, organisation)) ?? {}
  const collection = { organisationId, id: collectionId, externalPersonId: 'p', createdAt: Date.now() }
  await addCollection(store.database, collection)
  return { organisationId, collectionId }
}

/** Registers a face as another version would have; its vector is of no use to this one. */
async function register(store: Store, key: CollectionKey, photo: Buffer, made: Embedder): Promise<string> {
  const [id, fileId] = [randomUUID(), randomUUID()]
  const vector = { label: placeOfVector(key.organisationId, id).label, bytes: bytesOf(direction(5)) }
  const files = [{ id: fileId, bytes: photo }]
  const keep = async (queries: Queries, seals: Seals<'vector'>) => {
    const number = await nextChange(queries, key, 1)
    if (number === undefined) throw new Error('nothing to register it in')
    const { bytes, keyVersion } = seals.vector
    const about = { id, number, fileId, externalPersonId: `person ${number}`, keyVersion, vector: bytes }
    const record = { ...about, embedder: made.name, embedderVersion: made.version }
    await addFace(queries, key, record, { createdAt: Date.now() })
  }
  await store.vault.keep(key.organisationId, files, keep, { vector })
  return id
}

/** Returns the vectors that one embedder made, by the ids of their faces. */
async function vectors({ database, keyring }: Store, key: CollectionKey, embedder: Embedder) {
  const known = new Map<string, Float32Array>()
  const faces = openKnownFaces({ database, keyring, embedder })
  for await (const page of faces.pages(key, 0, Number.MAX_SAFE_INTEGER))
    for (const { id, vector } of page) known.set(id, vector)
  return known
}

/** Gives the vectors of faces as a worker of this version makes them. */
async function seenByWorker(at: Installation, photos: readonly Buffer[]): Promise<Float32Array[]> {
  const settings = testSettings(at.data)
  const pool = openWorkers(settings, await openWorkersCage(settings))
  const ask = { ...askOfReference, cover: false }
  const seen: Float32Array[] = []
  try {
    for (const bytes of photos) {
      const image = { bytes, maxMegapixels: 50, ask }
      const observed = await pool.run('observe-image', image, { organisation: '' })
      if ('fault' in observed || !observed.faces[0]?.vector) throw new Error('there is no face')
      seen.push(observed.faces[0].vector)
    }
  } finally {
    await pool.close(1000)
  }
  return seen
}

test('faces of an old embedder are listed, moved, and found by a server that had searched before', {
  timeout,
}, async () => {
  const at = installation()
  const photos = [await face(0), await face(1), await nobody()]
  await at.withStore(async (store) => {
    const key = await furnish(store, 'acme', 'staff')
    const ids: string[] = []
    for (const photo of photos) ids.push(await register(store, key, photo, old))
    const [first = '', second = '', third = ''] = ids
    const before = await vectors(store, key, old)
    const list = await at.run('faces list')
    expect(list.out).toBe(
      `acme  staff  3 faces by ${name} of last year  not searched: selfsame faces re-embed moves them\n`,
    )

    const config = testSettings(at.data)
    const gallery = await openGallery({ config, store, embedder: current, now: Date.now, log: () => {} })
    const [likeFirst = new Float32Array(), likeSecond] = await seenByWorker(at, photos.slice(0, 2))
    const nearest = async () => {
      const { changes = 0 } = (await findCollection(store.database, key)) ?? {}
      return gallery.nearest(key, { vector: likeFirst, changes, wanted: 1, leastCosine: 0.9 })
    }
    expect(await nearest()).toEqual([])

    const moved = await at.run('faces re-embed')
    expect(moved.out).toBe(`acme staff: 2 faces are now by ${name} ${version}\n`)
    expect(moved.err).toContain(`face ${third} keeps its old vector: no face is found in its photo`)
    expect(moved.code).toBe(1)
    const [match] = await nearest()
    expect(match?.face.id).toBe(first)
    expect(match?.cosine).toBeCloseTo(1, 5)
    await gallery.close()

    const after = await vectors(store, key, current)
    expect([...after.keys()].toSorted()).toEqual([first, second].toSorted())
    expect(after.get(first)).toEqual(likeFirst)
    expect(after.get(second)).toEqual(likeSecond)
    expect(await vectors(store, key, old)).toEqual(new Map([[third, before.get(third)]]))

    const state = await findCollection(store.database, key)
    const again = await at.run('faces re-embed --org acme --collection staff')
    expect([again.code, again.out]).toEqual([1, `acme staff: 0 faces are now by ${name} ${version}\n`])
    expect(again.err).toContain(third)
    expect(await findCollection(store.database, key)).toEqual(state)
    expect(await vectors(store, key, current)).toEqual(after)
    const counts = JSON.parse((await at.run('faces list --json')).out)
    expect(counts).toMatchObject([
      { organisation: 'acme', collectionId: 'staff', embedderVersion: version, faces: 2 },
      { organisation: 'acme', collectionId: 'staff', embedderVersion: old.version, faces: 1 },
    ])
  })
})

test('a killed move continues where it was, and only for the given organisation', { timeout }, async () => {
  const at = installation()
  const all = 10
  const photo = await face(2)
  const keys = await at.withStore(async (store) => {
    const made: CollectionKey[] = []
    for (const organisation of ['acme', 'other']) {
      const key = await furnish(store, organisation, 'staff')
      for (let n = 0; n < (organisation === 'acme' ? all : 1); n++) await register(store, key, photo, old)
      made.push(key)
    }
    return made
  })
  const [mine, others] = keys as [CollectionKey, CollectionKey]
  const count = (key: CollectionKey, of: Embedder) =>
    at.withStore(async (store) => (await vectors(store, key, of)).size)

  const killed = at.start('faces re-embed --org acme')
  await killed.until(new RegExp(`acme staff: \\d+/${all}`))
  killed.child.kill('SIGKILL')
  await killed.ended
  const done = await count(mine, current)
  expect(done).toBeGreaterThan(0)
  expect(await count(mine, old)).toBe(all - done)
  expect(done, 'it was killed too late to prove anything').toBeLessThan(all)

  const rest = await at.run('faces re-embed --org acme')
  expect([rest.code, rest.out]).toEqual([
    0,
    `acme staff: ${all - done} faces are now by ${name} ${version}\n`,
  ])
  expect([await count(mine, current), await count(mine, old)]).toEqual([all, 0])
  const nothing = await at.run('faces re-embed --org acme')
  expect([nothing.code, nothing.out]).toEqual([
    0,
    `Every face was made by ${name} ${version}: nothing to do.\n`,
  ])
  expect([await count(others, current), await count(others, old)]).toEqual([0, 1])
})

test.skipIf(inject('qdrantUrl') === null)('faces of this embedder are written to Qdrant', async () => {
  const at = installation()
  const qdrant = { url: inject('qdrantUrl') ?? '', collection: `test-${randomUUID()}` }
  const settings = { SELFSAME_QDRANT_URL: qdrant.url, SELFSAME_QDRANT_COLLECTION: qdrant.collection }
  try {
    const ids = await at.withStore(async (store) => {
      const key = await furnish(store, 'acme', 'staff')
      const photo = Buffer.from('nobody looks at it')
      await register(store, key, photo, old)
      return [await register(store, key, photo, current), await register(store, key, photo, current)]
    })
    for (const _ of ['first', 'again']) {
      const { code, out } = await at.run('faces fill-qdrant', settings)
      expect([code, out]).toEqual([0, '2 faces are in Qdrant.\n'])
      expect(await pointsIn(qdrant)).toEqual(ids.toSorted())
    }
  } finally {
    await dropCollections(qdrant)
  }
})

test('what is asked for wrongly is answered with a sentence', async () => {
  const at = installation()
  expect((await at.run('faces list')).out).toMatch(/No face is registered\.\n$/)
  const nothing = await at.run('faces re-embed')
  expect([nothing.code, nothing.out]).toEqual([
    0,
    `Every face was made by ${name} ${version}: nothing to do.\n`,
  ])
  const sentences = {
    'faces re-embed --collection staff': '--collection goes with --org',
    'faces re-embed --org nobody': 'There is no organisation "nobody". There is none yet.',
    'faces re-embed --org nobody --collection staff': 'There is no organisation "nobody"',
    'faces fill-qdrant': 'SELFSAME_QDRANT_URL is not set',
  }
  for (const [command, sentence] of Object.entries(sentences)) {
    const { code, out, err } = await at.run(command)
    expect([code, out], command).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/\bat .*\.ts/)
  }
  const away = await at.run('faces fill-qdrant', { SELFSAME_QDRANT_URL: 'http://127.0.0.1:9' })
  expect(away.code).toBe(1)
  expect(away.err).toContain('Qdrant')
  expect(away.err).not.toMatch(/\bat .*\.ts/)
})

test('help names everything the commands take', async () => {
  const at = installation()
  const help = {
    faces: ['list', 're-embed', 'fill-qdrant'],
    'faces list': ['--json'],
    'faces re-embed': ['--org <name>', '--collection <id>', 'goes on where it was'],
    'faces fill-qdrant': ['Qdrant'],
  }
  for (const [command, mentioned] of Object.entries(help)) {
    const { code, out } = await at.run(`${command} --help`)
    expect(code, command).toBe(0)
    for (const words of mentioned) expect(out).toContain(words)
  }
})
