// PACE of ICAO 9303-11: chip and reader agree on keys by a password that is not sent, with generic, integrated or chip authentication mapping.
import { type Answer, OK } from './apdu.ts'
import type { Random } from './bac.ts'
import { type Bytes, equal, fromHex, itemsOf, joined, onlyValue, tagged, toNumber } from './bytes.ts'
import { type ChannelKeys, openChannel, type Way } from './channel.ts'
import { ChipError, tampered } from './chip-error.ts'
import { type Group, groups } from './groups.ts'
import { type ChipPassword, paceSecret } from './password.ts'
import { type Suite, suites, unpadded } from './suites.ts'

/** 0.4.0.127.0.7.2.2.4, before the numbers of the mapping and of the ciphers. */
const PACE = fromHex('04007f0007020204')

/** The number of a mapping in the object identifier: with which groups it goes, and which is taken first. */
const mappings: Readonly<
  Record<number, { kind: 'generic' | 'integrated' | 'cam'; hasCurve: boolean; rank: number }>
> = {
  2: { kind: 'generic', hasCurve: true, rank: 0 },
  4: { kind: 'integrated', hasCurve: true, rank: 1 },
  // What it proves of the chip it proves to the reader alone, so it is no better than the others.
  6: { kind: 'cam', hasCurve: true, rank: 2 },
  1: { kind: 'generic', hasCurve: false, rank: 3 },
  3: { kind: 'integrated', hasCurve: false, rank: 4 },
}

export interface PaceChoice {
  readonly oid: Bytes
  readonly kind: 'generic' | 'integrated' | 'cam'
  readonly suite: Suite
  readonly parameters: number
  /** The chip offers the same protocol with several groups, and is told which. */
  readonly isAmbiguous: boolean
}

/** The best that EF.CardAccess offers and we know; `undefined` when there is none. */
export function choosePace(cardAccess: Bytes): PaceChoice | undefined {
  const rows = itemsOf(onlyValue(cardAccess, 0x31)).flatMap(({ tag, value }) => {
    if (tag !== 0x30) return []
    const [name, version, parameters] = itemsOf(value)
    const oid = name?.value ?? new Uint8Array()
    const mapping = mappings[oid[8] ?? 0]
    const suite = suites[oid[9] ?? 0]
    if (name?.tag !== 6 || oid.length !== 10 || !equal(oid.subarray(0, 8), PACE)) return []
    if (mapping === undefined || suite === undefined) return []
    if (version?.tag !== 2 || version.value.length !== 1 || version.value[0] !== 2) return []
    if (parameters?.tag !== 2 || parameters.value.length !== 1) return []
    const number = parameters.value[0] ?? 255
    if (groups[number] === undefined || number >= 8 !== mapping.hasCurve) return []
    return [{ oid, suite, parameters: number, kind: mapping.kind, rank: mapping.rank, order: oid[9] ?? 0 }]
  })
  // Of the same mapping the strongest ciphers; 3DES is the first of them.
  const [best] = rows.sort((a, b) => a.rank - b.rank || b.order - a.order)
  if (best === undefined) return undefined
  return { ...best, isAmbiguous: rows.filter(({ oid }) => equal(oid, best.oid)).length > 1 }
}

