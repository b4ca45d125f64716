// Writes security objects and certificates as an attacker would who controls every byte and owns a key of their own.
import { createHash } from 'node:crypto'
import type { Hash, SignatureForm } from '../../specimens/chips/algorithms.ts'
import { keyIdOf, type Names, nameOf } from '../../specimens/chips/certificates.ts'
import {
  bits,
  boolean,
  context,
  integer,
  objectId,
  octets,
  open,
  sequence,
  setOf,
  tagged,
  time,
} from '../../specimens/chips/der.ts'
import {
  hashName,
  type KeyPair,
  makeKeys,
  messageSignatureName,
  signatureName,
  signed,
} from '../../specimens/chips/signing.ts'

type Bytes = Uint8Array

export const P256_SHA256: SignatureForm = { kind: 'ecdsa', hash: 'sha256' }
export const newKeys = (): KeyPair => makeKeys({ kind: 'ec', curve: 'prime256v1' })

export const VIETNAM: Names = { country: 'VN', organisation: 'Specimen', common: 'CSCA' }
const SIGNER: Names = { country: 'VN', organisation: 'Specimen', common: 'DS' }

const usage = (...positions: readonly number[]): Bytes => {
  const byte = positions.reduce((so, position) => so | (0x80 >> position), 0)
  return bits(Uint8Array.of(byte), 7 - Math.max(...positions))
}
export const SIGNS_DOCUMENTS = usage(0)
export const SIGNS_CERTIFICATES = usage(5, 6)

export interface CertificateAsk {
  readonly keys: KeyPair
  readonly issuerKeys: KeyPair
  readonly subject?: Bytes
  readonly issuer?: Bytes
  readonly serial?: number
  readonly from?: Date
  readonly until?: Date
  readonly usage?: Bytes | undefined
  readonly isAuthority?: boolean | undefined
  /** None for a certificate that does not name the key of its issuer. */
  readonly authorityKeyId?: Bytes | undefined
  readonly more?: readonly Bytes[]
  readonly publicKey?: Bytes
  readonly form?: SignatureForm
  /** In the place of the algorithm outside the signed part. */
  readonly outerAlgorithm?: Bytes
}

export const extension = (id: string, value: Bytes, isCritical = false): Bytes =>
  sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value))

function writeCertificate(ask: CertificateAsk): Bytes {
  const { keys, issuerKeys, form = P256_SHA256, publicKey = keys.publicKey } = ask
  const authorityKeyId = 'authorityKeyId' in ask ? ask.authorityKeyId : keyIdOf(issuerKeys.publicKey)
  const body = sequence(
    context(0, integer(2)),
    integer(ask.serial ?? 7),
    signatureName(form),
    ask.issuer ?? nameOf(VIETNAM),
    sequence(time(ask.from ?? new Date('2020-01-01')), time(ask.until ?? new Date('2040-01-01'))),
    ask.subject ?? nameOf(SIGNER),
    publicKey,
    context(
      3,
      sequence(
        extension('2.5.29.14', octets(keyIdOf(publicKey))),
        ...(authorityKeyId ? [extension('2.5.29.35', sequence(tagged(0x80, authorityKeyId)))] : []),
        ...(ask.usage ? [extension('2.5.29.15', ask.usage, true)] : []),
        ...(ask.isAuthority ? [extension('2.5.29.19', sequence(boolean(true)), true)] : []),
        ...(ask.more ?? []),
      ),
    ),
  )
  const signature = bits(signed(body, form, issuerKeys.privateKey))
  return sequence(body, ask.outerAlgorithm ?? signatureName(form), signature)
}

export const writeRoot = (keys: KeyPair, more: Partial<CertificateAsk> = {}): Bytes =>
  writeCertificate({
    keys,
    issuerKeys: keys,
    subject: nameOf(VIETNAM),
    serial: 1,
    usage: SIGNS_CERTIFICATES,
    isAuthority: true,
    ...more,
  })

export const writeSigner = (keys: KeyPair, issuerKeys: KeyPair, more: Partial<CertificateAsk> = {}): Bytes =>
  writeCertificate({ keys, issuerKeys, usage: SIGNS_DOCUMENTS, ...more })

/** DG1 of a card of Vietnam. */
export const ZONE = tagged(
  0x61,
  tagged(0x5f1f, Uint8Array.from(Buffer.from('IDVNM0123456789012345678901234'.padEnd(90, '<')))),
)

