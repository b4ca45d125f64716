// The algorithms that states sign with, as a table, and how they are read from their identifiers.
import { bytesOf, type Der, DerFault, Fields, TAG, Unsupported } from '../der/der.ts'
import { objectIdOf, smallNumberOf } from '../der/values.ts'

/** The names of node:crypto. */
export type HashName = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

export interface Hash {
  readonly id: HashName
  readonly name: string
  readonly objectId: string
  readonly bytes: number
}

export const HASHES: readonly Hash[] = [
  { id: 'sha1', name: 'SHA-1', objectId: '1.3.14.3.2.26', bytes: 20 },
  { id: 'sha224', name: 'SHA-224', objectId: '2.16.840.1.101.3.4.2.4', bytes: 28 },
  { id: 'sha256', name: 'SHA-256', objectId: '2.16.840.1.101.3.4.2.1', bytes: 32 },
  { id: 'sha384', name: 'SHA-384', objectId: '2.16.840.1.101.3.4.2.2', bytes: 48 },
  { id: 'sha512', name: 'SHA-512', objectId: '2.16.840.1.101.3.4.2.3', bytes: 64 },
]

export const hashNamed = (name: HashName | undefined): Hash | undefined =>
  HASHES.find(({ id }) => id === name)

export interface PssParameters {
  readonly hash: Hash
  readonly maskHash: Hash
  readonly saltBytes: number
}

/** How a signature is checked. */
export interface Scheme {
  /** `ecdsa` has r and s in DER, `ecdsa-plain` one after the other. */
  readonly kind: 'rsa-pkcs1' | 'rsa-pss' | 'ecdsa' | 'ecdsa-plain'
  readonly hash: Hash
  readonly pss?: PssParameters | undefined
  readonly name: string
}

type SchemeRow = readonly [
  objectId: string,
  kind: Scheme['kind'],
  hash: HashName | 'of-digest' | 'of-parameters',
]

const SCHEMES: readonly SchemeRow[] = [
  // In CMS, the hash may stand beside the algorithm; in a certificate this row has no hash, and is refused.
  ['1.2.840.113549.1.1.1', 'rsa-pkcs1', 'of-digest'],
  ['1.2.840.113549.1.1.5', 'rsa-pkcs1', 'sha1'],
  ['1.2.840.113549.1.1.14', 'rsa-pkcs1', 'sha224'],
  ['1.2.840.113549.1.1.11', 'rsa-pkcs1', 'sha256'],
  ['1.2.840.113549.1.1.12', 'rsa-pkcs1', 'sha384'],
  ['1.2.840.113549.1.1.13', 'rsa-pkcs1', 'sha512'],
  ['1.2.840.113549.1.1.10', 'rsa-pss', 'of-parameters'],
  ['1.2.840.10045.4.1', 'ecdsa', 'sha1'],
  ['1.2.840.10045.4.3.1', 'ecdsa', 'sha224'],
  ['1.2.840.10045.4.3.2', 'ecdsa', 'sha256'],
  ['1.2.840.10045.4.3.3', 'ecdsa', 'sha384'],
  ['1.2.840.10045.4.3.4', 'ecdsa', 'sha512'],
  ['0.4.0.127.0.7.1.1.4.1.1', 'ecdsa-plain', 'sha1'],
  ['0.4.0.127.0.7.1.1.4.1.2', 'ecdsa-plain', 'sha224'],
  ['0.4.0.127.0.7.1.1.4.1.3', 'ecdsa-plain', 'sha256'],
  ['0.4.0.127.0.7.1.1.4.1.4', 'ecdsa-plain', 'sha384'],
  ['0.4.0.127.0.7.1.1.4.1.5', 'ecdsa-plain', 'sha512'],
]

const NAMES: Readonly<Record<Scheme['kind'], string>> = {
  'rsa-pkcs1': 'RSA PKCS#1 v1.5',
  'rsa-pss': 'RSA-PSS',
  ecdsa: 'ECDSA',
  'ecdsa-plain': 'ECDSA (plain)',
}

const MASK_GENERATION = '1.2.840.113549.1.1.8'
/** The longest salt that fits the smallest key beside the longest hash is far below. */
const MAX_SALT_BYTES = 512

