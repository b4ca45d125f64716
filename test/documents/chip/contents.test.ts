// Tests what is read from the files of a chip: every kind and every form, and nothing but faults from files that are wrong.
import { describe, expect, test } from 'vitest'
import { makeChip } from '../../../specimens/chips/chip.ts'
import {
  ascii,
  context,
  integer,
  joined,
  octets,
  printable,
  sequence,
  tagged,
  utf8,
} from '../../../specimens/chips/der.ts'
import {
  type CHIP_KINDS,
  citizenGroup,
  citizenItems,
  commonData,
  holderOf,
  zoneGroup,
  zoneOf,
} from '../../../specimens/chips/groups.ts'
import { faceGroup, type Picture, PORTRAIT_FORMS, pictureOf } from '../../../specimens/chips/portrait.ts'
import { keyPool } from '../../../specimens/chips/signing.ts'
import { DerFault } from '../../../src/der/der.ts'
import type { ChipFiles, DataGroup } from '../../../src/documents/chip/chip.ts'
import { readCitizenFile } from '../../../src/documents/chip/contents/citizen.ts'
import {
  readCommonFile,
  readDocumentFile,
  readPersonFile,
  readZoneFile,
} from '../../../src/documents/chip/contents/details.ts'
import { findPicture, readFaceFile } from '../../../src/documents/chip/contents/face.ts'
import { readContents } from '../../../src/documents/chip/contents/read.ts'
import { decodeImage } from '../../../src/image/decode/image.ts'

const NOW = Date.UTC(2026, 5, 1)
const keys = keyPool()
const chipOf = (kind: (typeof CHIP_KINDS)[number], seed: number) =>
  makeChip({ kind, seed, algorithm: 'p256-sha256', newKeys: keys() })

const filesWith = (groups: readonly (readonly [DataGroup, Uint8Array])[], com?: Uint8Array): ChipFiles => ({
  sod: new Uint8Array(),
  com,
  groups: new Map(groups),
})

/** The fault of a file; anything that is not a fault with words is a fault of ours. */
async function faultOf(read: () => unknown): Promise<DerFault> {
  try {
    await read()
  } catch (thrown) {
    if (thrown instanceof DerFault) return thrown
    throw thrown
  }
  throw new Error('it was read')
}

describe('the chip of a card', () => {
  test.each([1, 2, 3, 4, 5])('says what the card of seed %i says', async (seed) => {
    const { files, holder } = await chipOf('cccd-chip', seed)
    const { contents, checks, fault } = await readContents(files, NOW)
    const { facts, person } = holder
    if (facts.kind !== 'cccd-chip') throw new Error('it is a card')
    expect(fault).toBeUndefined()
    expect(contents.zone?.lines.map(({ text }) => text)).toEqual(facts.back.mrz)
    expect(contents.citizen).toEqual({
      number: person.number,
      fullName: person.name,
      birthDate: facts.front.birthday,
      gender: person.sex,
      nation: 'Việt Nam',
      people: person.ethnicity,
      faith: person.religion,
      origin: facts.front.hometown.text,
      residence: facts.front.address.text,
      marks: person.characteristics,
      issueDate: facts.back.issueDate,
      expiryDate: facts.front.expiry,
      father: person.father,
      mother: person.mother,
      ...(person.oldNumber === undefined ? {} : { oldNumber: person.oldNumber }),
      code: 'SPECIMEN00000000',
      unknown: [],
    })
    expect(contents.portrait).toMatchObject({ format: 'jpeg2000', width: 240, height: 320 })
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(checks.filter(({ name }) => name === 'dg13-against-dg1').length).toBeGreaterThanOrEqual(4)
  })

  test('of 2024 says the same, through the wrapper of its items', async () => {
    const { files, holder } = await chipOf('can-cuoc', 3)
    const { contents } = await readContents(files, NOW)
    expect(contents.citizen?.fullName).toBe(holder.person.name)
    expect(contents.citizen?.unknown).toEqual([])
  })

  test('that is about two people is recognised by name and number', async () => {
    const { files } = await makeChip({
      kind: 'cccd-chip',
      seed: 3,
      breaks: 'zone-other',
      algorithm: 'p256-sha256',
      newKeys: keys(),
    })
    const { checks, fault } = await readContents(files, NOW)
    const failed = checks.filter(({ outcome }) => outcome === 'failed')
    expect(fault).toBeUndefined()
    expect(failed.map(({ field }) => field)).toEqual(expect.arrayContaining(['id', 'name', 'birthday']))
  })

  test('whose zone has a wrong digit is noted, and read letter by letter', async () => {
    const { files, holder } = await makeChip({
      kind: 'cccd-chip',
      seed: 4,
      breaks: 'zone-digit',
      algorithm: 'p256-sha256',
      newKeys: keys(),
    })
    const { contents, checks } = await readContents(files, NOW)
    expect(contents.zone?.lines.map(({ text }) => text).join('')).toBe(zoneOf(holder))
    expect(contents.zone?.repairs).toEqual([])
    expect(checks.find(({ name }) => name === 'chip-check-digits')?.outcome).toBe('noted')
  })
})

