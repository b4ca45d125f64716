// The checks of the API in words of the language that is chosen; reports of the server have the same words.
import { checkName, checkSentence as sentenceIn } from '../../../src/words/names.ts'
import { language } from './words.ts'

export const checkWords = (name: string): string => checkName(name, language.value)
export const checkSentence = (name: string): string | undefined => sentenceIn(name, language.value)
