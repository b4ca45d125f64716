// What a camera signs of each frame, and how its signature is checked.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { verifyAppleAssertion } from './app-attest.ts'
import { AttestationFault } from './fault.ts'

interface SigningKey {
  readonly platform: string
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
  /** Of Apple: team and bundle. */
  readonly appId?: string | undefined
}

interface SignedFrame {
  readonly challengeId: string
  readonly number: number
  /** As it was sent; empty where it was not. */
  readonly timestamp: string
  /** The picture or film, before anything is cut off. */
  readonly bytes: Uint8Array
}

/** Lines, so that no field can run into the next. */
const frameText = ({ challengeId, number, timestamp, bytes }: SignedFrame): string =>
  [
    'selfsame-frame-v1',
    challengeId,
    String(number),
    timestamp,
    createHash('sha256').update(bytes).digest('hex'),
  ].join('\n')

/** What a browser signs to show that it has the key. */
export const possessionText = (nonce: string): string => `selfsame-capture-key-v1\n${nonce}`

/** Throws where the key did not sign the frame; a key of Apple tells its counter. */
export function checkFrameSignature(
  key: SigningKey,
  frame: SignedFrame,
  signature: Uint8Array,
): { readonly counter?: number } {
  const text = Buffer.from(frameText(frame))
  if (key.platform === 'apple')
    return verifyAppleAssertion(signature, { publicKey: key.publicKey, appId: key.appId ?? '' }, text)
  if (!isSignatureOf(key.publicKey, text, signature)) throw new AttestationFault('possession-wrong')
  return {}
}

/** RSA with PKCS#1 v1.5, or ECDSA in either form: phones write DER, browsers both numbers side by side; with SHA-256. */
export function isSignatureOf(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType === 'rsa') return verify('sha256', text, key, signature)
  const isPlain = signature.byteLength === plainBytesOf(key)
  return verify('sha256', text, { key, dsaEncoding: isPlain ? 'ieee-p1363' : 'der' }, signature)
}

const plainBytesOf = ({ asymmetricKeyDetails }: KeyObject): number =>
  asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 96 : 64

/** The key of a browser: P-256 as SubjectPublicKeyInfo, and nothing beside it. */
export function readWebKey(bytes: Uint8Array): Buffer {
  try {
    const key = createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'spki' })
    const written = key.export({ type: 'spki', format: 'der' })
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1' && written.equals(bytes)) return written
  } catch {
    // OpenSSL says nothing that a caller could use.
  }
  throw new AttestationFault('key-not-usable')
}
