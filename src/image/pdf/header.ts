// Recognises a PDF by its first bytes and finds where it starts and ends, without opening it.
import { latin1 } from '../decode/header.ts'
import type { Extent } from '../pixels.ts'

/** The mark may follow some junk, as readers allow; an archive or a picture that contains a PDF is none. */
export function isPdf(bytes: Uint8Array): boolean {
  const start = latin1(bytes, 0, 1024)
  return start.includes('%PDF-') && !OTHERS.some((mark) => start.startsWith(mark))
}

const OTHERS = ['PK', 'Rar!', '7z', '\u001f\u008b', '\u00ff\u00d8\u00ff', '\u0089PNG', 'RIFF', 'GIF8']

const END = '%%EOF'
/** What follows an end that is not the last: an update of the file, or the rest of a file that contains another. */
const GOES_ON =
  /^(?:[\0\t\n\f\r ]|%[^\r\n]{0,200}[\r\n])*(?:\d{1,10}[\t\n\f\r ]+\d{1,5}[\t\n\f\r ]+obj|xref|trailer|startxref|endstream)\b/
/** White space at the end belongs to the file: a signature may cover it. */
const WHITE_SPACE = /^[\0\t\n\f\r ]{0,16}/
/** Looked at behind an end mark. */
const AHEAD_BYTES = 512
/** A table of objects and its trailer, which follow the last object where there is no end mark. */
const TABLE =
  /^\s*(?:xref\s[\d\sfn]*)?trailer\s*<<[\s\S]{0,4096}?>>(?:\s*startxref\s+\d{1,12})?|^\s*startxref\s+\d{1,12}/

/** What stands before the mark of a PDF, and what follows its last end, is no part of it. */
export function pdfExtent(bytes: Uint8Array): Extent {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = Math.max(0, file.indexOf('%PDF-'))
  let last: number | undefined
  for (let mark = file.indexOf(END, start); mark >= 0; mark = file.indexOf(END, mark + END.length)) {
    const end = mark + END.length
    const ahead = latin1(bytes, end, end + AHEAD_BYTES)
    const follows = GOES_ON.exec(ahead)?.[0]
    if (!follows?.endsWith('endstream')) last = end + (WHITE_SPACE.exec(ahead)?.[0].length ?? 0)
    if (follows === undefined) break
  }
  return { start, end: last ?? endWithoutMark(file) }
}

/** Programs repair such a file from its objects. */
function endWithoutMark(file: Buffer): number {
  const object = file.lastIndexOf('endobj')
  if (object < 0) return file.byteLength
  const end = object + 'endobj'.length
  return end + (TABLE.exec(file.toString('latin1', end, end + 1_000_000))?.[0].length ?? 0)
}
