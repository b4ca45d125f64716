// What a caller handed in: pictures of pages, or one PDF; anything else is answered by a code.
import { type Code, codes } from '../../codes.ts'
import { containerOf } from '../../image/decode/header.ts'
import { isPdf } from '../../image/pdf/header.ts'

export type SentFiles = { readonly kind: 'pdf' | 'pictures' } | { readonly code: Code }

/** By their first bytes: names and announced types may say anything. */
export function kindOfFiles(files: readonly { readonly bytes: Uint8Array }[]): SentFiles {
  const kinds = files.map(({ bytes }) => (isPdf(bytes) ? 'pdf' : isPicture(bytes) ? 'picture' : 'other'))
  if (kinds.includes('other')) return { code: codes.filetypeNotSupported }
  const pdfs = kinds.filter((kind) => kind === 'pdf').length
  if (pdfs === 0) return { kind: 'pictures' }
  if (pdfs < kinds.length) return { code: codes.tooManyFiletypes }
  return pdfs === 1 ? { kind: 'pdf' } : { code: codes.tooManyPdf }
}

const isPicture = (bytes: Uint8Array): boolean => typeof containerOf(bytes) === 'string'
