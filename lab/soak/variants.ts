// Makes files that show the same with different bytes: no two requests of a run carry the same file.

const [COMMENT, PREFIX] = [0xfe, 0xff]

/** `mark` is any number: the same gives the same file. */
export function jpegVariant(bytes: Uint8Array, mark: number): Buffer {
  const text = Buffer.from(`soak ${mark}`)
  const length = text.length + 2
  const comment = Buffer.concat([Buffer.of(PREFIX, COMMENT, length >> 8, length & 255), text])
  return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)])
}

/** The variant has a comment after its end. */
export const pdfVariant = (bytes: Uint8Array, mark: number): Buffer =>
  Buffer.concat([bytes, Buffer.from(`\n%soak ${mark}\n`)])

/** The variant has a box that readers ignore. */
export function mp4Variant(bytes: Uint8Array, mark: number): Buffer {
  const text = Buffer.from(`soak ${mark}`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + text.length)
  head.write('free', 4, 'latin1')
  return Buffer.concat([bytes, head, text])
}
