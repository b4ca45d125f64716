// Verifies Apple App Attest: the attestation of a key of the Secure Enclave, and the assertions that it signs.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { childrenOf, contentOf, DerFault, expectTag, readDer, TAG } from '../der/der.ts'
import type { Certificate } from '../trust/certificate.ts'
import { publicKeyOf } from '../trust/certificate.ts'
import { bytesIn, CborFault, mapOf, readCbor } from './cbor.ts'
import { type ChainRules, capturedKeyOf, verifyChain } from './chain.ts'
import { AttestationFault } from './fault.ts'
import { verifyReceipt } from './receipt.ts'

interface AppleRules {
  /** What the app was given to sign; its SHA-256 stands in the attestation. */
  readonly challenge: Uint8Array
  /** Team and bundle, such as `ABCDE12345.vn.example.bank`. */
  readonly appIds: readonly string[]
  readonly mayBeDevelopment: boolean
}

interface AppleKey {
  readonly publicKey: Buffer
  readonly deviceClass: 'secure-enclave'
  readonly appId: string
  readonly isDevelopment: boolean
}

/** Where Apple writes the hash of the challenge. */
const NONCE = '1.2.840.113635.100.8.2'
/** Attestations have 5 to 6 KiB. */
const MOST_BYTES = 32 * 1024
const ENVIRONMENTS = { production: 'appattest\0\0\0\0\0\0\0', development: 'appattestdevelop' }

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

interface AppleTrust extends Pick<ChainRules, 'roots' | 'revoked' | 'at'> {
  /** Receipts end at another root than attestations. */
  readonly receiptRoots: ChainRules['roots']
}

export function verifyAppleKey(
  attestation: Uint8Array,
  { receiptRoots, ...trust }: AppleTrust,
  rules: AppleRules,
): AppleKey {
  const { x5c, authData, receipt } = readAttestation(attestation)
  const [leaf] = verifyChain(x5c, { ...trust, isSignerOfKeyExempt: false, isValidityOfKeyChecked: true })
  if (!leaf) throw new AttestationFault('chain-too-short')
  const nonce = sha256(authData, sha256(rules.challenge))
  if (!nonce.equals(nonceIn(leaf))) throw new AttestationFault('challenge-wrong')
  const data = readAuthenticatorData(authData)
  const appId = rules.appIds.find((id) => sha256(Buffer.from(id)).equals(data.appHash))
  if (appId === undefined) throw new AttestationFault('app-not-listed')
  if (data.counter !== 0) throw new AttestationFault('counter-wrong')
  const keyHash = sha256(pointOf(leaf))
  if (!keyHash.equals(data.credentialId)) throw new AttestationFault('key-id-wrong')
  const isDevelopment = data.environment === ENVIRONMENTS.development
  const isKnown = isDevelopment ? rules.mayBeDevelopment : data.environment === ENVIRONMENTS.production
  if (!isKnown) throw new AttestationFault('environment-wrong')
  const challengeHash = sha256(rules.challenge)
  verifyReceipt(receipt, { ...trust, roots: receiptRoots }, { appId, certificate: leaf.bytes, challengeHash })
  return { publicKey: capturedKeyOf(leaf), deviceClass: 'secure-enclave', appId, isDevelopment }
}

function readAttestation(bytes: Uint8Array) {
  if (bytes.byteLength > MOST_BYTES) throw new AttestationFault('not-readable')
  return orUnreadable(() => {
    const whole = mapOf(readCbor(bytes), 'attestation')
    if (whole.get('fmt') !== 'apple-appattest') throw new CborFault('is of another format')
    const statement = mapOf(whole.get('attStmt'), 'attStmt')
    const list = statement.get('x5c')
    const x5c = Array.isArray(list) ? list : []
    const certificates = x5c.filter((one): one is Uint8Array => one instanceof Uint8Array)
    if (certificates.length !== x5c.length || whole.size !== 3) throw new CborFault('is not an attestation')
    const receipt = bytesIn(statement, 'receipt')
    return { x5c: certificates, authData: bytesIn(whole, 'authData'), receipt }
  })
}

/** The hash stands in an octet string, in tag 1, in a sequence. */
function nonceIn(leaf: Certificate): Uint8Array {
  const extension = leaf.extensions.get(NONCE)
  if (!extension) throw new AttestationFault('description-missing')
  try {
    const whole = expectTag(readDer(contentOf(extension.value), { maxBytes: 256 }), TAG.sequence, 'the nonce')
    const [tagged, ...others] = childrenOf(whole)
    if (!tagged || others.length > 0) throw new DerFault(0, 'has not exactly one nonce')
    const [value, ...more] = childrenOf(expectTag(tagged, 0xa1, 'the nonce'))
    if (!value || more.length > 0) throw new DerFault(0, 'has not exactly one nonce')
    return contentOf(expectTag(value, TAG.octetString, 'the nonce'))
  } catch (error) {
    if (error instanceof DerFault) throw new AttestationFault('description-malformed')
    throw error
  }
}

function pointOf(leaf: Certificate): Uint8Array {
  try {
    const key = publicKeyOf(leaf)
    if (key.kind === 'EC' && key.name === 'P-256') return key.point
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
  }
  throw new AttestationFault('key-not-usable')
}

/** App, flags, counter, environment, credential, and its key in COSE, which the certificate has too. */
function readAuthenticatorData(bytes: Uint8Array) {
  const data = Buffer.from(bytes)
  const idLength = data.byteLength >= 87 ? data.readUInt16BE(53) : 0
  if (idLength !== 32) throw new AttestationFault('not-readable')
  return {
    appHash: data.subarray(0, 32),
    counter: data.readUInt32BE(33),
    environment: data.toString('latin1', 37, 53),
    credentialId: data.subarray(55, 87),
  }
}

interface AppleAssertion {
  /** Goes up with everything that the key signs. */
  readonly counter: number
}

/** Checks what the key signed of these bytes, for this app. */
export function verifyAppleAssertion(
  assertion: Uint8Array,
  key: { readonly publicKey: Uint8Array; readonly appId: string },
  signed: Uint8Array,
): AppleAssertion {
  if (assertion.byteLength > 1024) throw new AttestationFault('not-readable')
  const { signature, data } = orUnreadable(() => {
    const map = mapOf(readCbor(assertion), 'assertion')
    if (map.size !== 2) throw new CborFault('is not an assertion')
    return { signature: bytesIn(map, 'signature'), data: Buffer.from(bytesIn(map, 'authenticatorData')) }
  })
  if (data.byteLength !== 37) throw new AttestationFault('not-readable')
  const nonce = sha256(data, sha256(signed))
  const publicKey = createPublicKey({ key: Buffer.from(key.publicKey), format: 'der', type: 'spki' })
  if (!verify('sha256', nonce, { key: publicKey, dsaEncoding: 'der' }, signature))
    throw new AttestationFault('possession-wrong')
  if (!sha256(Buffer.from(key.appId)).equals(data.subarray(0, 32)))
    throw new AttestationFault('app-not-listed')
  return { counter: data.readUInt32BE(33) }
}

function orUnreadable<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof CborFault)
      throw new AttestationFault('not-readable', `The attestation ${error.message}.`)
    throw error
  }
}
