// Phones of Apple that do not exist: attestations of their keys, and assertions that the keys sign.
import { createHash, sign } from 'node:crypto'
import { octets, sequence, tagged } from '../chips/der.ts'
import { type KeyPair, makeKeys } from '../chips/signing.ts'
import { ecKeys, extension, issue } from './issuing.ts'

const NONCE = '1.2.840.113635.100.8.2'
const DAY_MS = 86_400_000

interface AppleFacts {
  readonly challenge: Uint8Array
  readonly appId: string
  readonly counter: number
  readonly environment: 'appattest' | 'appattestdevelop'
  /** The hash of another key, in the place of the own. */
  readonly keyHash?: Uint8Array
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest()

/** CBOR of the few kinds that App Attest has. */
type Item = string | Uint8Array | readonly Item[] | { readonly [key: string]: Item }

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.of((kind << 5) | size)
  if (size < 256) return Buffer.of((kind << 5) | 24, size)
  return Buffer.of((kind << 5) | 25, size >> 8, size & 255)
}

function cbor(item: Item): Buffer {
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)])
  if (item instanceof Uint8Array) return Buffer.concat([head(2, item.byteLength), item])
  if (Array.isArray(item)) return Buffer.concat([head(4, item.length), ...item.map(cbor)])
  const pairs = Object.entries(item).flatMap(([key, value]) => [cbor(key), cbor(value as Item)])
  return Buffer.concat([head(5, pairs.length / 2), ...pairs])
}

const pointOf = ({ publicKey }: KeyPair): Uint8Array => publicKey.subarray(-65)

function dataOf(appId: string, counter: number): Buffer {
  const data = Buffer.concat([sha256(Buffer.from(appId)), Buffer.of(0x40), Buffer.alloc(4)])
  data.writeUInt32BE(counter, 33)
  return data
}

export function makeAppleMaker(now: number) {
  const life = { from: new Date(now - 400 * DAY_MS), until: new Date(now + 400 * DAY_MS) }
  const rootKeys = makeKeys({ kind: 'ec', curve: 'secp384r1' })
  const root = issue({
    name: 'Specimen App Attestation Root',
    keys: rootKeys,
    serial: 1,
    isAuthority: true,
    ...life,
  })
  const middle = issue({
    ...{ name: 'Specimen App Attestation CA', keys: makeKeys({ kind: 'ec', curve: 'secp384r1' }) },
    ...{ issuer: root, serial: 2, isAuthority: true, most: 0, ...life },
  })

  function phone(facts: AppleFacts, keys: KeyPair = ecKeys()) {
    const keyHash = facts.keyHash ?? sha256(pointOf(keys))
    const credential = Buffer.concat([
      Buffer.from(facts.environment.padEnd(16, '\0')),
      Buffer.of(0, 32),
      keyHash,
    ])
    const authData = Buffer.concat([
      dataOf(facts.appId, facts.counter),
      credential,
      cbor({ key: pointOf(keys) }),
    ])
    const nonce = sha256(authData, sha256(facts.challenge))
    const leaf = issue({
      ...{ name: keyHash.toString(), keys, issuer: middle, serial: 77, isAuthority: false, ...life },
      extensions: [extension(NONCE, sequence(tagged(0xa1, octets(nonce))))],
    })
    const attestation = cbor({
      fmt: 'apple-appattest',
      attStmt: { x5c: [leaf.der, middle.der], receipt: new Uint8Array() },
      authData,
    })
    return { keys, attestation }
  }
  return { root, phone }
}

/** What the key signs of these bytes. */
export function assertion(keys: KeyPair, appId: string, counter: number, signed: Uint8Array): Buffer {
  const authenticatorData = dataOf(appId, counter)
  const nonce = sha256(authenticatorData, sha256(signed))
  return cbor({ signature: sign('sha256', nonce, keys.privateKey), authenticatorData })
}
