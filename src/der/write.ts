// Writes the few elements of DER that the server makes itself: keys for node:crypto, envelopes that were not DER, commands to chips.
import { TAG } from './der.ts'

/** Tags of one or two bytes, contents of at most 64 KiB. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.byteLength
  if (size > 0xffff) throw new Error(`an element of ${size} bytes is not written`)
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Uint8Array.of(...(tag > 0xff ? [tag >> 8, tag & 0xff] : [tag]), ...length), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(TAG.sequence, ...parts)
export const nothing = element(TAG.null)

export function unsigned(number: Uint8Array): Buffer {
  const sign = (number[0] ?? 0) >= 0x80 ? [0] : []
  return element(TAG.integer, Uint8Array.from(sign), number)
}

export function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part & 0x7f]
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return element(TAG.objectId, Uint8Array.from(bytes))
}