describe('the chip of a passport', () => {
  test('says who and by whom, with all letters', async () => {
    const { files, holder } = await chipOf('passport', 6)
    const { contents, checks } = await readContents(files, NOW)
    const { facts, person } = holder
    if (!('passportId' in facts.front)) throw new Error('it is a passport')
    expect(contents.zone?.fields.documentNumber.text).toBe(facts.front.passportId)
    expect(contents.person).toEqual({
      fullName: person.name.toLocaleUpperCase('vi'),
      personalNumber: person.number,
      birthDate: facts.front.birthday,
      birthplace: person.birthplace.text,
      residence: person.residence.text,
      unknown: [],
    })
    expect(contents.document).toEqual({
      authority: facts.front.issueBy,
      issueDate: facts.front.issueDate,
      unknown: [],
    })
    expect(contents.citizen).toBeUndefined()
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  })

  test('of another state keeps its own DG13 to itself', async () => {
    const zone = 'P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<C11T002JM4D<<9608122F1310317<<<<<<<<<<<<<<<6'
    const files = filesWith([
      [1, zoneGroup(zone)],
      [13, tagged(0x6d, ascii('whatever'))],
    ])
    const { contents, checks, fault } = await readContents(files, NOW)
    expect(fault).toBeUndefined()
    expect(contents.citizen).toBeUndefined()
    expect(checks.map(({ field }) => field)).not.toContain('dg13')
  })
})

describe('DG1', () => {
  const zone = zoneOf(holderOf('cccd-chip', 3))

  test.each([
    ['a letter too few', zoneGroup(zone.slice(1)), /89 letters/],
    ['a letter that no zone has', zoneGroup(zone.replace('V', 'v')), /none of a card or passport/],
    ['a filler for its first letter', zoneGroup(`<${zone.slice(1)}`), /none of a card or passport/],
    ['another tag', tagged(0x62, tagged(0x5f1f, ascii(zone))), /tag 62 where DG1/],
    ['no zone', tagged(0x61, tagged(0x5f20, ascii(zone))), /no machine-readable zone/],
    ['two kilobytes', tagged(0x61, tagged(0x5f1f, new Uint8Array(2000))), /at most 1024/],
    ['bytes after its end', joined(zoneGroup(zone), Uint8Array.of(0)), /after its end/],
  ])('with %s is refused', async (_, bytes, words) => {
    expect((await faultOf(() => readZoneFile(bytes))).message).toMatch(words)
  })
})

test('a zone with a document code that we do not know is read by its size', () => {
  const zone = zoneOf(holderOf('cccd-chip', 3))
  expect(readZoneFile(zoneGroup(`X${zone.slice(1)}`))).toMatchObject({
    format: 'TD1',
    fields: { documentCode: { text: 'XD' }, issuer: { text: 'VNM' } },
  })
})

