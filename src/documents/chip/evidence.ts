// The evidence about a chip: what was read, how it was judged and what authorities answered, in one object to be signed.
import type { Check } from '../../checks.ts'
import type { KeptConfirmation } from './confirm.ts'
import type { ChipRecord } from './record.ts'

export const EVIDENCE_TYPE = 'chip-evidence'

interface EvidenceParts {
  readonly organisationId: string
  readonly id: string
  readonly record: ChipRecord
  readonly confirmations: readonly KeptConfirmation[]
  /** The signed receipt of the judgement; null where its time is over. */
  readonly receipt: object | null
  readonly now: number
  readonly version: string
}

/** The files are bound by their hashes, and need not be signed themselves. */
export function evidenceOf({
  organisationId,
  id,
  record,
  confirmations,
  receipt,
  now,
  version,
}: EvidenceParts) {
  return {
    type: EVIDENCE_TYPE,
    version: 1,
    organisation: organisationId,
    chip_document_id: id,
    made_at: new Date(now).toISOString(),
    judged_at: new Date(record.judgedAt).toISOString(),
    files: record.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    signer_certificate: record.signer,
    chain: record.chain.map((link) => ({ ...link, keyId: link.keyId ?? null })),
    authenticity: record.authenticity,
    authenticity_text: record.words,
    copy: record.copy,
    active_authentication: record.active
      ? { challenge: record.active.challenge, response: record.active.response }
      : null,
    chip_authentication: record.agreement
      ? { session_id: record.agreement.session, response: record.agreement.response }
      : null,
    checks: record.checks.map(withoutValues),
    confirmations: confirmations.map((one) => ({ ...one })),
    receipt,
    server: { name: 'selfsame', version },
  }
}

const withoutValues = ({ name, score, threshold, rule, outcome, field }: Check) => ({
  name,
  score,
  threshold,
  rule,
  outcome,
  ...(field !== undefined && { field }),
})
