// Defines what is asked and answered when the signer of a chip is judged against the trust store.
import type { Check } from '../checks.ts'

/**
 * Whether a state signed the chip. Only `trusted` is proof. `unknown-anchor` is signed by a key that no certificate
 * of the trust store stands for, and `broken` is not signed by whom it names.
 */
export type Authenticity = 'trusted' | 'unknown-anchor' | 'revoked' | 'expired' | 'broken'

/** What the operator imported. Key identifiers are lower-case hexadecimal, as `keyIdsOf` gives them. */
export interface TrustStore {
  /** Returns the certificates (DER) whose subject has this key. */
  certificatesByKeyId(keyId: string): Promise<readonly Uint8Array[]>
  /** Returns the certificates (DER) of this subject, as `Name.text` writes it: for the few that name no key. */
  certificatesBySubject?(subject: string): Promise<readonly Uint8Array[]>
  /** Returns the revocation lists (DER) that the holder of this key issued. */
  crlsByIssuer(keyId: string): Promise<readonly Uint8Array[]>
  /** Returns the revocation lists (DER) of a country: a new key of a state revokes what an old one certified. */
  crlsByCountry?(country: string): Promise<readonly Uint8Array[]>
}

export interface SignerQuestion {
  /** When the chip was signed, where its signature says so. */
  readonly signedAt?: Date | undefined
  readonly now: Date
  /** The issuing state of DG1: three letters, or fewer (Germany has D). */
  readonly issuingState?: string | undefined
}

/** One certificate of the chain, from the signer of the chip to the anchor. */
export interface ChainLink {
  readonly role: 'signer' | 'link' | 'anchor'
  readonly subject: string
  readonly issuer: string
  /** Lower-case hexadecimal. */
  readonly serialNumber: string
  readonly keyId: string | undefined
  /** ISO 8601, UTC. */
  readonly notBefore: string
  readonly notAfter: string
  /** SHA-256 of the certificate, lower-case hexadecimal. */
  readonly fingerprint: string
}

export interface Judgement {
  readonly authenticity: Authenticity
  /** One or two sentences that say what the state means. */
  readonly words: string
  readonly checks: readonly Check[]
  readonly chain: readonly ChainLink[]
}
