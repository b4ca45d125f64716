// The files of a chip with the facts of the card of the same seed: COM and the data groups.
import type { DataGroup } from '../../src/documents/chip/chip.ts'
import { facts as factsOf } from '../documents/facts/facts.ts'
import type { BreakName, CanCuoc, CccdChip, Passport, Person } from '../documents/facts/record.ts'
import { ascii, fromHex, integer, joined, printable, sequence, tagged, utf8 } from './der.ts'
import type { KeyPair } from './signing.ts'

export const CHIP_KINDS = ['cccd-chip', 'can-cuoc', 'passport'] as const
export type ChipKind = (typeof CHIP_KINDS)[number]
type ChipFacts = CccdChip | CanCuoc | Passport

export type Groups = ReadonlyMap<DataGroup, Uint8Array>

/** What the files say, and what the printed card says. */
export interface Holder {
  readonly facts: ChipFacts
  readonly person: Person
  readonly sex: 'f' | 'm'
  /** Children under six have no portrait. */
  readonly hasPortrait: boolean
  readonly issued: Date
}

export function holderOf(kind: ChipKind, seed: number, breaks?: BreakName): Holder {
  const options = breaks === undefined ? {} : { breaks }
  const facts = factsOf(kind === 'passport' ? 'passport-new' : kind, seed, options)
  const written = 'back' in facts ? facts.back.issueDate : facts.front.issueDate
  const [day = 0, month = 0, year = 0] = written.split('/').map(Number)
  return {
    facts,
    person: facts.person,
    sex: facts.person.sex === 'Nữ' ? 'f' : 'm',
    hasPortrait: facts.kind !== 'can-cuoc' || facts.form === 'grown',
    issued: new Date(Date.UTC(year, month - 1, day, 3)),
  }
}

/** The tags of the files, which COM lists. */
const GROUP_TAGS: Readonly<Record<DataGroup, number>> = {
  1: 0x61,
  2: 0x75,
  3: 0x63,
  4: 0x76,
  5: 0x65,
  6: 0x66,
  7: 0x67,
  8: 0x68,
  9: 0x69,
  10: 0x6a,
  11: 0x6b,
  12: 0x6c,
  13: 0x6d,
  14: 0x6e,
  15: 0x6f,
  16: 0x70,
}

export const commonData = (groups: readonly DataGroup[]): Uint8Array =>
  tagged(
    0x60,
    tagged(0x5f01, ascii('0107')),
    tagged(0x5f36, ascii('040000')),
    tagged(0x5c, Uint8Array.from(groups.map((group) => GROUP_TAGS[group]))),
  )

/** Some passports print the filler the wrong way round; no chip does. */
export function zoneOf({ facts }: Holder): string {
  const lines = 'back' in facts ? facts.back.mrz : facts.front.mrz
  return lines.join('').replaceAll('>', '<')
}

export const zoneGroup = (zone: string): Uint8Array => tagged(0x61, tagged(0x5f1f, ascii(zone)))

const compact = (slashed: string): string => slashed.split('/').toReversed().join('')
const capital = (text: string): string => text.toLocaleUpperCase('vi')
const text = (tag: number, value: string): Uint8Array =>
  tagged(tag, new Uint8Array(Buffer.from(value, 'utf8')))

/** A list of the tags that follow stands first in DG11 and DG12. */
const listed = (tag: number, ...items: readonly (readonly [tag: number, bytes: Uint8Array])[]): Uint8Array =>
  tagged(
    tag,
    tagged(0x5c, ...items.map(([item]) => fromHex(item.toString(16)))),
    ...items.map(([, bytes]) => bytes),
  )

/** Of passports: what the zone has no room or no letters for. */
function personGroup({ person }: Holder, birthday: string): Uint8Array {
  const row = (tag: number, value: string) => [tag, text(tag, value)] as const
  const name = `${capital(person.surname)}<<${capital(`${person.middle} ${person.given}`).replaceAll(' ', '<')}`
  return listed(
    0x6b,
    row(0x5f0e, name),
    row(0x5f10, person.number),
    [0x5f2b, tagged(0x5f2b, fromHex(compact(birthday)))],
    row(0x5f11, person.birthplace.text.replaceAll(', ', '<')),
    row(0x5f42, person.residence.text.replaceAll(', ', '<')),
  )
}

function documentGroup(front: Passport['front']): Uint8Array {
  return listed(0x6c, [0x5f19, text(0x5f19, front.issueBy)], [0x5f26, text(0x5f26, compact(front.issueDate))])
}

export interface CitizenItems {
  readonly items: readonly Uint8Array[]
  /** Some cards have a sequence between the tag and the items. */
  readonly isWrapped: boolean
}

/** What DG13 of the Vietnamese card holds, item by item. */
export function citizenItems({ facts, person }: Holder): CitizenItems {
  if (!('back' in facts)) return { items: [], isWrapped: false }
  const { front, back } = facts
  const item = (number: number, ...values: readonly Uint8Array[]) => sequence(integer(number), ...values)
  const hometown = facts.kind === 'cccd-chip' ? facts.front.hometown : facts.back.hometown
  const residence = facts.kind === 'cccd-chip' ? facts.front.address : facts.back.address
  const expiry = facts.kind === 'cccd-chip' ? facts.front.expiry : facts.back.expiry
  const old = person.oldNumber === undefined ? [] : [item(15, printable(person.oldNumber))]
  return {
    items: [
      item(1, printable(front.id)),
      item(2, utf8(person.name)),
      item(3, printable(front.birthday)),
      item(4, utf8(front.sex)),
      item(5, utf8(front.national)),
      item(6, utf8(person.ethnicity)),
      item(7, utf8(person.religion)),
      item(8, utf8(hometown.text)),
      item(9, utf8(residence.text)),
      item(10, utf8(person.characteristics)),
      item(11, printable(back.issueDate)),
      item(12, utf8(expiry)),
      item(13, sequence(utf8(person.father)), sequence(utf8(person.mother))),
      item(14),
      ...old,
      // The meaning of these sixteen is not published: here they say that the card is a specimen.
      item(16, printable('SPECIMEN00000000')),
    ],
    isWrapped: facts.kind === 'can-cuoc',
  }
}

export const citizenGroup = ({ items, isWrapped }: CitizenItems): Uint8Array =>
  tagged(0x6d, isWrapped ? sequence(...items) : joined(...items))

interface GroupsAsk {
  readonly holder: Holder
  readonly zone: string
  readonly face: Uint8Array | undefined
  readonly citizen: CitizenItems
  readonly activeKeys: KeyPair
  readonly abilities: Uint8Array | undefined
}

/** Cards carry DG13, passports DG11 and DG12. */
export function groupsOf(ask: GroupsAsk): Map<DataGroup, Uint8Array> {
  const { holder, zone, face, citizen, activeKeys, abilities } = ask
  const { facts } = holder
  const rows: readonly (readonly [DataGroup, Uint8Array | undefined])[] = [
    [1, zoneGroup(zone)],
    [2, face],
    [11, 'back' in facts ? undefined : personGroup(holder, facts.front.birthday)],
    [12, 'back' in facts ? undefined : documentGroup(facts.front)],
    [13, 'back' in facts ? citizenGroup(citizen) : undefined],
    [14, abilities],
    [15, tagged(0x6f, activeKeys.publicKey)],
  ]
  return new Map(rows.flatMap(([group, bytes]) => (bytes === undefined ? [] : [[group, bytes] as const])))
}
