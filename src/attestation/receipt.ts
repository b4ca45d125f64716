// Verifies the receipt inside an attestation of App Attest: that Apple signed it, just now, for this key, app and nonce.
import { bytesOf, childrenOf, contentOf, type Der, DerFault, Fields, readDer, TAG } from '../der/der.ts'
import { smallNumberOf } from '../der/values.ts'
import { type Certificate, readCertificate } from '../trust/certificate.ts'
import { readSignedData } from '../trust/signed-data.ts'
import { type ChainRules, verifyChain } from './chain.ts'
import { AttestationFault } from './fault.ts'

interface ReceiptFacts {
  readonly appId: string
  /** The certificate of the key, in DER. */
  readonly certificate: Uint8Array
  /** SHA-256 of the nonce. */
  readonly challengeHash: Uint8Array
}

/** Receipts have 4 KiB. */
const MOST_BYTES = 16 * 1024
const DATA = '1.2.840.113549.1.7.1'
/**
 * The mark of certificates that sign receipts. Apple signs for others below the same root, so that a signature without
 * the mark says nothing.
 */
const SIGNS_RECEIPTS = '1.2.840.113635.100.12.15'
/** By the numbers that Apple gives them. */
const FIELDS = { appId: 2, certificate: 3, challengeHash: 4, kind: 6, createdAt: 12 } as const
/** A nonce lives five minutes, and clocks differ by as much. */
const MOST_AGE_MS = 10 * 60_000
const MOST_AHEAD_MS = 5 * 60_000

/** Throws `receipt-wrong` with what is wrong; the chain has reasons of its own. */
export function verifyReceipt(
  receipt: Uint8Array,
  trust: Pick<ChainRules, 'roots' | 'revoked' | 'at'>,
  facts: ReceiptFacts,
): void {
  const { signer, certificates, content, isSigned } = orWrong(() => opened(receipt))
  verifyChain(chainOf(signer, certificates), {
    ...trust,
    isSignerOfKeyExempt: false,
    isValidityOfKeyChecked: true,
  })
  if (!signer.extensions.has(SIGNS_RECEIPTS)) throw wrong('was not signed by a certificate for receipts')
  if (!isSigned) throw wrong('was changed after it was signed')
  const fields = orWrong(() => fieldsOf(content))
  const holds = (field: number, bytes: Uint8Array): boolean =>
    fields.get(field)?.equals(Buffer.from(bytes)) === true
  if (!holds(FIELDS.kind, Buffer.from('ATTEST'))) throw wrong('is not that of an attestation')
  if (!holds(FIELDS.appId, Buffer.from(facts.appId))) throw wrong('is about another app')
  if (!holds(FIELDS.certificate, facts.certificate)) throw wrong('is about another key')
  if (!holds(FIELDS.challengeHash, facts.challengeHash)) throw wrong('is about another nonce')
  const age = trust.at.getTime() - Date.parse(fields.get(FIELDS.createdAt)?.toString('latin1') ?? '')
  if (!(age <= MOST_AGE_MS && age >= -MOST_AHEAD_MS)) throw wrong('was not made just now')
}

const wrong = (words: string): AttestationFault =>
  new AttestationFault('receipt-wrong', `The receipt inside the attestation ${words}.`)

function orWrong<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerFault) throw wrong(error.message)
    throw error
  }
}

function opened(receipt: Uint8Array) {
  if (receipt.byteLength > MOST_BYTES) throw new DerFault(0, 'is too large')
  const whole = readDer(definite(receipt), { maxBytes: MOST_BYTES, maxElements: 500 })
  const { signer, certificates, content, hasContentHash, hasSignature } = readSignedData(whole, DATA)
  return {
    signer,
    certificates: certificates.map((one) => readCertificate(bytesOf(one))),
    content: contentOf(content),
    isSigned: hasContentHash && hasSignature,
  }
}

