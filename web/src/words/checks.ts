// The checks of the API in words of the language that is chosen; reports of the server have the same words.
import { checkWordsIn } from '../../../src/verifications/reports/check-words.ts'
import { language } from './words.ts'

export const checkWords = (name: string): string => checkWordsIn(name, language.value)
