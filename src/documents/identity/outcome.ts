// The answers of identity documents: of one that is stored, and of a picture that is not.
import { codes } from '../../codes.ts'
import { type Merged, merge } from '../cards/merge.ts'
import { notStored, type Outcome } from '../cards/outcome.ts'
import { documentNotFound } from '../detected.ts'
import type { FiledDocument } from '../filing.ts'
import type { PlacedPage } from '../pages/places.ts'
import type { ReadableCard } from './find.ts'
import {
  emptyData,
  type IdentityContext,
  type IdentityData,
  multipleData,
  notOneCardData,
  recognizedData,
} from './record.ts'

export interface IdentityOutcome extends Outcome<IdentityData> {
  /** The specification's `process_status`. */
  readonly status: 'processed' | 'failed'
}

/** A document, and its pictures made one. */
export interface Standing extends FiledDocument {
  readonly merged: Merged
}

export const storedOutcome = (
  { id, fileIds, merged }: Standing,
  context: IdentityContext,
): IdentityOutcome => ({
  code: codes.success,
  id,
  fileIds,
  data: recognizedData(merged, context),
  status: 'processed',
})

/** The same answer, with the documents beside it in the picture. */
export const beside = (outcome: IdentityOutcome, others: readonly PlacedPage[]): IdentityOutcome => ({
  ...outcome,
  data: { ...outcome.data, other_documents: others },
})

/** What cannot be answered as a document; `field` carried the picture, where a call has two of them. */
export type Refused = Exclude<ReadableCard, { readonly outcome: 'found' }> & { readonly field?: string }

/** `standing` is the document that the picture was sent for: it is answered as it stands. */
export function refusedOutcome(
  refused: Refused,
  context: IdentityContext,
  standing?: Standing,
): IdentityOutcome {
  const shown = standing?.merged ?? (refused.outcome === 'nothing' ? merge(refused.sides) : undefined)
  const data = shown ? recognizedData(shown, context) : emptyData(context.serverTag)
  const kept = standing && { id: standing.id, fileIds: standing.fileIds }
  if (refused.outcome === 'nothing') {
    const checks = [...refused.checks, ...data.checks]
    const code = documentNotFound(refused.detected, refused.field)
    return { ...notStored(code, { ...data, ...refused.detected, checks }), ...kept, status: 'failed' }
  }
  const code = codes.tooManyDocumentTypes
  return kept
    ? { ...notStored(code, notOneCardData(data)), ...kept, status: 'processed' }
    : { ...notStored(code, multipleData(context.serverTag)), status: 'failed' }
}