describe('DG2', () => {
  const picture = pictureOf(3, 'm', 'jp2')

  test.each(PORTRAIT_FORMS)('is read as $name', async ({ format, record, ...more }) => {
    const made = await pictureOf(3, 'm', format, more)
    const portrait = await readFaceFile(faceGroup(made, record))
    expect(portrait).toMatchObject({
      record: `ISO ${record}`,
      format: format === 'jpeg' ? 'jpeg' : 'jpeg2000',
      width: 240,
      height: 320,
    })
    const shown = await decodeImage(portrait.jpeg, { maxMegapixels: 1 })
    const meant = await decodeImage((await pictureOf(3, 'm', 'jpeg')).bytes, { maxMegapixels: 1 })
    if ('fault' in shown || 'fault' in meant) throw new Error('no picture')
    const off = shown.pixels.data.reduce(
      (sum, value, i) => sum + Math.abs(value - (meant.pixels.data[i] ?? 0)),
      0,
    )
    expect(off / shown.pixels.data.length).toBeLessThan(4)
  })

  test('keeps the bytes of a JPEG as they are', async () => {
    const made = await pictureOf(3, 'm', 'jpeg')
    expect((await readFaceFile(faceGroup(made, '19794-5'))).jpeg).toEqual(new Uint8Array(made.bytes))
  })

  test('finds the picture behind feature points, and where lengths have more bytes than they need', async () => {
    const made = await picture
    const group = faceGroup(made, '19794-5')
    const start = Buffer.from(group).indexOf('FAC')
    const record = Buffer.from(group.subarray(start))
    record.writeUInt32BE(record.readUInt32BE(14) + 16, 14)
    record.writeUInt16BE(2, 18)
    const pointed = Buffer.concat([record.subarray(0, 34), Buffer.alloc(16), record.subarray(34)])
    const long = (tag: readonly number[], bytes: Uint8Array) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return joined(Uint8Array.from([...tag, 0x84]), length, bytes)
    }
    const data = long([0x5f, 0x2e], pointed)
    const file = long([0x75], long([0x7f, 0x61], joined(integer(1), long([0x7f, 0x60], data))))
    expect(findPicture(file).picture).toEqual(made.bytes)
  })

  const faced = (record: Uint8Array) => tagged(0x75, tagged(0x7f61, tagged(0x7f60, tagged(0x5f2e, record))))

  test.each([
    [
      'no templates',
      tagged(0x75, tagged(0x7f60, octets(new Uint8Array(4)))),
      /no group of biometric templates/,
    ],
    ['no data', tagged(0x75, tagged(0x7f61, tagged(0x7f60, context(1)))), /no biometric data/],
    ['an empty record', faced(new Uint8Array()), /face record that is cut off/],
    ['fingers', faced(joined(ascii('FIR'), new Uint8Array(99))), /not one of a face/],
    [
      'a record of 2011',
      faced(joined(ascii('FAC'), Uint8Array.of(0), ascii('030'), new Uint8Array(99))),
      /version of ISO 19794-5/,
    ],
    [
      'no face',
      faced(joined(ascii('FAC'), Uint8Array.of(0), ascii('010'), new Uint8Array(99))),
      /without a face/,
    ],
    ['no face block', tagged(0x75, tagged(0x7f61, tagged(0x7f60, tagged(0x7f2e, context(1))))), /face block/],
  ])('with %s is refused', async (_, bytes, words) => {
    expect((await faultOf(() => readFaceFile(bytes))).message).toMatch(words)
  })

  test.each([
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('a portrait')],
  ])('with %s for a picture is refused', async (_, bytes) => {
    const made: Picture = { ...(await picture), bytes: new Uint8Array(bytes) }
    const fault = await faultOf(() => readFaceFile(faceGroup(made, '39794-5')))
    expect(fault.message).toBe('has a portrait that cannot be read: it is neither JPEG nor JPEG 2000')
  })

  test('of 10 MB is refused before it is taken apart', async () => {
    const made = { ...(await picture), bytes: new Uint8Array(10 * 2 ** 20) }
    expect((await faultOf(() => readFaceFile(faceGroup(made, '19794-5')))).message).toMatch(/at most 2097152/)
  })

  test('with a picture of more than a megabyte is refused before it is decoded', async () => {
    const made = await picture
    const bytes = joined(made.bytes, new Uint8Array(2 ** 20))
    const fault = await faultOf(() => readFaceFile(faceGroup({ ...made, bytes }, '19794-5')))
    expect(fault.message).toMatch(/at most 1048576 are read/)
  })
})

