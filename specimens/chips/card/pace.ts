// PACE as a chip does it, step by step: generic, integrated and chip authentication mapping, over curves and prime groups.
import { fromHex, joined, objectId, tagged } from '../der.ts'
import {
  AUTHENTICATION,
  type Cipher,
  cipherNumber,
  codeOf,
  deriveKey,
  ENCRYPTION,
  encrypt,
  keyBytesOf,
  PASSWORD,
  padded,
} from './ciphers.ts'
import { bytesOf, type Domain, domainOf, type Element, inverseOf, lengthOf, numberOf } from './domains.ts'
import type { Node } from './tlv.ts'

export interface PaceForm {
  readonly agreement: 'dh' | 'ecdh'
  readonly mapping: 'gm' | 'im' | 'cam'
  readonly cipher: Cipher
  /** Which standardised parameters. */
  readonly domain: number
}

const MAPPINGS = { 'dh gm': 1, 'ecdh gm': 2, 'dh im': 3, 'ecdh im': 4, 'ecdh cam': 6 } as const

export function paceName({ agreement, mapping, cipher }: PaceForm): string {
  const name = Object.entries(MAPPINGS).find(([key]) => key === `${agreement} ${mapping}`)
  if (name === undefined) throw new Error(`there is no PACE by ${agreement} and ${mapping}`)
  return `0.4.0.127.0.7.2.2.4.${name[1]}.${cipherNumber(cipher)}`
}

/** Where a chip takes its chance from; the standard's examples are replayed by handing in theirs. */
export interface Chance {
  bytes(count: number): Uint8Array
  /** From 1 to less than the order. */
  exponent(order: bigint): bigint
}

/** The constants of the pseudo-random function, by the length of its blocks. */
const CONSTANTS = {
  16: ['a668892a7c41e3ca739f40b057d85904', 'a4e136ac725f738b01c1f60217c188ad'],
  32: [
    'd463d65234124ef7897054986dca0a174e28df758cbaa03f240616414d5a1676',
    '54bd7255f0aaf831bec3423fcf39d69b6cbf066677d0faae5aadd99df8e53517',
  ],
} as const

/** A number below the prime from the nonces of both sides. */
function fieldOf(nonce: Uint8Array, other: Uint8Array, cipher: Cipher, prime: bigint): bigint {
  const [keys, numbers] = CONSTANTS[cipher === 'aes192' || cipher === 'aes256' ? 32 : 16].map(fromHex)
  if (keys === undefined || numbers === undefined) throw new Error('there are two constants')
  const cut = (key: Uint8Array) => key.subarray(0, keyBytesOf(cipher))
  const parts: Uint8Array[] = []
  let key = encrypt(cipher, cut(other), nonce)
  while (parts.length * nonce.length * 8 < prime.toString(2).length + 64) {
    parts.push(encrypt(cipher, cut(key), numbers))
    key = encrypt(cipher, cut(key), keys)
  }
  return numberOf(joined(...parts)) % prime
}

/** What a step answers: data objects, or a status where it failed. */
type Step = Uint8Array | number

const WRONG_DATA = 0x6a80
export const NOT_AUTHENTIC = 0x6300

export class Pace {
  /** What keys of the channel come from, once the reader has shown that it knows the password. */
  secret: Uint8Array | undefined
  readonly form: PaceForm
  readonly #domain: Domain
  readonly #nonce: Uint8Array
  readonly #passwordKey: Uint8Array
  readonly #chance: Chance
  /** The chip's own, which its signed files publish. */
  readonly #staticKey: bigint | undefined
  #step = 0
  #mapKey = 0n
  #generator: Element = []
  #ownPublic: Uint8Array = new Uint8Array()
  #otherPublic: Uint8Array = new Uint8Array()
  #agreed: Uint8Array = new Uint8Array()

