// npm run bench:duplicates: measures how long a search through a whole collection for duplicates takes, by its size.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Settings } from '../../src/config.ts'
import { openWalker } from '../../src/faces/duplicates/walk.ts'
import { registeredFaces } from '../../src/faces/find-duplicates.ts'
import { bytesOf } from '../../src/gallery/known-faces.ts'
import { openGallery } from '../../src/gallery/open.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { addOrganisation } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import { addCollection, type CollectionKey } from '../../src/store/records/collections.ts'
import { addSearch, findSearch } from '../../src/store/records/duplicate-searches.ts'
import { placeOfVector } from '../../src/store/records/face-keys.ts'
import { addFace } from '../../src/store/records/faces.ts'
import { findOrganisation } from '../../src/store/records/organisations.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { openStoreOf, settingsOf } from '../kit/installation.ts'
import { atMost, printTargets } from '../kit/targets.ts'
import { vectorNumbered } from './gallery-vectors.ts'

answerHelp(`Measures how long a search through a whole collection for duplicates takes.

  --faces LIST  sizes of collections (10000,100000)

${writesCacheOnly}`)

const { values } = parseArgs({ options: { faces: { type: 'string', default: '10000,100000' } } })
const sizes = values.faces.split(',').map(Number)
/** One face in so many is there a second time, under another id. */
const ONE_TWICE_IN = 1000
const MILLION = 1_000_000

async function fill(store: Store, key: CollectionKey, count: number): Promise<void> {
  const { name, version } = rowNamed('face-embedder')
  await addCollection(store.database, {
    organisationId: key.organisationId,
    id: key.collectionId,
    externalPersonId: 'bench',
    createdAt: 0,
  })
  for (let from = 0; from < count; from += 10_000)
    await store.database.transaction(async (queries) => {
      const waiting: Promise<void>[] = []
      for (let number = from + 1; number <= Math.min(count, from + 10_000); number++) {
        const id = randomUUID()
        const vector = vectorNumbered(number % ONE_TWICE_IN === 0 ? number - 1 : number)
        const place = placeOfVector(key.organisationId, id)
        const { sealed, keyVersion } = await store.keyring.seal(place, bytesOf(vector))
        const about = { id, number, fileId: id, externalPersonId: `person ${number}`, keyVersion }
        const record = { ...about, embedder: name, embedderVersion: version, vector: sealed }
        waiting.push(addFace(queries, key, record, { createdAt: 0 }))
        // The database has the next at hand when it is done with one.
        if (waiting.length === 200) await Promise.all(waiting.splice(0))
      }
      await Promise.all(waiting)
      await queries.query('UPDATE face_collections SET changes = $1, faces = $1 WHERE id = $2', [
        Math.min(count, from + 10_000),
        key.collectionId,
      ])
    })
}

/** A search waits for a collection only so long; it goes on being loaded. */
function isLoading(error: unknown): false {
  if (!(error instanceof StoreUnavailable)) throw error
  return false
}

interface Walked {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly found: number
}

async function walk(store: Store, config: Settings, key: CollectionKey, faces: number): Promise<Walked> {
  const { name, version } = rowNamed('face-embedder')
  const embedder = { name, version }
  const { database } = store
  const gallery = await openGallery({ config, store, embedder, now: Date.now, log: () => {} })
  try {
    // Loading the collection is measured by bench:gallery.
    const question = { vector: vectorNumbered(1), changes: faces, wanted: 1, leastCosine: -1 }
    while (!(await gallery.nearest(key, question).then(() => true, isLoading)));
    const about = { ...key, id: randomUUID(), sameThreshold: 9000, otherThreshold: 4000 }
    await addSearch(database, { ...about, upTo: faces, faces, createdAt: Date.now() })
    const known = registeredFaces(store)
    const walker = openWalker({ database, gallery, faces: known, now: Date.now, share: 1, keepMs: 1e9 })
    const [begun, cpu] = [performance.now(), process.cpuUsage()]
    await walker.round()
    const { user, system } = process.cpuUsage(cpu)
    const { found = 0 } = (await findSearch(database, key, about.id)) ?? {}
    return { seconds: (performance.now() - begun) / 1000, cpuSeconds: (user + system) / 1e6, found }
  } finally {
    await gallery.close()
  }
}

const data = mkdtempSync(join(tmpdir(), 'selfsame-bench-'))
try {
  const config: Settings = { ...settingsOf({}), data }
  const share = config.duplicateSearchShare
  const store = await openStoreOf(config)
  await addOrganisation(store, 'bench', Date.now())
  const organisationId = (await findOrganisation(store.database, 'bench'))?.id ?? ''
  const walked: (Walked & { readonly faces: number })[] = []
  for (const faces of sizes) {
    const key = { organisationId, collectionId: `of ${faces}` }
    await fill(store, key, faces)
    const one = { faces, ...(await walk(store, config, key, faces)) }
    walked.push(one)
    console.log(
      `${faces} faces: ${one.seconds.toFixed(1)} s, ${one.cpuSeconds.toFixed(1)} s of processors, ${one.found} found of ${faces / ONE_TWICE_IN}`,
    )
  }
  await store.close()
  const [small, large] = [walked.at(0), walked.at(-1)]
  if (small && large && small !== large) {
    // A face costs a fixed time for its record, and a time for each face that it is compared with.
    const perFace = (of: 'seconds' | 'cpuSeconds', { faces, ...one }: Walked & { readonly faces: number }) =>
      one[of] / faces
    const slope = (of: 'seconds' | 'cpuSeconds') =>
      (perFace(of, large) - perFace(of, small)) / (large.faces - small.faces)
    // Other programs on the same cores can make the small one slower than the large: then nothing can be said.
    const atMillion = (of: 'seconds' | 'cpuSeconds') =>
      slope(of) > 0
        ? MILLION * (perFace(of, small) + slope(of) * (MILLION - small.faces))
        : Number.POSITIVE_INFINITY
    console.log(
      `a million, drawn on from these: ${(atMillion('seconds') / 60).toFixed(0)} min at full share, ${(atMillion('cpuSeconds') / 60).toFixed(0)} min of processors`,
    )
    printTargets([
      atMost('duplicates-million-minutes', atMillion('seconds') / 60, 60),
      // As a server with default settings does it: it rests as its share says. Of processors, as two cores have them.
      atMost('duplicates-million-minutes-default-share', atMillion('seconds') / 60 / share, 60),
      atMost('duplicates-million-minutes-two-cores', atMillion('cpuSeconds') / 60 / 2 / share, 60),
      {
        name: 'duplicates-found',
        value: Math.min(...walked.map(({ faces, found }) => (found * ONE_TWICE_IN) / faces)),
        bound: 1,
        good: 'at least',
      },
    ])
  }
} finally {
  rmSync(data, { recursive: true, force: true })
}
