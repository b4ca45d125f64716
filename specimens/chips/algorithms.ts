// The algorithms in which specimen chips are signed: keys, hashes and the forms of signatures, as a table.

export type Hash = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** Curves by the names that node:crypto gives them. */
export type Curve =
  | 'prime192v1'
  | 'secp224r1'
  | 'prime256v1'
  | 'secp384r1'
  | 'secp521r1'
  | 'brainpoolP192r1'
  | 'brainpoolP224r1'
  | 'brainpoolP256r1'
  | 'brainpoolP320r1'
  | 'brainpoolP384r1'
  | 'brainpoolP512r1'

export type KeyForm =
  | { readonly kind: 'rsa'; readonly bits: number }
  | { readonly kind: 'ec'; readonly curve: Curve; readonly isExplicit?: true }

export type SignatureForm =
  | {
      readonly kind: 'rsa'
      readonly hash: Hash
      /** The security object names the key's algorithm only, as many states do, and the hash beside it. */
      readonly isNamedByKey?: true
    }
  | { readonly kind: 'pss'; readonly hash: Hash; readonly saltBytes: number }
  | { readonly kind: 'ecdsa'; readonly hash: Hash }

export interface Algorithm {
  readonly name: string
  /** Keys of the state and of the signer of documents. */
  readonly key: KeyForm
  readonly signature: SignatureForm
  /** What the data groups are hashed with. */
  readonly groupHash: Hash
  /** The key of the chip itself, and the hash that it answers challenges with. */
  readonly active: { readonly key: KeyForm; readonly hash: Hash }
  /** 1 adds the version of the data structure to the list of hashes. */
  readonly listVersion: 0 | 1
  /** How the security object names its signer. */
  readonly signerNamedBy: 'issuer' | 'key'
}

const rsa = (bits: number): KeyForm => ({ kind: 'rsa', bits })
const ec = (curve: Curve): KeyForm => ({ kind: 'ec', curve })
const explicit = (curve: Curve): KeyForm => ({ kind: 'ec', curve, isExplicit: true })

type Row = readonly [
  key: KeyForm,
  signature: SignatureForm,
  groupHash: Hash,
  activeKey: KeyForm,
  activeHash: Hash,
  rest?: Partial<Pick<Algorithm, 'listVersion' | 'signerNamedBy'>>,
]

const pkcs1 = (hash: Hash): SignatureForm => ({ kind: 'rsa', hash })
const byKey = (hash: Hash): SignatureForm => ({ kind: 'rsa', hash, isNamedByKey: true })
const pss = (hash: Hash, saltBytes: number): SignatureForm => ({ kind: 'pss', hash, saltBytes })
const ecdsa = (hash: Hash): SignatureForm => ({ kind: 'ecdsa', hash })

