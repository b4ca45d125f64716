// The words of names and reports by language. A further language is a folder beside these, and its line here.
import { words as en } from './en/words.ts'
import type { Words } from './language-words.ts'
import type { Language } from './languages.ts'
import { words as vi } from './vi/words.ts'

export const words: Readonly<Record<Language, Words>> = { en, vi }
