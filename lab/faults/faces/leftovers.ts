// Finds what a kill may leave behind: files and journals that belong to no face, and photos that do not open.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../../src/store/open.ts'
import type { CollectionKey } from '../../../src/store/records/collections.ts'
import { filesBelow, unknownNamesIn } from '../../kit/data-folder.ts'
import type { Violation } from '../violation.ts'
import { type LivingFace, personOf, photoOf } from './ledger.ts'

/** This runs after the sweep of a start and before the next registration: whatever the journals name should be gone. */
export async function leftovers({ database }: Store, data: string): Promise<Violation[]> {
  const found: Violation[] = []
  const keys = async (sql: string) => (await database.query<{ key: string }>(sql)).map(({ key }) => key)
  const kept = new Set(await keys('SELECT storage_key AS key FROM files'))
  const journal = await keys('SELECT storage_key AS key FROM file_journal')
  const gallery = await keys('SELECT face_id AS key FROM gallery_journal')
  const whole = new Set<string>()
  for (const file of await filesBelow(join(data, 'files'))) {
    if (file.whole && kept.has(file.key)) whole.add(file.key)
    else found.push({ kind: 'half', what: `the file ${file.path} belongs to nothing` })
  }
  for (const key of kept)
    if (!whole.has(key))
      found.push({ kind: 'half', what: `a photo was recorded as ${key}, and is not there` })
  for (const key of journal) found.push({ kind: 'orphan', what: `the journal of files still holds ${key}` })
  for (const key of gallery) found.push({ kind: 'orphan', what: `the journal of the gallery holds ${key}` })
  for (const name of unknownNamesIn(data))
    if (name !== 'gallery') found.push({ kind: 'orphan', what: `${name} lies in the data folder` })
  for (const name of await brokenSnapshots(data))
    found.push({ kind: 'orphan', what: `${name} is a part of a snapshot that nobody will end` })
  return found
}

/** Returns snapshots whose writing a kill interrupted; one that is being written now is gone a little later. */
async function brokenSnapshots(data: string): Promise<string[]> {
  const unfinished = () => snapshotsIn(data).filter((name) => !name.endsWith('.faces'))
  const first = unfinished()
  if (first.length > 0) await sleep(3_000)
  const later = new Set(unfinished())
  return first.filter((name) => later.has(name))
}

function snapshotsIn(data: string): string[] {
  try {
    return readdirSync(join(data, 'gallery'))
  } catch {
    return [] // no snapshot was written yet
  }
}

/** The photos are read back byte by byte. */
export async function damagedPhotos(
  store: Store,
  collectionKey: CollectionKey,
  faces: readonly LivingFace[],
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const { n, fileId } of faces) {
    const photo = await store.vault.read(collectionKey.organisationId, fileId).catch((error: Error) => error)
    if (photo instanceof Error) found.push({ kind: 'half', what: `${personOf(n)}: ${photo.message}` })
    else if (!photo?.equals(photoOf(n)))
      found.push({ kind: 'half', what: `the photo of ${personOf(n)} holds other bytes` })
  }
  return found
}
