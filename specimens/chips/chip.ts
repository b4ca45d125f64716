// Makes a chip that does not exist: its state, its files with the facts of the card of that seed, and its answers to challenges.
import { createHash, type KeyObject, randomBytes } from 'node:crypto'
import type { ChipFiles, DataGroup } from '../../src/documents/chip/chip.ts'
import { type Access, type AgreementKey, abilitiesGroup, makeAgreementKey, USUAL_ACCESS } from './access.ts'
import { answerChallenge } from './active.ts'
import { type Algorithm, algorithmNamed } from './algorithms.ts'
import type { ChipBreak } from './breaks.ts'
import { ascii, fromHex, integer, joined, octets, printable, sequence, tagged } from './der.ts'
import {
  type ChipKind,
  type CitizenItems,
  citizenItems,
  commonData,
  type Groups,
  groupsOf,
  type Holder,
  holderOf,
  zoneOf,
} from './groups.ts'
import { type MessageForm, SECURITY_OBJECT, signedMessage } from './messages.ts'
import { faceGroup, type Picture, PORTRAIT_FORMS, type PortraitForm, pictureOf } from './portrait.ts'
import { hashName, type KeyMaker, makeKeys } from './signing.ts'
import { makeState, type State } from './state.ts'

export interface ChipAsk {
  readonly kind: ChipKind
  readonly seed: number
  readonly algorithm?: string | undefined
  readonly breaks?: ChipBreak | undefined
  readonly portrait?: PortraitForm | undefined
  /** How the state writes the security object; strictly unless another form is given. */
  readonly form?: MessageForm | undefined
  readonly access?: Access | undefined
  /** A state that was made before: many chips of one state. */
  readonly state?: State | undefined
  /** New ones unless a pool is given. */
  readonly newKeys?: KeyMaker | undefined
}

export interface SpecimenChip {
  readonly holder: Holder
  readonly algorithm: Algorithm
  readonly files: ChipFiles
  /** What the operator of a server imports. */
  readonly state: State
  /** The key that answers challenges. */
  readonly activeKey: KeyObject
  readonly access: Access
  /** The key that agrees on new keys. */
  readonly agreementKey: AgreementKey | undefined
  answer(challenge: Uint8Array): Uint8Array
}

/** Another person for what is put in or mixed up. */
const OTHER = 0x07e4

/** Facts and portrait come from the seed; keys, and so signatures, are new each time: none is kept anywhere. */
export async function makeChip(ask: ChipAsk): Promise<SpecimenChip> {
  const { kind, seed, breaks, portrait = usualPortrait(), newKeys = makeKeys, access = USUAL_ACCESS } = ask
  const algorithm = ask.state?.algorithm ?? algorithmNamed(ask.algorithm)
  const holder = holderOf(kind, seed, breaks === 'zone-digit' ? 'check-digit' : undefined)
  const state = ask.state ?? makeState(algorithm, holder.issued, breaks, newKeys)
  const active = newKeys(algorithm.active.key)
  const picture = holder.hasPortrait
    ? brokenPicture(await pictureOf(seed, holder.sex, portrait.format, portrait), breaks)
    : undefined
  const agreementKey = access.agreement && makeAgreementKey(access.agreement, newKeys)
  const groups = groupsOf({
    holder,
    zone: zoneOf(holder),
    face: picture && faceGroup(picture, portrait.record),
    citizen: breaks === 'zone-other' ? otherCitizen(kind, seed) : citizenItems(holder),
    activeKeys: active,
    abilities: abilitiesGroup(algorithm.active, access, agreementKey),
  })
  const signer = breaks === 'state-forged' ? makeState(algorithm, holder.issued, undefined, newKeys) : state
  const signedGroups = breaks === 'sod-other' ? await groupsOfOther(ask, algorithm) : groups
  const answering = breaks === 'chip-copied' ? newKeys(algorithm.active.key) : active
  return {
    holder,
    algorithm,
    state,
    files: {
      sod: brokenObject(securityObject(signedGroups, signer, holder.issued, breaks, ask.form), breaks),
      com: commonData([...groups.keys()]),
      groups: await brokenGroups(groups, ask, algorithm),
    },
    activeKey: answering.privateKey,
    access,
    // A copy has the files, and neither of the keys that a chip keeps to itself.
    agreementKey:
      breaks === 'chip-copied' && access.agreement
        ? makeAgreementKey(access.agreement, newKeys)
        : agreementKey,
    answer: (challenge) => brokenAnswer(challenge, answering.privateKey, algorithm, breaks),
  }
}

function usualPortrait(): PortraitForm {
  const [first] = PORTRAIT_FORMS
  if (first === undefined) throw new Error('there is no form of portraits')
  return first
}

const otherCitizen = (kind: ChipKind, seed: number): CitizenItems =>
  citizenItems(holderOf(kind, seed ^ OTHER))

async function groupsOfOther(ask: ChipAsk, algorithm: Algorithm): Promise<Groups> {
  const { files } = await makeChip({
    ...ask,
    seed: ask.seed ^ OTHER,
    algorithm: algorithm.name,
    breaks: undefined,
  })
  return files.groups
}

