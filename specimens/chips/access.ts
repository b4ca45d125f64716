// How a chip is opened and how it proves itself: what its EF.CardAccess, DG14 and EF.CardSecurity say of it.
import { randomBytes } from 'node:crypto'
import type { Algorithm, Hash, KeyForm } from './algorithms.ts'
import { type Cipher, cipherNumber } from './card/ciphers.ts'
import { curveOf, domainOf, numberOf } from './card/domains.ts'
import { type PaceForm, paceName } from './card/pace.ts'
import { nodeOf } from './card/tlv.ts'
import { bits, integer, objectId, sequence, setOf, tagged } from './der.ts'
import type { KeyMaker } from './signing.ts'

/** The key by which a chip agrees on new keys, and so shows that it is no copy. */
export interface AgreementForm {
  readonly domain: number
  readonly cipher: Cipher
  /** How DG14 writes the group: by the name of the curve, in full, or by the number in Doc 9303-11. */
  readonly written: 'named' | 'explicit' | 'standardised'
  readonly keyId?: number
}

export interface Access {
  readonly hasBac: boolean
  readonly pace: readonly PaceForm[]
  readonly agreement?: AgreementForm | undefined
}

/** Cards and passports alike, unless a chip is asked for with another. */
export const USUAL_ACCESS: Access = {
  hasBac: true,
  pace: [{ agreement: 'ecdh', mapping: 'gm', cipher: 'aes128', domain: 13 }],
  agreement: { domain: 12, cipher: 'aes128', written: 'named' },
}

export interface AgreementKey {
  readonly form: AgreementForm
  /** A `SubjectPublicKeyInfo`. */
  readonly publicKey: Uint8Array
  readonly exponent: bigint
}

const STANDARDISED = '0.4.0.127.0.7.1.2'
const DH_NUMBER = '1.2.840.10046.2.1'

/** The private number and the point of a key that node:crypto made. */
function partsOf(form: KeyForm, newKeys: KeyMaker) {
  const { privateKey, publicKey } = newKeys(form)
  const exported = new Uint8Array(privateKey.export({ format: 'der', type: 'sec1' }))
  const [, exponent] = nodeOf(exported).inside
  const [, point] = nodeOf(publicKey).inside
  if (!exponent || !point) throw new Error('a key has a private number and a point')
  return { publicKey, exponent: numberOf(exponent.value), point: point.value.subarray(1) }
}

export function makeAgreementKey(form: AgreementForm, newKeys: KeyMaker): AgreementKey {
  const domain = domainOf(form.domain)
  const curve = curveOf(form.domain)
  if (curve === undefined) {
    const exponent = (numberOf(randomBytes(40)) % (domain.order - 1n)) + 1n
    const numbers = [domain.prime, ...domain.generator, domain.order].map(wholeNumber)
    const key = wholeNumber(domain.power(domain.generator, exponent)[0] ?? 0n)
    return {
      form,
      exponent,
      publicKey: sequence(sequence(objectId(DH_NUMBER), sequence(...numbers)), bits(key)),
    }
  }
  const isExplicit = form.written === 'explicit' ? { isExplicit: true as const } : {}
  const { publicKey, exponent, point } = partsOf({ kind: 'ec', curve, ...isExplicit }, newKeys)
  const standardised = sequence(sequence(objectId(STANDARDISED), integer(form.domain)), bits(point))
  return { form, exponent, publicKey: form.written === 'standardised' ? standardised : publicKey }
}

const wholeNumber = (value: bigint): Uint8Array => {
  const hex = value.toString(16)
  return integer(new Uint8Array(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')))
}

const kindOf = ({ domain }: AgreementForm): 1 | 2 => (domainOf(domain).kind === 'dh' ? 1 : 2)

/** What the reader names to agree on keys. */
export const agreementName = (form: AgreementForm): string =>
  `0.4.0.127.0.7.2.2.3.${kindOf(form)}.${cipherNumber(form.cipher)}`

const paceRows = ({ pace }: Access): Uint8Array[] =>
  pace.map((form) => sequence(objectId(paceName(form)), integer(2), integer(form.domain)))

function agreementRows(key: AgreementKey | undefined): Uint8Array[] {
  if (key === undefined) return []
  const { form, publicKey } = key
  const id = form.keyId === undefined ? [] : [integer(form.keyId)]
  return [
    sequence(objectId(agreementName(form)), integer(1), ...id),
    sequence(objectId(`0.4.0.127.0.7.2.2.1.${kindOf(form)}`), publicKey, ...id),
  ]
}

/** Signatures that are r and s without any structure. */
const PLAIN_IDS: Readonly<Record<Hash, string>> = {
  sha1: '0.4.0.127.0.7.1.1.4.1.1',
  sha224: '0.4.0.127.0.7.1.1.4.1.2',
  sha256: '0.4.0.127.0.7.1.1.4.1.3',
  sha384: '0.4.0.127.0.7.1.1.4.1.4',
  sha512: '0.4.0.127.0.7.1.1.4.1.5',
}

/** DG14: all that the chip can do; nothing on one that can do nothing. */
export function abilitiesGroup(
  active: Algorithm['active'],
  access: Access,
  key: AgreementKey | undefined,
): Uint8Array | undefined {
  const answers =
    active.key.kind === 'ec'
      ? [sequence(objectId('2.23.136.1.1.5'), integer(1), objectId(PLAIN_IDS[active.hash]))]
      : []
  const rows = [...agreementRows(key), ...paceRows(access), ...answers]
  return rows.length === 0 ? undefined : tagged(0x6e, setOf(...rows))
}

/** EF.CardAccess, which anybody may read; nothing on a chip without PACE. */
export const cardAccess = (access: Access): Uint8Array | undefined =>
  access.pace.length === 0 ? undefined : setOf(...paceRows(access))

/** What EF.CardSecurity signs. */
export const cardSecurityInfos = (access: Access, key: AgreementKey | undefined): Uint8Array =>
  setOf(...agreementRows(key), ...paceRows(access))
