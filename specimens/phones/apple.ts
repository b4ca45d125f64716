// Phones of Apple that do not exist: attestations of their keys, and assertions that the keys sign.
import { createHash, sign } from 'node:crypto'
import { integer, joined, objectId, octets, sequence, setOf, tagged } from '../chips/der.ts'
import { hashName, type KeyPair, makeKeys, messageSignatureName, signed } from '../chips/signing.ts'
import { ecKeys, extension, type Issued, issue, nameOf } from './issuing.ts'

const NONCE = '1.2.840.113635.100.8.2'
const SIGNS_RECEIPTS = '1.2.840.113635.100.12.15'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const PLAIN_DATA = '1.2.840.113549.1.7.1'
const DAY_MS = 86_400_000

interface AppleFacts {
  readonly challenge: Uint8Array
  readonly appId: string
  readonly counter: number
  readonly environment: 'appattest' | 'appattestdevelop'
  /** The hash of another key, in the place of the own. */
  readonly keyHash?: Uint8Array
  /** What is odd about the receipt. */
  readonly receipt?: ReceiptOddities
}

interface ReceiptOddities {
  /** Fields by their numbers, in the place of the right ones. */
  readonly fields?: Readonly<Record<number, Uint8Array>>
  /** The signer has no mark, as certificates that Apple gives to developers. */
  readonly isUnmarked?: boolean
  /** A byte of the content is changed after it was signed. */
  readonly isChanged?: boolean
  /** There is a certificate in it that vouches for nothing. */
  readonly isCrowded?: boolean
  /** Bytes in the place of the whole receipt. */
  readonly bytes?: Uint8Array
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

/** An element of indefinite length: a mark ends it. */
const endless = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  joined(Uint8Array.of(tag, 0x80), ...parts, Uint8Array.of(0, 0))

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
    name: 'Specimen App Attestation CA',
    keys: makeKeys({ kind: 'ec', curve: 'secp384r1' }),
    issuer: root,
    serial: 2,
    isAuthority: true,
    most: 0,
    ...life,
  })
  const signerKeys = ecKeys()

  const signer = (isMarked: boolean): Issued =>
    issue({
      name: 'Specimen Receipt Signing',
      keys: signerKeys,
      issuer: middle,
      serial: isMarked ? 7 : 8,
      isAuthority: false,
      ...life,
      ...(isMarked && { extensions: [extension(SIGNS_RECEIPTS, tagged(5))] }),
    })
  const signers = { marked: signer(true), plain: signer(false) }

  /** As Apple writes it: the hull without lengths, the content in two pieces, and itself signed. */
  function receipt(facts: AppleFacts, leaf: Issued): Uint8Array {
    const { fields, isUnmarked, isChanged, isCrowded, bytes } = facts.receipt ?? {}
    if (bytes) return bytes
    const values: Record<number, Uint8Array> = {
      2: Buffer.from(facts.appId),
      3: leaf.der,
      4: sha256(facts.challenge),
      6: Buffer.from('ATTEST'),
      12: Buffer.from(new Date(now).toISOString()),
      ...fields,
    }
    const content = setOf(
      ...Object.entries(values).map(([number, value]) =>
        sequence(integer(Number(number)), integer(1), octets(value)),
      ),
    )
    const by = isUnmarked ? signers.plain : signers.marked
    const form = { kind: 'ecdsa', hash: 'sha256' } as const
    const info = sequence(
      integer(1),
      sequence(nameOf(middle.name), integer(isUnmarked ? 8 : 7)),
      hashName('sha256'),
      messageSignatureName(form),
      octets(signed(content, form, by.keys.privateKey)),
    )
    if (isChanged) content[content.byteLength - 1] = (content.at(-1) ?? 0) ^ 1
    const pieces = [content.subarray(0, 100), content.subarray(100)].map(octets)
    const data = [integer(1), setOf(hashName('sha256'))]
    const held = endless(0x30, objectId(PLAIN_DATA), endless(0xa0, endless(0x24, ...pieces)))
    const certificates = endless(0xa0, by.der, middle.der, root.der, ...(isCrowded ? [leaf.der] : []))
    const inner = endless(0x30, ...data, held, certificates, setOf(info))
    return endless(0x30, objectId(SIGNED_DATA), endless(0xa0, inner))
  }

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
      name: keyHash.toString(),
      keys,
      issuer: middle,
      serial: 77,
      isAuthority: false,
      ...life,
      extensions: [extension(NONCE, sequence(tagged(0xa1, octets(nonce))))],
    })
    const attestation = cbor({
      fmt: 'apple-appattest',
      attStmt: { x5c: [leaf.der, middle.der], receipt: receipt(facts, leaf) },
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
