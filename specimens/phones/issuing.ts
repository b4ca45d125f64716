// Certificates of makers of phones that do not exist, from the root to the key of one phone.
import {
  bits,
  boolean,
  context,
  integer,
  objectId,
  octets,
  sequence,
  setOf,
  time,
  utf8,
} from '../chips/der.ts'
import { type KeyPair, makeKeys, signatureName, signed } from '../chips/signing.ts'

export interface Issued {
  readonly der: Uint8Array
  readonly name: string
  readonly keys: KeyPair
}

interface CertificateAsk {
  readonly name: string
  readonly keys: KeyPair
  /** Signs itself where there is none. */
  readonly issuer?: Issued
  readonly serial: number
  readonly from: Date
  readonly until: Date
  readonly isAuthority: boolean
  /** How many authorities may stand below. */
  readonly most?: number
  readonly extensions?: readonly Uint8Array[]
}

export const extension = (id: string, value: Uint8Array, isCritical = false): Uint8Array =>
  sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value))

/** Factories name certificates by a serial number, everybody else by a common name. */
export const SERIAL = 'serial '
export const nameOf = (name: string): Uint8Array => {
  const [id, value] = name.startsWith(SERIAL) ? ['2.5.4.5', name.slice(SERIAL.length)] : ['2.5.4.3', name]
  return sequence(setOf(sequence(objectId(id), utf8(value))))
}

/** digitalSignature, or keyCertSign. */
const usageOf = (isAuthority: boolean): Uint8Array =>
  isAuthority ? bits(Uint8Array.of(0x04), 2) : bits(Uint8Array.of(0x80), 7)

export function issue(ask: CertificateAsk): Issued {
  const { name, keys, issuer, isAuthority, most } = ask
  const signer = issuer?.keys ?? keys
  const signature =
    signer.form.kind === 'rsa'
      ? ({ kind: 'rsa', hash: 'sha256' } as const)
      : ({ kind: 'ecdsa', hash: signer.form.curve === 'secp384r1' ? 'sha384' : 'sha256' } as const)
  const constraints = sequence(boolean(true), ...(most === undefined ? [] : [integer(most)]))
  const body = sequence(
    context(0, integer(2)),
    integer(ask.serial),
    signatureName(signature),
    nameOf(issuer?.name ?? name),
    sequence(time(ask.from), time(ask.until)),
    nameOf(name),
    keys.publicKey,
    context(
      3,
      sequence(
        extension('2.5.29.15', usageOf(isAuthority), true),
        ...(isAuthority ? [extension('2.5.29.19', constraints, true)] : []),
        ...(ask.extensions ?? []),
      ),
    ),
  )
  const der = sequence(body, signatureName(signature), bits(signed(body, signature, signer.privateKey)))
  return { der, name, keys }
}

export const ecKeys = (): KeyPair => makeKeys({ kind: 'ec', curve: 'prime256v1' })

export const pemOf = ({ der }: Issued): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`
