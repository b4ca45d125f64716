// Chip authentication with the server: a key of one session, a command that only the true chip can answer, and whether it did.
import { createDiffieHellman, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto'
import { type Check, holds, softly } from '../../checks.ts'
import { DerFault, TAG } from '../../der/der.ts'
import { element, objectId, sequence } from '../../der/write.ts'
import { type EcKey, keyObject } from '../../trust/public-key.ts'
import type { AgreementExchange, ChipFault, ChipFiles, CopyCheck } from './chip.ts'
import { isProtectedAnswer, type MessageKeys, messageKeys, protectedCommand } from './secure-messaging.ts'
import { type Agreement, agreementOf, isWeakKey, type NumberKey } from './security-infos.ts'

/** What the app hands to the chip. */
export interface OfferedAgreement {
  readonly protocol: string
  readonly keyId: number | undefined
  readonly publicKey: Uint8Array
  /** One command under the keys that the chip and the server have after it. */
  readonly command: Uint8Array
}

/** SELECT of EF.DG14, which was read before: every chip that has it can do that. */
const SELECT = [0xa4, 0x02, 0x0c] as const
const DG14 = Uint8Array.of(0x01, 0x0e)

/** Undefined where the chip offers no way that is known; a fault where the file cannot be read. */
export function offerAgreement(input: {
  readonly dg14: Uint8Array
  readonly seed: Uint8Array
}): { readonly offer?: OfferedAgreement | undefined } | { readonly fault: ChipFault } {
  try {
    const agreement = agreementOf(input.dg14)
    const agreed = agreement && agree(agreement, input.seed)
    if (!agreement || !agreed) return {}
    return {
      offer: {
        protocol: agreement.protocol.objectId,
        keyId: agreement.keyId,
        publicKey: agreed.publicKey,
        command: protectedCommand(agreed.keys, SELECT, DG14),
      },
    }
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
    return { fault: { file: 'dg14', offset: error.offset, reason: 'malformed', words: error.message } }
  }
}

const CHIP_AUTHENTICATION = 'chip-authentication'

/** The files must have passed `checkSigned`: the key of an unsigned DG14 proves nothing. */
export function checkAgreement({ groups }: ChipFiles, exchange?: AgreementExchange): CopyCheck {
  const file = groups.get(14)
  if (!file) {
    const words = 'is missing, and an answer of the chip under the keys agreed with it was sent'
    const fault = { file: 'dg14', reason: 'malformed', words } as const
    return { copy: 'not-asked', checks: [], fault: exchange && fault }
  }
  const unproved = softly(holds(CHIP_AUTHENTICATION, false))
  try {
    const agreement = agreementOf(file)
    if (!exchange) return { copy: 'not-asked', checks: agreement ? [unproved] : [] }
    const agreed = agreement && agree(agreement, exchange.seed)
    // No chip can have been asked by a key that is not there: whoever sent the answer made it up.
    const isAnswered = agreed !== undefined && isProtectedAnswer(agreed.keys, exchange.response)
    const strong: Check[] = agreement
      ? [softly(holds('chip-authentication-key-strong', !isWeakKey(agreement.key)))]
      : []
    return {
      copy: isAnswered ? 'genuine' : 'copy',
      checks: [holds(CHIP_AUTHENTICATION, isAnswered), ...strong],
    }
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
    // The state signed a file that cannot be read here: no fault of the chip, and no proof.
    const values = { dg14: error.message }
    return { copy: exchange ? 'copy' : 'not-asked', checks: [{ ...unproved, values }] }
  }
}

interface Agreed {
  readonly publicKey: Uint8Array
  readonly keys: MessageKeys
}

/** The same seed and the same file make the same keys again, so that no key of a session is kept anywhere. */
function agree({ key, protocol }: Agreement, seed: Uint8Array): Agreed | undefined {
  const agreed = key.kind === 'EC' ? agreeOnCurve(key, seed) : agreeOnNumbers(key, seed)
  return agreed && { publicKey: agreed.publicKey, keys: messageKeys(protocol, agreed.secret) }
}

interface Secret {
  readonly publicKey: Uint8Array
  readonly secret: Uint8Array
}

function agreeOnCurve(key: EcKey, seed: Uint8Array): Secret | undefined {
  const { curve } = key
  const publicKey = keyObject(key)
  if (!publicKey) return undefined
  const privateKey = createPrivateKey({
    key: sequence(
      element(TAG.integer, Uint8Array.of(1)),
      element(TAG.octetString, privateNumber(seed, BigInt(`0x${curve.order}`))),
      element(0xa0, objectId(curve.objectId)),
    ),
    format: 'der',
    type: 'sec1',
  })
  const info = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    publicKey: info.subarray(-1 - curve.a.length),
    secret: diffieHellman({ privateKey, publicKey }),
  }
}

function agreeOnNumbers({ prime, generator, order, value }: NumberKey, seed: Uint8Array): Secret | undefined {
  const group = createDiffieHellman(Buffer.from(prime), Buffer.from(generator))
  const powers = order ? numberOf(order) : (numberOf(prime) - 1n) / 2n
  group.setPrivateKey(privateNumber(seed, powers))
  const publicKey = group.generateKeys()
  const secret = group.computeSecret(value)
  // A secret of 0 or 1 is no secret.
  if (numberOf(secret) < 2n) return undefined
  return { publicKey: filled(publicKey, prime.byteLength), secret: filled(secret, prime.byteLength) }
}

/** From 1 to one less than the order; 8 bytes more than it has make each as likely as another. */
function privateNumber(seed: Uint8Array, order: bigint): Buffer {
  const bytes = Math.ceil(order.toString(16).length / 2)
  const random = new Uint8Array(hkdfSync('sha512', seed, '', 'selfsame-chip-authentication', bytes + 8))
  const number = (numberOf(random) % (order - 1n)) + 1n
  return filled(Buffer.from(number.toString(16).padStart(2 * bytes, '0'), 'hex'), bytes)
}

const filled = (bytes: Uint8Array, length: number): Buffer =>
  Buffer.concat([new Uint8Array(length - bytes.byteLength), bytes])

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
