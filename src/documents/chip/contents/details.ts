// Reads COM, DG1, DG11 and DG12: what the chip has, its zone, and details of the person and the document, as tables of tags.
import { bytesOf, childrenOf, contentOf, type Der, DerFault, expectTag, readDer } from '../../../der/der.ts'
import { parseExactMrz } from '../../mrz/parse.ts'
import type { MrzReading } from '../../mrz/reading.ts'
import { formatDay, parseJoinedDate } from '../../text/dates.ts'
import type { CommonData, DocumentDetails, PersonDetails, UnknownPart } from './contents.ts'

const MOST_BYTES = 256 * 1024
const LIMITS = { maxBytes: MOST_BYTES, hasShortestLengths: false }
/** Lists the tags that follow. */
const TAG_LIST = 0x5c
const COUNT = 0x02

const tagName = (tag: number): string => tag.toString(16).toUpperCase()

export const unknownPart = (part: Der, name = tagName(part.tag)): UnknownPart => ({
  name,
  hex: Buffer.from(bytesOf(part)).toString('hex'),
})

/** UTF-8 is the rule; some issuers write Latin-1. */
function plainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC').trim()
  } catch {
    return Buffer.from(bytes).toString('latin1').trim()
  }
}

/** `SURNAME<<GIVEN<NAMES`: fillers stand for spaces. */
const nameText = (bytes: Uint8Array): string => plainText(bytes).replaceAll(/<+/g, ' ').trim()
/** `STREET<TOWN`: fillers part the lines. */
const placeText = (bytes: Uint8Array): string => plainText(bytes).replaceAll(/<+/g, ', ')

/** YYYYMMDD: eight digits, or four bytes of two digits each. Days that are not known in full have zeros. */
function dayText(bytes: Uint8Array): string {
  const digits = bytes.byteLength === 4 ? Buffer.from(bytes).toString('hex') : plainText(bytes)
  const day = parseJoinedDate(`${digits.slice(6, 8)}${digits.slice(4, 6)}${digits.slice(0, 4)}`)
  return day && digits.length === 8 ? formatDay(day) : digits
}

/** YYYYMMDDhhmmss, in digits or in bytes of two digits each. */
const momentText = (bytes: Uint8Array): string =>
  bytes.byteLength === 7 ? Buffer.from(bytes).toString('hex') : plainText(bytes)

type Rows<Details> = Readonly<
  Record<number, readonly [name: keyof Details & string, read: (bytes: Uint8Array) => string]>
>

const PERSON: Rows<PersonDetails> = {
  24334: ['fullName', nameText],
  24336: ['personalNumber', plainText],
  24363: ['birthDate', dayText],
  24337: ['birthplace', placeText],
  24386: ['residence', placeText],
  24338: ['telephone', plainText],
  24339: ['profession', plainText],
  24340: ['title', plainText],
  24341: ['summary', plainText],
  24343: ['otherDocuments', placeText],
  24344: ['custody', plainText],
}

const DOCUMENT: Rows<DocumentDetails> = {
  24345: ['authority', plainText],
  24358: ['issueDate', dayText],
  24347: ['endorsements', plainText],
  24348: ['taxExit', plainText],
  24405: ['personalisedAt', momentText],
  24406: ['personalisedBy', plainText],
}

/** Pictures of papers are not read: they stay in the file. */
const PICTURES: readonly number[] = [0x5f16, 0x5f1d, 0x5f1e]

interface Taken {
  readonly values: Readonly<Record<string, string>>
  readonly listed: readonly string[]
  readonly unknown: readonly UnknownPart[]
}

