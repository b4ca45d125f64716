// The answers of identity documents: of one that was stored, and of a picture that is not stored.
import { codes } from '../../codes.ts'
import { notStored, type Outcome } from '../cards/outcome.ts'
import type { FiledDocument } from '../filing.ts'
import type { Readable } from './find.ts'
import type { Merged } from './merge.ts'
import {
  emptyData,
  type IdentityContext,
  multipleData,
  type RecognizedData,
  recognizedData,
} from './record.ts'

export type IdentityOutcome = Outcome<RecognizedData>

export const storedOutcome = (
  { id, fileIds }: FiledDocument,
  merged: Merged,
  context: IdentityContext,
): IdentityOutcome => ({ code: codes.success, id, fileIds, data: recognizedData(merged, context) })

/** `id` is that of the document that a picture was sent for. */
export const refusedOutcome = (
  found: Exclude<Readable, { readonly outcome: 'found' }>,
  { serverTag }: IdentityContext,
  id?: string,
): IdentityOutcome =>
  found.outcome === 'nothing'
    ? notStored(codes.documentNotFound, emptyData(serverTag, found.checks), id)
    : notStored(codes.tooManyDocumentTypes, multipleData(serverTag), id)
