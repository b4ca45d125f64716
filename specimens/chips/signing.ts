// Makes keys at run time and signs with them, and names keys and signatures as certificates do.
import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Hash, KeyForm, SignatureForm } from './algorithms.ts'
import { context, integer, nothing, objectId, sequence } from './der.ts'

export interface KeyPair {
  readonly form: KeyForm
  readonly privateKey: KeyObject
  /** A `SubjectPublicKeyInfo`. */
  readonly publicKey: Uint8Array
}

export function makeKeys(form: KeyForm): KeyPair {
  const { privateKey, publicKey } =
    form.kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: form.bits })
      : generateKeyPairSync('ec', {
          namedCurve: form.curve,
          paramEncoding: form.isExplicit ? 'explicit' : 'named',
        })
  const exported = publicKey.export({ format: 'der', type: 'spki' })
  return { form, privateKey, publicKey: new Uint8Array(exported) }
}

export type KeyMaker = (form: KeyForm) => KeyPair

/** Makers that all hand out the same keys in the same order: long keys take half a second each, and many chips need no new ones. */
export function keyPool(): () => KeyMaker {
  const made = new Map<string, KeyPair[]>()
  return () => {
    const taken = new Map<string, number>()
    return (form) => {
      const name = JSON.stringify(form)
      const at = taken.get(name) ?? 0
      taken.set(name, at + 1)
      const known = made.get(name) ?? []
      const keys = known[at] ?? makeKeys(form)
      known[at] = keys
      made.set(name, known)
      return keys
    }
  }
}

const HASH_IDS: Readonly<Record<Hash, string>> = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}

const RSA_KEY = '1.2.840.113549.1.1.1'
const PSS = '1.2.840.113549.1.1.10'
const MASKED = '1.2.840.113549.1.1.8'

const RSA_IDS: Readonly<Record<Hash, string>> = {
  sha1: '1.2.840.113549.1.1.5',
  sha224: '1.2.840.113549.1.1.14',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}

const ECDSA_IDS: Readonly<Record<Hash, string>> = {
  sha1: '1.2.840.10045.4.1',
  sha224: '1.2.840.10045.4.3.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}

export const hashName = (hash: Hash): Uint8Array => sequence(objectId(HASH_IDS[hash]), nothing())

/** What the standard takes for granted is not written: SHA-1, and a salt of 20 bytes. */
function pssName(hash: Hash, saltBytes: number): Uint8Array {
  const masked = sequence(objectId(MASKED), hashName(hash))
  const hashes = hash === 'sha1' ? [] : [context(0, hashName(hash)), context(1, masked)]
  const salt = saltBytes === 20 ? [] : [context(2, integer(saltBytes))]
  return sequence(objectId(PSS), sequence(...hashes, ...salt))
}

/** In certificates and lists, where the hash stands nowhere else. */
export function signatureName(form: SignatureForm): Uint8Array {
  if (form.kind === 'pss') return pssName(form.hash, form.saltBytes)
  if (form.kind === 'ecdsa') return sequence(objectId(ECDSA_IDS[form.hash]))
  return sequence(objectId(RSA_IDS[form.hash]), nothing())
}

/** In a signed message, which names the hash beside it. */
export const messageSignatureName = (form: SignatureForm): Uint8Array =>
  form.kind === 'rsa' && form.isNamedByKey ? sequence(objectId(RSA_KEY), nothing()) : signatureName(form)

export function signed(data: Uint8Array, form: SignatureForm, key: KeyObject): Uint8Array {
  const padding =
    form.kind === 'pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: form.saltBytes } : {}
  return new Uint8Array(sign(form.hash, data, { key, ...padding }))
}
