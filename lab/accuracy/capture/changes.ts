// The ways in which attestations are changed: single bits and bytes, fields of DER re-encoded, parts cut, swapped and added.

import type { Random } from '../../../specimens/random.ts'
import { childrenOf, contentOf, type Der, DerFault, isConstructed, readDer } from '../../../src/der/der.ts'

const copyOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes)

/** Ways to change bytes of any kind; each gives other bytes than before. */
const BYTE_CHANGES: Readonly<Record<string, (bytes: Uint8Array, random: Random) => Buffer>> = {
  'a bit flipped': (bytes, random) => {
    const changed = copyOf(bytes)
    const at = random.below(changed.byteLength)
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
    return changed
  },
  'a byte replaced': (bytes, random) => {
    const changed = copyOf(bytes)
    const at = random.below(changed.byteLength)
    changed[at] = ((changed[at] ?? 0) + 1 + random.below(255)) % 256
    return changed
  },
  'bytes cut off': (bytes, random) => copyOf(bytes).subarray(0, random.below(bytes.byteLength)),
  'bytes added': (bytes, random) =>
    Buffer.concat([bytes, Buffer.alloc(1 + random.below(16), random.below(256))]),
  'bytes taken out': (bytes, random) => {
    const at = random.below(bytes.byteLength - 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(8))])
  },
  'bytes put in': (bytes, random) => {
    const at = random.below(bytes.byteLength)
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.alloc(1 + random.below(8), random.below(256)),
      bytes.subarray(at),
    ])
  },
}

export function changedBytes(bytes: Uint8Array, random: Random): { how: string; bytes: Uint8Array } {
  const names = Object.keys(BYTE_CHANGES)
  for (;;) {
    const how = names[random.below(names.length)] ?? ''
    const changed = BYTE_CHANGES[how]?.(bytes, random) ?? copyOf(bytes)
    if (!changed.equals(bytes)) return { how, bytes: changed }
  }
}

type ChainChange = (chain: readonly Uint8Array[], random: Random) => readonly Uint8Array[]

const replaced = (chain: readonly Uint8Array[], at: number, by: Uint8Array): readonly Uint8Array[] =>
  chain.map((one, index) => (index === at ? by : one))

const CHAIN_CHANGES: Readonly<Record<string, ChainChange>> = {
  'bytes of a certificate': (chain, random) => {
    const at = random.below(chain.length)
    return replaced(chain, at, changedBytes(chain[at] ?? new Uint8Array(), random).bytes)
  },
  'a field of DER changed and re-encoded': (chain, random) => {
    const at = random.below(chain.length)
    return replaced(chain, at, changedField(chain[at] ?? new Uint8Array(), random))
  },
  'two certificates swapped': (chain, random) => {
    const [one, other] = [random.below(chain.length), random.below(chain.length)]
    return chain.map((certificate, at) => chain[at === one ? other : at === other ? one : at] ?? certificate)
  },
  'a certificate left out': (chain, random) => {
    // Without its root a chain means the same: the server has it.
    const at = random.below(chain.length - 1)
    return chain.filter((_, index) => index !== at)
  },
  'a certificate twice': (chain, random) => {
    const at = random.below(chain.length)
    return [...chain.slice(0, at), chain[at] ?? new Uint8Array(), ...chain.slice(at)]
  },
  'the order reversed': (chain) => chain.toReversed(),
  'a chain of a hundred': (chain) =>
    Array.from({ length: 100 }, (_, at) => chain[at % chain.length] ?? new Uint8Array()),
}

export function changedChain(
  chain: readonly Uint8Array[],
  random: Random,
): { how: string; chain: readonly Uint8Array[] } {
  const names = Object.keys(CHAIN_CHANGES)
  for (;;) {
    // Most changes are inside of certificates: there are few ways to order them.
    const how = names[random.below(10) < 8 ? random.below(2) : random.below(names.length)] ?? ''
    const changed = CHAIN_CHANGES[how]?.(chain, random) ?? chain
    const isSame =
      changed.length === chain.length &&
      changed.every((one, at) => copyOf(one).equals(chain[at] ?? new Uint8Array()))
    if (!isSame) return { how, chain: changed }
  }
}

