// Signed messages (CMS) of chips and states: the security object of a chip, and a master list.
import { createHash } from 'node:crypto'
import type { Hash, SignatureForm } from './algorithms.ts'
import { type Certificate, nameOf } from './certificates.ts'
import { integer, objectId, octets, open, sequence, setOf, tagged, time } from './der.ts'
import { hashName, type KeyPair, messageSignatureName, signed } from './signing.ts'

export const SECURITY_OBJECT = '2.23.136.1.1.1'
export const MASTER_LIST = '2.23.136.1.1.2'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'

/**
 * How states deviate from the standard without meaning anything else. `open`: lengths that are not counted and content in
 * pieces, as New Zealand has them. `reordered`: the parts of the issuer's name in another order, as Malaysia has them.
 */
export const MESSAGE_FORMS = ['open', 'reordered'] as const
export type MessageForm = (typeof MESSAGE_FORMS)[number]

/** Content of more bytes comes in several pieces. */
const PIECE_BYTES = 100

export interface MessageAsk {
  /** What kind of content it is. */
  readonly type: string
  readonly content: Uint8Array
  readonly signer: Certificate
  readonly keys: KeyPair
  readonly signature: SignatureForm
  readonly namedBy: 'issuer' | 'key'
  /** Certificates that come with the message, the signer's among them. */
  readonly certificates: readonly Uint8Array[]
  readonly at: Date
  readonly form?: MessageForm | undefined
  /** Signs the hash of something else. */
  readonly hasWrongDigest?: boolean
  /** A signature bit is turned. */
  readonly hasWrongSignature?: boolean
}

const digestOf = (bytes: Uint8Array, hash: Hash): Uint8Array =>
  new Uint8Array(createHash(hash).update(bytes).digest())

export function signedMessage(ask: MessageAsk): Uint8Array {
  const { type, content, signer, keys, signature, namedBy, certificates, at, form } = ask
  const digest = digestOf(ask.hasWrongDigest ? content.subarray(1) : content, signature.hash)
  const attribute = (id: string, value: Uint8Array) => sequence(objectId(id), setOf(value))
  const attributes = setOf(
    attribute(CONTENT_TYPE, objectId(type)),
    attribute(MESSAGE_DIGEST, octets(digest)),
    attribute(SIGNING_TIME, time(at)),
  )
  const value = signed(attributes, signature, keys.privateKey)
  if (ask.hasWrongSignature) value[value.length - 1] = (value.at(-1) ?? 0) ^ 1
  const isByKey = namedBy === 'key'
  const signerInfo = sequence(
    integer(isByKey ? 3 : 1),
    isByKey
      ? tagged(0x80, signer.keyId)
      : sequence(nameOf(signer.issuer, form === 'reordered'), integer(signer.serial)),
    hashName(signature.hash),
    // The attributes are signed as a set and stand as [0]: only their first byte differs.
    Uint8Array.of(0xa0, ...attributes.subarray(1)),
    messageSignatureName(signature),
    octets(value),
  )
  const wrap = form === 'open' ? open : tagged
  return wrap(
    0x30,
    objectId(SIGNED_DATA),
    wrap(
      0xa0,
      wrap(
        0x30,
        integer(3),
        setOf(hashName(signature.hash)),
        wrap(0x30, objectId(type), wrap(0xa0, form === 'open' ? inPieces(content) : octets(content))),
        wrap(0xa0, ...certificates),
        setOf(signerInfo),
      ),
    ),
  )
}

function inPieces(content: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < content.length; at += PIECE_BYTES)
    pieces.push(octets(content.subarray(at, at + PIECE_BYTES)))
  return open(0x24, ...pieces)
}
