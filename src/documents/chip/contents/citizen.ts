// Reads DG13 of the Vietnamese card: items of a number and a value, in any order, with whatever wraps them.
import {
  childrenOf,
  contentOf,
  type Der,
  DerFault,
  expectTag,
  isConstructed,
  readDer,
  TAG,
} from '../../../der/der.ts'
import { textOf } from '../../../der/values.ts'
import type { CitizenDetails, UnknownPart } from './contents.ts'
import { unknownPart } from './details.ts'

const CITIZEN_FILE = 0x6d
const LIMITS = { maxBytes: 64 * 1024, maxElements: 2000, hasShortestLengths: false }
/** Two bytes hold every number that an item could have. */
const MOST_NUMBER_BYTES = 2

type Name = keyof Omit<CitizenDetails, 'unknown'>

/** The values of each item, by its number and in the order in which they stand. */
const ITEMS: Readonly<Record<number, readonly Name[]>> = {
  1: ['number'],
  2: ['fullName'],
  3: ['birthDate'],
  4: ['gender'],
  5: ['nation'],
  6: ['people'],
  7: ['faith'],
  8: ['origin'],
  9: ['residence'],
  10: ['marks'],
  11: ['issueDate'],
  12: ['expiryDate'],
  13: ['father', 'mother'],
  14: ['spouse'],
  15: ['oldNumber'],
  16: ['code'],
}

/** Throws DerFault where it is no DER, or where nothing in it is an item. */
export function readCitizenFile(bytes: Uint8Array): CitizenDetails {
  const file = expectTag(readDer(bytes, LIMITS), CITIZEN_FILE, 'DG13')
  const values: Partial<Record<Name, string>> = {}
  const unknown: UnknownPart[] = []
  let items = 0
  for (const part of unwrapped(file)) {
    const item = itemOf(part)
    if (!item) {
      unknown.push(unknownPart(part))
      continue
    }
    items++
    const taken = valuesOf(item)
    // An item that comes twice, or has other values than it should, is kept as it is.
    const names = ITEMS[item.number]
    if (!names || !taken || taken.length > names.length || names.some((name) => values[name] !== undefined))
      unknown.push(unknownPart(part, String(item.number)))
    else
      for (const [i, name] of names.entries()) {
        const text = taken[i]
        if (text !== undefined) values[name] = text
      }
  }
  if (items === 0) throw new DerFault(file.start, 'has no items that can be read')
  return { ...withOldNumber(values), unknown }
}

/** Readers in public use disagree whether item 15 or 16 has the old number: it is the one of nine digits. */
function withOldNumber(values: Partial<Record<Name, string>>): Partial<Record<Name, string>> {
  const isOld = (text: string | undefined): boolean => /^\d{9}$/.test(text ?? '')
  const { oldNumber, code, ...others } = values
  if (code === undefined || isOld(oldNumber) || !isOld(code)) return values
  return { ...others, oldNumber: code, ...(oldNumber !== undefined && { code: oldNumber }) }
}

interface Item {
  readonly number: number
  readonly parts: readonly Der[]
}

/** A SEQUENCE that starts with a small number, and has no items inside. */
function itemOf(part: Der): Item | undefined {
  if (part.tag !== TAG.sequence) return undefined
  const [first, ...parts] = childrenOf(part)
  if (first?.tag !== TAG.integer) return undefined
  const bytes = contentOf(first)
  if (bytes.byteLength < 1 || bytes.byteLength > MOST_NUMBER_BYTES) return undefined
  return { number: Buffer.from(bytes).readUIntBE(0, bytes.byteLength), parts }
}

const holdsItems = (part: Der): boolean =>
  isConstructed(part) && childrenOf(part).some((child) => itemOf(child) !== undefined || holdsItems(child))

/** The items and what stands beside them, out of any wrapper. */
function unwrapped(parent: Der): Der[] {
  return childrenOf(parent).flatMap((part) => (holdsItems(part) ? unwrapped(part) : [part]))
}

/** Texts, each alone or in a SEQUENCE of its own; an empty SEQUENCE is a value that is missing. Undefined where it is anything else. */
function valuesOf({ parts }: Item): (string | undefined)[] | undefined {
  const values: (string | undefined)[] = []
  for (const part of parts) {
    const inner = part.tag === TAG.sequence ? childrenOf(part) : [part]
    const [only] = inner
    if (inner.length > 1) return undefined
    if (only && isConstructed(only)) return undefined
    try {
      const text = only && textOf(only, 'value').normalize('NFC').trim()
      values.push(text === '' ? undefined : text)
    } catch (thrown) {
      if (thrown instanceof DerFault) return undefined
      throw thrown
    }
  }
  return values
}