/** Parses, changes one element at random, and writes all lengths anew: what a forger with tools would do. */
function changedField(bytes: Uint8Array, random: Random): Uint8Array {
  const elements = elementsOf(bytes)
  const target = elements[random.below(elements.length)]
  if (!target) return bytes
  const content = contentOf(target)
  const how = random.below(4)
  const changed =
    how === 0
      ? Buffer.concat([content, Buffer.of(random.below(256))])
      : how === 1
        ? content.subarray(0, Math.max(0, content.byteLength - 1 - random.below(4)))
        : how === 2 && content.byteLength > 0
          ? changedBytes(content, random).bytes
          : Buffer.alloc(random.below(4), random.below(256))
  const tag = random.below(8) === 0 ? (target.tag ^ (1 << random.below(5))) & 0xff : target.tag
  return written(readDer(bytes, { maxTagBytes: 3 }), target, tag, changed)
}

function elementsOf(bytes: Uint8Array): Der[] {
  const all: Der[] = []
  const walk = (element: Der): void => {
    all.push(element)
    if (isConstructed(element)) for (const child of childrenOf(element)) walk(child)
  }
  try {
    walk(readDer(bytes, { maxTagBytes: 3 }))
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
  }
  return all
}

function written(element: Der, target: Der, tag: number, content: Uint8Array): Buffer {
  if (element.start === target.start && element.depth === target.depth) return encoded(tag, content)
  const holds = isConstructed(element) && target.start >= element.contentStart && target.end <= element.end
  if (!holds) return encoded(element.tag, contentOf(element))
  return encoded(
    element.tag,
    Buffer.concat(childrenOf(element).map((child) => written(child, target, tag, content))),
  )
}

function encoded(tag: number, content: Uint8Array): Buffer {
  const bigEndian = (value: number): number[] =>
    value < 256 ? [value] : [...bigEndian(Math.floor(value / 256)), value % 256]
  const size = content.byteLength
  const length = size < 128 ? [size] : [0x80 | bigEndian(size).length, ...bigEndian(size)]
  return Buffer.concat([Buffer.from([...bigEndian(tag), ...length]), content])
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const TOKEN_CHANGES: Readonly<Record<string, (token: string, random: Random) => string>> = {
  'a letter replaced': (token, random) => {
    const at = random.below(token.length)
    return token.slice(0, at) + (LETTERS[random.below(64)] ?? '') + token.slice(at + 1)
  },
  'the last letter of a part': (token, random) => {
    const parts = token.split('.')
    const which = random.below(parts.length)
    return parts
      .map((part, at) => (at === which ? part.slice(0, -1) + (LETTERS[random.below(64)] ?? '') : part))
      .join('.')
  },
  'two parts swapped': (token, random) => {
    const parts = token.split('.')
    const [one, other] = [random.below(5), random.below(5)]
    return parts.map((part, at) => parts[at === one ? other : at === other ? one : at] ?? part).join('.')
  },
  'a part left out': (token, random) =>
    token
      .split('.')
      .filter((_, at, all) => at !== random.below(all.length))
      .join('.'),
  'letters cut off': (token, random) => token.slice(0, random.below(token.length)),
  'padding added': (token) => `${token}=`,
  'another header': (token, random) => {
    const headers = [
      { alg: 'none' },
      { alg: 'dir', enc: 'A256GCM' },
      { alg: 'A256KW', enc: 'A256GCM', zip: 'DEF' },
    ]
    const header = Buffer.from(JSON.stringify(headers[random.below(3)])).toString('base64url')
    return [header, ...token.split('.').slice(1)].join('.')
  },
}

export function changedToken(token: string, random: Random): { how: string; token: string } {
  const names = Object.keys(TOKEN_CHANGES)
  for (;;) {
    const how = names[random.below(names.length)] ?? ''
    const changed = TOKEN_CHANGES[how]?.(token, random) ?? token
    if (changed !== token) return { how, token: changed }
  }
}