describe('DG13', () => {
  const holder = holderOf('cccd-chip', 2)
  const { items } = citizenItems(holder)
  const plain = readCitizenFile(citizenGroup({ items, isWrapped: false }))

  test('is read whatever the order of its items and whatever wraps them', () => {
    const turned = items.toReversed()
    expect(readCitizenFile(citizenGroup({ items: turned, isWrapped: false }))).toEqual(plain)
    expect(readCitizenFile(citizenGroup({ items, isWrapped: true }))).toEqual(plain)
    expect(readCitizenFile(tagged(0x6d, sequence(tagged(0x31, ...items))))).toEqual(plain)
    expect(readCitizenFile(tagged(0x6d, sequence(context(0, sequence(...items)))))).toEqual(plain)
  })

  test('keeps what stands in the wrapper, and unknown items', () => {
    const odd = [sequence(integer(17), utf8('mới')), sequence(integer(300), printable('x'))]
    const file = tagged(0x6d, sequence(integer(1), sequence(...items, ...odd)))
    const { unknown, ...known } = readCitizenFile(file)
    expect(known).toEqual({ ...plain, unknown: undefined })
    expect(unknown.map(({ name }) => name)).toEqual(['2', '17', '300'])
    expect(unknown[1]?.hex).toBe(Buffer.from(odd[0] ?? []).toString('hex'))
  })

  test.each([
    ['twice', [sequence(integer(1), printable('012345678901')), sequence(integer(1), printable('9'))], ['1']],
    ['as a number', [sequence(integer(1), integer(7))], ['1']],
    ['in bytes', [sequence(integer(2), octets(Uint8Array.of(65)))], ['2']],
    ['with two values for one', [sequence(integer(2), utf8('a'), utf8('b'))], ['2']],
    ['in broken UTF-8', [sequence(integer(2), tagged(12, Uint8Array.of(0xff)))], ['2']],
  ])('keeps an item that comes %s as it is', (_, odd, names) => {
    const { unknown, ...known } = readCitizenFile(tagged(0x6d, ...odd))
    expect(unknown.map(({ name }) => name)).toEqual(names)
    expect(known.fullName).toBeUndefined()
  })

  test('reads values longer than 127 and 65535 bytes', () => {
    const long = 'ấ'.repeat(100)
    const longer = 'a'.repeat(60_000)
    expect(readCitizenFile(tagged(0x6d, sequence(integer(9), utf8(long)))).residence).toBe(long)
    expect(readCitizenFile(tagged(0x6d, sequence(integer(9), utf8(longer)))).residence).toBe(longer)
    const file = tagged(0x6d, sequence(integer(9), utf8('a'.repeat(66_000))))
    expect(() => readCitizenFile(file)).toThrow(/at most 65536/)
  })

  test.each([
    ['15', '182345678', '00123456789', '182345678', '00123456789'],
    ['16', '00123456789', '182345678', '182345678', '00123456789'],
    ['16 alone', undefined, '182345678', '182345678', undefined],
    ['neither', '00123456789', '0012', '00123456789', '0012'],
    ['both', '182345678', '282345678', '182345678', '282345678'],
  ])('has its old number in item %s', (_item, one, other, oldNumber, code) => {
    const file = [one, other].flatMap((text, i) =>
      text === undefined ? [] : [sequence(integer(15 + i), printable(text))],
    )
    const read = readCitizenFile(tagged(0x6d, ...file))
    expect([read.oldNumber, read.code]).toEqual([oldNumber, code])
  })

  test('has parents and a spouse, or not', () => {
    const read = (...each: readonly Uint8Array[]) => readCitizenFile(tagged(0x6d, ...each))
    expect(read(sequence(integer(14)))).toEqual({ unknown: [] })
    expect(read(sequence(integer(14), sequence(utf8('Lê Thị Mai'))))).toEqual({
      spouse: 'Lê Thị Mai',
      unknown: [],
    })
    expect(read(sequence(integer(13), sequence(), sequence(utf8('Lê'))))).toEqual({
      mother: 'Lê',
      unknown: [],
    })
    expect(read(sequence(integer(13), sequence(utf8('Lê'))))).toEqual({ father: 'Lê', unknown: [] })
  })

  test('makes one text of letters whose marks stand apart', () => {
    const file = tagged(0x6d, sequence(integer(2), utf8('Nguyễn'.normalize('NFD'))))
    expect(readCitizenFile(file).fullName).toBe('Nguyễn')
  })

  test.each([
    ['nothing in it', tagged(0x6d), /no items/],
    ['text in it', tagged(0x6d, utf8('x')), /no items/],
    ['another tag', tagged(0x6e, ...items), /tag 6E where DG13/],
    [
      'more elements than a card has',
      tagged(0x6d, ...Array<Uint8Array>(1200).fill(sequence(integer(1)))),
      /more than/,
    ],
    ['a thousand sequences in each other', nested(1000), /nested deeper|cut off/],
  ])('with %s is a fault', async (_, bytes, words) => {
    expect((await faultOf(() => readCitizenFile(bytes))).message).toMatch(words)
  })

  test('that cannot be read costs a card only itself', async () => {
    const files = filesWith([
      [1, zoneGroup(zoneOf(holder))],
      [13, tagged(0x6d, utf8('x'))],
    ])
    const { contents, checks, fault } = await readContents(files, NOW)
    expect(fault).toBeUndefined()
    expect(contents.zone?.format).toBe('TD1')
    expect(checks.find(({ field }) => field === 'dg13')?.outcome).toBe('noted')
  })
})

