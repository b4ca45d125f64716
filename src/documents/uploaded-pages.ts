// Reads the pages of documents in an uploaded image, and refuses one that cannot be read by the name of its field.
import type { Settings } from '../config.ts'
import { type Kept, readable, type Upload, withKept } from '../uploaded-images.ts'
import type { Pool } from '../workers/port.ts'
import type { DocumentJobs } from './jobs.ts'
import type { PageAsk, Pages } from './pages/page.ts'
import type { PairInput, PairLook } from './pages/tilted-pair.ts'

interface Reading {
  readonly config: Settings
  readonly workers: Pool<DocumentJobs>
}

/** The pages of documents in an uploaded image, and what is written on them; refused like `inspectUpload`. */
export async function readUpload(reading: Reading, upload: Upload, ask: PageAsk): Promise<Pages & Kept> {
  const { bytes, organisationId: organisation, signal, field } = upload
  const input = { bytes, maxMegapixels: reading.config.imageMegapixels, ask }
  const pages = await reading.workers.run('read-pages', input, { organisation, signal, field, isLong: true })
  return withKept(readable(pages, field), upload)
}

/** A page in an uploaded image beside the same page in an earlier one; undefined where that cannot be decoded any more. */
export function comparePages(
  { config, workers }: Reading,
  { organisationId: organisation, signal, field }: Omit<Upload, 'bytes' | 'cut'>,
  pair: Omit<PairInput, 'maxMegapixels'>,
): Promise<PairLook | undefined> {
  const input = { ...pair, maxMegapixels: config.imageMegapixels }
  return workers.run('compare-pair', input, { organisation, signal, field })
}
