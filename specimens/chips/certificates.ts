// Certificates and revocation lists of a state that does not exist, as ICAO Doc 9303-12 profiles them.
import { createHash } from 'node:crypto'
import type { SignatureForm } from './algorithms.ts'
import {
  bits,
  boolean,
  context,
  integer,
  nothing,
  objectId,
  octets,
  printable,
  sequence,
  setOf,
  tagged,
  time,
  utf8,
} from './der.ts'
import { type KeyPair, signatureName, signed } from './signing.ts'

export interface Names {
  /** Two letters. */
  readonly country: string
  readonly organisation: string
  readonly common: string
}

export interface Validity {
  readonly from: Date
  readonly until: Date
}

/** `link` carries the new key of the state under the old one: its subject is its issuer, and it is not signed by itself. */
type CertificateRole = 'state' | 'link' | 'signer' | 'list-signer'

export interface Issuer {
  readonly names: Names
  readonly keys: KeyPair
}

interface CertificateAsk {
  readonly role: CertificateRole
  readonly subject: Names
  readonly keys: KeyPair
  readonly issuer: Issuer
  /** Signs in the place of the issuer: a forger who has its names but not its key. */
  readonly forger?: KeyPair
  readonly serial: number
  readonly validity: Validity
  readonly signature: SignatureForm
  readonly oddity?: 'wrong-usage' | 'unknown-critical'
}

export interface Certificate {
  readonly der: Uint8Array
  readonly names: Names
  readonly issuer: Names
  readonly serial: number
  readonly keyId: Uint8Array
}

const EXTENSIONS = {
  keyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  keyPeriod: '2.5.29.16',
  constraints: '2.5.29.19',
  listNumber: '2.5.29.20',
  issuerKeyId: '2.5.29.35',
  extendedUsage: '2.5.29.37',
  documentTypes: '2.23.136.1.1.6.2',
} as const
const MASTER_LIST_SIGNING = '2.23.136.1.1.3'
/** An arc that is reserved for examples. */
const UNKNOWN_EXTENSION = '2.999.1'

export function nameOf({ country, organisation, common }: Names, isReversed = false): Uint8Array {
  const part = (id: string, value: Uint8Array) => setOf(sequence(objectId(id), value))
  const parts = [
    part('2.5.4.6', printable(country)),
    part('2.5.4.10', utf8(organisation)),
    part('2.5.4.3', utf8(common)),
  ]
  return sequence(...(isReversed ? parts.toReversed() : parts))
}

/** SHA-1 over the bits of the public key, the first of the two ways of RFC 5280. */
export function keyIdOf(publicKey: Uint8Array): Uint8Array {
  // The bits are the last part of the key's structure: its length tells where they start.
  const info = readParts(publicKey)[0]
  const key = readParts(info ?? new Uint8Array()).at(-1) ?? new Uint8Array()
  return new Uint8Array(createHash('sha1').update(key.subarray(1)).digest())
}

/** The contents of the parts that stand one after the other. */
function readParts(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0
    const extra = first < 128 ? 0 : first & 127
    const length =
      extra === 0 ? first : bytes.subarray(at + 2, at + 2 + extra).reduce((sum, byte) => sum * 256 + byte, 0)
    const start = at + 2 + extra
    parts.push(bytes.subarray(start, start + length))
    at = start + length
  }
  return parts
}

const extension = (id: string, value: Uint8Array, isCritical = false): Uint8Array =>
  sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value))

/** digitalSignature, or keyCertSign and cRLSign. */
const usageOf = (signs: 'documents' | 'certificates'): Uint8Array =>
  signs === 'documents' ? bits(Uint8Array.of(0x80), 7) : bits(Uint8Array.of(0x06), 1)

function extensionsOf({ role, keys, issuer, oddity, validity }: CertificateAsk): Uint8Array[] {
  const isState = role === 'state' || role === 'link'
  const signs = isState === (oddity !== 'wrong-usage') ? 'certificates' : 'documents'
  const period = (tag: number, date: Date) =>
    tagged(tag, new TextEncoder().encode(`${date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))
  return [
    extension(EXTENSIONS.keyId, octets(keyIdOf(keys.publicKey))),
    extension(EXTENSIONS.issuerKeyId, sequence(tagged(0x80, keyIdOf(issuer.keys.publicKey)))),
    extension(EXTENSIONS.keyUsage, usageOf(signs), true),
    ...(isState
      ? [extension(EXTENSIONS.constraints, sequence(boolean(true), integer(0)), true)]
      : [
          extension(
            EXTENSIONS.keyPeriod,
            sequence(period(0x80, validity.from), period(0x81, validity.until)),
          ),
        ]),
    ...(role === 'signer'
      ? [
          extension(
            EXTENSIONS.documentTypes,
            sequence(integer(0), setOf(printable('P'), printable('I'), printable('ID'))),
          ),
        ]
      : []),
    ...(role === 'list-signer'
      ? [extension(EXTENSIONS.extendedUsage, sequence(objectId(MASTER_LIST_SIGNING)), true)]
      : []),
    ...(oddity === 'unknown-critical' ? [extension(UNKNOWN_EXTENSION, nothing(), true)] : []),
  ]
}

export function makeCertificate(ask: CertificateAsk): Certificate {
  const { subject, keys, issuer, serial, validity, signature, forger } = ask
  const body = sequence(
    context(0, integer(2)),
    integer(serial),
    signatureName(signature),
    nameOf(issuer.names),
    sequence(time(validity.from), time(validity.until)),
    nameOf(subject),
    keys.publicKey,
    context(3, sequence(...extensionsOf(ask))),
  )
  return {
    der: sequence(
      body,
      signatureName(signature),
      bits(signed(body, signature, (forger ?? issuer.keys).privateKey)),
    ),
    names: subject,
    issuer: issuer.names,
    serial,
    keyId: keyIdOf(keys.publicKey),
  }
}

export function makeRevocationList(ask: {
  readonly issuer: Issuer
  readonly signature: SignatureForm
  readonly validity: Validity
  readonly revoked: readonly { readonly serial: number; readonly at: Date }[]
}): Uint8Array {
  const { issuer, signature, validity, revoked } = ask
  const rows = revoked.map(({ serial, at }) => sequence(integer(serial), time(at)))
  const body = sequence(
    integer(1),
    signatureName(signature),
    nameOf(issuer.names),
    time(validity.from),
    time(validity.until),
    ...(rows.length > 0 ? [sequence(...rows)] : []),
    context(
      0,
      sequence(
        extension(EXTENSIONS.issuerKeyId, sequence(tagged(0x80, keyIdOf(issuer.keys.publicKey)))),
        extension(EXTENSIONS.listNumber, integer(1)),
      ),
    ),
  )
  return sequence(body, signatureName(signature), bits(signed(body, signature, issuer.keys.privateKey)))
}
