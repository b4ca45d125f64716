// Keeps the files of a certificate with what was read in them.
import type { Vault } from '../../store/vault.ts'
import { type FiledDocument, fileDocument } from '../filing.ts'
import type { RecognizedData } from './record.ts'

export interface NewRegistration {
  readonly organisationId: string
  readonly files: readonly Uint8Array[]
  readonly data: RecognizedData
  readonly now: number
}

export const keepRegistration = (
  vault: Vault,
  { organisationId, files, data, now }: NewRegistration,
): Promise<FiledDocument> =>
  fileDocument(vault, {
    organisationId,
    kind: 'business-registration',
    parts: files.map((bytes, i) => ({
      bytes,
      // All that was read is kept with the first file.
      reading: Buffer.from(i === 0 ? JSON.stringify(data) : 'null'),
    })),
    now,
  })
