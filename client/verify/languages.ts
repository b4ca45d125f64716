// The languages of the element: each file of words/ is one. Vietnamese comes with the element, others when they are needed.
import { words as vietnamese, type Words } from './words/vi.ts'

const files = import.meta.glob<{ readonly words: Words }>(['./words/*.ts', '!./words/vi.ts'])
const fileOf = (language: string): string => `./words/${language}.ts`

/** Also for people who speak none of them: most people here speak it. */
const first = 'vi'

export const languages: readonly string[] = [
  first,
  ...Object.keys(files).map((path) => path.slice('./words/'.length, -'.ts'.length)),
]

/** Their names, each in its own language; a language without a name here is shown by its code. */
export const languageName = (language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** The first of the wishes that is offered: `vi-VN` is `vi`. */
export function chooseLanguage(
  wishes: readonly (string | null | undefined)[],
  offered: readonly string[] = languages,
): string {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split(/[-_]/)[0]
    if (language !== undefined && offered.includes(language)) return language
  }
  return offered.includes(first) ? first : (offered[0] ?? first)
}

/** The words that are there at once. */
export const wordsAtHand = (language: string): Words | undefined =>
  language === first ? vietnamese : undefined

export async function wordsOf(language: string): Promise<Words> {
  const load = files[fileOf(language)]
  return load ? (await load()).words : vietnamese
}

/** Replaces `{name}` in a text by its value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