/** Reads the AlgorithmIdentifier of a hash. */
export function readHash(identifier: Der): Hash {
  const { objectId, fields } = openIdentifier(identifier)
  expectNoParameters(fields)
  const hash = HASHES.find((row) => row.objectId === objectId)
  if (!hash) throw new Unsupported(identifier.start, `names the hash ${objectId}; SHA-1 to SHA-512 are known`)
  return hash
}

/** Reads the AlgorithmIdentifier of a signature. `digest` is the hash that CMS names beside it. */
export function readScheme(identifier: Der, digest?: Hash): Scheme {
  const { objectId, fields } = openIdentifier(identifier)
  const row = SCHEMES.find(([known]) => known === objectId)
  if (!row)
    throw new Unsupported(identifier.start, `names the signature algorithm ${objectId}, which is not known`)
  const [, kind, hashOf] = row
  const pss = hashOf === 'of-parameters' ? readPssParameters(fields.takeAny('parameters')) : undefined
  if (!pss) expectNoParameters(fields)
  else fields.end()
  const hash = pss?.hash ?? (hashOf === 'of-digest' ? digest : HASHES.find(({ id }) => id === hashOf))
  if (!hash) throw new Unsupported(identifier.start, 'names a signature algorithm without a hash')
  if (digest && digest !== hash)
    throw new DerFault(identifier.start, `is signed with ${hash.name}, but names ${digest.name} as its hash`)
  return { kind, hash, pss, name: `${NAMES[kind]} with ${hash.name}` }
}

/** Returns the scheme of an object identifier that stands alone, as in DG14. */
export function schemeOfObjectId(wanted: string): Scheme | undefined {
  const [, kind, hashOf] = SCHEMES.find(([known]) => known === wanted) ?? []
  const hash = HASHES.find(({ id }) => id === hashOf)
  return kind && hash && { kind, hash, name: `${NAMES[kind]} with ${hash.name}` }
}

/** The defaults are those of RFC 4055: SHA-1, a mask of SHA-1, 20 bytes of salt. */
export function readPssParameters(parameters: Der): PssParameters {
  const fields = new Fields(parameters, TAG.sequence, 'the parameters of PSS')
  const inside = (tag: number): Fields | undefined => {
    const field = fields.takeIf(tag)
    return field && new Fields(field, tag, 'a parameter of PSS')
  }
  const [sha1] = HASHES
  if (!sha1) throw new Error('the table of hashes is empty')
  const hashField = inside(0xa0)
  const hash = hashField ? readHash(hashField.takeAny('hash')) : sha1
  const maskField = inside(0xa1)
  let maskHash = sha1
  if (maskField) {
    const identifier = maskField.takeAny('mask generation')
    const mask = openIdentifier(identifier)
    if (mask.objectId !== MASK_GENERATION)
      throw new Unsupported(identifier.start, `names the mask generation ${mask.objectId}; MGF1 is known`)
    maskHash = readHash(mask.fields.takeAny('hash'))
    mask.fields.end()
  }
  const saltField = inside(0xa2)
  const saltBytes = saltField ? smallNumberOf(saltField.takeAny('salt length'), 'salt length') : 20
  if (saltBytes > MAX_SALT_BYTES)
    throw new Unsupported(parameters.start, `asks for ${saltBytes} bytes of salt`)
  const trailerField = inside(0xa3)
  if (trailerField && smallNumberOf(trailerField.takeAny('trailer'), 'trailer') !== 1)
    throw new Unsupported(parameters.start, 'names a trailer of PSS that is not known')
  for (const field of [hashField, maskField, saltField, trailerField, fields]) field?.end()
  return { hash, maskHash, saltBytes }
}

function openIdentifier(identifier: Der): { readonly objectId: string; readonly fields: Fields } {
  const fields = new Fields(identifier, TAG.sequence, 'an algorithm')
  return { objectId: objectIdOf(fields.takeAny('algorithm'), 'algorithm'), fields }
}

/** Issuers write NULL or nothing, for every algorithm. */
function expectNoParameters(fields: Fields): void {
  const empty = fields.takeIf(TAG.null)
  if (empty && bytesOf(empty).byteLength !== 2)
    throw new DerFault(empty.start, 'has a NULL that is not empty')
  fields.end()
}