/** From the signer upwards; certificates of a receipt stand in any order. */
function chainOf(signer: Certificate, certificates: readonly Certificate[]): Uint8Array[] {
  const chain: Certificate[] = [signer]
  for (let at = signer; chain.length <= certificates.length; ) {
    const issuer = certificates.find(
      (one) => !chain.includes(one) && one.fingerprint !== at.fingerprint && names(at, one),
    )
    if (!issuer) break
    chain.push(issuer)
    at = issuer
  }
  // The signature covers nothing else, so an extra certificate could be changed without notice.
  if (chain.length < certificates.length) throw wrong('carries a certificate that is not of its chain')
  return chain.map(({ bytes }) => bytes)
}

const names = ({ issuer }: Certificate, { subject }: Certificate): boolean =>
  Buffer.from(issuer.bytes).equals(subject.bytes)

/** A set of numbered strings of bytes, each number once. */
function fieldsOf(content: Uint8Array): ReadonlyMap<number, Buffer> {
  const set = readDer(content, { maxBytes: MOST_BYTES, maxElements: 200 })
  if (set.tag !== TAG.set) throw new DerFault(0, 'holds no set of fields')
  const found = new Map<number, Buffer>()
  for (const one of childrenOf(set)) {
    const field = new Fields(one, TAG.sequence, 'a field')
    const number = smallNumberOf(field.takeAny('number'), 'number')
    smallNumberOf(field.takeAny('version'), 'version')
    const value = field.take(TAG.octetString, 'value')
    field.end()
    if (found.has(number)) throw new DerFault(one.start, `has the field ${number} twice`)
    found.set(number, Buffer.from(contentOf(value)))
  }
  return found
}

const END_OF_CONTENT = 0x0000
const CONSTRUCTED_OCTETS = 0x24
const MOST_DEPTH = 12

/**
 * Apple writes the hull of a receipt with indefinite lengths, and its content in pieces. Here both get
 * lengths, so that the strict reader reads the rest; elements that have a length are not touched, and signed bytes stay.
 */
function definite(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes)
  const { der, end } = elementAt(view, 0, 0)
  if (end < view.byteLength) throw new DerFault(end, 'goes on after its end')
  return der
}

function elementAt(bytes: Buffer, at: number, depth: number): { readonly der: Buffer; readonly end: number } {
  if (depth > MOST_DEPTH) throw new DerFault(at, 'is nested too deeply')
  const [tag, short] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || short === undefined) throw new DerFault(at, 'ends too early')
  if (short !== 0x80) {
    const end = endOf(bytes, at)
    return { der: bytes.subarray(at, end), end }
  }
  const inside: Buffer[] = []
  let next = at + 2
  for (;;) {
    if (next + 2 > bytes.byteLength) throw new DerFault(next, 'ends too early')
    if (bytes.readUInt16BE(next) === END_OF_CONTENT) break
    const child = elementAt(bytes, next, depth + 1)
    inside.push(child.der)
    next = child.end
  }
  const der =
    tag === CONSTRUCTED_OCTETS ? withLength(TAG.octetString, inside.map(piece)) : withLength(tag, inside)
  return { der, end: next + 2 }
}

/** Where an element ends that says how long it is. */
function endOf(bytes: Buffer, at: number): number {
  const short = bytes[at + 1] ?? 0
  const more = short < 0x80 ? 0 : short & 0x7f
  if (more > 2 || at + 2 + more > bytes.byteLength) throw new DerFault(at, 'has a length that is too large')
  const end = at + 2 + more + (more === 0 ? short : bytes.readUIntBE(at + 2, more))
  if (end > bytes.byteLength) throw new DerFault(at, 'ends too early')
  return end
}

function piece(der: Buffer): Buffer {
  const only: Der = readDer(der, { maxBytes: MOST_BYTES })
  if (only.tag !== TAG.octetString) throw new DerFault(0, 'has a piece that is no string of bytes')
  return Buffer.from(contentOf(only))
}

function withLength(tag: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.byteLength
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
