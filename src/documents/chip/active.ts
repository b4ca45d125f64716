// Active authentication: whether the chip has the private key of its signed DG15, shown by what it made of our challenge.
import { constants, createHash, publicEncrypt } from 'node:crypto'
import { holds, softly } from '../../checks.ts'
import { childrenOf, DerFault, expectTag, readDer } from '../../der/der.ts'
import { HASHES, type HashName, hashNamed, type Scheme } from '../../trust/algorithms.ts'
import {
  type EcKey,
  isSignedBy,
  isWeak,
  keyObject,
  type RsaKey,
  readPublicKey,
} from '../../trust/public-key.ts'
import type { ActiveExchange, ChipFiles, CopyCheck } from './chip.ts'
import { namedScheme } from './security-infos.ts'

const KEY_TAG = 0x6f

/** The first byte of a message that is partly recovered from its signature (ISO 9796-2, scheme 1). */
const HEADER = 0x6a
/** The last bytes of that message say which hash it has. */
const TRAILERS: readonly { readonly bytes: readonly number[]; readonly hash: HashName }[] = [
  { bytes: [0xbc], hash: 'sha1' },
  { bytes: [0x33, 0xcc], hash: 'sha1' },
  { bytes: [0x34, 0xcc], hash: 'sha256' },
  { bytes: [0x35, 0xcc], hash: 'sha512' },
  { bytes: [0x36, 0xcc], hash: 'sha384' },
  { bytes: [0x38, 0xcc], hash: 'sha224' },
]

/** The files must have passed `checkSigned`: an unsigned key proves nothing. */
export function checkActive(
  { groups }: ChipFiles,
  isKeySigned: boolean,
  exchange?: ActiveExchange,
): CopyCheck {
  const file = groups.get(15)
  // A copy of a chip has everything but the private key, so it is worth a note that the chip could have been asked.
  if (!exchange)
    return { copy: 'not-asked', checks: isKeySigned ? [softly(holds('active-authentication', false))] : [] }
  if (!file)
    return {
      copy: 'not-asked',
      checks: [],
      fault: {
        file: 'dg15',
        reason: 'malformed',
        words: 'is missing, and an answer of the chip to a challenge was sent',
      },
    }
  try {
    const [info, ...others] = childrenOf(expectTag(readDer(file, LENIENT), KEY_TAG, 'a key of a chip'))
    if (!info || others.length > 0) throw new DerFault(0, 'does not hold exactly one key')
    const key = readPublicKey(info)
    const isAnswered =
      key.kind === 'RSA'
        ? isRecoverable(key, exchange)
        : schemesOf(groups.get(14)).some((scheme) => isPlain(key, scheme, exchange))
    return {
      copy: isAnswered ? 'genuine' : 'copy',
      checks: [
        holds('active-authentication', isAnswered),
        softly(holds('active-authentication-key-strong', !isWeak(key))),
      ],
    }
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
    // The state signed a key that cannot be used here: that is no fault of the chip, and no proof.
    const check = softly(holds('active-authentication', false))
    return { copy: 'not-asked', checks: [{ ...check, values: { dg15: error.message } }] }
  }
}

/** Lengths of chip files need not be shortest; their bytes are signed as they are. */
const LENIENT = { hasShortestLengths: false }

/**
 * The chip signs random bytes of its own and our challenge. Raw RSA gives back its own bytes and the hash of both. Every
 * byte has its place, so nothing is left with which an answer could be made to fit.
 */
function isRecoverable(key: RsaKey, { challenge, response }: ActiveExchange): boolean {
  const size = key.modulus.byteLength
  const usable = keyObject(key)
  if (!usable || key.bits !== size * 8 || response.byteLength !== size) return false
  // A number that is not below the modulus has a second form of the same answer.
  if (Buffer.compare(response, key.modulus) >= 0) return false
  const message = publicEncrypt({ key: usable, padding: constants.RSA_NO_PADDING }, response)
  const trailer = TRAILERS.find(({ bytes }) =>
    bytes.every((byte, at) => message[size - bytes.length + at] === byte),
  )
  const hash = hashNamed(trailer?.hash)
  if (message[0] !== HEADER || !trailer || !hash) return false
  const hashEnd = size - trailer.bytes.length
  const hashStart = hashEnd - hash.bytes
  const own = message.subarray(1, hashStart)
  const expected = createHash(hash.id).update(own).update(challenge).digest()
  return expected.equals(message.subarray(hashStart, hashEnd))
}

const isPlain = (key: EcKey, scheme: Scheme, { challenge, response }: ActiveExchange): boolean =>
  response.byteLength === 2 * Math.ceil(key.bits / 8) && isSignedBy(key, scheme, challenge, response)

/** DG14 says which hash the chip uses. Where it does not, any of them shows that the chip has the key. */
function schemesOf(file: Uint8Array | undefined): readonly Scheme[] {
  const named = file && namedScheme(file)
  if (named) return [named]
  return HASHES.map((hash) => ({ kind: 'ecdsa-plain', hash, name: `ECDSA with ${hash.name}` }))
}
