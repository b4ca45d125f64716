// The driving licences: how answers name each, what its number looks like, and which names of classes it may bear.
import type { Kind } from '../kinds.ts'

export interface LicenceRow {
  readonly kind: Kind
  /** The specification's `document`. */
  readonly label: 'GPLX' | 'GPLX PET'
  /** Of its `id`. */
  readonly number: RegExp
}

const TWELVE = /^\d{12}$/

/** The card of 2025 is of PET too: `document_version` tells it from the one before. */
export const LICENCE_KINDS: readonly LicenceRow[] = [
  // Letters among the digits; of later ones nobody can say that none had twelve.
  { kind: 'licence-paper', label: 'GPLX', number: /^(?:[A-ZĐ]{1,2}\d{6,7}|\d{12})$/ },
  { kind: 'licence-pet', label: 'GPLX PET', number: TWELVE },
  { kind: 'licence-2025', label: 'GPLX PET', number: TWELVE },
]

export const licenceRow = (kind: Kind): LicenceRow | undefined =>
  LICENCE_KINDS.find((row) => row.kind === kind)
