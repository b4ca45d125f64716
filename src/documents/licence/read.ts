// Reads a driving licence and stores it: number and name must be on its front, of its back whatever can be read is enough.
import { type Code, codes } from '../../codes.ts'
import type { Vault } from '../../store/vault.ts'
import { notStored, type Outcome } from '../cards/outcome.ts'
import type { ReadContext } from '../cards/record.ts'
import { encodeSides } from '../cards/side.ts'
import { type DocumentOwner, fileDocument } from '../filing.ts'
import { licenceCardOf } from './card.ts'
import type { Readable } from './find.ts'
import { emptyData, type RecognizedData, recognizedData } from './record.ts'

export interface Reading extends DocumentOwner {
  readonly bytes: Uint8Array
  readonly found: Readable
}

/** What lacks its number or name is answered as far as it was read, and not stored: it will be sent again. */
export async function readLicence(
  vault: Vault,
  { bytes, found, ...owner }: Reading,
  context: ReadContext,
): Promise<Outcome<RecognizedData>> {
  if (found.outcome === 'nothing')
    return notStored(codes.documentNotFound, emptyData(context.serverTag, found.checks))
  const { sides } = found
  const data = recognizedData(sides, context)
  const code = codeOf(data)
  if (code !== codes.success) return notStored(code, data)
  const { kind } = licenceCardOf(sides, context.today)
  const parts = [{ bytes, reading: encodeSides(sides) }]
  return { code, data, ...(await fileDocument(vault, { ...owner, kind, parts })) }
}

export function codeOf({ id_type, id, name }: RecognizedData): Code {
  if (id_type !== '0') return codes.success
  if (id === '') return codes.licenceNumberNotFound
  return name === '' ? codes.nameNotFound : codes.success
}