/** The list of the hashes of all groups, signed. */
export function securityObject(
  groups: Groups,
  state: State,
  at: Date,
  breaks?: ChipBreak,
  form?: MessageForm,
): Uint8Array {
  const { algorithm, signer, signerKeys, root } = state
  const hash = (bytes: Uint8Array) => new Uint8Array(createHash(algorithm.groupHash).update(bytes).digest())
  const rows = [...groups].map(([group, bytes]) => sequence(integer(group), octets(hash(bytes))))
  const version = algorithm.listVersion === 1 ? [sequence(printable('0108'), printable('040000'))] : []
  const list = sequence(
    integer(algorithm.listVersion),
    hashName(algorithm.groupHash),
    sequence(...rows),
    ...version,
  )
  const certificates = {
    'sod-no-certificate': [],
    'sod-other-certificate': [root.der],
  }
  const message = signedMessage({
    type: breaks === 'sod-type' ? '1.2.840.113549.1.7.1' : SECURITY_OBJECT,
    content: list,
    signer,
    keys: signerKeys,
    signature: algorithm.signature,
    namedBy: algorithm.signerNamedBy,
    certificates:
      breaks === 'sod-no-certificate' || breaks === 'sod-other-certificate'
        ? certificates[breaks]
        : [signer.der],
    at,
    form,
    hasWrongDigest: breaks === 'sod-digest',
    hasWrongSignature: breaks === 'sod-signature',
  })
  return tagged(0x77, message)
}

/** A copy with one bit turned at a place. */
function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice()
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const nested = (depth: number): Uint8Array => (depth === 0 ? integer(0) : sequence(nested(depth - 1)))

function brokenObject(object: Uint8Array, breaks: ChipBreak | undefined): Uint8Array {
  if (breaks === 'sod-cut') return object.subarray(0, -7)
  if (breaks === 'sod-trailing') return joined(object, Uint8Array.of(0, 0))
  if (breaks === 'sod-deep') return tagged(0x77, nested(1000))
  if (breaks === 'sod-content') return flipped(object, lastHash(object))
  if (breaks !== 'sod-endless') return object
  const start = object.findIndex((byte, i) => i > 0 && byte === 0x30)
  return joined(Uint8Array.of(0x77, 0x80), object.subarray(start))
}

/** Inside the list of hashes, wherever that stands: it follows its own name. */
function lastHash(object: Uint8Array): number {
  const name = Buffer.from('06066781080101', 'hex')
  return Buffer.from(object).indexOf(name) + name.length + 60
}

async function brokenGroups(groups: Groups, ask: ChipAsk, { active }: Algorithm): Promise<Groups> {
  const changed = (group: DataGroup, change: (bytes: Uint8Array) => Uint8Array): Groups => {
    const bytes = groups.get(group)
    if (bytes === undefined) throw new Error(`a ${ask.kind} of this seed has no DG${group}`)
    return new Map(groups).set(group, change(bytes))
  }
  const { seed, breaks, portrait = usualPortrait(), newKeys = makeKeys } = ask
  if (breaks === 'dg1-changed') return changed(1, (bytes) => flipped(bytes, 40))
  if (breaks === 'dg2-changed') return changed(2, (bytes) => flipped(bytes, bytes.length - 99))
  if (breaks === 'dg13-changed') return changed(13, (bytes) => flipped(bytes, 30))
  if (breaks === 'dg15-replaced') return changed(15, () => tagged(0x6f, newKeys(active.key).publicKey))
  if (breaks === 'group-unsigned') return new Map(groups).set(16, tagged(0x70, ascii('unsigned')))
  if (breaks !== 'dg2-replaced') return groups
  const picture = await pictureOf(seed ^ OTHER, 'f', portrait.format)
  return changed(2, () => faceGroup(picture, portrait.record))
}

const BOMB_SIDE = 60_000

function brokenPicture(picture: Picture, breaks: ChipBreak | undefined): Picture {
  if (breaks === 'portrait-cut') return { ...picture, bytes: picture.bytes.slice(0, 4000) }
  if (breaks !== 'portrait-bomb') return picture
  if (picture.format === 'jpeg') throw new Error('the bomb is a JPEG 2000')
  return { ...picture, bytes: withSides(picture.bytes, BOMB_SIDE) }
}

/** Writes other sides into the header of the codestream, and of the file around it. */
function withSides(bytes: Uint8Array, side: number): Uint8Array {
  const copy = Buffer.from(bytes)
  const size = copy.indexOf(Buffer.from(fromHex('ff4fff51')))
  // Sides and tile sides stand 8 and 24 bytes into the marker segment.
  for (const at of [8, 12, 24, 28]) copy.writeUInt32BE(side, size + at)
  const header = copy.indexOf('ihdr', 0, 'latin1')
  if (header > 0) for (const at of [4, 8]) copy.writeUInt32BE(side, header + at)
  return new Uint8Array(copy)
}

function brokenAnswer(
  challenge: Uint8Array,
  key: KeyObject,
  { active: { hash } }: Algorithm,
  breaks: ChipBreak | undefined,
): Uint8Array {
  if (breaks === 'answer-other-challenge')
    return answerChallenge(new Uint8Array(randomBytes(challenge.length)), key, hash)
  if (breaks === 'answer-trailer' && key.asymmetricKeyType === 'rsa')
    return answerChallenge(challenge, key, hash, fromHex('39cc'))
  const answer = answerChallenge(challenge, key, hash)
  return breaks === 'answer-cut' ? answer.subarray(1) : answer
}
