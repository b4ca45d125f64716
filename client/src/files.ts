// Turns the files of callers into what is sent: Base64 inside JSON, bytes inside a form.

/** A picture, PDF or video: as bytes, or as Base64 text with or without a `data:` prefix. */
export type File = Blob | Uint8Array | ArrayBuffer | string

/** A file with the name it is to have in the form. */
export interface NamedFile {
  readonly content: File
  readonly name?: string
}

export async function toBase64(file: File): Promise<string> {
  return typeof file === 'string' ? file : encodeBase64(await bytesOf(file))
}

/** For a form, which carries bytes; a large Blob is not read into memory for it. */
export function toBlob(file: File): Blob {
  if (file instanceof Blob) return file
  if (typeof file === 'string') return new Blob([decodeBase64(file)])
  return new Blob([file instanceof Uint8Array ? (file as Uint8Array<ArrayBuffer>) : file])
}

/** `photo.jpg` of a file that was picked or made with a name; otherwise what is given. */
export const nameOf = (file: File, otherwise: string): string =>
  file instanceof Blob && 'name' in file && typeof file.name === 'string' && file.name !== ''
    ? file.name
    : otherwise

async function bytesOf(file: Exclude<File, string>): Promise<Uint8Array> {
  if (file instanceof Uint8Array) return file
  return new Uint8Array(file instanceof Blob ? await file.arrayBuffer() : file)
}

const alphabet = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const padding = 0x3d

/** Writes letter by letter into bytes: joining text piece by piece takes ten times as long for a photo of a phone. */
export function encodeBase64(bytes: Uint8Array): string {
  const native = (bytes as { toBase64?: () => string }).toBase64
  if (native) return native.call(bytes)
  const letters = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill(padding)
  const letter = (sixBits: number): number => alphabet[sixBits & 63] ?? padding
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const left = bytes.length - from
    const three = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    letters[to] = letter(three >> 18)
    letters[to + 1] = letter(three >> 12)
    if (left > 1) letters[to + 2] = letter(three >> 6)
    if (left > 2) letters[to + 3] = letter(three)
  }
  return new TextDecoder().decode(letters)
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = text
    .replace(/^data:[^,]*,/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const letters = atob(plain.replaceAll(/\s/g, ''))
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}
