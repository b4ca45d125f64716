// Every result code and warning of the API in words of the language that is chosen: what happened, and what to do about it.
import { filled } from '../../../src/words/numbers.ts'
import type { Said } from '../../../src/words/shapes.ts'
import { words } from '../../../src/words/words.ts'
import { language } from './words.ts'

interface CodeWords {
  readonly title: string
  readonly help: string
}

const said = ([title, help]: Said): CodeWords => ({ title, help })
const inTable = (table: Readonly<Record<string | number, Said>>, name: string | number): Said | undefined =>
  table[name]

export const codeWords = (code: number): CodeWords =>
  said(inTable(words[language.value].codes, code) ?? [String(code), ''])

export const warningWords = (code: number, otherwise: string): CodeWords =>
  said(inTable(words[language.value].warnings, code) ?? [otherwise, ''])

/** What was seen in place of a document; undefined where the code says it all. */
export function detectedWords(detected: string, document: string): CodeWords | undefined {
  const row = inTable(words[language.value].detected, detected)
  return row && { title: row[0], help: filled(row[1], { document }) }
}
