// Reads a driving licence and keeps it: number and name must be on its front, of its back whatever can be read is enough.
import { randomUUID } from 'node:crypto'
import { type Code, codes } from '../../codes.ts'
import type { Vault } from '../../store/vault.ts'
import { fileDocument } from '../filing.ts'
import { surestOf } from './facts.ts'
import type { Found } from './find.ts'
import { emptyData, type ReadContext, type RecognizedData, recognizedData } from './record.ts'
import { encodeSides } from './side-reading.ts'

export interface Reading {
  readonly organisationId: string
  readonly externalPersonId?: string | undefined
  readonly consentReference?: string | undefined
  readonly bytes: Uint8Array
  /** Several are refused before. */
  readonly found: Exclude<Found, { readonly outcome: 'several' }>
  readonly now: number
}

export interface Outcome {
  readonly code: Code
  /** Where nothing was kept, it names the answer only. */
  readonly id: string
  readonly fileIds: readonly string[]
  readonly data: RecognizedData
}

/** What lacks its number or name is answered as far as it was read, and not kept: it will be sent again. */
export async function readLicence(
  vault: Vault,
  { bytes, found, ...whose }: Reading,
  circumstances: ReadContext,
): Promise<Outcome> {
  if (found.outcome === 'nothing') {
    const data = emptyData(circumstances.serverTag, found.checks)
    return { code: codes.documentNotFound, id: randomUUID(), fileIds: [], data }
  }
  const { sides } = found
  const data = recognizedData(sides, circumstances)
  const code = codeOf(data)
  if (code !== codes.success) return { code, id: randomUUID(), fileIds: [], data }
  const { kind } = surestOf(sides)
  const parts = [{ bytes, reading: encodeSides(sides) }]
  return { code, data, ...(await fileDocument(vault, { ...whose, kind, parts })) }
}

export function codeOf({ id_type, id, name }: RecognizedData): Code {
  if (id_type !== '0') return codes.success
  if (id === '') return codes.licenceNumberNotFound
  return name === '' ? codes.nameNotFound : codes.success
}
