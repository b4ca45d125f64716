// The languages of the element: each file of words/ is one, loaded when it is needed.
import type { Words } from './words/vi.ts'

const files = import.meta.glob<{ readonly words: Words }>('./words/*.ts')
const fileOf = (language: string): string => `./words/${language}.ts`

export const languages: readonly string[] = Object.keys(files).map((path) => path.slice(8, -3))
/** For whoever speaks none of them: most people here speak it. */
const otherwise = 'vi'

/** Their names, each in its own language; a language without a name here is shown by its code. */
export const languageName = (language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** The first of the wishes that there is a file for: `vi-VN` is `vi`. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split(/[-_]/)[0]
    if (language !== undefined && languages.includes(language)) return language
  }
  return otherwise
}

export async function wordsOf(language: string): Promise<Words> {
  const load = files[fileOf(language)] ?? files[fileOf(otherwise)]
  if (!load) throw new Error(`there are no words in ${language}`)
  return (await load()).words
}

/** Replaces `{name}` in a text by its value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
