// Recognises a PDF by its first bytes, without opening it.
import { latin1 } from '../decode/header.ts'

/** The mark may follow some junk, as readers allow; an archive or a picture that contains a PDF is none. */
export function isPdf(bytes: Uint8Array): boolean {
  const start = latin1(bytes, 0, 1024)
  return start.includes('%PDF-') && !OTHERS.some((mark) => start.startsWith(mark))
}

const OTHERS = ['PK', 'Rar!', '7z', '\u001f\u008b', '\u00ff\u00d8\u00ff', '\u0089PNG', 'RIFF', 'GIF8']