export async function pace(
  way: Way,
  choice: PaceChoice,
  password: ChipPassword,
  random: Random,
): Promise<ChannelKeys> {
  const { suite, kind, oid } = choice
  const channel = openChannel(way)
  const { secret, reference } = paceSecret(password)
  const chosen = await channel.send({
    ins: 0x22,
    p1: 0xc1,
    p2: 0xa4,
    data: joined(
      tagged(0x80, oid),
      tagged(0x83, Uint8Array.of(reference)),
      choice.isAmbiguous ? tagged(0x84, Uint8Array.of(choice.parameters)) : new Uint8Array(),
    ),
  })
  // The chip tells how many attempts are left; the last one is not ours to take.
  if (isLocked(chosen.status)) throw new ChipError('locked', '', chosen.status)
  if (chosen.status !== OK && chosen.status >> 4 !== 0x63c)
    throw new ChipError('unsupported', 'the chip does not begin PACE', chosen.status)

  /** One step: a value in, the value with the next tag out. A key of the chip is about as long as ours. */
  const step = async (tag: number, value: Bytes | undefined, cla: number): Promise<Answer> => {
    const data = tagged(0x7c, value === undefined ? new Uint8Array() : tagged(tag, value))
    return channel.send({ cla, ins: 0x86, p1: 0, p2: 0, data, le: data.length > 255 ? 65_536 : 256 })
  }
  const answered = (answer: Answer, tag: number): Bytes => {
    if (answer.status !== OK) throw new ChipError('refused', 'the chip ends PACE', answer.status)
    return onlyValue(onlyValue(answer.data, 0x7c), tag)
  }

  const hidden = answered(await step(0, undefined, 0x10), 0x80)
  // Generic mapping takes a nonce of any whole number of blocks; integrated mapping uses it as it is defined.
  const isWhole = hidden.length % suite.blockBytes === 0 && hidden.length >= 16 && hidden.length <= 32
  if (!isWhole || (kind === 'integrated' && hidden.length !== suite.nonceBytes))
    throw tampered('a nonce of another length')
  const nonce = suite.decrypt(suite.derive(secret, 3), hidden, new Uint8Array(suite.blockBytes))

  const makeGroup = groups[choice.parameters]
  if (makeGroup === undefined) throw new ChipError('unsupported', 'an unknown group')
  const group = makeGroup()
  const mapped = await (kind === 'integrated' ? integratedGroup() : genericGroup())

  async function genericGroup(): Promise<Group> {
    const own = group.privateKey(random(group.seedBytes))
    const theirs = answered(await step(0x81, group.publicKey(own), 0x10), 0x82)
    return group.mapped(nonce, own, theirs)
  }

  async function integratedGroup(): Promise<Group> {
    const ours = random(suite.keyBytes)
    const { status } = await step(0x81, ours, 0x10)
    if (status !== OK) throw new ChipError('refused', 'the chip ends PACE', status)
    return group.integrated(pseudoRandom(suite, nonce, ours, group.fieldBits))
  }

  const own = mapped.privateKey(random(mapped.seedBytes))
  const ourKey = mapped.publicKey(own)
  const theirKey = answered(await step(0x83, ourKey, 0x10), 0x84)
  if (equal(ourKey, theirKey)) throw tampered('our own key came back')
  const shared = mapped.shared(own, theirKey)
  const encryption = suite.derive(shared, 1)
  const authentication = suite.derive(shared, 2)
  const token = (key: Bytes): Bytes =>
    suite.mac(authentication, tagged(0x7f49, tagged(6, oid), tagged(mapped.keyTag, key)))

  const last = await step(0x85, token(theirKey), 0)
  if (isLocked(last.status)) throw new ChipError('locked', '', last.status)
  if (last.status !== OK) throw new ChipError('wrong-password', '', last.status)
  // Names of authorities for terminals may stand beside them.
  const items = itemsOf(onlyValue(last.data, 0x7c))
  const told = (tag: number): Bytes | undefined => items.find((item) => item.tag === tag)?.value
  if (!equal(told(0x86) ?? new Uint8Array(), token(ourKey))) throw tampered('a wrong token of PACE')
  if (kind === 'cam') checkCam(suite, encryption, told(0x8a) ?? new Uint8Array(), group)
  return { suite, encryption, authentication, counter: 0n }
}

const isLocked = (status: number): boolean => status === 0x63c0 || status === 0x6983

/** What the chip proves itself with. Only the server could say whether its key is the signed one, so only its form is looked at. */
function checkCam(suite: Suite, encryption: Bytes, data: Bytes, group: Group): void {
  const block = suite.blockBytes
  const start = suite.encrypt(encryption, new Uint8Array(block).fill(0xff), new Uint8Array(block))
  if (data.length === 0 || data.length % block !== 0 || data.length > group.seedBytes + block)
    throw tampered('chip authentication data of another length')
  if (toNumber(unpadded(suite.decrypt(encryption, data, start))) === 0n)
    throw tampered('chip authentication data without a number')
}

/** The constants of integrated mapping, by the length of a nonce. */
const constants: Readonly<Record<number, readonly [next: string, out: string]>> = {
  16: ['a668892a7c41e3ca739f40b057d85904', 'a4e136ac725f738b01c1f60217c188ad'],
  32: [
    'd463d65234124ef7897054986dca0a174e28df758cbaa03f240616414d5a1676',
    '54bd7255f0aaf831bec3423fcf39d69b6cbf066677d0faae5aadd99df8e53517',
  ],
}

/** At least 64 bits more than the field has, so that no number of it is much more likely than another. */
function pseudoRandom(suite: Suite, nonce: Bytes, ours: Bytes, fieldBits: number): Bytes {
  const [next = '', out = ''] = constants[suite.nonceBytes] ?? []
  const zeros = new Uint8Array(suite.blockBytes)
  const parts: Bytes[] = []
  let key = suite.encrypt(ours, nonce, zeros).slice(0, suite.keyBytes)
  for (let bits = 0; bits < fieldBits + 64; bits += 8 * suite.nonceBytes) {
    parts.push(suite.encrypt(key, fromHex(out), zeros))
    key = suite.encrypt(key, fromHex(next), zeros).slice(0, suite.keyBytes)
  }
  return joined(...parts)
}
