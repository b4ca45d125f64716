// The reasons for which an attestation, a key or a signature of a phone is refused, each with what it means.

export const attestationReasons = {
  'not-readable':
    'The bytes are not DER, CBOR or a token: a wrong tag, a length that does not fit, or bytes left over.',
  'chain-too-short': 'The chain has fewer certificates than a phone sends.',
  'chain-too-long': 'The chain has more certificates than any phone sends.',
  'certificate-not-readable':
    'A certificate of the chain is not DER as X.509 wants it, is too large, too deep, or has bytes after its end.',
  'certificate-not-understood': 'A certificate has a critical extension that this server does not know.',
  'issuer-wrong': 'A certificate does not name the next of the chain as its issuer.',
  'signature-wrong': 'A certificate was not signed by the next of the chain.',
  'certificate-expired': 'A certificate of the chain is no longer valid.',
  'certificate-not-yet-valid': 'A certificate of the chain is not valid yet.',
  'certificate-revoked': 'A certificate of the chain stands on the revocation list.',
  'no-authority': 'A certificate of the chain signs others and may not.',
  'root-unknown': 'The chain does not end at a root that this server trusts.',
  'description-missing': 'The certificate of the key has no description of the key.',
  'description-elsewhere':
    'A certificate above that of the key describes a key too: the chain was made longer by somebody who owns an attested key.',
  'description-malformed': 'The description of the key is not as Android writes it.',
  'challenge-wrong': 'The attestation is for another nonce.',
  'software-level': 'The key is kept by software, and not by hardware.',
  'boot-unlocked': 'The boot loader of the phone is unlocked.',
  'boot-unverified': 'The phone did not start the system that its maker signed.',
  'patch-level-old': 'The phone misses security patches that the organisation asks for.',
  'app-not-listed': 'The organisation does not list the app, or not the certificate that signed it.',
  'app-version-old': 'The app is older than the organisation asks for.',
  'key-imported': 'The key was not made inside the hardware.',
  'key-not-for-signing': 'The key may not sign.',
  'key-not-usable': 'The key is of a kind or size that this server does not check signatures with.',
  'counter-wrong': 'The counter of the key is not 0 when it is attested, or did not go up since.',
  'environment-wrong':
    'The attestation is of the development environment, which the organisation does not allow.',
  'key-id-wrong': 'The id of the key is not the hash of the key.',
  'receipt-wrong': 'The receipt inside the attestation is not signed by Apple, or is about another key.',
  'token-wrong': 'The token of Play Integrity cannot be opened with the keys of the operator.',
  'token-old': 'The token of Play Integrity was made too long ago.',
  'device-not-recognised': 'Play Integrity does not say that the phone meets what is asked.',
  'possession-wrong': 'The signature over the nonce was not made by the key.',
} as const

export type AttestationReason = keyof typeof attestationReasons

/** Thrown at the start where a setting about attestations cannot be used: it names the setting, the cause and the remedy. */
export class AttestationSettingUnusable extends Error {
  override name = 'AttestationSettingUnusable'
}

/** Thrown where an attestation is not believed; caught where it is asked about. */
export class AttestationFault extends Error {
  override name = 'AttestationFault'
  readonly reason: AttestationReason
  constructor(reason: AttestationReason, words?: string) {
    super(words ?? attestationReasons[reason])
    this.reason = reason
  }
}