export interface ObjectAsk {
  readonly keys: KeyPair
  readonly signer: Bytes
  readonly form?: SignatureForm
  /** Rows of the list of hashes, in the place of that of DG1. */
  readonly rows?: readonly Bytes[]
  readonly listHash?: Hash
  readonly listVersion?: number
  readonly versionRows?: readonly Bytes[]
  readonly version?: number
  readonly signerVersion?: number
  readonly id?: Bytes
  readonly messageHashes?: Bytes
  readonly signerHash?: Bytes
  readonly signatureAlgorithm?: Bytes
  readonly contentType?: string
  readonly attributes?: (usual: readonly Bytes[]) => readonly Bytes[]
  readonly hasNoAttributes?: boolean
  readonly certificates?: readonly Bytes[]
  readonly signers?: (usual: Bytes) => readonly Bytes[]
  readonly afterCertificates?: readonly Bytes[]
  readonly afterSignature?: readonly Bytes[]
  readonly signature?: (usual: Bytes) => Bytes
}

const LDS = '2.23.136.1.1.1'
export const hashRow = (group: number, file: Bytes, hash: Hash = 'sha256'): Bytes =>
  sequence(integer(group), octets(new Uint8Array(createHash(hash).update(file).digest())))
export const attribute = (id: string, ...values: readonly Bytes[]): Bytes =>
  sequence(objectId(id), setOf(...values))

export function writeObject(ask: ObjectAsk): Bytes {
  const { keys, signer, form = P256_SHA256, contentType = LDS, listHash = 'sha256' } = ask
  const list = sequence(
    integer(ask.listVersion ?? 0),
    hashName(listHash),
    sequence(...(ask.rows ?? [hashRow(1, ZONE)])),
    ...(ask.versionRows ?? []),
  )
  const digest = new Uint8Array(createHash(form.hash).update(list).digest())
  const usual = [
    attribute('1.2.840.113549.1.9.3', objectId(contentType)),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
  ]
  const attributes = setOf(...(ask.attributes?.(usual) ?? usual))
  const value = signed(ask.hasNoAttributes ? list : attributes, form, keys.privateKey)
  const info = sequence(
    integer(ask.signerVersion ?? 1),
    ask.id ?? sequence(nameOf(VIETNAM), integer(7)),
    ask.signerHash ?? hashName(form.hash),
    ...(ask.hasNoAttributes ? [] : [Uint8Array.of(0xa0, ...attributes.subarray(1))]),
    ask.signatureAlgorithm ?? messageSignatureName(form),
    octets(ask.signature?.(value) ?? value),
    ...(ask.afterSignature ?? []),
  )
  return tagged(
    0x77,
    sequence(
      objectId('1.2.840.113549.1.7.2'),
      context(
        0,
        sequence(
          integer(ask.version ?? 3),
          ask.messageHashes ?? setOf(hashName(form.hash)),
          sequence(objectId(contentType), context(0, octets(list))),
          context(0, ...(ask.certificates ?? [signer])),
          ...(ask.afterCertificates ?? []),
          setOf(...(ask.signers?.(info) ?? [info])),
        ),
      ),
    ),
  )
}

/** The elements inside, whole. */
function childrenIn(element: Bytes): Bytes[] {
  const found: Bytes[] = []
  const headOf = (at: number) => {
    const first = element[at + 1] ?? 0
    const count = first > 0x80 ? first & 0x7f : 0
    const length = element.subarray(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0)
    return { start: at + 2 + count, length: count > 0 ? length : first }
  }
  for (let at = headOf(0).start; at < element.length; ) {
    const { start, length } = headOf(at)
    found.push(element.subarray(at, start + length))
    at = start + length
  }
  return found
}

const contentIn = (element: Bytes): Bytes => element.subarray(element.length - joinedLength(element))
const joinedLength = (element: Bytes): number => childrenIn(element).reduce((sum, one) => sum + one.length, 0)

/** A security object with every length of its envelope left open, and its content in two pieces. */
export function opened(object: Bytes, pieces = (content: Bytes): Bytes[] => halves(content)): Bytes {
  const [info = object] = childrenIn(object)
  const [type = info, wrapper = info] = childrenIn(info)
  const [data = info] = childrenIn(wrapper)
  const [version = info, hashes = info, content = info, certificates = info, ...rest] = childrenIn(data)
  const [kind = info, inner = info] = childrenIn(content)
  const [string = info] = childrenIn(inner)
  const list = string.subarray(string.length < 130 ? 2 : string.length < 259 ? 3 : 4)
  return open(
    0x77,
    open(
      0x30,
      type,
      open(
        0xa0,
        open(
          0x30,
          version,
          open(0x31, contentIn(hashes)),
          open(0x30, kind, open(0xa0, open(0x24, ...pieces(list)))),
          open(0xa0, contentIn(certificates)),
          ...rest,
        ),
      ),
    ),
  )
}

const halves = (content: Bytes): Bytes[] => {
  const middle = content.length >> 1
  return [octets(content.subarray(0, middle)), octets(content.subarray(middle))]
}
