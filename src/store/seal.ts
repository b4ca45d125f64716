// Seals bytes with AES-256-GCM, so that opening fails for damaged bytes, a wrong key or a wrong owner.
import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  type KeyObject,
  randomBytes,
  webcrypto,
} from 'node:crypto'
import { StoredDataDamaged } from './port.ts'

const magic = Buffer.from('SSF1')
const nonceBytes = 12
const tagBytes = 16
const headerBytes = magic.length + 4 + nonceBytes

export const keyBytes = 32

/** The owner and the kind of sealed bytes: both are authenticated, so that one sealed text cannot replace another. */
export interface SealContext {
  readonly organisationId: string
  /** `file:ID`, `face:ID`: the kind and the id of what is sealed. */
  readonly label: string
}

function newHeader(version: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  magic.copy(header)
  header.writeUInt32BE(version, magic.length)
  randomBytes(nonceBytes).copy(header, magic.length + 4)
  return header
}

/** The layout is: magic, key version, nonce, cipher text, tag. */
export function seal(key: CipherKey, version: number, place: SealContext, plain: Uint8Array): Buffer {
  const header = newHeader(version)
  const cipher = createCipheriv('aes-256-gcm', key, header.subarray(-nonceBytes))
  cipher.setAAD(boundData(header, place))
  return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** What takes longer than a small request is sealed and opened in the thread pool. */
const largeBytes = 256 * 1024

export async function sealAside(
  key: KeyObject,
  version: number,
  place: SealContext,
  plain: Uint8Array,
): Promise<Buffer> {
  if (plain.byteLength <= largeBytes) return seal(key, version, place, plain)
  const header = newHeader(version)
  const body = await webcrypto.subtle.encrypt(
    gcm(header, place),
    key.toCryptoKey('AES-GCM', false, ['encrypt']),
    plain as Uint8Array<ArrayBuffer>,
  )
  return Buffer.concat([header, new Uint8Array(body)])
}

export async function unsealAside(key: KeyObject, place: SealContext, sealed: Uint8Array): Promise<Buffer> {
  if (sealed.byteLength <= largeBytes) return unseal(key, place, sealed)
  keyVersionOf(sealed, place)
  const header = sealed.subarray(0, headerBytes)
  const aside = key.toCryptoKey('AES-GCM', false, ['decrypt'])
  const body = sealed.subarray(headerBytes) as Uint8Array<ArrayBuffer>
  try {
    return Buffer.from(await webcrypto.subtle.decrypt(gcm(header, place), aside, body))
  } catch {
    throw damaged(place)
  }
}

const gcm = (header: Uint8Array, place: SealContext) => ({
  name: 'AES-GCM',
  iv: header.subarray(-nonceBytes) as Uint8Array<ArrayBuffer>,
  additionalData: boundData(header, place) as Uint8Array<ArrayBuffer>,
  tagLength: tagBytes * 8,
})

export function keyVersionOf(sealed: Uint8Array, place: SealContext): number {
  const buffer = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  if (buffer.length < headerBytes + tagBytes || !buffer.subarray(0, magic.length).equals(magic))
    throw new StoredDataDamaged(`${place.label} is not a sealed text: it is cut off or overwritten`)
  return buffer.readUInt32BE(magic.length)
}

export function unseal(key: CipherKey, place: SealContext, sealed: Uint8Array): Buffer {
  keyVersionOf(sealed, place)
  const buffer = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const header = buffer.subarray(0, headerBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, header.subarray(-nonceBytes))
  decipher.setAAD(boundData(header, place))
  decipher.setAuthTag(buffer.subarray(-tagBytes))
  try {
    const plain = decipher.update(buffer.subarray(headerBytes, -tagBytes))
    // `final` returns no bytes in this mode, but throws where the tag does not match.
    decipher.final()
    return plain
  } catch {
    throw damaged(place)
  }
}

const damaged = (place: SealContext): StoredDataDamaged =>
  new StoredDataDamaged(`${place.label} is damaged, or is not what was stored under this id`)

function boundData(header: Uint8Array, place: SealContext): Buffer {
  return Buffer.concat([
    header.subarray(0, magic.length + 4),
    Buffer.from(JSON.stringify([place.organisationId, place.label])),
  ])
}
