// Decodes Base64 in the forms that clients send, and refuses what only looks like it.

export type Decoded = { readonly bytes: Buffer } | { readonly fault: string; readonly tooLarge?: true }

/** Takes Base64 with or without a `data:` prefix, padding and line breaks, in the standard or URL-safe alphabet. */
export function decodeBase64(text: string, limitBytes: number): Decoded {
  const prefix = text.startsWith('data:') ? dataPrefix.exec(text.slice(0, 256))?.[0] : ''
  if (prefix === undefined) return { fault: 'starts with "data:" but not with "data:TYPE;base64,"' }
  // A text that is too long is refused before it is decoded; four letters hold three bytes, line breaks add a little.
  if ((text.length - prefix.length) * 0.75 > limitBytes * 1.1 + 1024) return tooLarge(limitBytes)
  const plain = prefix === '' ? text : text.slice(prefix.length)
  // The expression takes one character at a time, because a run of millions would overflow its stack.
  const bytes = decodeUnbroken(plain) ?? decodeUnbroken(plain.replaceAll(/[\r\n\t ]/g, ''))
  if (!bytes) return { fault: 'is not Base64' }
  if (bytes.length === 0) return { fault: 'is empty' }
  return bytes.length > limitBytes ? tooLarge(limitBytes) : { bytes }
}

const tooLarge = (limitBytes: number): Decoded => ({
  fault: `is larger than ${sizeText(limitBytes)}`,
  tooLarge: true,
})

const dataPrefix = /^data:[\w.+-]*\/?[\w.+-]*(?:;[\w.=+-]+)*;base64,/

/** Node skips letters it does not know; the length then falls short of what the text must hold. */
function decodeUnbroken(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const letters = text.length - padding
  if (letters % 4 === 1 || (padding > 0 && (letters + padding) % 4 !== 0)) return undefined
  // Node looks at the low byte of a letter only: U+0141 would pass as "A".
  if (Buffer.byteLength(text) !== text.length) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === Math.floor((letters * 3) / 4) ? bytes : undefined
}

export function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${Number(size.toFixed(1))} ${units[unit]}`
}
