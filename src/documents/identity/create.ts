// Makes a document from its first picture, which may show one side of it or both.
import { randomUUID } from 'node:crypto'
import { codes } from '../../codes.ts'
import type { Vault } from '../../store/vault.ts'
import { isNumbered, type Readable, unnumbered } from './find.ts'
import { keepDocument } from './keep.ts'
import { merge } from './merge.ts'
import { type Outcome, unkept } from './outcome.ts'
import { type ReadContext, recognizedData } from './record.ts'

export interface Creation {
  readonly organisationId: string
  readonly externalPersonId?: string | undefined
  readonly consentReference?: string | undefined
  readonly bytes: Uint8Array
  readonly found: Readable
  readonly now: number
}

export async function createDocument(
  vault: Vault,
  { organisationId, externalPersonId, consentReference, bytes, found, now }: Creation,
  circumstances: ReadContext,
): Promise<Outcome> {
  if (found.outcome !== 'found') return unkept(found, randomUUID(), circumstances)
  if (!isNumbered(found.sides)) return unkept(unnumbered, randomUUID(), circumstances)
  const merged = merge(found.sides)
  if (!merged) throw new Error('a document was found that cannot be made one')
  const pictures = [{ bytes, sides: found.sides }]
  const { id, fileIds } = await keepDocument(vault, {
    organisationId,
    externalPersonId,
    consentReference,
    kind: merged.kind,
    pictures,
    now,
  })
  return {
    code: codes.success,
    id,
    fileIds,
    processStatus: 'processed',
    data: recognizedData(merged, circumstances),
  }
}
