// A card that answers commands as a chip does: its files, how it is opened, how it proves itself, and what is odd about it.
import { randomBytes } from 'node:crypto'
import { type AgreementKey, agreementName } from '../access.ts'
import { ascii, joined, objectId, tagged } from '../der.ts'
import { AUTHENTICATION, codeOf, decrypt, deriveKey, ENCRYPTION, encrypt, sha1 } from './ciphers.ts'
import {
  type Answer,
  Channel,
  type Command,
  isChained,
  isProtected,
  readCommand,
  writeAnswer,
} from './commands.ts'
import { domainOf, numberOf } from './domains.ts'
import { type Chance, NOT_AUTHENTIC, Pace, type PaceForm, paceName, passwordKeyOf } from './pace.ts'
import { nodeOf, nodesOf } from './tlv.ts'

export interface CardContents {
  /** Of the document's application, by their identifiers. */
  readonly files: ReadonlyMap<number, Uint8Array>
  /** Of the card itself: EF.CardAccess and EF.ATR/INFO, and EF.CardSecurity for who has opened it. */
  readonly ownFiles: ReadonlyMap<number, Uint8Array>
  /** Number, birthday and expiry with their check digits. */
  readonly zoneKey: string
  readonly accessNumber?: string | undefined
  readonly hasBac: boolean
  readonly pace: readonly PaceForm[]
  readonly agreementKey?: AgreementKey | undefined
  answer?(challenge: Uint8Array): Uint8Array
}

/** What sets one card apart from another; a card without any does what the standard asks. */
export interface Quirks {
  /** The longest answer to a command of extended length; 0 refuses such commands. */
  readonly extended?: number
  /** A longer answer than this that a command of short length asks for is refused. */
  readonly longest?: number
  /** At most so many bytes of a file at a time, however many are asked for. */
  readonly atOnce?: number
  /** Files are read by READ BINARY with an even instruction alone. */
  readonly refusesOdd?: boolean
  /** Files are read once they are selected, and not by their short identifier. */
  readonly refusesShortNames?: boolean
  /** Refuses commands in parts. */
  readonly refusesChains?: boolean
  /** Answers that do not fit are fetched by GET RESPONSE. */
  readonly fetchesRest?: boolean
  /** What reading more than a file has left is answered by: its bytes, its bytes and a warning, or the right length. */
  readonly atEnd?: 'bytes' | 'warning' | 'right-length' | 'refusal'
  /** Zeros that follow each file. */
  readonly zerosAfter?: number
  /** Blocks of padding beyond what an answer needs. */
  readonly spareBlocks?: number
  /** PACE ends with the name of an authority for terminals. */
  readonly authority?: string
  /** What a wrong password is answered by. */
  readonly wrongStatus?: number
  /** Wrong passwords until the card is locked for good. */
  readonly triesUntilLocked?: number
  /** Milliseconds that each command takes, and how much longer after each wrong password. */
  readonly takes?: number
  readonly takesLonger?: number
  /** The field is lost at these commands, counted from 1 over the card's life: their answer is an error, or never comes. */
  readonly lostAt?: readonly number[]
  readonly isLostSilently?: boolean
}

export interface CardTools {
  readonly chance?: Chance
  readonly wait?: (milliseconds: number) => Promise<void>
  /** Changes what the chip says before it is protected: a chip that lies. */
  readonly lie?: (answer: Answer) => Answer
}

export interface Card {
  /** Answer to reset, as readers on a cable see it. */
  readonly atr: Uint8Array
  transceive(bytes: Uint8Array): Promise<Uint8Array>
  /** Out of the field and into it again. */
  reset(): void
}

export const CARD_ACCESS = 0x011c
export const CARD_SECURITY = 0x011d
export const ABOUT_CARD = 0x2f01
const APPLICATION = 'a0000002471001'

const DONE = 0x9000
const LOCKED = 0x6983
const NOT_ALLOWED = 0x6982
const WRONG_LENGTH = 0x6700
const WRONG_DATA = 0x6a80
const WRONG_PLACE = 0x6b00
const NOT_FOUND = 0x6a82
const NO_SUCH_REFERENCE = 0x6a88
const WRONG_PARAMETERS = 0x6a86
const UNKNOWN = 0x6d00