/** The values by the names of their rows; names of others stand in a group of their own. The first of two counts. */
function takeRows<Details>(file: Der, rows: Rows<Details>, listTag: number): Taken {
  const values: Record<string, string> = {}
  const listed: string[] = []
  const unknown: UnknownPart[] = []
  for (const part of childrenOf(file)) {
    const row = rows[part.tag]
    if (part.tag === TAG_LIST || PICTURES.includes(part.tag)) continue
    if (part.tag === 0xa0) {
      for (const each of childrenOf(part))
        if (each.tag === listTag) listed.push(nameText(contentOf(each)))
        else if (each.tag !== COUNT) unknown.push(unknownPart(each))
    } else if (row && !(row[0] in values)) values[row[0]] = row[1](contentOf(part))
    else if (part.tag === listTag) listed.push(nameText(contentOf(part)))
    else unknown.push(unknownPart(part))
  }
  return { values, listed, unknown }
}

/** Throws DerFault, as the others do. */
export function readPersonFile(bytes: Uint8Array): PersonDetails {
  const file = expectTag(readDer(bytes, LIMITS), 0x6b, 'DG11')
  const { values, listed, unknown } = takeRows(file, PERSON, 0x5f0f)
  return { ...values, ...(listed.length > 0 && { otherNames: listed }), unknown }
}

export function readDocumentFile(bytes: Uint8Array): DocumentDetails {
  const file = expectTag(readDer(bytes, LIMITS), 0x6c, 'DG12')
  const { values, listed, unknown } = takeRows(file, DOCUMENT, 0x5f1a)
  return { ...values, ...(listed.length > 0 && { otherPeople: listed }), unknown }
}

/** The tags of the files, from DG1 on. */
const FILE_TAGS = [
  0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70,
]

/** `0107` is version 1.7, `040000` version 4.0.0. */
const versionText = (bytes: Uint8Array): string =>
  (plainText(bytes).match(/\d\d/g) ?? []).map(Number).join('.')

export function readCommonFile(bytes: Uint8Array): CommonData {
  const parts = childrenOf(expectTag(readDer(bytes, LIMITS), 0x60, 'COM'))
  const contentWith = (tag: number) => {
    const part = parts.find((each) => each.tag === tag)
    return part && contentOf(part)
  }
  const [lds, unicode] = [contentWith(0x5f01), contentWith(0x5f36)]
  const tags = [...(contentWith(TAG_LIST) ?? [])]
  return {
    ...(lds && { ldsVersion: versionText(lds) }),
    ...(unicode && { unicodeVersion: versionText(unicode) }),
    files: tags.map((tag) => (FILE_TAGS.includes(tag) ? `dg${FILE_TAGS.indexOf(tag) + 1}` : tagName(tag))),
  }
}

const ZONE_FILE = 0x61
const ZONE = 0x5f1f
const MOST_ZONE_BYTES = 1024

/** Lines of the formats by the number of letters in all. */
const LINES: Readonly<Record<number, { readonly count: number; readonly width: number }>> = {
  90: { count: 3, width: 30 },
  88: { count: 2, width: 44 },
  72: { count: 2, width: 36 },
}

/** Letter by letter: through the tables by which printed zones are read, and without their repairs. */
export function readZoneFile(bytes: Uint8Array): MrzReading {
  const file = expectTag(
    readDer(bytes, { maxBytes: MOST_ZONE_BYTES, hasShortestLengths: false }),
    ZONE_FILE,
    'DG1',
  )
  const zone = childrenOf(file).find(({ tag }) => tag === ZONE)
  if (!zone) throw new DerFault(file.start, 'has no machine-readable zone (5F1F)')
  const text = Buffer.from(contentOf(zone)).toString('latin1')
  const shape = LINES[text.length]
  if (!shape)
    throw new DerFault(zone.start, `has a zone of ${text.length} letters, where a zone has 90, 88 or 72`)
  const lines = Array.from({ length: shape.count }, (_, i) =>
    text.slice(i * shape.width, (i + 1) * shape.width),
  )
  const reading = parseExactMrz(lines)
  if (!reading) throw new DerFault(zone.start, 'has a zone that is none of a card or passport')
  return reading
}