  constructor(form: PaceForm, passwordKey: Uint8Array, chance: Chance, staticKey?: bigint) {
    this.form = form
    this.#domain = domainOf(form.domain)
    this.#passwordKey = passwordKey
    this.#chance = chance
    this.#staticKey = staticKey
    this.#nonce = chance.bytes(form.mapping === 'im' && keyBytesOf(form.cipher) > 16 ? 32 : 16)
  }

  /** One GENERAL AUTHENTICATE: what its template held, to what the answer's template holds. */
  next(sent: readonly Node[]): Step {
    const [object, ...more] = sent
    const step = this.#step++
    if (more.length > 0 || (step === 0 ? object !== undefined : object?.tag !== 0x7f + 2 * step))
      return WRONG_DATA
    const data = object?.value ?? new Uint8Array()
    if (step === 0) return tagged(0x80, encrypt(this.form.cipher, this.#passwordKey, this.#nonce))
    if (step === 1) return this.form.mapping === 'im' ? this.#integrate(data) : this.#map(data)
    if (step === 2) return this.#agree(data)
    return step === 3 ? this.#prove(data) : WRONG_DATA
  }

  #map(data: Uint8Array): Step {
    const { combine, power, generator, order } = this.#domain
    const other = this.#domain.decode(data)
    if (other === undefined) return WRONG_DATA
    this.#mapKey = this.#chance.exponent(order)
    this.#generator = combine(power(generator, numberOf(this.#nonce)), power(other, this.#mapKey))
    return tagged(0x82, this.#domain.encode(power(generator, this.#mapKey)))
  }

  #integrate(data: Uint8Array): Step {
    const { cipher } = this.form
    if (data.length !== keyBytesOf(cipher)) return WRONG_DATA
    this.#generator = this.#domain.embed(fieldOf(this.#nonce, data, cipher, this.#domain.prime))
    return tagged(0x82)
  }

  #agree(data: Uint8Array): Step {
    const other = this.#domain.decode(data)
    if (other === undefined) return WRONG_DATA
    const own = this.#chance.exponent(this.#domain.order)
    this.#ownPublic = this.#domain.encode(this.#domain.power(this.#generator, own))
    this.#otherPublic = data
    if (Buffer.from(this.#ownPublic).equals(data)) return WRONG_DATA
    this.#agreed = this.#domain.secret(this.#domain.power(other, own))
    return tagged(0x84, this.#ownPublic)
  }

  #prove(token: Uint8Array): Step {
    const { cipher } = this.form
    const key = deriveKey(this.#agreed, cipher, AUTHENTICATION)
    const tokenOf = (publicKey: Uint8Array): Uint8Array =>
      codeOf(cipher, key, tagged(0x7f49, objectId(paceName(this.form)), tagged(this.#domain.tag, publicKey)))
    if (!Buffer.from(tokenOf(this.#ownPublic)).equals(token)) return NOT_AUTHENTIC
    this.secret = this.#agreed
    return joined(tagged(0x86, tokenOf(this.#otherPublic)), this.#chipProof())
  }

  /** By chip authentication mapping alone: how the key of the mapping comes from the chip's own. */
  #chipProof(): Uint8Array {
    const { cipher, mapping } = this.form
    if (mapping !== 'cam') return new Uint8Array()
    if (this.#staticKey === undefined) throw new Error('a chip maps by its own key, and has none')
    const { order } = this.#domain
    const data = bytesOf((inverseOf(this.#staticKey, order) * this.#mapKey) % order, lengthOf(order))
    const key = deriveKey(this.#agreed, cipher, ENCRYPTION)
    const start = encrypt(cipher, key, new Uint8Array(16).fill(0xff))
    return tagged(0x8a, encrypt(cipher, key, padded(data, 16), start))
  }
}

/** The key that a nonce is encrypted with. */
export const passwordKeyOf = (password: Uint8Array, cipher: Cipher): Uint8Array =>
  deriveKey(password, cipher, PASSWORD)