const pureChance: Chance = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  exponent: (order) => (numberOf(randomBytes(order.toString(16).length)) % (order - 1n)) + 1n,
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** The field was lost; what a phone's radio says of it differs from phone to phone. */
class FieldLost extends Error {
  override readonly name = 'FieldLost'
}

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other)
const refusal = (status: number): Answer => ({ status })

/** What outlives the field. */
interface Life {
  commands: number
  wrongPasswords: number
}

/** A card from when it enters the field until it leaves it. */
class Session {
  readonly #card: CardContents
  readonly #quirks: Quirks
  readonly #tools: CardTools & { readonly chance: Chance }
  readonly #life: Life
  #channel: Channel | undefined
  /** Keys that a command agreed on guard the commands after it. */
  #nextChannel: Channel | undefined
  #isInApplication = false
  #file: Uint8Array | undefined
  #challenge: Uint8Array | undefined
  #pace: Pace | undefined
  #isAgreeing = false
  /** Of a command in parts. */
  #part: Uint8Array = new Uint8Array()
  /** Of an answer in parts. */
  #rest: Uint8Array = new Uint8Array()

  constructor(card: CardContents, quirks: Quirks, tools: CardTools, life: Life) {
    this.#card = card
    this.#quirks = quirks
    this.#tools = { chance: pureChance, ...tools }
    this.#life = life
  }

  answer(bytes: Uint8Array): Uint8Array {
    const command = readCommand(bytes)
    const { extended = 65_536, fetchesRest } = this.#quirks
    if (command === undefined || (command.isExtended && extended === 0))
      return writeAnswer(refusal(WRONG_LENGTH))
    if (command.ins === 0xc0 && fetchesRest) return this.#inParts(this.#rest, command)
    const room = fetchesRest ? Infinity : command.isExtended ? extended : 256
    const answer = isProtected(command) ? this.#guarded(command, room) : this.#open(command, room)
    if (this.#nextChannel) this.#channel = this.#nextChannel
    this.#nextChannel = undefined
    return this.#inParts(writeAnswer(answer), command)
  }

  /** A command in the clear ends the channel, and with it the right to read. */
  #open(command: Command, room: number): Answer {
    this.#channel = undefined
    const answer = this.#said(command)
    return (answer.data?.length ?? 0) > room ? refusal(WRONG_LENGTH) : answer
  }

