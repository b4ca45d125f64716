// Every result code and warning of the API in words of the language that is chosen: what happened, and what to do about it.
import { filled } from '../../../src/words/numbers.ts'
import type { Said } from '../../../src/words/shapes.ts'
import { inLanguage } from './words.ts'

type Table = Readonly<Record<string | number, Said>>

const codes = inLanguage(
  import.meta.glob<Table>('../../../src/words/*/codes.ts', { eager: true, import: 'codes' }),
)
const warnings = inLanguage(
  import.meta.glob<Table>('../../../src/words/*/codes.ts', { eager: true, import: 'warnings' }),
)
const detections = inLanguage(
  import.meta.glob<Table>('../../../src/words/*/codes.ts', { eager: true, import: 'detected' }),
)

interface CodeWords {
  readonly title: string
  readonly help: string
}

const said = ([title, help]: Said): CodeWords => ({ title, help })

export const codeWords = (code: number): CodeWords => said(codes()[code] ?? [String(code), ''])

export const warningWords = (code: number, otherwise: string): CodeWords =>
  said(warnings()[code] ?? [otherwise, ''])

/** What was seen in place of a document; undefined where the code says it all. */
export function detectedWords(detected: string, document: string): CodeWords | undefined {
  const row = detections()[detected]
  return row && { title: row[0], help: filled(row[1], { document }) }
}
