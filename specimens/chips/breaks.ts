// The ways in which a specimen chip can be broken, one at a time, with what a reader should say to each.

/** `broken` is refused; `copy` and the rest are read and never called authentic; `conflict` contradicts itself under a right signature. */
export type Expected = 'broken' | 'unknown-anchor' | 'revoked' | 'expired' | 'copy' | 'conflict'

interface BreakRow {
  readonly expected: Expected
  readonly what: string
}

export const CHIP_BREAKS = {
  'dg1-changed': { expected: 'broken', what: 'a letter of the MRZ was changed after signing' },
  'dg2-changed': { expected: 'broken', what: 'a byte of the portrait was changed after signing' },
  'dg2-replaced': { expected: 'broken', what: 'the portrait of another person was put in' },
  'dg13-changed': { expected: 'broken', what: 'a letter of the name in DG13 was changed after signing' },
  'dg15-replaced': { expected: 'broken', what: 'the key of another chip was put in' },
  'group-unsigned': { expected: 'broken', what: 'DG16 is there and the security object has no hash of it' },
  'sod-other': { expected: 'broken', what: 'the security object is that of another document' },
  'sod-content': { expected: 'broken', what: 'a hash in the security object was changed after signing' },
  'sod-digest': { expected: 'broken', what: 'the signed digest is that of something else' },
  'sod-signature': { expected: 'broken', what: 'a bit of the signature is turned' },
  'sod-type': { expected: 'broken', what: 'the signed content is not called a security object' },
  'sod-no-certificate': { expected: 'broken', what: 'the security object brings no certificate' },
  'sod-other-certificate': { expected: 'broken', what: 'the certificate is not the signer that is named' },
  'sod-cut': { expected: 'broken', what: 'the last bytes of the security object are missing' },
  'sod-trailing': { expected: 'broken', what: 'bytes follow the security object' },
  'sod-endless': {
    expected: 'broken',
    what: 'the length of the security object is not counted, and nothing ends it',
  },
  'sod-deep': { expected: 'broken', what: 'sequences lie in each other a thousand deep' },
  'signer-forged': {
    expected: 'broken',
    what: "the signer's certificate names the key of the state and is signed by another",
  },
  'signer-usage': { expected: 'broken', what: 'the signer may sign certificates, and no documents' },
  'signer-critical': { expected: 'broken', what: 'a critical extension of the signer is unknown' },
  'signer-country': { expected: 'broken', what: 'the signer is of another country than DG1' },
  'signer-expired': { expected: 'expired', what: 'the signer had expired when it signed' },
  'signer-early': { expected: 'expired', what: 'the signer was not yet valid when it signed' },
  'signer-revoked': { expected: 'revoked', what: 'the revocation list names the signer' },
  'state-forged': {
    expected: 'unknown-anchor',
    what: 'everything is signed by a state of the same name and another key',
  },
  'chip-copied': { expected: 'copy', what: 'the chip has not the private key of DG15' },
  'answer-other-challenge': { expected: 'copy', what: 'the answer is to another challenge' },
  'answer-trailer': { expected: 'copy', what: 'the answer ends in bytes that stand for no hash' },
  'answer-cut': { expected: 'copy', what: 'the answer is too short' },
  'zone-digit': { expected: 'conflict', what: 'a check digit of the signed MRZ is wrong' },
  'zone-other': { expected: 'conflict', what: 'the signed DG13 is about another person than DG1' },
  'portrait-bomb': { expected: 'broken', what: 'the portrait says that it has 60000 x 60000 pixels' },
  'portrait-cut': { expected: 'broken', what: 'the signed portrait is cut off' },
} as const satisfies Readonly<Record<string, BreakRow>>

export type ChipBreak = keyof typeof CHIP_BREAKS

export function breakNamed(name: string | undefined): ChipBreak | undefined {
  if (name === undefined) return undefined
  const known = (Object.keys(CHIP_BREAKS) as ChipBreak[]).find((each) => each === name)
  if (known === undefined) throw new Error(`--breaks must be one of ${Object.keys(CHIP_BREAKS).join(', ')}`)
  return known
}
