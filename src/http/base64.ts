// Decodes Base64 in the forms that clients send, and refuses what only looks like it.

export type Decoded = { readonly bytes: Buffer } | { readonly fault: string; readonly tooLarge?: true }

/** The most letters in which a file of this size is taken: four hold three bytes, line breaks add a little. */
export const longestBase64 = (limitBytes: number): number => Math.ceil((limitBytes * 1.1 + 1024) / 0.75)

/** Takes Base64 with or without a `data:` prefix, padding and line breaks, in the standard or URL-safe alphabet. */
export function decodeBase64(text: string, limitBytes: number): Decoded {
  const prefix = text.startsWith('data:') ? dataPrefix.exec(text.slice(0, 256))?.[0] : ''
  if (prefix === undefined) return { fault: 'starts with "data:" but not with "data:TYPE;base64,"' }
  // A text that is too long is refused before it is decoded.
  if (text.length - prefix.length > longestBase64(limitBytes)) return tooLarge(limitBytes)
  const plain = prefix === '' ? text : text.slice(prefix.length)
  const bytes = decodeUnbroken(plain) ?? decodeUnbroken(withoutBreaks(plain))
  if (!bytes) return { fault: 'is not Base64' }
  if (bytes.length === 0) return { fault: 'is empty' }
  return bytes.length > limitBytes ? tooLarge(limitBytes) : { bytes }
}

const tooLarge = (limitBytes: number): Decoded => ({
  fault: `is larger than ${sizeText(limitBytes)}`,
  tooLarge: true,
})

const dataPrefix = /^data:[\w.+-]*\/?[\w.+-]*(?:;[\w.=+-]+)*;base64,/

/** Letter by letter in place: an expression takes half a second where every second letter is a line break. */
function withoutBreaks(text: string): string {
  // Letters beyond one byte would change here; they are refused as they are.
  if (Buffer.byteLength(text) !== text.length) return text
  const letters = Buffer.from(text, 'latin1')
  let kept = 0
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as number
    if (letter !== 0x0a && letter !== 0x0d && letter !== 0x09 && letter !== 0x20) letters[kept++] = letter
  }
  return letters.toString('latin1', 0, kept)
}

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