function nested(depth: number): Uint8Array {
  let inner = integer(0)
  for (let i = 0; i < depth; i++) inner = sequence(inner)
  return tagged(0x6d, inner)
}

describe('DG11, DG12 and COM', () => {
  test('read Latin-1 where it is no UTF-8, days in digits, and keep what is unknown', () => {
    const file = tagged(
      0x6b,
      tagged(0x5f0e, Uint8Array.of(0x4d, 0xdc, 0x4c, 0x4c)),
      tagged(0x5f2b, ascii('19700131')),
      context(0, integer(2), tagged(0x5f0f, ascii('A<B')), tagged(0x5f0f, ascii('C'))),
      tagged(0x5f99 - 0x80 + 0x40, ascii('?')),
    )
    expect(readPersonFile(file)).toEqual({
      fullName: 'MÜLL',
      birthDate: '31/01/1970',
      otherNames: ['A B', 'C'],
      unknown: [{ name: '5F59', hex: '5f59013f' }],
    })
  })

  test('keep a day that is not known in full as it is written', () => {
    expect(readDocumentFile(tagged(0x6c, tagged(0x5f26, ascii('20240000')))).issueDate).toBe('20240000')
  })

  test('name files that are not in the list', async () => {
    const com = commonData([1, 2])
    expect(readCommonFile(com)).toEqual({ ldsVersion: '1.7', unicodeVersion: '4.0.0', files: ['dg1', 'dg2'] })
    const files = filesWith([[1, zoneGroup(zoneOf(holderOf('passport', 1)))]], commonData([2]))
    const { checks } = await readContents(files, NOW)
    expect(checks.find(({ name }) => name === 'com-lists-files')?.outcome).toBe('noted')
  })
})

describe('files that are cut off', () => {
  test('are faults at every byte, never anything else', async () => {
    const { files } = await chipOf('passport', 6)
    const card = (await chipOf('can-cuoc', 3)).files
    const readers: readonly (readonly [Uint8Array | undefined, (bytes: Uint8Array) => unknown])[] = [
      [files.com, readCommonFile],
      [files.groups.get(1), readZoneFile],
      [files.groups.get(2), findPicture],
      [files.groups.get(11), readPersonFile],
      [files.groups.get(12), readDocumentFile],
      [card.groups.get(13), readCitizenFile],
    ]
    for (const [bytes, read] of readers) {
      if (!bytes) throw new Error('a file is missing')
      expect(() => read(bytes)).not.toThrow()
      const step = Math.max(1, Math.floor(bytes.length / 2000))
      for (let length = 0; length < bytes.length; length += step)
        expect(() => read(bytes.subarray(0, length)), `${length} bytes`).toThrow(DerFault)
    }
  })

  test('change what is said or are faults, whatever byte is changed', async () => {
    const { files } = await chipOf('cccd-chip', 2)
    for (const [group, read] of [
      [1, readZoneFile],
      [13, readCitizenFile],
    ] as const) {
      const bytes = files.groups.get(group) ?? new Uint8Array()
      for (const [at] of bytes.entries()) {
        const changed = bytes.slice()
        changed[at] = (changed[at] ?? 0) ^ 0x15
        try {
          expect(read(changed)).not.toEqual(read(bytes))
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(DerFault)
        }
      }
    }
  })
})