  #guarded(command: Command, room: number): Answer {
    const inner = this.#channel?.open(command) ?? 0x6987
    if (this.#channel === undefined || typeof inner === 'number') {
      this.#channel = undefined
      return refusal(typeof inner === 'number' ? inner : 0x6987)
    }
    const answer = this.#said(inner)
    const fits = this.#channel.lengthOf(answer, inner) <= room
    return this.#channel.close(fits ? answer : refusal(WRONG_LENGTH), inner)
  }

  #inParts(whole: Uint8Array, { expected }: Command): Uint8Array {
    const room = expected || 256
    this.#rest = new Uint8Array()
    if (whole.length - 2 <= room || !this.#quirks.fetchesRest) return whole
    this.#rest = whole.subarray(room)
    const left = Math.min(this.#rest.length - 2, 256)
    return writeAnswer({ data: whole.subarray(0, room), status: 0x6100 + (left % 256) })
  }

  #said(command: Command): Answer {
    const answer = this.#do(command)
    return this.#tools.lie?.(answer) ?? answer
  }

  #do(command: Command): Answer {
    const data = joined(this.#part, command.data)
    this.#part = new Uint8Array()
    // PACE is itself a chain of commands; of one in parts the template is not whole yet.
    if (isChained(command) && !(command.ins === 0x86 && nodesOf(data) !== undefined)) {
      if (this.#quirks.refusesChains) return refusal(0x6884)
      this.#part = data
      return refusal(DONE)
    }
    const whole = { ...command, data }
    switch (command.ins) {
      case 0xa4:
        return this.#select(whole)
      case 0xb0:
        return this.#readEven(whole)
      case 0xb1:
        return this.#readOdd(whole)
      case 0x84:
        this.#challenge = this.#tools.chance.bytes(8)
        return { status: DONE, data: this.#challenge }
      case 0x82:
        return this.#authenticateReader(data)
      case 0x88:
        return this.#authenticateChip(data)
      case 0x22:
        return this.#setEnvironment(whole)
      case 0x86:
        return this.#authenticateInSteps(data)
      default:
        return refusal(UNKNOWN)
    }
  }

  #select({ p1, p2, data }: Command): Answer {
    if (p2 !== 0x0c && p2 !== 0) return refusal(WRONG_PARAMETERS)
    this.#file = undefined
    if (p1 === 4) {
      if (Buffer.from(data).toString('hex') !== APPLICATION) return refusal(NOT_FOUND)
      this.#isInApplication = true
      return refusal(DONE)
    }
    const name = Number(numberOf(data))
    if (p1 === 0 && (data.length === 0 || name === 0x3f00)) {
      this.#isInApplication = false
      return refusal(DONE)
    }
    return data.length === 2 && (p1 === 2 || p1 === 0) ? this.#choose(name) : refusal(WRONG_PARAMETERS)
  }

  /** Makes a file the one that is read. */
  #choose(name: number): Answer {
    const file = (this.#isInApplication ? this.#card.files : this.#card.ownFiles).get(name)
    if (file === undefined) return refusal(NOT_FOUND)
    const isFree = !this.#isInApplication && name !== CARD_SECURITY
    // Fingers and irises are for readers that authenticate themselves, which none here does.
    const isForTerminals = this.#isInApplication && (name === 0x0103 || name === 0x0104)
    if (!isFree && (this.#channel === undefined || isForTerminals)) return refusal(NOT_ALLOWED)
    const { zerosAfter = 0 } = this.#quirks
    this.#file = zerosAfter === 0 ? file : joined(file, new Uint8Array(zerosAfter))
    return refusal(DONE)
  }

  #chooseShort(short: number): Answer {
    if (this.#quirks.refusesShortNames) return refusal(WRONG_PARAMETERS)
    const isAboutCard = !this.#isInApplication && (short === 1 || short === 0x1e)
    if (isAboutCard) return this.#choose(short === 1 ? ABOUT_CARD : 0x2f00)
    return this.#choose(0x0100 + short)
  }

  #readEven({ p1, p2, expected }: Command): Answer {
    const isShort = p1 >= 0x80
    const chosen = isShort ? this.#chooseShort(p1 & 0x1f) : refusal(DONE)
    return chosen.status === DONE ? this.#read(isShort ? p2 : p1 * 256 + p2, expected, 0) : chosen
  }

  #readOdd({ p1, p2, data, expected }: Command): Answer {
    if (this.#quirks.refusesOdd) return refusal(UNKNOWN)
    const [place, ...more] = nodesOf(data) ?? []
    if (place?.tag !== 0x54 || more.length > 0 || place.value.length > 4) return refusal(WRONG_DATA)
    const isShort = p1 === 0 && p2 < 0x20
    const name = p1 * 256 + p2
    const choose = () => (isShort ? this.#chooseShort(p2) : this.#choose(name))
    const chosen = name === 0 ? refusal(DONE) : choose()
    if (chosen.status !== DONE) return chosen
    const frame = expected > 260 ? 4 : expected > 131 ? 3 : 2
    const read = this.#read(Number(numberOf(place.value)), expected - frame, frame)
    return read.data ? { ...read, data: tagged(0x53, read.data) } : read
  }

  #read(from: number, asked: number, frame: number): Answer {
    if (this.#file === undefined) return refusal(0x6986)
    const { longest = Infinity, atOnce = Infinity, atEnd = 'warning' } = this.#quirks
    const left = this.#file.length - from
    if (left <= 0) return refusal(WRONG_PLACE)
    if (asked <= 0 || asked + frame > longest) return refusal(WRONG_LENGTH)
    const data = this.#file.subarray(from, from + Math.min(asked, atOnce))
    if (asked <= left || atEnd === 'bytes') return { status: DONE, data }
    if (atEnd === 'warning') return { status: 0x6282, data }
    if (atEnd === 'refusal') return refusal(WRONG_PLACE)
    return left + frame < 256 ? refusal(0x6c00 + left + frame) : { status: DONE, data }
  }

  get #isLocked(): boolean {
    return this.#life.wrongPasswords >= (this.#quirks.triesUntilLocked ?? Infinity)
  }

  #refusePassword(): Answer {
    this.#life.wrongPasswords++
    return refusal(this.#quirks.wrongStatus ?? 0x6300)
  }

  /** BAC. */
  #authenticateReader(data: Uint8Array): Answer {
    const challenge = this.#challenge
    this.#challenge = undefined
    if (!this.#card.hasBac || !this.#isInApplication) return refusal(NOT_ALLOWED)
    if (this.#isLocked) return refusal(LOCKED)
    if (challenge === undefined) return refusal(0x6985)
    if (data.length !== 40) return refusal(WRONG_LENGTH)
    const seed = sha1(Buffer.from(this.#card.zoneKey, 'latin1')).subarray(0, 16)
    const [encryption, code] = [ENCRYPTION, AUTHENTICATION].map((use) => deriveKey(seed, '3des', use))
    if (encryption === undefined || code === undefined) throw new Error('there are two keys')
    if (!same(codeOf('3des', code, data.subarray(0, 32)), data.subarray(32))) return this.#refusePassword()
    const plain = decrypt('3des', encryption, data.subarray(0, 32))
    const [theirs, ours, theirKey] = [plain.subarray(0, 8), plain.subarray(8, 16), plain.subarray(16)]
    if (!same(ours, challenge)) return this.#refusePassword()
    const ownKey = this.#tools.chance.bytes(16)
    const hidden = encrypt('3des', encryption, joined(challenge, theirs, ownKey))
    const secret = ownKey.map((byte, i) => byte ^ (theirKey[i] ?? 0))
    const counter = numberOf(joined(challenge.subarray(4), theirs.subarray(4)))
    this.#nextChannel = new Channel('3des', secret, counter, this.#quirks.spareBlocks)
    return { status: DONE, data: joined(hidden, codeOf('3des', code, hidden)) }
  }

  #authenticateChip(challenge: Uint8Array): Answer {
    if (this.#channel === undefined) return refusal(NOT_ALLOWED)
    if (this.#card.answer === undefined) return refusal(UNKNOWN)
    return challenge.length === 8
      ? { status: DONE, data: this.#card.answer(challenge) }
      : refusal(WRONG_LENGTH)
  }

  #setEnvironment({ p1, p2, data }: Command): Answer {
    const nodes = nodesOf(data)
    if (nodes === undefined) return refusal(WRONG_DATA)
    const told = (tag: number) => nodes.find((node) => node.tag === tag)?.value
    this.#pace = undefined
    this.#isAgreeing = false
    if (p1 === 0xc1 && p2 === 0xa4) return this.#startPace(told)
    if (p1 !== 0x41 || (p2 !== 0xa4 && p2 !== 0xa6)) return refusal(WRONG_PARAMETERS)
    if (this.#channel === undefined) return refusal(NOT_ALLOWED)
    const form = this.#card.agreementKey?.form
    if (form === undefined) return refusal(WRONG_DATA)
    const id = told(0x84)
    if (id !== undefined && Number(numberOf(id)) !== form.keyId) return refusal(NO_SUCH_REFERENCE)
    if (p2 === 0xa6) {
      const key = told(0x91)
      return form.cipher === '3des' && key ? this.#agree(key) : refusal(WRONG_DATA)
    }
    const name = told(0x80)
    if (name === undefined || !same(name, nodeOf(objectId(agreementName(form))).value))
      return refusal(WRONG_DATA)
    this.#isAgreeing = true
    return refusal(DONE)
  }

  #startPace(told: (tag: number) => Uint8Array | undefined): Answer {
    if (this.#isLocked) return refusal(LOCKED)
    const [name, password, domain] = [0x80, 0x83, 0x84].map(told)
    const named = this.#card.pace.filter((form) => name && same(name, nodeOf(objectId(paceName(form))).value))
    if (named.length === 0) return refusal(WRONG_DATA)
    const matching = named.filter(({ domain: id }) => !domain || id === Number(numberOf(domain)))
    const [form] = matching
    const words = password && this.#passwordOf(Number(numberOf(password)))
    if (form === undefined || matching.length > 1 || words === undefined) return refusal(NO_SUCH_REFERENCE)
    const key = passwordKeyOf(words, form.cipher)
    this.#pace = new Pace(form, key, this.#tools.chance, this.#card.agreementKey?.exponent)
    return refusal(DONE)
  }

  #passwordOf(reference: number): Uint8Array | undefined {
    const { zoneKey, accessNumber } = this.#card
    if (reference === 1) return sha1(Buffer.from(zoneKey, 'latin1'))
    return reference === 2 && accessNumber !== undefined ? Buffer.from(accessNumber, 'latin1') : undefined
  }

  #authenticateInSteps(data: Uint8Array): Answer {
    const [template, ...more] = nodesOf(data) ?? []
    if (template?.tag !== 0x7c || more.length > 0) return refusal(WRONG_DATA)
    if (this.#isAgreeing) {
      this.#isAgreeing = false
      const [key] = template.inside
      const agreed = key?.tag === 0x80 ? this.#agree(key.value) : refusal(WRONG_DATA)
      return agreed.status === DONE ? { ...agreed, data: tagged(0x7c) } : agreed
    }
    const pace = this.#pace
    const step = pace?.next(template.inside) ?? 0x6985
    if (pace === undefined || typeof step === 'number') {
      this.#pace = undefined
      return step === NOT_AUTHENTIC
        ? this.#refusePassword()
        : refusal(typeof step === 'number' ? step : 0x6985)
    }
    if (pace.secret === undefined) return { status: DONE, data: tagged(0x7c, step) }
    this.#pace = undefined
    this.#nextChannel = new Channel(pace.form.cipher, pace.secret, 0n, this.#quirks.spareBlocks)
    const { authority } = this.#quirks
    const told = authority === undefined ? [] : [tagged(0x87, ascii(authority))]
    return { status: DONE, data: tagged(0x7c, step, ...told) }
  }

  /** Chip authentication: the next command comes under the new keys. */
  #agree(publicKey: Uint8Array): Answer {
    const key = this.#card.agreementKey
    if (key === undefined) return refusal(WRONG_DATA)
    const domain = domainOf(key.form.domain)
    const other = domain.decode(publicKey)
    if (other === undefined) return refusal(WRONG_DATA)
    const secret = domain.secret(domain.power(other, key.exponent))
    this.#nextChannel = new Channel(key.form.cipher, secret, 0n, this.#quirks.spareBlocks)
    return refusal(DONE)
  }
}

export function makeCard(card: CardContents, quirks: Quirks = {}, tools: CardTools = {}): Card {
  const { wait = pause } = tools
  const life: Life = { commands: 0, wrongPasswords: 0 }
  const enter = () => new Session(card, quirks, tools, life)
  let session: Session | undefined = enter()
  return {
    atr: Uint8Array.from([0x3b, 0x80, 0x80, 0x01, 0x01]),
    reset: () => {
      session = enter()
    },
    async transceive(bytes) {
      life.commands++
      const { takes = 0, takesLonger = 0, lostAt = [], isLostSilently } = quirks
      const milliseconds = takes + takesLonger * life.wrongPasswords
      if (milliseconds > 0) await wait(milliseconds)
      if (lostAt.includes(life.commands)) session = undefined
      if (session) return session.answer(bytes)
      if (isLostSilently) return new Promise(() => {})
      throw new FieldLost('the card has left the field')
    },
  }
}
