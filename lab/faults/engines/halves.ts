// Finds what is there in part: a record without its file, a file without its record, a wrong count, a point without a face.
import { setTimeout as sleep } from 'node:timers/promises'
import { collectionName } from '../../../src/gallery/qdrant-collection.ts'
import { rowNamed } from '../../../src/models/manifest.ts'
import type { Store } from '../../../src/store/open.ts'
import type { Cluster } from './cluster.ts'

/** Each query must find nothing, whatever is being written at that moment. */
const joins: Readonly<Record<string, string>> = {
  'a face without its photo':
    'SELECT f.id FROM faces f LEFT JOIN files k ON k.organisation_id = f.organisation_id AND k.id = f.file_id WHERE k.id IS NULL',
  'a frame without its file':
    'SELECT f.id FROM challenge_frames f LEFT JOIN files k ON k.organisation_id = f.organisation_id AND k.id = f.id WHERE k.id IS NULL',
  'a picture of a document without its file':
    'SELECT i.id FROM document_images i LEFT JOIN files k ON k.organisation_id = i.organisation_id AND k.id = i.id WHERE k.id IS NULL',
  'a challenge that miscounts its frames':
    'SELECT c.id FROM challenges c WHERE c.frames <> (SELECT COUNT(*) FROM challenge_frames f WHERE f.organisation_id = c.organisation_id AND f.challenge_id = c.id)',
  'a document that miscounts its pictures':
    'SELECT d.id FROM documents d WHERE d.images <> (SELECT COUNT(*) FROM document_images i WHERE i.organisation_id = d.organisation_id AND i.document_id = d.id)',
  'a collection that miscounts its faces':
    'SELECT c.id FROM face_collections c WHERE c.faces <> (SELECT COUNT(*) FROM faces f WHERE f.organisation_id = c.organisation_id AND f.collection_id = c.id)',
}

/** This is also checked while the traffic runs. */
export async function halvesNow(store: Store): Promise<string[]> {
  const found: string[] = []
  for (const [what, sql] of Object.entries(joins))
    for (const { id } of await store.database.query<{ id: string }>(sql)) found.push(`${what}: ${id}`)
  return found
}

/** This is checked when traffic has ended: the journals empty by themselves, and then files, records and points agree. */
export async function halves({ store, qdrantUrl }: Cluster): Promise<string[]> {
  const found = await halvesNow(store)
  for (const journal of ['file_journal', 'gallery_journal']) {
    const waiting = async () => (await store.database.query(`SELECT * FROM ${journal}`)).length
    for (let tries = 0; tries < 600 && (await waiting()) > 0; tries++) await sleep(200)
    if ((await waiting()) > 0) found.push(`${journal} does not run dry`)
  }
  const rows = await store.database.query<{ key: string }>('SELECT storage_key AS key FROM files')
  const recorded = new Set(rows.map(({ key }) => key))
  const lying = new Set<string>()
  for await (const key of store.files.list('')) lying.add(key)
  for (const key of recorded) if (!lying.has(key)) found.push(`a record without its file: ${key}`)
  for (const key of lying) if (!recorded.has(key)) found.push(`a file without its record: ${key}`)
  if (qdrantUrl === undefined) return found
  const faces = new Set(
    (await store.database.query<{ id: string }>('SELECT id FROM faces')).map(({ id }) => id),
  )
  const points = new Set(await pointsOf(qdrantUrl))
  for (const id of faces) if (!points.has(id)) found.push(`a face that Qdrant does not know: ${id}`)
  for (const id of points) if (!faces.has(id)) found.push(`a point of nobody: ${id}`)
  return found
}

async function pointsOf(url: string): Promise<string[]> {
  const collection = collectionName('selfsame', rowNamed('face-embedder'))
  const ids: string[] = []
  for (let offset: string | undefined; ; ) {
    const answer = await fetch(`${url}/collections/${collection}/points/scroll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 1000, ...(offset && { offset }) }),
    })
    const { result } = (await answer.json()) as {
      result: { points: { id: string }[]; next_page_offset?: string }
    }
    ids.push(...result.points.map(({ id }) => id))
    if (!result.next_page_offset) return ids
    offset = result.next_page_offset
  }
}
