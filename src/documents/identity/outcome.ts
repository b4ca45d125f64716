// What the verbs of identity documents answer: a code, and the record of the document as far as there is one.
import { type Code, codes } from '../../codes.ts'
import type { Readable } from './find.ts'
import { emptyData, multipleData, type ReadContext, type RecognizedData } from './record.ts'

export interface Outcome {
  readonly code: Code
  /** Where nothing was kept, it names the answer only. */
  readonly id: string
  readonly fileIds: readonly string[]
  readonly processStatus: 'processed' | 'failed'
  readonly data: RecognizedData
}

/** What there is to say where nothing is kept. */
export function unkept(
  found: Exclude<Readable, { readonly outcome: 'found' }>,
  id: string,
  { serverTag }: ReadContext,
): Outcome {
  const isNothing = found.outcome === 'nothing'
  return {
    code: isNothing ? codes.documentNotFound : codes.tooManyDocumentTypes,
    id,
    fileIds: [],
    processStatus: 'failed',
    data: isNothing ? emptyData(serverTag, found.checks) : multipleData(serverTag),
  }
}