/** Keys of the chip are short, as those of real ones are: the chip signs while it is held to the phone. */
const ROWS: Readonly<Record<string, Row>> = {
  'rsa-sha1': [rsa(2048), pkcs1('sha1'), 'sha1', rsa(1024), 'sha1'],
  'rsa-sha224': [rsa(2048), pkcs1('sha224'), 'sha224', rsa(1280), 'sha224'],
  'rsa-sha256': [rsa(2048), pkcs1('sha256'), 'sha256', rsa(1536), 'sha256'],
  'rsa-sha384': [rsa(2048), pkcs1('sha384'), 'sha384', rsa(1536), 'sha384'],
  'rsa-sha512': [rsa(2048), pkcs1('sha512'), 'sha512', rsa(2048), 'sha512'],
  'rsa-key-sha256': [rsa(2048), byKey('sha256'), 'sha256', rsa(1024), 'sha1', { signerNamedBy: 'key' }],
  'rsa-3072-sha256': [rsa(3072), pkcs1('sha256'), 'sha1', rsa(1024), 'sha256'],
  'pss-sha1': [rsa(2048), pss('sha1', 20), 'sha1', rsa(1024), 'sha1'],
  'pss-sha224': [rsa(2048), pss('sha224', 28), 'sha256', rsa(1024), 'sha1'],
  'pss-sha256': [rsa(2048), pss('sha256', 32), 'sha256', rsa(1280), 'sha256', { listVersion: 1 }],
  'pss-sha256-salt20': [rsa(2048), pss('sha256', 20), 'sha256', rsa(1024), 'sha1'],
  'pss-sha384': [rsa(2048), pss('sha384', 48), 'sha384', rsa(1536), 'sha384'],
  'pss-sha512': [rsa(2048), pss('sha512', 64), 'sha512', rsa(1536), 'sha512', { signerNamedBy: 'key' }],
  'pss-3072-sha256': [rsa(3072), pss('sha256', 32), 'sha256', ec('prime256v1'), 'sha256'],
  'p192-sha1': [ec('prime192v1'), ecdsa('sha1'), 'sha1', ec('prime192v1'), 'sha1'],
  'p224-sha1': [ec('secp224r1'), ecdsa('sha1'), 'sha1', ec('secp224r1'), 'sha1'],
  'p224-sha224': [ec('secp224r1'), ecdsa('sha224'), 'sha224', ec('secp224r1'), 'sha224'],
  'p256-sha1': [ec('prime256v1'), ecdsa('sha1'), 'sha256', rsa(1024), 'sha1'],
  'p256-sha256': [ec('prime256v1'), ecdsa('sha256'), 'sha256', ec('prime256v1'), 'sha256'],
  'p256-sha256-explicit': [
    explicit('prime256v1'),
    ecdsa('sha256'),
    'sha256',
    explicit('prime256v1'),
    'sha256',
  ],
  'p384-sha384': [
    ec('secp384r1'),
    ecdsa('sha384'),
    'sha384',
    ec('secp384r1'),
    'sha384',
    { listVersion: 1, signerNamedBy: 'key' },
  ],
  'p384-sha256-explicit': [explicit('secp384r1'), ecdsa('sha256'), 'sha256', ec('prime256v1'), 'sha1'],
  'p521-sha512': [ec('secp521r1'), ecdsa('sha512'), 'sha512', ec('secp521r1'), 'sha512'],
  'p521-sha512-explicit': [explicit('secp521r1'), ecdsa('sha512'), 'sha256', rsa(1024), 'sha1'],
  'brainpool192-sha1': [ec('brainpoolP192r1'), ecdsa('sha1'), 'sha1', ec('brainpoolP192r1'), 'sha1'],
  'brainpool224-sha224': [ec('brainpoolP224r1'), ecdsa('sha224'), 'sha224', ec('brainpoolP224r1'), 'sha224'],
  'brainpool224-sha1-explicit': [
    explicit('brainpoolP224r1'),
    ecdsa('sha1'),
    'sha1',
    explicit('brainpoolP224r1'),
    'sha1',
  ],
  'brainpool256-sha256': [
    ec('brainpoolP256r1'),
    ecdsa('sha256'),
    'sha256',
    ec('brainpoolP256r1'),
    'sha256',
    { listVersion: 1 },
  ],
  'brainpool256-sha256-explicit': [
    explicit('brainpoolP256r1'),
    ecdsa('sha256'),
    'sha256',
    ec('brainpoolP256r1'),
    'sha256',
  ],
  'brainpool320-sha256': [ec('brainpoolP320r1'), ecdsa('sha256'), 'sha256', ec('brainpoolP320r1'), 'sha256'],
  'brainpool384-sha384': [ec('brainpoolP384r1'), ecdsa('sha384'), 'sha384', ec('brainpoolP384r1'), 'sha384'],
  'brainpool384-sha384-explicit': [
    explicit('brainpoolP384r1'),
    ecdsa('sha384'),
    'sha256',
    explicit('brainpoolP384r1'),
    'sha384',
  ],
  'brainpool512-sha512': [
    ec('brainpoolP512r1'),
    ecdsa('sha512'),
    'sha512',
    ec('brainpoolP512r1'),
    'sha512',
    { signerNamedBy: 'key' },
  ],
}

export const ALGORITHMS: readonly Algorithm[] = Object.entries(ROWS).map(
  ([name, [key, signature, groupHash, activeKey, activeHash, rest]]) => ({
    name,
    key,
    signature,
    groupHash,
    active: { key: activeKey, hash: activeHash },
    listVersion: 0,
    signerNamedBy: 'issuer',
    ...rest,
  }),
)

const USUAL_ALGORITHM = 'rsa-sha256'

export function algorithmNamed(name: string = USUAL_ALGORITHM): Algorithm {
  const row = ALGORITHMS.find((each) => each.name === name)
  if (row === undefined)
    throw new Error(`--algorithm must be one of ${ALGORITHMS.map((each) => each.name).join(', ')}`)
  return row
}
